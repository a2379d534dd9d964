"""Reads a network in ncnn's form (`.param`, `.bin`) and computes it with torch: as much of the form as the published
upscalers need that real pieces are copied with. Weights in half or single precision."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

HALF = 0x01306B47


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def plain(self, count: int) -> Tensor:
        values = np.frombuffer(self.data, "<f4", count, self.at)
        self.at += 4 * count
        return torch.from_numpy(values.copy())

    def flagged(self, count: int) -> Tensor:
        (flag,) = struct.unpack_from("<I", self.data, self.at)
        self.at += 4
        if flag == HALF:
            values = np.frombuffer(self.data, "<f2", count, self.at).astype(np.float32)
            self.at += (2 * count + 3) // 4 * 4
            return torch.from_numpy(values)
        if flag != 0:
            raise ValueError("weights of a form that is not read here")
        return self.plain(count)


def _parameters(words: list[str]) -> dict[int, list[float]]:
    found = {}
    for word in words:
        key, _, value = word.partition("=")
        numbers = [float(number) for number in value.split(",")]
        # Lists have keys of -23300 and below, and their length in front.
        found[-23300 - int(key) if int(key) <= -23300 else int(key)] = numbers[1:] if int(key) <= -23300 else numbers
    return found


class Network:
    """planes [n, channels, height, width] → planes of the last layer"""

    def __init__(self, stem: Path, trunk_in_brain_floats: bool = False) -> None:
        lines = stem.with_name(stem.name + ".param").read_text().splitlines()
        if lines[0].strip() != "7767517":
            raise ValueError(f"{stem} is no network of ncnn's")
        reader = Reader(stem.with_name(stem.name + ".bin").read_bytes())
        self.layers = []
        for line in lines[2:]:
            words = line.split()
            if not words:
                continue
            kind, into, out = words[0], int(words[2]), int(words[3])
            given = _parameters(words[4 + into + out :])
            one = lambda key, default=0: int(given.get(key, [default])[0])
            weights: list[Tensor] = []
            if kind in ("Convolution", "Deconvolution", "InnerProduct"):
                size = one(2) if kind == "InnerProduct" else one(6)
                weights.append(reader.flagged(size))
                if one(1 if kind == "InnerProduct" else 5):
                    weights.append(reader.plain(one(0)))
            elif kind == "PReLU":
                weights.append(reader.plain(one(0)))
            self.layers.append((kind, words[4 : 4 + into], words[4 + into : 4 + into + out], given, weights))
        if reader.at != len(reader.data):
            raise ValueError(f"{stem}: weights are left over")
        # The trunk in brain floats, the layers that draw pixels in single precision: a third of the time, no grain of its own.
        first = next((n for n, layer in enumerate(self.layers) if layer[0] == "Interp"), 0)
        self.trunk = first if trunk_in_brain_floats else 0
        for n, (kind, _, _, _, weights) in enumerate(self.layers):
            if n < self.trunk and kind == "Convolution":
                weights[:] = [weight.bfloat16() for weight in weights]
        self.source, self.result = self.layers[0][2][0], self.layers[-1][2][0]

    def __call__(self, planes: Tensor) -> Tensor:
        planes = planes.contiguous(memory_format=torch.channels_last)
        held = {self.source: planes.bfloat16() if self.trunk else planes}
        uses: dict[str, int] = {}
        for _, into, *_ in self.layers:
            for name in into:
                uses[name] = uses.get(name, 0) + 1
        for n, (kind, into, out, given, weights) in enumerate(self.layers[1:], 1):
            values = [held[name] for name in into]
            if n == self.trunk:
                values = [value.float() for value in values]
            for name in into:
                uses[name] -= 1
                if uses[name] == 0:
                    del held[name]
            result = _layer(kind, values, given, weights)
            for name in out:
                held[name] = result
        return held[self.result]


def _layer(kind: str, values: list[Tensor], given: dict[int, list[float]], weights: list[Tensor]) -> Tensor:
    x = values[0]
    one = lambda key, default=0.0: given.get(key, [default])[0]
    if kind in ("Convolution", "Deconvolution"):
        count, side = int(one(0)), int(one(1))
        stride, pad = int(one(3, 1)), int(one(4))
        bias = weights[1] if len(weights) > 1 else None
        weight = weights[0].reshape(count, -1, side, side)
        if kind == "Convolution":
            x = functional.conv2d(x, weight, bias, stride, pad)
        else:
            x = functional.conv_transpose2d(x, weight.transpose(0, 1).contiguous(), bias, stride, pad)
        return _activated(x, given)
    if kind == "InnerProduct":
        flat = functional.linear(x.flatten(1), weights[0].reshape(int(one(0)), -1), weights[1])
        return _activated(flat, given)[:, :, None, None]
    if kind == "PReLU":
        return functional.prelu(x, weights[0])
    if kind == "PixelShuffle":
        return functional.pixel_shuffle(x, int(one(0)))
    if kind == "Interp":
        mode = {1: "nearest", 2: "bilinear"}[2 if int(one(0)) in (2, 3) else 1]
        return functional.interpolate(x, scale_factor=(one(1), one(2)), mode=mode, **({"align_corners": False} if mode == "bilinear" else {}))
    if kind == "Concat":
        return torch.cat(values, 1)
    if kind == "Eltwise":
        shares = given.get(1, [1.0] * len(values))
        return sum(share * value for share, value in zip(shares, values))
    if kind == "BinaryOp":
        return x * values[1] if int(one(0)) == 2 else x + values[1]
    if kind == "Pooling":
        return x.mean((2, 3), keepdim=True)
    if kind == "Crop":
        (top, left), (bottom, right) = ([int(v) for v in given[key]] for key in (9, 10))
        return x[:, :, top : x.shape[2] + bottom, left : x.shape[3] + right]
    if kind == "Split":
        return x
    raise ValueError(f"layer {kind} is not read here")


def _activated(x: Tensor, given: dict[int, list[float]]) -> Tensor:
    kind = int(given.get(9, [0])[0])
    if kind == 0:
        return x
    if kind == 1:
        return torch.relu(x)
    if kind == 2:
        return functional.leaky_relu(x, given[10][0])
    if kind == 4:
        return torch.sigmoid(x)
    raise ValueError(f"activation {kind} is not read here")
