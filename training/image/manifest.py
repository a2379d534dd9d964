"""What the network was trained on: each picture's hash, person and part; versions, seeds and runs.

    python manifest.py --faces faces.json --run runs/a --run runs/b > manifest.json
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
import torch

from faces import part_of, person_of
from train_blends import BACKBONE, CHECK_SEED, SEED


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--faces", type=Path, required=True)
    ask.add_argument("--run", type=Path, action="append", default=[])
    args = ask.parse_args()
    pictures = {"train": [], "check": [], "test": []}
    people: dict[str, set[str]] = {part: set() for part in pictures}
    generated = []
    for path, entry in sorted(json.loads(args.faces.read_text()).items()):
        if "/fake/" in path:
            generated.append(entry["sha256"])
        if "/real/" not in path:
            continue
        person = person_of(Path(path).name)
        pictures[part_of(person)].append(entry["sha256"])
        people[part_of(person)].add(person)
    here = Path(__file__).parent
    print(json.dumps({
        "versions": {"python": platform.python_version(), "torch": torch.__version__, "numpy": numpy.__version__,
                     "opencv": cv2.__version__, "onnx": onnx.__version__},
        "backbone": BACKBONE,
        "seeds": {"training": SEED, "check": CHECK_SEED},
        "code": {name.name: hashlib.sha256(name.read_bytes()).hexdigest() for name in sorted(here.glob("*.py"))},
        "runs": [json.loads((run / "run.json").read_text()) for run in args.run],
        "people": {part: len(names) for part, names in people.items()},
        "pictures": pictures,
        "generated": generated,
    }, indent=1))


if __name__ == "__main__":
    main()
