"""The network: brightness and fixed residuals of a window of a page in, a mask of cells of 8 pixels out.

A cell is held against the whole window, since an edit shows by what differs from the rest: means and spreads of the
features over the window are given to each cell. 0.1 million weights.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

#: Orders of residuals (Fridrich and Kodovský 2012), 5 by 5: first and second differences, KB and KV.
_KERNELS = torch.tensor([
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, -1, 1, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, -1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0.5, -1, 0.5, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, 0, 0.5, 0, 0], [0, 0, -1, 0, 0], [0, 0, 0.5, 0, 0], [0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0], [0, -0.25, 0.5, -0.25, 0], [0, 0.5, -1, 0.5, 0], [0, -0.25, 0.5, -0.25, 0], [0, 0, 0, 0, 0]],
    [[-1, 2, -2, 2, -1], [2, -6, 8, -6, 2], [-2, 8, -12, 8, -2], [2, -6, 8, -6, 2], [-1, 2, -2, 2, -1]],
], dtype=torch.float32)
_KERNELS[5] /= 12
#: Levels of brightness beyond which a residual is cut off: what is finer is the noise that edits lack.
_MOST = 8.0


class _Step(nn.Module):
    def __init__(self, inside: int, out: int, stride: int = 1, dilation: int = 1):
        super().__init__()
        self.convolution = nn.Conv2d(inside, out, 3, stride, dilation, dilation, bias=False)
        self.norm = nn.BatchNorm2d(out)
        self.keep = stride == 1 and inside == out

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.norm(self.convolution(x)))
        return x + y if self.keep else y


class ScanNet(nn.Module):
    """In: `window`, N by 1 by 160 by 160, brightness 0 to 255. Out: N by 20 by 20 logits, above 0 where edited."""

    def __init__(self, first: int = 16, second: int = 32, third: int = 48):
        super().__init__()
        self.register_buffer("kernels", _KERNELS[:, None])
        self.head = nn.Sequential(_Step(8, first, 2), _Step(first, second, 2), _Step(second, third, 2))
        self.near = nn.Sequential(_Step(third, third), _Step(third, third, dilation=2))
        self.mix = nn.Sequential(nn.Conv2d(3 * third, third, 1, bias=False), nn.BatchNorm2d(third), nn.ReLU())
        self.last = nn.Sequential(_Step(third, third), nn.Dropout(0.1), nn.Conv2d(third, 1, 1))

    def forward(self, window: Tensor) -> Tensor:
        residuals = functional.conv2d(functional.pad(window, (2, 2, 2, 2), mode="replicate"), self.kernels)
        fine = residuals.clamp(-_MOST, _MOST) / _MOST
        x = torch.cat([window / 128 - 1, fine, residuals[:, 4:5] / 64], 1)
        x = self.near(self.head(x))
        mean = x.mean((2, 3), keepdim=True)
        spread = (x - mean).square().mean((2, 3), keepdim=True).add(1e-4).sqrt()
        whole = mean.expand_as(x)
        x = self.mix(torch.cat([x, whole, (x - mean) / spread], 1))
        return self.last(x)[:, 0]
