"""Trains the network on pages that were edited here. One thread.

    python train.py --prog leptonica/prog --out runs/a --minutes 30

Pages are drawn first (`--pages`, kept beside the run), then windows of them are edited as they are needed; sample *i*
depends on the seed and on *i* alone. The weights are kept as a running mean and written every three minutes, with what they
reach on drawn pages that are not trained on.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from model import ScanNet
from render import fonts_of, page_of
from samples import Read, pair, read
from sources import books

SEED = 20261122
CHECK_SEED = 900_001
#: Of the pages of a batch so many are of real scans.
REAL_SHARE = 0.4


def drawn(seed: int, count: int, part: str, keep: Path) -> list[np.ndarray]:
    if keep.exists():
        with np.load(keep) as kept:
            return [kept[name] for name in kept.files]
    pages = [page_of(seed, number, part)[0] for number in range(count)]
    keep.parent.mkdir(parents=True, exist_ok=True)
    np.savez(keep, *pages)
    return pages


def batch(seed: int, start: int, size: int, groups: list[tuple[list[Read], float]], fonts: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
    """Windows (2 × size by 1 by side by side, untouched ones first) and shares of cells."""
    untouched, forged, masks = [], [], []
    number = start
    while len(masks) < size:
        rng = np.random.default_rng([seed, number])
        number += 1
        draw = rng.random()
        group = next(pages for pages, below in groups if draw < below)
        made = pair(rng, group, fonts)
        if made is None:
            continue
        for kept, one in zip((untouched, forged, masks), made):
            kept.append(one)
    windows = torch.from_numpy(np.stack(untouched + forged)[:, None].astype(np.float32))
    marks = np.stack(masks).astype(np.float32)
    return windows, torch.from_numpy(np.concatenate([np.zeros_like(marks), marks]))


def loss_of(logits: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    """Cross entropy of cells; those that were changed by less than a third say nothing, except that they are not nothing."""
    labels = (shares >= 0.34).float()
    counted = ((shares >= 0.34) | (shares < 0.02)).float()
    weight = counted * (1 + 3 * labels)
    return (functional.binary_cross_entropy_with_logits(logits, labels, reduction="none") * weight).sum() / weight.sum()


def tail_of(logits: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    """How far the highest cells that nobody edited, in any window of the batch, lie above the highest edited ones of each
    window: what decides over a page, which has thousands of the former and a few of the latter."""
    low = torch.finfo(logits.dtype).min
    honest = logits.masked_fill(shares >= 0.02, low).flatten(1).topk(6, 1).values.mean(1)
    half = len(logits) // 2
    edited = logits[half:].masked_fill(shares[half:] < 0.34, low).flatten(1)
    counted = (shares[half:] >= 0.34).flatten(1).sum(1).clamp(max=6)
    top = edited.topk(6, 1).values
    chosen = torch.arange(6)[None, :] < counted[:, None]
    score = (top * chosen).nan_to_num(0.0).masked_fill(~chosen, 0).sum(1) / counted.clamp(min=1)
    pairs = functional.softplus(honest[None, :] - score[:, None])
    return pairs[counted > 0].mean()


def window_score(logits: torch.Tensor) -> torch.Tensor:
    """Mean of the six highest cells."""
    return logits.flatten(1).topk(6, 1).values.mean(1)


def area(positive: np.ndarray, negative: np.ndarray) -> float:
    """The chance that one of the first is above one of the second, ties half."""
    order = np.sort(negative)
    below, until = np.searchsorted(order, positive, "left"), np.searchsorted(order, positive, "right")
    return float((below + until).mean() / (2 * len(negative)))


def checked(model: ScanNet, windows: torch.Tensor, shares: torch.Tensor) -> dict[str, float]:
    model.eval()
    with torch.no_grad():
        logits = torch.cat([model(part) for part in windows.split(32)])
    model.train()
    half = len(logits) // 2
    scores = window_score(logits).numpy()
    labels, cells = shares.numpy().ravel(), logits.numpy().ravel()
    return {"window": area(scores[half:], scores[:half]), "cell": area(cells[labels >= 0.34], cells[labels < 0.02]),
            "loss": float(loss_of(logits, shares))}


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--prog", type=Path, required=True)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--pages", type=int, default=120)
    ask.add_argument("--minutes", type=float, default=30)
    ask.add_argument("--start", type=int, default=0)
    ask.add_argument("--weights", type=Path)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--tail", type=float, default=0.0)
    ask.add_argument("--pairs", type=int, default=12)
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED + args.start)
    args.out.mkdir(parents=True, exist_ok=True)
    fonts = fonts_of("train")
    rendered = read(drawn(SEED, args.pages, "train", args.out.parent / "pages-train.npz"))
    real = read([page.image for page in books(args.prog, "train")])
    kept = read(drawn(CHECK_SEED, 24, "train", args.out.parent / "pages-check.npz"))
    groups = [(real, REAL_SHARE), (rendered, 2.0)]
    check = batch(CHECK_SEED, 0, 100, [(kept, 2.0)], fonts)
    print(len(rendered), len(real), len(kept), flush=True)
    model = ScanNet().to(memory_format=torch.channels_last)
    if args.weights:
        model.load_state_dict(torch.load(args.weights, weights_only=True))
    print(sum(p.numel() for p in model.parameters()), "weights", flush=True)
    mean = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.997), use_buffers=True)
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=1e-2)
    begin, cpu, step, last, making, losses = time.monotonic(), time.process_time(), 0, time.monotonic(), 0.0, []
    while (share := (time.monotonic() - begin) / (60 * args.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1, (step + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        before = time.process_time()
        windows, shares = batch(SEED, (args.start + step) * 4 * args.pairs, args.pairs, groups, fonts)
        making += time.process_time() - before
        with torch.autocast("cpu", torch.bfloat16):
            logits = model(windows.to(memory_format=torch.channels_last))
        loss = loss_of(logits.float(), shares) + args.tail * tail_of(logits.float(), shares)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        mean.update_parameters(model)
        losses.append(float(loss.detach()))
        step += 1
        if time.monotonic() - last > 180:
            last = time.monotonic()
            torch.save(mean.module.state_dict(), args.out / "mean.pt")
            state = {"step": step, "loss": round(float(np.mean(losses[-200:])), 4), **{k: round(v, 4) for k, v in checked(mean.module, *check).items()},
                     "cpu": round(time.process_time() - cpu), "making": round(making)}
            print(json.dumps(state), flush=True)
    torch.save(mean.module.state_dict(), args.out / "mean.pt")
    state = {"seed": SEED, "start": args.start, "from": str(args.weights) if args.weights else None, "steps": step, "pairs": args.pairs, "tail": args.tail,
             "rate": args.rate, "pages": args.pages, "processor_seconds": round(time.process_time() - cpu),
             "check": checked(mean.module, *check), "torch": torch.__version__}
    (args.out / "run.json").write_text(json.dumps(state, indent=1) + "\n")
    print(json.dumps(state), flush=True)


if __name__ == "__main__":
    main()
