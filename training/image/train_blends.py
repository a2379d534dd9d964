"""Trains the network of blended faces. No face that somebody forged is used.

    python train_blends.py --faces faces.json --backbone efficientnet-lite0-57934424.pth --out runs/blends --minutes 65

One thread. Batches are pairs: a face and a blend made on it, of itself or of another person, cut, scaled and compressed
alike, so that nothing but the blend tells them apart. The people of the parts `check` and `test` are never trained on,
neither as faces nor as donors. Where `faces.json` also holds generated faces (folder `fake`), a part of the pairs is made
of them, both halves alike: an unblended one counts as of one piece. The last weights are kept as a running mean (decay
0.995) and written every minute.
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
from faces import SIDE, Face, cut, load, near, square
from model import FaceNet
from swaps import donors, swap

SEED = 20261121
CHECK_SEED = 900_001
#: The package of `requirements.txt` holds this file.
BACKBONE = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
SELF_SHARE = 0.4
#: Share of the pairs that are made of generated faces.
DRAWN_SHARE = 0.3

Pair = tuple[np.ndarray, np.ndarray, np.ndarray]


def pair(face: Face, others: list[Face], random: np.random.Generator, side: int = SIDE, own: float = SELF_SHARE) -> Pair:
    """A face and its blend after the same passage, and the blend's mask.

    :param others: faces of other people that may be laid over it
    :param own: share of faces that are blended with themselves
    """
    height, width = face.image.shape[:2]
    if random.random() < own or not others:
        ground, blended, mask = self_blend(face.image, face.points, random)
    else:
        blended, mask = swap(face, others[int(random.integers(len(others)))], random)
        ground = face.image
    if random.random() < 0.5:
        # Both alike turned and stretched: a picture more.
        centre = face.points.mean(0)
        matrix = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), random.uniform(-12, 12), 1)
        stretch = random.uniform(0.9, 1.1)
        matrix[0] *= stretch
        matrix[0, 2] += centre[0] * (1 - stretch)
        ground, blended, mask = (
            cv2.warpAffine(image, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
            for image in (ground, blended, mask.astype(np.float32))
        )
    passage = Passage(random)
    views = []
    left, top, extent = square(face.points, width, height, passage.room)
    dx, dy = passage.shift * extent
    left, top = min(max(0.0, left + dx), width - extent), min(max(0.0, top + dy), height - extent)
    for image in (ground, blended):
        passed = passage.apply(image)
        scale = passed.shape[1] / width
        views.append(cut(passed, left * scale, top * scale, extent * scale, side))
    small = cut((mask * 255).astype(np.uint8), left, top, extent, side // 4).astype(np.float32) / 255
    if passage.flip:
        views = [view[:, ::-1] for view in views]
        small = small[:, ::-1]
    return views[0], views[1], small


def shrunk(face: Face, random: np.random.Generator) -> Face:
    """A generated face as small as faces in pictures of people are."""
    extent = float((face.points.max(0) - face.points.min(0)).max())
    factor = min(1.0, random.uniform(56, 200) / extent)
    if factor == 1:
        return face
    height, width = face.image.shape[:2]
    size = (round(width * factor), round(height * factor))
    how = cv2.INTER_AREA if random.random() < 0.6 else cv2.INTER_CUBIC
    points = face.points * np.array([size[0] / width, size[1] / height], np.float32)
    return Face(face.path, face.person, face.part, cv2.resize(face.image, size, interpolation=how), points)


def tensors(pairs: list[Pair]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    images = np.stack([real for real, _, _ in pairs] + [blend for _, blend, _ in pairs])
    masks = np.stack([np.zeros_like(mask) for _, _, mask in pairs] + [mask for _, _, mask in pairs])
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
    ask.add_argument("--backbone", type=Path, required=True)
    ask.add_argument("--minutes", type=float, default=65)
    ask.add_argument("--pairs", type=int, default=12)
    ask.add_argument("--rate", type=float, default=8e-4)
    ask.add_argument("--from", dest="weights", type=Path, help="weights of an earlier run to go on from")
    ask.add_argument("--start", type=int, default=0, help="first number of the samples, where a run goes on")
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    args.out.mkdir(parents=True, exist_ok=True)
    faces = [near(face) for face in load(args.faces, "real")]
    train = [face for face in faces if face.part == "train"]
    check = [face for face in faces if face.part == "check"]
    givers, check_givers = donors(train), donors(check, 6)
    drawn = [near(face) for face in load(args.faces, "fake")]
    drawn_givers = donors(drawn) if drawn else []
    people = sorted({face.person for face in train})
    by_person = {person: [at for at, face in enumerate(train) if face.person == person] for person in people}
    print(f"{len(train)} faces of {len(people)} people; checks on {len(check)}", flush=True)
    checks = {}
    for name, own in (("self", 1.0), ("other", 0.0)):
        judge = np.random.default_rng(CHECK_SEED)
        checks[name] = tensors([
            pair(face, [check[at] for at in check_givers[number]], judge, SIDE, own)
            for number, face in enumerate(check) for _ in range(4)
        ])
    model = FaceNet()
    model.backbone.load_published(args.backbone, BACKBONE)
    if args.weights:
        model.load_state_dict(torch.load(args.weights, weights_only=True))
    model = model.to(memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        model, avg_fn=torch.optim.swa_utils.get_ema_avg_fn(0.995), use_buffers=True
    )
    decayed = [value for value in model.parameters() if value.ndim > 1]
    plain = [value for value in model.parameters() if value.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.05}, {"params": plain, "weight_decay": 0}], lr=args.rate
    )
    began, saved, done, losses = time.monotonic(), time.monotonic(), 0, []
    while (gone := (time.monotonic() - began) / (args.minutes * 60)) < 1:
        # By time, not by steps: a busy machine must not leave the rate high at the end.
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1.0, (done + 1) / 100) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * gone)))
        batch = []
        for slot in range(args.pairs):
            random = np.random.default_rng((SEED, args.start + done, slot))
            if drawn and random.random() < DRAWN_SHARE:
                at = int(random.integers(len(drawn)))
                small = shrunk(drawn[at], random)
                batch.append(pair(small, [drawn[other] for other in drawn_givers[at]], random))
                continue
            mine = by_person[people[random.integers(len(people))]]
            at = mine[random.integers(len(mine))]
            batch.append(pair(train[at], [train[other] for other in givers[at]], random))
        x, masks, labels = tensors(batch)
        model.train()
        logit, mask = model(x)
        loss = functional.binary_cross_entropy_with_logits(logit, labels * 0.94 + 0.03)
        loss = loss + 2 * functional.binary_cross_entropy_with_logits(mask, masks)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        mean.update_parameters(model)
        losses.append(loss.item())
        done += 1
        if done % 200 == 0:
            line = {"step": done, "loss": round(float(np.mean(losses[-200:])), 4)}
            for name, (check_x, _, check_y) in checks.items():
                now = scores(mean.module, check_x)
                line[name] = round(area(now[check_y.numpy() > 0], now[check_y.numpy() == 0]), 4)
            print(json.dumps({**line, "seconds": round(time.monotonic() - began)}), flush=True)
        if time.monotonic() - saved > 60:
            torch.save(mean.module.state_dict(), args.out / "mean.pt")
            saved = time.monotonic()
    torch.save(mean.module.state_dict(), args.out / "mean.pt")
    (args.out / "run.json").write_text(json.dumps({
        "seed": SEED, "start": args.start, "from": args.weights.name if args.weights else None, "steps": done, "pairs": args.pairs, "rate": args.rate, "backbone": BACKBONE,
        "minutes": round((time.monotonic() - began) / 60), "processorMinutes": round(time.process_time() / 60, 1),
    }))


if __name__ == "__main__":
    main()
