"""Says what the weights were made from: every recording and every program by hash, versions, seeds, logs.

    python manifest.py --media ../../../shared/data/media --vocoders runs/vocoders --log runs/train.log --log runs/vocoders.log > manifest.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
from importlib.metadata import version
from pathlib import Path

from prepare import SEED
from sources import FOLDS, recordings

PROGRAMS = ("sources.py", "synthesis.py", "neural.py", "augment.py", "prepare.py", "model.py", "train.py", "evaluate.py", "export.py", "baseline.py")
PACKAGES = ("numpy", "onnx", "onnxruntime", "pyworld", "scipy", "soundfile", "torch")


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--media", type=Path, required=True)
    ask.add_argument("--vocoders", type=Path, required=True)
    ask.add_argument("--log", type=Path, action="append", default=[])
    args = ask.parse_args()
    here = Path(__file__).parent
    print(json.dumps({
        "programs": {name: digest(here / name) for name in PROGRAMS},
        "packages": {name: version(name) for name in PACKAGES},
        "seed": SEED,
        "folds": {name: list(families) for name, families in FOLDS.items()},
        "vocoders": {path.stem: digest(path) for path in sorted(args.vocoders.glob("*.pt"))},
        "logs": {path.name: [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")] for path in args.log},
        "recordings": [[one.path, one.sha256, "synthetic" if one.fake else "real", one.source, one.family] for one in recordings(args.media)],
    }, indent=None, separators=(",", ":")))


if __name__ == "__main__":
    main()
