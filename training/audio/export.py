"""Writes the network that was trained on everything as ONNX, checks that it computes what torch computes, and fits the
calibration on what the networks of the folds said of families that they had never met.

    python export.py --runs runs/detector --scores runs/detector/scores.json --windows runs/windows/windows.npy --to ../../engines/forensics/audio/model --version 1
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from augment import WINDOW
from evaluate import CONDITIONS, auc, caught, interval, split
from model import Detector
from sources import FOLDS, RATE

PARITY = 1e-4


def fit(fakes: np.ndarray, reals: np.ndarray) -> tuple[float, float]:
    """Slope and offset of the logarithm of the ratio (Platt 1999), both classes counted alike."""
    x, y = np.concatenate([fakes, reals]), np.concatenate([np.ones(len(fakes)), np.zeros(len(reals))])
    w = np.concatenate([np.full(len(fakes), 0.5 / len(fakes)), np.full(len(reals), 0.5 / len(reals))])
    slope = offset = 0.0
    for _ in range(100):
        p = 1 / (1 + np.exp(-(slope * x + offset)))
        gradient = np.array([np.sum(w * (p - y) * x), np.sum(w * (p - y))])
        v = w * p * (1 - p)
        hessian = np.array([[np.sum(v * x * x), np.sum(v * x)], [np.sum(v * x), np.sum(v)]]) + 1e-9 * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        slope, offset = slope - step[0], offset - step[1]
        if np.abs(step).max() < 1e-10:
            break
    return float(slope), float(offset)


def error(probability: np.ndarray, fake: np.ndarray, weight: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error over bins of equal width."""
    total = 0.0
    for low in np.arange(bins) / bins:
        inside = (probability >= low) & (probability < low + 1 / bins + (low + 1 / bins >= 1))
        if inside.any():
            share = weight[inside].sum() / weight.sum()
            total += share * abs(np.average(probability[inside], weights=weight[inside]) - np.average(fake[inside], weights=weight[inside]))
    return float(total)


def calibration(rows: list[dict]) -> dict:
    clean = [row for row in rows if row["condition"] != "8 kHz"]
    fakes, reals = split(clean)
    slope, offset = fit(fakes, reals)
    # Each fold by what the other folds taught: the error that a family nobody has met would see.
    probabilities, truths, weights = [], [], []
    for fold in FOLDS:
        learn, test = [row for row in clean if row["fold"] != fold], [row for row in clean if row["fold"] == fold]
        if not learn or not test:
            continue
        a, b = fit(*split(learn))
        counts = {fake: sum(row["fake"] is fake for row in test) for fake in (True, False)}
        for row in test:
            probabilities.append(1 / (1 + math.exp(-(a * row["score"] + b))))
            truths.append(float(row["fake"]))
            weights.append(0.5 / counts[row["fake"]])
    held_out = error(np.array(probabilities), np.array(truths), np.array(weights))
    inside = error(1 / (1 + np.exp(-(slope * np.concatenate([fakes, reals]) + offset))), np.r_[np.ones(len(fakes)), np.zeros(len(reals))],
                   np.r_[np.full(len(fakes), 0.5 / len(fakes)), np.full(len(reals), 0.5 / len(reals))])
    # No further than the data can tell: what is caught against false alarms at the highest bound that five real voices pass.
    bound = np.sort(reals)[-5]
    most = math.log(max(float((fakes > bound).mean()), 1e-3) / (5 / len(reals)))
    return {
        "slope": slope, "offset": offset, "most": round(max(0.0, min(most, 3.0)), 3), "method": "Platt, on families and people that the networks were not trained on",
        "recordings": {"synthetic": len(fakes), "real": len(reals)}, "eceFitted": round(inside, 4), "eceOnHeldOutFolds": round(held_out, 4),
    }


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--runs", type=Path, required=True)
    ask.add_argument("--scores", type=Path, required=True)
    ask.add_argument("--windows", type=Path, required=True, help="windows.npy, of which every 150th is compared")
    ask.add_argument("--to", type=Path, required=True)
    ask.add_argument("--version", default="1")
    args = ask.parse_args()
    torch.set_num_threads(1)
    model = Detector()
    model.load_state_dict(torch.load(args.runs / "all.pt", weights_only=True))
    model.eval()
    args.to.mkdir(parents=True, exist_ok=True)
    path = args.to / "voice-synthesis.onnx"
    torch.onnx.export(
        model, (torch.zeros(1, WINDOW),), path, dynamo=False, opset_version=17, input_names=["wave"], output_names=["logit"],
        dynamic_axes={"wave": {0: "windows"}, "logit": {0: "windows"}},
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    windows = np.load(args.windows, mmap_mode="r")
    worst = 0.0
    for start in range(0, len(windows), 150):
        wave = windows[start : start + 1].astype(np.float32) / 32768
        with torch.no_grad():
            mine = model(torch.from_numpy(wave)).numpy()
        worst = max(worst, float(np.abs(mine - session.run(None, {"wave": wave})[0]).max()))
    if worst > PARITY:
        raise SystemExit(f"ONNX differs from torch by {worst}")
    rows = json.loads(args.scores.read_text())
    area = lambda chosen: auc(*split(chosen))
    figures = {}
    for condition in CONDITIONS:
        here = [row for row in rows if row["condition"] == condition]
        families = {}
        for fold, names in FOLDS.items():
            for family in names:
                part = [row for row in here if row["fold"] == fold and (not row["fake"] or row["family"] == family)]
                if part:
                    families[family] = {"auc": round(area(part), 3), "interval": [round(x, 3) for x in interval(part, area)], "caughtAt1": round(caught(part), 3)}
        figures[condition] = {"mean": round(float(np.mean([one["auc"] for one in families.values()])), 3), "pooled": round(area(here), 3),
                              "pooledInterval": [round(x, 3) for x in interval(here, area)], "caughtAt1": round(caught(here), 3), "families": families}
    facts = {
        "file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "version": args.version, "samplesPerSecond": RATE, "samples": WINDOW,
        "parameters": sum(p.numel() for p in model.parameters()), "bytes": path.stat().st_size, "parity": worst, "unseenFamilies": figures,
    }
    (args.to / "model.json").write_text(json.dumps(facts, indent=2) + "\n")
    (args.to / "calibration.json").write_text(json.dumps(calibration(rows), indent=2) + "\n")
    print(json.dumps(facts, indent=2))
    print((args.to / "calibration.json").read_text())


if __name__ == "__main__":
    main()
