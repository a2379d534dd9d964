"""What the networks say of what they never saw: scores of every fold's test, and figures with intervals.

    python evaluate.py --media ../../../shared/data/media --runs runs/detector --out runs/detector/scores.json
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch

from augment import WINDOW, compress, resample
from model import MEASURES, Detector, Front
from sources import FOLDS, Recording, held_out, load, recordings

CONDITIONS = ("as it is", "MP3 64k", "8 kHz")
def under(voice: np.ndarray, condition: str) -> np.ndarray:
    if condition == "MP3 64k":
        return compress(voice, "mp3", 0.6, constant=True)
    return resample(voice, 8_000) if condition == "8 kHz" else voice


def windows(voice: np.ndarray) -> np.ndarray:
    """Three seconds from the beginning and three to the end."""
    if len(voice) < WINDOW:
        voice = np.resize(voice, WINDOW)
    return np.stack([voice[:WINDOW], voice[-WINDOW:]]).astype(np.float32)


def measured(media: Path, everything: list[Recording], cache: Path) -> dict[str, np.ndarray]:
    """What the front end says of two windows of every recording in every condition, once: recordings × 2 × measures."""
    found = {}
    cache.mkdir(parents=True, exist_ok=True)
    for condition in CONDITIONS:
        path = cache / f"{condition.replace(' ', '-')}.npy"
        if not path.exists():
            front = Front()
            with torch.no_grad():
                rows = [front(torch.from_numpy(windows(under(load(media, one.path), condition)))).numpy() for one in everything]
            np.save(path, np.stack(rows).astype(np.float16))
        found[condition] = np.load(path).astype(np.float32)
    return found


def score(measures: dict[str, np.ndarray], runs: Path, everything: list[Recording]) -> list[dict]:
    rows = []
    for fold in FOLDS:
        model = Detector()
        model.load_state_dict(torch.load(runs / f"{fold.replace(' ', '-')}.pt", weights_only=True))
        model.eval()
        chosen = [index for index, one in enumerate(everything) if held_out(one, fold)]
        for condition in CONDITIONS:
            with torch.no_grad():
                logits = model.judge(torch.from_numpy(measures[condition][chosen].reshape(-1, MEASURES))).numpy().reshape(-1, 2)
            for index, pair in zip(chosen, logits):
                one = everything[index]
                rows.append({
                    "fold": fold, "path": one.path, "fake": one.fake, "source": one.source, "family": one.family, "person": one.person,
                    "generator": one.generator.split("|")[0], "condition": condition, "score": round(float(pair.mean()), 5),
                })
    return rows


def auc(fakes: np.ndarray, reals: np.ndarray) -> float:
    order = np.argsort(np.concatenate([fakes, reals]), kind="stable")
    ranks = np.empty(len(order))
    values = np.concatenate([fakes, reals])[order]
    # Ties share their ranks.
    _, first, counts = np.unique(values, return_index=True, return_counts=True)
    for start, count in zip(first, counts):
        ranks[order[start : start + count]] = start + (count + 1) / 2
    return float((ranks[: len(fakes)].sum() - len(fakes) * (len(fakes) + 1) / 2) / (len(fakes) * len(reals)))


def interval(rows: list[dict], figure, times: int = 500) -> tuple[float, float]:
    """Bootstrap by clusters: people and generators are drawn, not files."""
    random = np.random.default_rng(1)
    clusters = defaultdict(list)
    for row in rows:
        clusters[(row["fake"], row["generator"] if row["fake"] else row["person"])].append(row)
    keys = {fake: [key for key in clusters if key[0] is fake] for fake in (True, False)}
    found = []
    for _ in range(times):
        drawn = [row for fake in (True, False) for i in random.integers(0, len(keys[fake]), len(keys[fake])) for row in clusters[keys[fake][i]]]
        found.append(figure(drawn))
    return float(np.percentile(found, 2.5)), float(np.percentile(found, 97.5))


def split(rows: list[dict]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([row["score"] for row in rows if row["fake"]]), np.array([row["score"] for row in rows if not row["fake"]])


def caught(rows: list[dict]) -> float:
    fakes, reals = split(rows)
    bound = np.sort(reals)[max(0, math.ceil(0.99 * len(reals)) - 1)]
    return float((fakes > bound).mean())


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--media", type=Path, required=True)
    ask.add_argument("--runs", type=Path, required=True)
    ask.add_argument("--out", type=Path, required=True)
    args = ask.parse_args()
    torch.set_num_threads(1)
    everything = recordings(args.media)
    rows = score(measured(args.media, everything, args.runs / "tests"), args.runs, everything)
    args.out.write_text(json.dumps(rows))
    area = lambda chosen: auc(*split(chosen))
    for condition in CONDITIONS:
        here = [row for row in rows if row["condition"] == condition]
        print(condition)
        areas = []
        for fold, families in FOLDS.items():
            for family in families:
                part = [row for row in here if row["fold"] == fold and (not row["fake"] or row["family"] == family)]
                if not part:
                    continue
                fakes, reals = split(part)
                low, high = interval(part, area)
                areas.append(area(part))
                same = [row for row in part if row["fake"] or row["source"] != "librispeech"]
                paired = f"; against real voices of demonstrations alone {area(same):.3f}" if any(not row["fake"] for row in same) else ""
                print(f"  {family}: AUC {areas[-1]:.3f} ({low:.2f} to {high:.2f}), caught at 1 % {caught(part):.2f}, {len(fakes)} synthetic, {len(reals)} real{paired}")
        low, high = interval(here, area)
        print(f"  mean over families {np.mean(areas):.3f}; pooled {area(here):.3f} ({low:.2f} to {high:.2f}); caught at 1 % {caught(here):.2f}")


if __name__ == "__main__":
    main()
