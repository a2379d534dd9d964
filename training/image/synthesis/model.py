"""The network of pictures that were generated whole: residuals in, the logarithm of the odds out.

Its front end measures what is left of a picture when its content is taken away, in ways that networks which draw from a
smaller grid change: how residuals of three orders are distributed, how they go together with their neighbours and from
colour to colour, and the shape of their spectrum. Loudness of the residual as a whole is divided out, so that noise and
sharpness tell less. It consists of fixed arithmetic and is part of what is exported; only the layers behind it are
trained.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

TILE, HOP = 32, 16
ROWS, COLUMNS = TILE // 2 + 1, TILE // 2 + 1
LAGS = [(dy, dx) for dy in range(5) for dx in range(-4, 5) if (dy, dx) > (0, 0)]
BOUNDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Of the distribution, in mean residuals."""


def high_pass() -> Tensor:
    """Residuals of three orders (the family of filters of Fridrich and Kodovsky 2012)."""
    across = torch.tensor([[0, 0, 0], [0, -1, 1], [0, 0, 0]], dtype=torch.float32)
    second = torch.tensor([[0, 0, 0], [1, -2, 1], [0, 0, 0]], dtype=torch.float32) / 2
    square = torch.tensor([[-1, 2, -1], [2, -4, 2], [-1, 2, -1]], dtype=torch.float32) / 4
    return torch.stack([across, across.T, second, second.T, square])[:, None]


FILTERS = 5
SPECTRUM = TILE * COLUMNS
MEASURES = 3 * FILTERS * (len(BOUNDS) + 1) + 3 * FILTERS + 3 * len(LAGS) + 2 * SPECTRUM


class Front(nn.Module):
    """RGB of 0 to 1, [n, 3, height, width] → [n, MEASURES]"""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("filters", high_pass())
        # Brightness and two differences of colour (ITU-R BT.601), levels.
        self.register_buffer("colours", 255 * torch.tensor([[0.299, 0.587, 0.114], [-0.169, -0.331, 0.5], [0.5, -0.419, -0.081]])[:, :, None, None])
        window = np.hanning(TILE + 1)[:-1]
        window = np.outer(window, window)
        y, x = np.mgrid[0:TILE, 0:TILE]
        waves = [2 * math.pi * (row * y + column * x) / TILE for row in range(TILE) for column in range(COLUMNS)]
        self.register_buffer("real", torch.from_numpy(np.stack([np.cos(wave) * window for wave in waves])).float()[:, None])
        self.register_buffer("imaginary", torch.from_numpy(np.stack([-np.sin(wave) * window for wave in waves])).float()[:, None])

    def forward(self, rgb: Tensor) -> Tensor:
        planes = functional.conv2d(rgb, self.colours)
        measures = []
        kept = []
        for channel in range(3):
            one = planes[:, channel : channel + 1]
            residuals = functional.conv2d(one, self.filters)
            size = residuals.abs()
            mean = size.mean((2, 3)) + 0.05
            part = size / mean[:, :, None, None]
            measures += [torch.clamp(part, max=bound).mean((2, 3)) / bound for bound in BOUNDS]
            measures.append(torch.log(mean / mean[:, 4:5]))
            square = torch.clamp(residuals[:, 4:5], -16, 16)
            kept.append((residuals, square))
            power = (square**2).mean((2, 3)) + 0.02
            height, width = int(square.shape[2]) - 4, int(square.shape[3]) - 8
            base = square[:, :, :height, 4 : 4 + width]
            measures.append(torch.cat([
                (base * square[:, :, dy : dy + height, 4 + dx : 4 + dx + width]).mean((2, 3)) / power for dy, dx in LAGS
            ], 1))
        for first, second in ((0, 1), (0, 2), (1, 2)):
            a, b = kept[first][0], kept[second][0]
            measures.append((a * b).mean((2, 3)) / torch.sqrt((a**2).mean((2, 3)) * (b**2).mean((2, 3)) + 0.01))
        for _, square in (kept[0], (None, kept[1][1] + kept[2][1])):
            size = torch.sqrt((square**2).mean((1, 2, 3), keepdim=True) + 0.02)
            re = functional.conv2d(square / size, self.real, stride=HOP)
            im = functional.conv2d(square / size, self.imaginary, stride=HOP)
            level = torch.log(re**2 + im**2 + 0.1).mean((2, 3))
            measures.append(level - level.mean(1, keepdim=True))
        return torch.cat(measures, 1)


class SynthesisNet(nn.Module):
    """Five small networks side by side; their mean is steadier than each."""

    def __init__(self, width: int = 24, members: int = 5) -> None:
        super().__init__()
        self.front = Front()
        self.register_buffer("mean", torch.zeros(MEASURES))
        self.register_buffer("scale", torch.ones(MEASURES))
        self.members = nn.ModuleList(
            nn.Sequential(nn.Dropout(0.3), nn.Linear(MEASURES, width), nn.SiLU(), nn.Dropout(0.4), nn.Linear(width, 1)) for _ in range(members)
        )

    def forward(self, rgb: Tensor) -> Tensor:
        return self.each(self.front(rgb)).mean(1)

    def each(self, measures: Tensor) -> Tensor:
        """crops × measures → crops × members"""
        x = torch.clamp((measures - self.mean) / self.scale, -5, 5)
        return torch.cat([member(x) for member in self.members], 1)
