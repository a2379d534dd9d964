"""Says what the weights were made from: generator and fonts by hash, versions, seeds, and each run's log.

    python manifest.py --run runs/a --run runs/c > manifest.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
from importlib.metadata import version
from pathlib import Path

from render import _FONT_ROOT, FONTS
from samples import LINE_SEED, PAGE_SEED
from train import CHECK_SEED

PACKAGES = ["numpy", "onnx", "onnxruntime", "opencv-python-headless", "pillow", "torch"]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--run", type=Path, action="append", default=[])
    args = ask.parse_args()
    here = Path(__file__).parent
    print(json.dumps({
        "generator": {name: digest(here / name) for name in ("text.py", "render.py", "data.py", "model.py", "train.py")},
        "fonts": [{"file": name, "sha256": digest(_FONT_ROOT / name), "share": share} for name, share in FONTS],
        "packages": {name: version(name) for name in PACKAGES},
        "seeds": {"training": 20_261_121, "checks": CHECK_SEED, "measuredLines": LINE_SEED, "measuredPages": PAGE_SEED},
        "runs": [
            {"name": run.name, "log": [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]} for run in args.run
        ],
    }, indent=1))


if __name__ == "__main__":
    main()
