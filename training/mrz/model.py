"""The line recogniser: a small convolutional network read by connectionist temporal classification (CTC).

In: (N, 1, 24, W) float32, every line at mean 0 and deviation 1. Out: (N, ceil(W / 4), 38) log-probabilities:
blank first, then the 37 symbols in the order of text.ALPHABET. No recurrence: the net sees about nine
characters around each frame, enough to measure the pitch, too few to learn a language of names.

Method: Graves et al., Connectionist Temporal Classification, ICML 2006; residual convolutions after He et al.,
CVPR 2016.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from text import ALPHABET

CLASSES = len(ALPHABET) + 1


def _conv(into: int, out: int, kernel: tuple[int, int], padding: tuple[int, int], stride: tuple[int, int] = (1, 1)) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(into, out, kernel, stride, padding, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True))


class Along(nn.Module):
    """Residual convolution along the line."""

    def __init__(self, width: int, dilation: int):
        super().__init__()
        self.first = _conv(width, width, (1, 5), (0, 2 * dilation))
        self.first[0].dilation = (1, dilation)
        self.second = nn.Sequential(nn.Conv2d(width, width, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class LineReader(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.seen = nn.Sequential(
            _conv(1, 32, (5, 5), (2, 2), (2, 2)),
            _conv(32, 48, (3, 3), (1, 1)),
            _conv(48, 96, (3, 3), (1, 1), (2, 2)),
            _conv(96, 96, (3, 3), (1, 1)),
            _conv(96, 128, (3, 3), (1, 1), (2, 1)),
            _conv(128, 160, (3, 1), (0, 0)),
        )
        self.along = nn.Sequential(Along(160, 1), nn.Dropout(0.1), Along(160, 2))
        self.head = nn.Conv2d(160, CLASSES, 1)

    def forward(self, image: Tensor) -> Tensor:
        logits = self.head(self.along(self.seen(image)))
        return logits.squeeze(2).permute(0, 2, 1).log_softmax(2)
