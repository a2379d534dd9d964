"""Trains the line recogniser on lines drawn as it goes. One thread, plus one process that draws.

    python train.py --out runs/a --steps 6000
    python train.py --out runs/b --from runs/a/last.pt --minutes 60 --rate 1e-3 --start 192000

The rate rises and falls over `--steps`, or over `--minutes` of wall time on a machine that has other work to do.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader

from data import Lines, collate
from model import LineReader
from render import degrade, load_faces
from text import ALPHABET, line

CHECK_SEED = 900_001


def read(frames: Tensor) -> list[str]:
    """Best path: runs merged, blanks dropped."""
    out = []
    for best in frames.argmax(2).tolist():
        symbols, last = [], 0
        for code in best:
            if code and code != last:
                symbols.append(ALPHABET[code - 1])
            last = code
        out.append("".join(symbols))
    return out


def check_lines(count: int, hard: float) -> list[tuple[np.ndarray, str]]:
    faces, chances = load_faces()
    out = []
    for i in range(count):
        rng = np.random.default_rng([CHECK_SEED, i])
        text = line(rng)
        out.append((degrade(rng, faces, chances, text, hard), text))
    return out


@torch.no_grad()
def measure(model: LineReader, lines: list[tuple[np.ndarray, str]]) -> dict[str, float]:
    model.eval()
    exact = wrong = total = 0
    for i in range(0, len(lines), 20):
        part = lines[i : i + 20]
        for (image, text) in part:
            batch, _, _, _ = collate([(image, text)])
            got = read(model(batch))[0]
            exact += got == text
            total += max(len(text), len(got))
            wrong += sum(a != b for a, b in zip(text, got)) + abs(len(text) - len(got))
    model.train()
    return {"exact": exact / len(lines), "characters": 1 - wrong / total}


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--steps", type=int, default=6000)
    ask.add_argument("--minutes", type=float, default=0.0)
    ask.add_argument("--batch", type=int, default=32)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--seed", type=int, default=20261121)
    ask.add_argument("--start", type=int, default=0, help="number of the first line: go on where an earlier run ended")
    ask.add_argument("--from", dest="source", type=Path)
    ask.add_argument("--threads", type=int, default=1)
    args = ask.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    model = LineReader().to(memory_format=torch.channels_last)
    if args.source:
        model.load_state_dict(torch.load(args.source, weights_only=True))
    mean = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True)
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=1e-2)
    rise = 0.05 if args.source is None else 0.02
    warm = 0 if args.source else 24_000
    batches = iter(DataLoader(Lines(args.seed, args.batch, args.start, warm), batch_size=None, num_workers=1, prefetch_factor=16))
    easy, full = check_lines(150, 0.3), check_lines(100, 0.7)
    began, total = time.monotonic(), 0.0
    done, step = 0.0, 0
    while done < 1:
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(done / rise + 0.01, 1.0) * max(0.01, (1 + math.cos(math.pi * done)) / 2)
        step += 1
        images, targets, frames, sizes = next(batches)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = model(images.to(memory_format=torch.channels_last))
        loss = functional.ctc_loss(out.float().permute(1, 0, 2), targets, frames, sizes, zero_infinity=True)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        mean.update_parameters(model)
        done = (time.monotonic() - began) / (60 * args.minutes) if args.minutes else step / args.steps
        total += loss.item()
        if step % 50 == 0:
            print(f"{step} loss {total / 50:.4f} seconds {time.monotonic() - began:.0f}", flush=True)
            total = 0.0
        if step % 250 == 0 or done >= 1:
            result = {"step": step, "lines": args.start + step * args.batch, "0.3": measure(mean.module, easy), "0.7": measure(mean.module, full)}
            print(json.dumps(result), flush=True)
            torch.save(model.state_dict(), args.out / "last.pt")
            torch.save(mean.module.state_dict(), args.out / "mean.pt")
            with (args.out / "log.jsonl").open("a") as log:
                log.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
