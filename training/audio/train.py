"""Trains one network for each family of generators that is held out, and one on everything.

    python train.py --media ../../../shared/data/media --windows runs/windows --out runs/detector

What a fold holds out is in no part of its training: not the family, not the people and texts of its demonstrations.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from model import Detector, Front
from sources import FOLDS, Recording, recordings, trainable

SEED = 20_261_121
BATCH = 128


def measures(windows: np.ndarray, path: Path) -> np.ndarray:
    """Of every window, once and in half precision: the front end is not trained."""
    if path.exists():
        return np.load(path).astype(np.float32)
    front = Front()
    kept = []
    with torch.no_grad():
        for start in range(0, len(windows), 32):
            kept.append(front(torch.from_numpy(windows[start : start + 32].astype(np.float32) / 32768)).numpy().astype(np.float16))
    np.save(path, np.concatenate(kept))
    return np.load(path).astype(np.float32)


def groups(rows: list[dict], known: dict[str, Recording], fold: str | None) -> tuple[list[list[int]], list[list[int]]]:
    """Windows that may be trained on: synthetic ones by family or vocoder, real ones by source, so that each counts
    alike however many there are of it."""
    fakes, reals = defaultdict(list), defaultdict(list)
    for index, row in enumerate(rows):
        one = known[row["path"]]
        if not trainable(one, fold):
            continue
        if row["vocoder"]:
            fakes["copy " + row["vocoder"]].append(index)
        elif one.fake:
            fakes[one.family].append(index)
        else:
            reals[one.source].append(index)
    return [fakes[key] for key in sorted(fakes)], [reals[key] for key in sorted(reals)]


def train(everything: np.ndarray, rows: list[dict], known: dict[str, Recording], fold: str | None, steps: int) -> Detector:
    seed = SEED + (list(FOLDS).index(fold) + 1 if fold else 0)
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    fakes, reals = groups(rows, known, fold)
    weight = np.sqrt([len(group) for group in reals])
    model = Detector()
    used = everything[[index for group in fakes + reals for index in group]]
    model.mean.copy_(torch.from_numpy(used.mean(axis=0)))
    model.scale.copy_(torch.from_numpy(used.std(axis=0) + 1e-3))
    optimizer = torch.optim.AdamW(model.parameters(), 2e-3, weight_decay=0.05)
    wanted = torch.tensor([0.95] * (BATCH // 2) + [0.05] * (BATCH // 2))[:, None].expand(-1, len(model.members))
    began, total = time.time(), 0.0
    for step in range(steps):
        chosen = [group[random.integers(len(group))] for group in (fakes[random.integers(len(fakes))] for _ in range(BATCH // 2))]
        chosen += [reals[i][random.integers(len(reals[i]))] for i in random.choice(len(reals), BATCH // 2, p=weight / weight.sum())]
        loss = functional.binary_cross_entropy_with_logits(model.each(torch.from_numpy(everything[chosen])), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
        if step % 200 == 199:
            print(json.dumps({"fold": fold, "step": step + 1, "loss": round(total / 200, 4), "seconds": round(time.time() - began)}), flush=True)
            total = 0.0
    return model.eval()


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--media", type=Path, required=True)
    ask.add_argument("--windows", type=Path, required=True)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--steps", type=int, default=600)
    args = ask.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    known = {one.path: one for one in recordings(args.media)}
    rows = json.loads((args.windows / "windows.json").read_text())
    everything = measures(np.load(args.windows / "windows.npy", mmap_mode="r"), args.windows / "measures.npy")
    for fold in (*FOLDS, None):
        path = args.out / f"{(fold or 'all').replace(' ', '-')}.pt"
        if path.exists():
            continue
        torch.save(train(everything, rows, known, fold, args.steps).state_dict(), path)


if __name__ == "__main__":
    main()
