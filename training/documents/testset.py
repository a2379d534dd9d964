"""Writes pages that training never saw, untouched and edited, as files: what bench/forensics/scan-edits.ts measures.

    python testset.py --prog leptonica/prog --mrz ../shared/data/identity/mrz --out runs/test [--rendered 16]

For each page and each way of editing (those of training and those held out) one or two edits, and the untouched page
through the same passage. `index.json` says what each file is; beside an edited file lies its mask, a picture with a
point for each cell of 8 pixels. With `--part check` pages are drawn and edited as in training, for the calibration.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

import passage
from edits import METHODS
from held import HELD
from render import fonts_of, page_of
from samples import Read, desk_of, edited, share_of_cells
from sources import books, papers, specimens
from words import words

SEEDS = {"test": 700_001, "check": 800_001}


def pages_of(args: argparse.Namespace) -> list[tuple[str, str, Read]]:
    """Source, origin and page."""
    fonts = "test" if args.part == "test" else "train"
    found = []
    for number in range(args.rendered):
        image, way = page_of(SEEDS[args.part], number, fonts)
        found.append((f"rendered, {way}", f"rendered-{number}", image))
    if args.part == "test":
        real = books(args.prog, "test") + papers(args.prog) + specimens(args.mrz)
        found += [(page.source, page.origin, page.image) for page in real]
    read = [(source, origin, Read(image, words(image))) for source, origin, image in found]
    return [one for one in read if len(one[2].boxes) >= 5]


def twice(page: Read, desk, methods: dict, name: str, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray] | None:
    first = edited(page, desk, methods, name)
    if first is None:
        return None
    image, mask = first[:2]
    if rng.random() < 0.4:
        second = edited(Read(image, page.boxes), desk, methods, name)
        if second is not None:
            image, mask = second[0], np.maximum(mask, second[1])
    return image, mask


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--prog", type=Path, required=True)
    ask.add_argument("--mrz", type=Path)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--rendered", type=int, default=16)
    ask.add_argument("--part", choices=list(SEEDS), default="test")
    args = ask.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    pages, index = pages_of(args), []
    others = [page for _, _, page in pages]
    fonts = fonts_of("test" if args.part == "test" else "train")
    ways = {**{name: METHODS for name in METHODS}, **({name: HELD for name in HELD} if args.part == "test" else {})}
    for at, (source, origin, page) in enumerate(pages):
        for number, (name, methods) in enumerate(ways.items()):
            rng = np.random.default_rng([SEEDS[args.part], at, number])
            made = twice(page, desk_of(rng, page, others, fonts), methods, name, rng)
            if made is None:
                continue
            drawn = passage.draw(rng, 1.0)
            passages = {"mixed": drawn}
            if args.part == "test" and number % 5 == at % 5:
                plain = replace(drawn, scale=1.0, noise=0.0, qualities=(), cut=(0, 0))
                passages["JPEG 70"] = replace(plain, qualities=(70,))
                passages["half size"] = replace(plain, scale=0.5, way=cv2.INTER_AREA, qualities=(90,))
            for how, way in passages.items():
                if min(page.image.shape) * way.scale < 160:
                    continue
                stem = f"{at:03d}-{name}-{how.replace(' ', '')}"
                for is_edited, image in ((False, page.image), (True, made[0])):
                    last = passage.before_last(image, way)
                    file = f"{stem}-{'edited' if is_edited else 'untouched'}.{'jpg' if way.qualities else 'png'}"
                    options = [cv2.IMWRITE_JPEG_QUALITY, way.qualities[-1]] if way.qualities else []
                    cv2.imwrite(str(args.out / file), last, options)
                    mask = f"{stem}-mask.png"
                    index.append({"file": file, "source": source, "origin": origin, "method": name, "held": methods is HELD,
                                  "passage": how, "edited": is_edited, "mask": mask})
                cells = share_of_cells(passage.mask_through(made[1], way))
                cv2.imwrite(str(args.out / mask), np.round(cells * 255).astype(np.uint8))
    (args.out / "index.json").write_text(json.dumps(index, indent=0) + "\n")
    print(len(pages), "pages,", len(index), "files")


if __name__ == "__main__":
    main()
