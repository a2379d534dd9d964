"""The test, once: faces by a generator that training never saw, against photographs of people that it never saw, brought
to the same size and through the same codecs; and what the size of the files alone tells.

    python evaluate.py --shared ../../../../shared/data --runs runs/detector [--step 2]

Photographs of 768 pixels and more are made as small as the generated faces and stored as those are (JPEG 75); then both
are cut on another grid of blocks and stored at JPEG 90. Intervals: people and generated faces drawn again.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch

from model import SynthesisNet
from passage import CROP, through_jpeg
from photographs import opened
from train import FLAT, area, texture

SIDE, OFF_GRID, INNER, MOST = 768, 29, 700, 10


def people(folder: Path) -> Callable[[str], str]:
    """Photographs that the set calls the same person are one."""
    joined: dict[str, str] = {}

    def root(name: str) -> str:
        while joined.get(name, name) != name:
            name = joined[name]
        return name

    with open(folder / "serengil+deepface" / "master.csv", newline="") as handle:
        for row in csv.DictReader(handle):
            if row["Decision"] == "Yes":
                joined[root(row["file_x"])] = root(row["file_y"])
    return root


def photograph(image: np.ndarray) -> np.ndarray:
    scale = SIDE / min(image.shape[:2])
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left = (image.shape[1] - SIDE) // 2
    return through_jpeg(np.ascontiguousarray(image[:SIDE, left : left + SIDE]), 75, True)


def stored(image: np.ndarray) -> tuple[np.ndarray, int]:
    inner = np.ascontiguousarray(image[OFF_GRID : OFF_GRID + INNER, OFF_GRID : OFF_GRID + INNER])
    return through_jpeg(inner, 90, True), len(cv2.imencode(".jpg", inner[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


def windows(image: np.ndarray) -> np.ndarray:
    places = [(y, x) for y in range(0, INNER - CROP + 1, CROP) for x in range(0, INNER - CROP + 1, CROP)]
    crops = [image[y : y + CROP, x : x + CROP] for y, x in places]
    crops = [crop for crop in crops if texture(crop) >= FLAT]
    return np.stack([crops[i * len(crops) // min(MOST, len(crops))] for i in range(min(MOST, len(crops)))]) if crops else np.empty(0)


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--shared", type=Path, required=True)
    ask.add_argument("--runs", type=Path, required=True)
    ask.add_argument("--step", type=int, default=1, help="each so many of the generated faces")
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    model = SynthesisNet()
    model.load_state_dict(torch.load(args.runs / "all.pt", weights_only=True))
    model.eval()
    faces = args.shared / "identity" / "faces"
    who = people(faces)
    subjects = [(who(path.name), False, path) for path in sorted(faces.rglob("*.jpg"))]
    subjects += [(path.name, True, path) for path in sorted((args.shared / "media" / "image" / "fake").iterdir())[:: args.step]]
    rows = []
    for cluster, fake, path in subjects:
        image = opened(path)
        if not fake and min(image.shape[:2]) < SIDE:
            continue
        image, size = stored(image if fake else photograph(image))
        crops = windows(image)
        if len(crops):
            with torch.no_grad():
                logit = float(model(torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255).mean())
            rows.append((cluster, fake, logit, float(size)))
    clusters = defaultdict(list)
    for number, (cluster, fake, *_) in enumerate(rows):
        clusters[fake, cluster].append(number)
    keys = {fake: [key for key in clusters if key[0] is fake] for fake in (True, False)}
    print(f"{sum(not row[1] for row in rows)} photographs of {len(keys[False])} people, {len(keys[True])} generated faces")
    for name, at in (("network", 2), ("size of the file", 3)):
        values = np.array([row[at] for row in rows])
        random = np.random.default_rng(5)
        figure = lambda which: area(values[which[True]], values[which[False]])
        whole = figure({fake: [number for key in keys[fake] for number in clusters[key]] for fake in keys})
        spread = [
            figure({fake: [n for i in random.integers(0, len(keys[fake]), len(keys[fake])) for n in clusters[keys[fake][i]]] for fake in keys})
            for _ in range(500)
        ]
        turned = " (the other way round)" if whole < 0.5 else ""
        print(f"  {name}: AUC {max(whole, 1 - whole):.3f}{turned} ({np.percentile(spread, 2.5):.3f} to {np.percentile(spread, 97.5):.3f})")


if __name__ == "__main__":
    main()
