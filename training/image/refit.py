"""Fits the last layer again, on pictures of people that the layers before it were not trained on, and the calibration.

    python refit.py --weights runs/blends/mean.pt --faces faces.json --extra runs/extra.json --out runs/refitted

The layers before know the pictures they were trained on, so that a last layer trained with them trusts what holds for
these pictures alone. Logistic regression with a penalty on the squares of the weights (of features of spread one),
blends made as in training and as pictures are stored in the world. The calibration (Platt 1999) is fitted on the people
of the part `check`, read twice as the service does, and on what four folds of the extra pictures say of one another,
each set weighing half.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

from blends import Passage, compressed, self_blend
from export import MOST, platt
from faces import SIDE, Face, cut, load, near, square
from model import FaceNet
from swaps import donors, swap
from train_blends import area

#: Strength of the penalty, chosen by four folds of the extra pictures (100 and 300 were within 0.005).
PENALTY = 1000
ROUNDS = 8
SELF_SHARE = 0.25
#: Share of the pairs that are only made smaller and compressed.
MILD_SHARE = 0.6
#: As blend-net.ts reads a face: (room, mirrored).
VIEWS = ((1.5, False), (1.3, True))
View = tuple[float, bool]


def extent(face: Face) -> float:
    return float((face.points.max(0) - face.points.min(0)).max())


def mild(image: np.ndarray, scale: float, quality: int) -> np.ndarray:
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    return compressed(cv2.resize(image, size, interpolation=cv2.INTER_AREA), quality)


@torch.no_grad()
def features(model: FaceNet, faces: list[Face], rounds: int, seed: int, share: float, own: float, views: tuple[View, ...] | None) -> np.ndarray:
    """[rounds * faces, one piece or blended, views, 642]; without views, one as training draws it."""
    givers, out = donors(faces, 12), []
    for turn in range(rounds):
        for at, face in enumerate(faces):
            random = np.random.default_rng((seed, turn, at))
            ground = face.image
            if random.random() < own:
                ground, blended, _ = self_blend(face.image, face.points, random)
            else:
                blended, _ = swap(face, faces[givers[at][int(random.integers(len(givers[at])))]], random)
            is_mild, scale, quality = random.random() < share, random.uniform(0.7, 1), int(random.integers(65, 96))
            passage = Passage(random)
            seen = views or ((1.5 if is_mild else passage.room, passage.flip),)
            planes = []
            for image in (ground, blended):
                passed = mild(image, scale, quality) if is_mild else passage.apply(image)
                points = face.points * (passed.shape[1] / image.shape[1])
                for room, is_mirrored in seen:
                    view = cut(passed, *square(points, passed.shape[1], passed.shape[0], room), SIDE)
                    planes.append(view[:, ::-1] if is_mirrored else view)
            x = torch.from_numpy(np.ascontiguousarray(np.stack(planes))).permute(0, 3, 1, 2).float() / 255
            out.append(model.pooled(x)[0].numpy().reshape(2, len(seen), -1))
    return np.stack(out).astype(np.float64)


def regression(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Weights and, last, the offset, by Newton's method."""
    x = np.c_[x, np.ones(len(x))]
    weights, penalty = np.zeros(x.shape[1]), np.full(x.shape[1], float(PENALTY))
    penalty[-1] = 1e-6
    for _ in range(8):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        hessian = (x * (p * (1 - p) + 1e-6)[:, None]).T @ x + np.diag(penalty)
        weights = weights - np.linalg.solve(hessian, x.T @ (p - y) + penalty * weights)
    return weights


def main() -> None:
    ask = argparse.ArgumentParser()
    for name in ("weights", "faces", "extra", "out"):
        ask.add_argument(f"--{name}", type=Path, required=True)
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    model = FaceNet()
    model.load_state_dict(torch.load(args.weights, weights_only=True))
    model.eval()
    check = [face for face in map(near, load(args.faces, "real")) if face.part == "check" and extent(face) >= 48]
    extra = [face for face in map(near, load(args.extra, "extra")) if extent(face) >= 44]
    seen = features(model, extra, ROUNDS, 2, MILD_SHARE, SELF_SHARE, None)[:, :, 0]
    x, y = np.r_[seen[:, 0], seen[:, 1]], np.r_[np.zeros(len(seen)), np.ones(len(seen))]
    middle, spread = x.mean(0), x.std(0) + 1e-3
    z = (x - middle) / spread
    fold = np.tile(np.arange(len(extra)) * 7919 % 104729 % 4, 2 * ROUNDS)
    crossed = np.zeros(len(y))
    for number in range(4):
        line = regression(z[fold != number], y[fold != number])
        crossed[fold == number] = z[fold == number] @ line[:-1] + line[-1]
    line = regression(z, y)
    twice = ((features(model, check, 4, 1, 1, 0, VIEWS) - middle) / spread) @ line[:-1] + line[-1]
    checked, truth = twice.mean(2).T.ravel(), np.repeat([0.0, 1.0], len(twice))
    weights = line[:-1] / spread
    with torch.no_grad():
        model.head.weight.copy_(torch.tensor(weights[None], dtype=torch.float32))
        model.head.bias.fill_(float(line[-1] - weights @ middle))
    args.out.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), args.out / "mean.pt")
    # Each set is repeated until both weigh about the same.
    times = max(1, round(len(y) / len(truth)))
    slope, offset = platt(np.r_[crossed, np.tile(checked, times)], np.r_[y, np.tile(truth, times)])
    facts = {
        "slope": slope, "offset": offset, "most": MOST,
        "fittedOn": {"checkPictures": len(check), "extraPictures": len(extra)},
        "auc": {"extra, folds": area(crossed[y > 0], crossed[y == 0]), "check, two views": area(checked[truth > 0], checked[truth == 0])},
    }
    (args.out / "calibration.json").write_text(json.dumps(facts, indent=2) + "\n")
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
