"""Trains the network of blended faces on real faces alone.

    python train_blends.py --faces faces.json --out runs/blends --minutes 40

One thread. Batches are pairs: a face and its own blend, cut, scaled and compressed alike, so that nothing but the blend
tells them apart. The people of the parts `check` and `test` are never trained on; the last weights are kept as a
running mean (decay 0.995) and written every minute.
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

from blends import Passage, self_blend
from faces import SIDE, Face, cut, load, square
from model import FaceNet

SEED = 20261121
CHECK_SEED = 900_001
MASK = 32


def pair(face: Face, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A face and its blend after the same passage, and the blend's mask."""
    height, width = face.image.shape[:2]
    # Work at the face's own resolution, on the part that can be seen at all.
    blended, mask = self_blend(face.image, face.points, random)
    passage = Passage(random)
    views = []
    left, top, side = square(face.points, width, height, passage.room)
    dx, dy = passage.shift * side
    left, top = min(max(0.0, left + dx), width - side), min(max(0.0, top + dy), height - side)
    for image in (face.image, blended):
        passed = passage.apply(image)
        scale = passed.shape[1] / width
        views.append(cut(passed, left * scale, top * scale, side * scale))
    small = cut((mask * 255).astype(np.uint8), left, top, side, MASK).astype(np.float32) / 255
    if passage.flip:
        views = [view[:, ::-1] for view in views]
        small = small[:, ::-1]
    return views[0], views[1], small


def tensors(pairs: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    images = np.stack([real for real, _, _ in pairs] + [blend for _, blend, _ in pairs])
    masks = np.stack([np.zeros((MASK, MASK), np.float32)] * len(pairs) + [mask for _, _, mask in pairs])
    labels = torch.cat([torch.zeros(len(pairs)), torch.ones(len(pairs))])
    x = torch.from_numpy(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float() / 255
    return x.contiguous(memory_format=torch.channels_last), torch.from_numpy(masks)[:, None], labels


def area(positive: np.ndarray, negative: np.ndarray) -> float:
    """Area under the ROC curve, ties half."""
    order = np.concatenate([positive, negative]).argsort(kind="stable").argsort(kind="stable") + 1.0
    _, inverse, counts = np.unique(np.concatenate([positive, negative]), return_inverse=True, return_counts=True)
    ranks = (np.bincount(inverse, order) / counts)[inverse]
    n, m = len(positive), len(negative)
    return float((ranks[:n].sum() - n * (n + 1) / 2) / (n * m))


@torch.no_grad()
def scores(model: FaceNet, x: torch.Tensor) -> np.ndarray:
    model.eval()
    return torch.cat([model(part)[0] for part in x.split(64)]).numpy()


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--faces", type=Path, required=True)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--minutes", type=float, default=40)
    ask.add_argument("--steps", type=int, default=4000, help="steps the rate falls over")
    ask.add_argument("--pairs", type=int, default=16)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--start", type=int, default=0, help="first number of the samples, where a run goes on")
    ask.add_argument("--from", dest="weights", type=Path, help="weights to go on from")
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    args.out.mkdir(parents=True, exist_ok=True)
    faces = load(args.faces, "real")
    train = [face for face in faces if face.part == "train"]
    check = [face for face in faces if face.part == "check"]
    people = sorted({face.person for face in train})
    by_person = {person: [face for face in train if face.person == person] for person in people}
    print(f"{len(train)} faces of {len(people)} people; checks on {len(check)}", flush=True)
    judge = np.random.default_rng(CHECK_SEED)
    check_x, _, check_y = tensors([pair(face, judge) for face in check for _ in range(4)])
    model = FaceNet()
    if args.weights:
        model.load_state_dict(torch.load(args.weights, weights_only=True))
    model = model.to(memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        model, avg_fn=torch.optim.swa_utils.get_ema_avg_fn(0.995), use_buffers=True
    )
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=0.02)
    began, saved, done, losses = time.monotonic(), time.monotonic(), 0, []
    while done < args.steps and time.monotonic() - began < args.minutes * 60:
        # A busy machine must not leave the rate high when time is up.
        gone = max(done / args.steps, (time.monotonic() - began) / (args.minutes * 60))
        for group in optimiser.param_groups:
            warm = min(1.0, (done + 1) / 100)
            group["lr"] = args.rate * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, gone))))
        batch = []
        for slot in range(args.pairs):
            random = np.random.default_rng((SEED, args.start + done, slot))
            own = by_person[people[random.integers(len(people))]]
            batch.append(pair(own[random.integers(len(own))], random))
        x, masks, labels = tensors(batch)
        model.train()
        with torch.autocast("cpu", torch.bfloat16):
            logit, mask = model(x)
        loss = functional.binary_cross_entropy_with_logits(logit.float(), labels * 0.96 + 0.02)
        loss = loss + 2 * functional.binary_cross_entropy_with_logits(mask.float(), masks)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        mean.update_parameters(model)
        losses.append(loss.item())
        done += 1
        if done % 100 == 0:
            now = scores(mean.module, check_x)
            auc = area(now[check_y.numpy() > 0], now[check_y.numpy() == 0])
            line = {"step": done, "loss": round(float(np.mean(losses[-100:])), 4), "check": round(auc, 4),
                    "seconds": round(time.monotonic() - began)}
            print(json.dumps(line), flush=True)
        if time.monotonic() - saved > 60:
            torch.save(mean.module.state_dict(), args.out / "mean.pt")
            saved = time.monotonic()
    torch.save(mean.module.state_dict(), args.out / "mean.pt")
    (args.out / "run.json").write_text(json.dumps({
        "seed": SEED, "start": args.start, "from": str(args.weights or ""), "steps": done, "pairs": args.pairs, "rate": args.rate, "minutes": round((time.monotonic() - began) / 60)
    }))


if __name__ == "__main__":
    main()
