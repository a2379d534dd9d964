"""Writes the trained weights as ONNX, holds it against torch, fits the calibration, and writes the facts.

    python export.py --run runs/b --check runs/check --to runs/model --version 1

The calibration (a line from a page's score to a log-likelihood ratio, Platt 1999) is fitted on the pages of `testset.py
--part check`, drawn and edited as in training; what it is worth elsewhere is measured by `evaluate.py`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch

from evaluate import SCORES, read
from model import ScanNet
from samples import SIDE
from train import area

PARITY = 1e-4
#: No ratio is larger than the pages it was fitted on can bear.
MOST = 1.5


def platt(scores: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """Slope and offset of the log-odds, by Newton's method, classes weighing the same."""
    weight = np.where(labels > 0, 0.5 / (labels > 0).sum(), 0.5 / (labels == 0).sum())
    x = np.stack([scores, np.ones_like(scores)], 1)
    line = np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ line))
        gradient = x.T @ (weight * (p - labels))
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + 1e-6 * np.eye(2)
        line = line - np.linalg.solve(hessian, gradient)
    return float(line[0]), float(line[1])


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--run", type=Path, required=True)
    ask.add_argument("--check", type=Path, required=True)
    ask.add_argument("--to", type=Path, required=True)
    ask.add_argument("--score", choices=list(SCORES), default="gap")
    ask.add_argument("--version", default="1")
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    model = ScanNet()
    model.load_state_dict(torch.load(args.run / "mean.pt", weights_only=True))
    model.eval()
    args.to.mkdir(parents=True, exist_ok=True)
    path = args.to / "scan-edit.onnx"
    torch.onnx.export(
        model, (torch.zeros(2, 1, SIDE, SIDE),), path, dynamo=False, opset_version=17,
        input_names=["window"], output_names=["cells"], dynamic_axes={"window": {0: "windows"}, "cells": {0: "windows"}},
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    index = [entry for entry in json.loads((args.check / "index.json").read_text()) if entry["passage"] == "mixed"]
    scores, labels, worst = [], [], 0.0
    for number, entry in enumerate(index):
        page = cv2.imread(str(args.check / entry["file"]), cv2.IMREAD_GRAYSCALE)
        if number < 40:
            window = page[:SIDE, :SIDE].astype(np.float32)[None, None]
            with torch.no_grad():
                mine = torch.sigmoid(model(torch.from_numpy(window))).numpy()
            other = 1 / (1 + np.exp(-session.run(None, {"window": window})[0]))
            worst = max(worst, float(np.abs(mine - other).max()))
        scores.append(SCORES[args.score](read(model, page)))
        labels.append(float(entry["edited"]))
    if worst > PARITY:
        raise SystemExit(f"ONNX differs from torch by {worst}")
    x, y = np.array(scores), np.array(labels)
    slope, offset = platt(x, y)
    calibration = {"slope": slope, "offset": offset, "most": MOST, "score": args.score, "method": "Platt, on drawn pages that were not trained on",
                   "fittedOn": {"pages": len({entry["origin"] for entry in index}), "files": len(index)}}
    (args.to / "calibration.json").write_text(json.dumps(calibration, indent=2) + "\n")
    facts = {
        "file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "version": args.version,
        "bytes": path.stat().st_size, "parameters": sum(p.numel() for p in model.parameters()), "parity": worst,
        "weights": hashlib.sha256((args.run / "mean.pt").read_bytes()).hexdigest(),
        "check": {"auc": round(area(x[y > 0], x[y == 0]), 4), "files": len(index)},
    }
    (args.to / "model.json").write_text(json.dumps(facts, indent=2) + "\n")
    print(json.dumps({**facts, "calibration": calibration}, indent=2))


if __name__ == "__main__":
    main()
