"""Draws square pieces of real photographs, at sizes at which little is left of what their files went through before.

    python photographs.py --media ../../../../shared/data/media/image/real --packages runs/photographs --out runs/pieces

Split before anything else: a photograph, or all of a person's, is trained on or checked with, never both; people of the
part `test` (faces.py of the folder above) are not here at all.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent))
from faces import part_of, person_of  # noqa: E402

SIDE = 192
SEED = 20_261_121
EACH = {"face": 2, "photograph": 24}
"""Pieces of each picture."""


def drawn(*parts: object) -> np.random.Generator:
    """Randomness that depends on what it is for alone, not on the order of work."""
    return np.random.default_rng(int(hashlib.sha256("|".join(map(str, (SEED, *parts))).encode()).hexdigest()[:16], 16))


def opened(path: Path) -> np.ndarray:
    image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise SystemExit(f"{path} is no picture")
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def piece(image: np.ndarray, random: np.random.Generator) -> np.ndarray | None:
    """One piece that is not flat, of the picture made smaller by twice to six times where it is large enough."""
    smaller = min(image.shape[:2]) / SIDE
    if smaller < 1:
        # Too small for a whole piece: mirrored at its edges, which both classes share.
        across, down = (max(0, SIDE - image.shape[axis]) for axis in (1, 0))
        image = cv2.copyMakeBorder(image, 0, down, 0, across, cv2.BORDER_REFLECT_101)
        smaller = 1.0
    for _ in range(8):
        factor = random.uniform(min(2.0, smaller), min(6.0, smaller))
        side = int(SIDE * factor)
        top, left = (int(random.integers(0, image.shape[axis] - side + 1)) for axis in (0, 1))
        part = cv2.resize(image[top : top + side, left : left + side], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(part, cv2.COLOR_RGB2GRAY).astype(np.float32)
        if np.abs(cv2.Laplacian(grey, cv2.CV_32F)).mean() > 2.5:
            return part
    return None


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--media", type=Path, required=True)
    ask.add_argument("--packages", type=Path, required=True, help="folder into which photographs.txt's packages were unpacked")
    ask.add_argument("--out", type=Path, required=True)
    args = ask.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    wanted = [line.split() for line in (Path(__file__).parent / "photographs.txt").read_text().splitlines() if line and not line.startswith('#')]
    chosen = [("face", path, person_of(path.name)) for path in sorted(args.media.iterdir())]
    for digest, name in wanted:
        path = args.packages / name
        if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise SystemExit(f"{path} is not the picture that photographs.txt names")
        chosen.append(("photograph", path, path.name))
    rows, pieces = [], []
    for kind, path, person in chosen:
        part = part_of(person) if kind == "face" else ("check" if drawn(person).random() < 0.2 else "train")
        if part == "test":
            continue
        image = opened(path)
        for number in range(EACH[kind]):
            found = piece(image, drawn(path.name, number))
            if found is not None:
                rows.append({"kind": kind, "name": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "part": part})
                pieces.append(found)
    order = drawn("order").permutation(len(rows))
    np.save(args.out / "pieces.npy", np.stack([pieces[i] for i in order]))
    (args.out / "pieces.json").write_text(json.dumps([rows[i] for i in order]))
    counts = {f"{kind} {part}": sum(row["kind"] == kind and row["part"] == part for row in rows) for kind in EACH for part in ("train", "check")}
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
