"""What the network was trained on: hashes of real pages by part, of fonts and programs; versions, seeds and runs.

    python manifest.py --prog leptonica/prog --mrz ../shared/data/identity/mrz --run runs/a > manifest.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
from pathlib import Path

import cv2
import numpy
import onnx
import PIL
import torch

from edits import METHODS
from held import HELD
from render import fonts_of
from sources import BOOKS, books, papers, part_of, specimens
from testset import SEEDS
from train import CHECK_SEED, SEED


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--prog", type=Path, required=True)
    ask.add_argument("--mrz", type=Path, required=True)
    ask.add_argument("--run", type=Path, action="append", default=[])
    args = ask.parse_args()
    here = Path(__file__).parent
    digest = lambda path: hashlib.sha256(Path(path).read_bytes()).hexdigest()  # noqa: E731
    print(json.dumps({
        "versions": {"python": platform.python_version(), "torch": torch.__version__, "numpy": numpy.__version__,
                     "opencv": cv2.__version__, "pillow": PIL.__version__, "onnx": onnx.__version__},
        "seeds": {"training": SEED, "check while training": CHECK_SEED, **SEEDS},
        "code": {name.name: digest(name) for name in sorted(here.glob("*.py"))},
        "runs": [json.loads((run / "run.json").read_text()) for run in args.run],
        "edits": {"trained on": list(METHODS), "held out": list(HELD)},
        "fonts": {part: {Path(path).name: digest(path) for path in fonts_of(part)} for part in ("train", "test")},
        "origins": {part: sorted({origin for origin in BOOKS.values() if part_of(origin) == part}) for part in ("train", "check", "test")},
        "pages": {
            "trained on": {page.name: page.sha256 for page in books(args.prog, "train")},
            "test, books": {page.name: page.sha256 for page in books(args.prog, "test")},
            "test, papers": {page.name: page.sha256 for page in papers(args.prog)},
            "test, specimens": {page.name: page.sha256 for page in specimens(args.mrz)},
        },
    }, indent=1))


if __name__ == "__main__":
    main()
