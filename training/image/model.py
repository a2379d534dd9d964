"""The network that looks at a face: whether it was laid over another, and where."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


def high_pass() -> Tensor:
    """Residuals of three orders (the family of filters of Fridrich and Kodovsky 2012), one set for each channel."""
    first = torch.tensor([[0, 0, 0], [0, -1, 1], [0, 0, 0]], dtype=torch.float32)
    second = torch.tensor([[0, 0, 0], [1, -2, 1], [0, 0, 0]], dtype=torch.float32) / 2
    square = torch.tensor([[-1, 2, -1], [2, -4, 2], [-1, 2, -1]], dtype=torch.float32) / 4
    bank = torch.stack([first, second, second.T, square])
    weight = torch.zeros(12, 1, 3, 3)
    for channel in range(3):
        weight[4 * channel : 4 * channel + 4, 0] = bank
    return weight


def block(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU())


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.one = block(width, width)
        self.two = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.two(self.one(x)))


class FaceNet(nn.Module):
    """RGB of 0 to 1, [n, 3, 128, 128], to a logit [n] and logits of a mask [n, 1, 32, 32]."""

    def __init__(self, widths: tuple[int, int, int, int] = (24, 48, 72, 96)) -> None:
        super().__init__()
        self.register_buffer("filters", high_pass())
        a, b, c, d = widths
        self.stem = nn.Sequential(block(15, a, 2), block(a, a))
        self.fine = nn.Sequential(block(a, b, 2), Residual(b))
        self.middle = nn.Sequential(block(b, c, 2), Residual(c), Residual(c))
        self.coarse = nn.Sequential(block(c, d, 2), Residual(d))
        self.lateral = nn.Conv2d(b, 32, 1)
        self.down = nn.Conv2d(c, 32, 1)
        self.deep = nn.Conv2d(d, 32, 1)
        self.mask = nn.Sequential(block(32, 24), nn.Conv2d(24, 1, 1))
        self.head = nn.Linear(2 * d, 1)

    def forward(self, rgb: Tensor) -> tuple[Tensor, Tensor]:
        residuals = functional.conv2d(rgb, self.filters, padding=1, groups=3)
        x = torch.cat([rgb * 2 - 1, torch.clamp(residuals * 12, -2, 2)], 1)
        fine = self.fine(self.stem(x))
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        up = functional.interpolate(self.deep(coarse), scale_factor=2, mode="nearest") + self.down(middle)
        up = functional.interpolate(up, scale_factor=2, mode="nearest") + self.lateral(fine)
        pooled = torch.cat([coarse.mean((2, 3)), coarse.amax((2, 3))], 1)
        return self.head(pooled)[:, 0], self.mask(up)
