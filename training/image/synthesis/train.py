"""Trains on pairs of a real piece and its copy: measures once, then the small networks behind them. One thread.

    python train.py --pieces runs/pieces --copies runs/copies --out runs/detector

Each upscaler in turn is left out and the others trained on, to be seen with photographs that are trained on nowhere
either; then all are trained on. No picture of a generator that the detector is for takes part.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from model import Front, SynthesisNet
from passage import as_cameras_do, passed
from photographs import drawn

SEED = 20_261_121
TIMES = {"train": 2, "check": 2}
"""How often a pair goes another way."""
BATCH = 128
STEPS = 500
SMOOTH = 0.04
FLAT = 1.5


def area(fakes: np.ndarray, reals: np.ndarray) -> float:
    return float((fakes[:, None] > reals[None]).mean() + 0.5 * (fakes[:, None] == reals[None]).mean())


def texture(crop: np.ndarray) -> float:
    """Mean difference of neighbours, levels, as the service measures it to leave flat windows out."""
    green = crop[::2, :, 1].astype(np.float32)
    return float(np.abs(np.diff(green, axis=1)).mean())


def measured(pieces: np.ndarray, rows: list[dict], copies: Path, name: str, cache: Path) -> dict[str, np.ndarray]:
    """Measures of real pieces and of their copies by one upscaler, pairs side by side, once."""
    path = cache / f"{name}.npz"
    if path.exists():
        return dict(np.load(path))
    made = np.load(copies / f"{name}.npy", mmap_mode="r")
    front = Front()
    kept: dict[str, list[np.ndarray]] = {f"{part} {kind}": [] for part in TIMES for kind in ("real", "fake")}
    for i in range(len(made)):
        part = rows[i]["part"]
        crops = []
        for time_ in range(TIMES[part]):
            pair = passed([as_cameras_do(pieces[i], drawn(name, i, time_, "camera")), made[i]], drawn(name, i, time_))
            if texture(pair[0]) >= FLAT:
                crops += pair
        if not crops:
            continue
        with torch.no_grad():
            x = front(torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 255).numpy().astype(np.float16)
        kept[f"{part} real"].append(x[0::2])
        kept[f"{part} fake"].append(x[1::2])
    found = {key: np.concatenate(values) for key, values in kept.items() if values}
    cache.mkdir(parents=True, exist_ok=True)
    np.savez(path, **found)
    return found


def train(groups: list[dict[str, np.ndarray]], steps: int, seed: int) -> SynthesisNet:
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    model = SynthesisNet()
    used = np.concatenate([group[f"train {kind}"] for group in groups for kind in ("real", "fake")]).astype(np.float32)
    model.mean.copy_(torch.from_numpy(used.mean(0)))
    model.scale.copy_(torch.from_numpy(used.std(0) + 1e-3))
    optimizer = torch.optim.AdamW(model.members.parameters(), 2e-3, weight_decay=0.05)
    half = BATCH // 2
    wanted = torch.tensor([1 - SMOOTH] * half + [SMOOTH] * half)[:, None].expand(-1, len(model.members))
    for _ in range(steps):
        picks = [(groups[int(random.integers(len(groups)))], random.random()) for _ in range(half)]
        # A pair is drawn whole: what a picture shows is the same in both classes.
        chosen = [group[f"train {kind}"][int(place * len(group["train fake"]))] for kind in ("fake", "real") for group, place in picks]
        loss = functional.binary_cross_entropy_with_logits(model.each(torch.from_numpy(np.stack(chosen).astype(np.float32))), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model.eval()


def scores(model: SynthesisNet, x: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        return model.each(torch.from_numpy(x.astype(np.float32))).mean(1).numpy()


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--pieces", type=Path, required=True)
    ask.add_argument("--copies", type=Path, required=True)
    ask.add_argument("--out", type=Path, required=True)
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    pieces = np.load(args.pieces / "pieces.npy", mmap_mode="r")
    rows = json.loads((args.pieces / "pieces.json").read_text())
    began = time.process_time()
    names = sorted(path.stem for path in args.copies.glob("*.npy"))
    known = {name: measured(pieces, rows, args.copies, name, args.out / "measures") for name in names}
    args.out.mkdir(parents=True, exist_ok=True)
    held_out = {}
    for name in names:
        model = train([known[other] for other in names if other != name], STEPS, SEED)
        held_out[name] = [scores(model, known[name][f"check {kind}"]).round(4).tolist() for kind in ("fake", "real")]
        print(json.dumps({"leftOut": name, "auc": round(area(*(np.array(part) for part in held_out[name])), 4), "pairs": len(held_out[name][0])}), flush=True)
    (args.out / "held-out.json").write_text(json.dumps(held_out))
    model = train(list(known.values()), STEPS, SEED)
    inside = {name: round(area(scores(model, one["check fake"]), scores(model, one["check real"])), 4) for name, one in known.items()}
    torch.save(model.state_dict(), args.out / "all.pt")
    print(json.dumps({"trainedOnAll": inside, "processorSeconds": round(time.process_time() - began)}), flush=True)


if __name__ == "__main__":
    main()
