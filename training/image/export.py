"""Writes the trained weights as ONNX, holds it against torch, fits the calibration, and writes the facts.

    python export.py --weights runs/blends/mean.pt --faces faces.json --to ../../engines/forensics/image/face/model

The calibration (a line from the network's logit to a log-likelihood ratio, Platt 1999) is fitted on the people of the
part `check`, both classes weighing the same; what it is worth on the people of `test` and on blends by other code is
measured by bench/forensics/faces.ts.
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

from faces import SIDE, load, near
from model import FaceNet
from swaps import donors
from train_blends import BACKBONE, CHECK_SEED, area, pair, scores, tensors

PARITY = 1e-4
#: No ratio is larger than the pictures it was fitted on can bear.
MOST = 2.0


def platt(logits: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """Slope and offset of the log-odds, by Newton's method, classes weighing the same."""
    weight = np.where(labels > 0, 0.5 / (labels > 0).sum(), 0.5 / (labels == 0).sum())
    x = np.stack([logits, np.ones_like(logits)], 1)
    line = np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ line))
        gradient = x.T @ (weight * (p - labels))
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + 1e-6 * np.eye(2)
        line = line - np.linalg.solve(hessian, gradient)
    return float(line[0]), float(line[1])


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--weights", type=Path, required=True)
    ask.add_argument("--faces", type=Path, required=True)
    ask.add_argument("--to", type=Path, required=True)
    ask.add_argument("--version", default="1")
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    model = FaceNet()
    model.load_state_dict(torch.load(args.weights, weights_only=True))
    model.eval()
    check = [near(face) for face in load(args.faces, "real") if face.part == "check"]
    givers = donors(check, 6)
    random = np.random.default_rng(CHECK_SEED + 1)
    # Calibrated as it is used: a face laid over another's.
    x, _, labels = tensors([
        pair(face, [check[at] for at in givers[number]], random, SIDE, 0.2)
        for number, face in enumerate(check) for _ in range(12)
    ])
    logits, y = scores(model, x), labels.numpy()
    slope, offset = platt(logits.astype(np.float64), y)
    args.to.mkdir(parents=True, exist_ok=True)
    path = args.to / "face-blend.onnx"
    torch.onnx.export(
        model, (torch.zeros(1, 3, SIDE, SIDE),), path, dynamo=False, opset_version=17,
        input_names=["face"], output_names=["logit", "mask"],
        dynamic_axes={"face": {0: "faces"}, "logit": {0: "faces"}, "mask": {0: "faces"}},
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    worst = 0.0
    with torch.no_grad():
        for part in x[:64].contiguous().split(8):
            mine, other = model(part), session.run(None, {"face": part.numpy()})
            for one, two in zip(mine, other):
                worst = max(worst, float(np.abs(torch.sigmoid(one).numpy() - 1 / (1 + np.exp(-two))).max()))
    if worst > PARITY:
        raise SystemExit(f"ONNX differs from torch by {worst}")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    calibration = {"slope": slope, "offset": offset, "most": MOST, "fittedOn": {
        "people": len({face.person for face in check}), "pictures": len(check), "samples": len(y)}}
    (args.to / "calibration.json").write_text(json.dumps(calibration, indent=2) + "\n")
    facts = {
        "file": path.name, "sha256": digest, "version": args.version, "bytes": path.stat().st_size,
        "parameters": sum(p.numel() for p in model.parameters()), "parity": worst,
        "backbone": BACKBONE,
        "weights": hashlib.sha256(args.weights.read_bytes()).hexdigest(),
        "check": {"auc": round(area(logits[y > 0], logits[y == 0]), 4), "samples": len(y)},
    }
    (args.to / "model.json").write_text(json.dumps(facts, indent=2) + "\n")
    print(json.dumps({**facts, "calibration": calibration}, indent=2))


if __name__ == "__main__":
    main()
