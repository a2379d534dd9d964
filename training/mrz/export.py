"""Writes the trained weights as ONNX, checks that it computes what torch computes, and writes the model's facts.

    python export.py --weights runs/b/mean.pt --to ../../engines/identity/mrz/model --version 1
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from data import normalise
from model import LineReader
from render import ROWS
from train import check_lines, measure

PARITY = 1e-4


def fused(model: LineReader) -> LineReader:
    """Batch normalisation folded into the convolution before it."""
    for module in model.modules():
        if not isinstance(module, torch.nn.Sequential):
            continue
        for i in range(len(module) - 1):
            if isinstance(module[i], torch.nn.Conv2d) and isinstance(module[i + 1], torch.nn.BatchNorm2d):
                module[i] = torch.nn.utils.fuse_conv_bn_eval(module[i], module[i + 1])
                module[i + 1] = torch.nn.Identity()
    return model


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--weights", type=Path, required=True)
    ask.add_argument("--to", type=Path, required=True)
    ask.add_argument("--version", default="1")
    ask.add_argument("--lines", type=int, default=1000, help="lines to measure on, drawn from the check seed")
    args = ask.parse_args()
    torch.set_num_threads(1)
    model = LineReader()
    model.load_state_dict(torch.load(args.weights, weights_only=True))
    model.eval()
    lines = check_lines(args.lines, 1.0)
    figures = {str(hard): measure(model, check_lines(args.lines, hard)) for hard in (0.3, 0.5, 1.0)} if args.lines else {}
    model.eval()
    whole = LineReader()
    whole.load_state_dict(model.state_dict())
    fused(whole.eval())
    args.to.mkdir(parents=True, exist_ok=True)
    path = args.to / "line-reader.onnx"
    torch.onnx.export(
        whole, (torch.zeros(1, 1, ROWS, 320),), path, dynamo=False, opset_version=17, input_names=["image"], output_names=["logits"],
        dynamic_axes={"image": {0: "lines", 3: "width"}, "logits": {0: "lines", 1: "frames"}},
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    worst = 0.0
    with torch.no_grad():
        for image, _ in (lines or check_lines(20, 1.0))[:50]:
            batch = normalise(image)[None, None]
            mine = model(torch.from_numpy(batch)).numpy()
            worst = max(worst, float(np.abs(np.exp(mine) - np.exp(session.run(None, {"image": batch})[0])).max()))
    if worst > PARITY:
        raise SystemExit(f"ONNX differs from torch by {worst}")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    facts = {
        "file": path.name, "sha256": digest, "version": args.version, "parameters": sum(p.numel() for p in model.parameters()),
        "bytes": path.stat().st_size, "parity": worst, "checkLines": args.lines, "measured": figures,
    }
    (args.to / "model.json").write_text(json.dumps(facts, indent=2) + "\n")
    print(json.dumps(facts, indent=2))


if __name__ == "__main__":
    main()
