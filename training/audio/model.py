"""The network: samples in, the logarithm of the odds that a window was synthesised out.

Its front end measures what vocoders leave: narrow peaks and dips of the long-term spectrum (a network that raises the
sampling rate inside leaves some at fixed frequencies; Frank and Schönherr 2021), how energies and phases of each
frequency vary from moment to moment, in loud and in quiet moments apart, since synthesisers make breath and silence
badly. Each measure is taken against its neighbourhood, so that microphone and room tell little. It consists of fixed
arithmetic and is part of what is exported; only the two layers behind it are trained.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

SIZE, HOP = 512, 160
BINS = SIZE // 2 + 1


class Front(nn.Module):
    """windows × samples (−1 to 1) → windows × measures"""

    def __init__(self) -> None:
        super().__init__()
        window = np.hanning(SIZE + 1)[:-1]
        angles = 2 * math.pi * np.outer(np.arange(BINS), np.arange(SIZE)) / SIZE
        self.register_buffer("real", torch.from_numpy(np.cos(angles) * window).float()[:, None])
        self.register_buffer("imaginary", torch.from_numpy(-np.sin(angles) * window).float()[:, None])

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        x = (wave / torch.sqrt(torch.mean(wave**2, dim=1, keepdim=True) + 1e-8))[:, None]
        re = functional.conv1d(x, self.real, stride=HOP)
        im = functional.conv1d(x, self.imaginary, stride=HOP)
        power = re**2 + im**2
        level = torch.log(power + 1e-3)
        loudness = torch.log(power.sum(dim=1) + 1e-3)
        frames = int(level.shape[2])
        quiet = (loudness <= -torch.topk(-loudness, round(0.3 * frames), dim=1).values[:, -1:]).float()[:, None]
        loud = (loudness >= torch.topk(loudness, round(0.4 * frames), dim=1).values[:, -1:]).float()[:, None]
        rough = torch.abs(level[:, 1:-1] - 0.5 * (level[:, :-2] + level[:, 2:]))
        jumpy = torch.abs(level[:, :, 1:-1] - 0.5 * (level[:, :, :-2] + level[:, :, 2:]))
        measures = []
        for moments in (torch.ones_like(quiet), quiet, loud):
            mean = _mean(level, moments)
            away = level - mean[:, :, None]
            spread = torch.sqrt(_mean(away**2, moments) + 1e-4)
            measures += [
                mean - _smooth(mean), spread[:, ::2], (_mean(away**3, moments) / spread**3)[:, ::4],
                _mean(rough, moments)[:, ::2], _mean(jumpy, moments[:, :, 1:-1])[:, ::2],
            ]
        # Cosines of second differences of phase, over time and over frequency, from phasors of length one.
        length = torch.sqrt(power + 1e-3)
        c, s = re / length, im / length
        c2, s2 = c**2 - s**2, 2 * c * s
        over_time = _bend(c[:, :, :-2], s[:, :, :-2], c2[:, :, 1:-1], s2[:, :, 1:-1], c[:, :, 2:], s[:, :, 2:])
        over_bins = _bend(c[:, :-2], s[:, :-2], c2[:, 1:-1], s2[:, 1:-1], c[:, 2:], s[:, 2:])
        measures += [_mean(over_time, loud[:, :, 1:-1])[:, ::2], _mean(over_bins, loud)[:, ::2]]
        return torch.cat(measures, dim=1)


def _mean(values: torch.Tensor, moments: torch.Tensor) -> torch.Tensor:
    return (values * moments).sum(dim=2) / torch.clamp(moments.sum(dim=2), min=1)


def _smooth(values: torch.Tensor) -> torch.Tensor:
    """Mean over nine neighbours; the edges are repeated."""
    padded = functional.pad(values[:, None], (4, 4), mode="replicate")
    return functional.avg_pool1d(padded, 9, 1)[:, 0]


def _bend(c0, s0, c2, s2, c1, s1) -> torch.Tensor:
    """Real part of first · conjugate(middle²) · last."""
    c, s = c0 * c1 - s0 * s1, c0 * s1 + s0 * c1
    return c * c2 + s * s2


MEASURES = 3 * (257 + 129 + 65 + 128 + 129) + 129 + 128


class Detector(nn.Module):
    """Five small networks side by side; their mean is steadier than each."""

    def __init__(self, width: int = 24, members: int = 5) -> None:
        super().__init__()
        self.front = Front()
        self.register_buffer("mean", torch.zeros(MEASURES))
        self.register_buffer("scale", torch.ones(MEASURES))
        self.members = nn.ModuleList(
            nn.Sequential(nn.Dropout(0.3), nn.Linear(MEASURES, width), nn.SiLU(), nn.Dropout(0.4), nn.Linear(width, 1)) for _ in range(members)
        )

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        return self.judge(self.front(wave))

    def judge(self, measures: torch.Tensor) -> torch.Tensor:
        return self.each(measures).mean(dim=1)

    def each(self, measures: torch.Tensor) -> torch.Tensor:
        """windows × measures → windows × members"""
        x = torch.clamp((measures - self.mean) / self.scale, -5, 5)
        return torch.cat([member(x) for member in self.members], dim=1)
