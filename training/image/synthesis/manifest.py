"""What the network was trained on: each picture by hash and part, programs and packages by hash, versions, results.

    python manifest.py --pieces runs/pieces --runs runs/detector > manifest.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
from pathlib import Path

import cv2
import numpy
import torch

import photographs
import train


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--pieces", type=Path, required=True)
    ask.add_argument("--runs", type=Path, required=True)
    args = ask.parse_args()
    pictures: dict[str, dict[str, list[str]]] = {}
    for row in json.loads((args.pieces / "pieces.json").read_text()):
        found = pictures.setdefault(row["kind"], {}).setdefault(row["part"], [])
        if row["sha256"] not in found:
            found.append(row["sha256"])
    here = Path(__file__).parent
    print(json.dumps({
        "versions": {"python": platform.python_version(), "torch": torch.__version__, "numpy": numpy.__version__, "opencv": cv2.__version__},
        "seeds": {"pieces": photographs.SEED, "training": train.SEED},
        "code": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(here.glob("*.py"))},
        "packages": (here / "upscalers.txt").read_text().split("\n")[:-1],
        "pictures": {kind: {part: sorted(found) for part, found in parts.items()} for kind, parts in pictures.items()},
        "pairs": {path.stem: {key: len(value) for key, value in numpy.load(path).items() if key.endswith("fake")}
                  for path in sorted((args.runs / "measures").glob("*.npz"))},
    }, indent=1))


if __name__ == "__main__":
    main()
