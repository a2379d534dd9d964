"""Which real pages there are, and what part each is in: decided by where it comes from, before anything else.

Real scans trained on are those of Debian's source package of Leptonica (BSD-2-Clause), books and papers before 1900
mostly; a hash of a page's origin (a book, not a page) says whether it is trained on. Specimens of passports and cards
(`../shared/data/identity/mrz`) come from elsewhere and are for the test alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

#: Scans and photographs of text in Leptonica's folder `prog`: file and origin. Maps, drawings and photographs are left out.
BOOKS = {
    "1555.003.jpg": "1555", "1555.007.jpg": "1555", "amoris.2.150.jpg": "amoris", "breviar.38.150.jpg": "breviar",
    "brothers.150.jpg": "brothers", "cat.007.jpg": "cat", "cat.035.jpg": "cat", "cavalerie.29.jpg": "cavalerie",
    "contrast-orig-60.jpg": "contrast", "lapide.052.100.jpg": "lapide", "lucasta-frag.jpg": "lucasta",
    "lucasta.047.jpg": "lucasta", "lucasta.150.jpg": "lucasta", "lyra.005.jpg": "lyra", "lyra.036.jpg": "lyra",
    "pancrazi.15.jpg": "pancrazi", "pedante.079.jpg": "pedante", "zanotti-78.jpg": "zanotti",
    "candelabrum.011.jpg": "candelabrum", "dave-orig.png": "dave",
}
#: Newspapers, and photographs of a screen by a telephone, in the same folder: for the test alone.
PAPERS = {
    "stampede2.jpg": "stampede", "w91frag.jpg": "w91", "lighttext.jpg": "lighttext",
    **{f"underline{n}.jpg": "underline" for n in range(1, 8)},
}
#: Specimens less wide or high than this hold too few words to edit.
SMALLEST = 230


@dataclass(frozen=True)
class Page:
    name: str
    #: Where its kind comes from: "rendered", "books", "papers", "specimens".
    source: str
    #: The document it is of: pages of one origin are always in one part.
    origin: str
    sha256: str
    image: np.ndarray


def part_of(origin: str) -> str:
    """`train`, `check` or `test`, by a hash of the origin."""
    return {0: "test", 1: "test", 2: "test", 3: "check"}.get(int(hashlib.sha256(origin.encode()).hexdigest(), 16) % 8, "train")


def _open(path: Path, source: str, origin: str) -> Page | None:
    image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if image is None or min(image.shape) < SMALLEST:
        return None
    return Page(path.name, source, origin, hashlib.sha256(path.read_bytes()).hexdigest(), image)


def books(prog: Path, part: str) -> list[Page]:
    found = [_open(prog / name, "books", origin) for name, origin in BOOKS.items() if part_of(origin) == part]
    return [page for page in found if page]


def papers(prog: Path) -> list[Page]:
    found = [_open(prog / name, "papers", origin) for name, origin in PAPERS.items()]
    return [page for page in found if page]


def specimens(mrz: Path) -> list[Page]:
    paths = sorted(path for path in mrz.rglob("*") if path.suffix.lower() in {".jpg", ".png"})
    found = [_open(path, "specimens", path.stem) for path in paths]
    return [page for page in found if page]
