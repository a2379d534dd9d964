"""Lines for training, drawn while training: line i depends on the seed and on i alone."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset

from render import ROWS, degrade, load_faces
from text import ALPHABET, line

_CODE = {symbol: i + 1 for i, symbol in enumerate(ALPHABET)}
_GROUP = 8


def normalise(image: np.ndarray) -> np.ndarray:
    """Mean 0, deviation 1 over the line: what engines/identity/mrz does before it reads."""
    values = image.astype(np.float32)
    return (values - values.mean()) / max(float(values.std()), 1.0)


def collate(lines: list[tuple[np.ndarray, str]]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Images padded with 0 to one width, all targets in a row, frames of each, symbols of each."""
    width = max(image.shape[1] for image, _ in lines)
    batch = torch.zeros(len(lines), 1, ROWS, width)
    for i, (image, _) in enumerate(lines):
        batch[i, 0, :, : image.shape[1]] = torch.from_numpy(normalise(image))
    targets = torch.tensor([_CODE[c] for _, text in lines for c in text])
    frames = torch.tensor([(image.shape[1] + 3) // 4 for image, _ in lines])
    return batch, targets, frames, torch.tensor([len(text) for _, text in lines])


class Lines(IterableDataset):
    """Endless batches; the first `warm` lines rise from easy to fully degraded."""

    def __init__(self, seed: int, batch: int, start: int = 0, warm: int = 12_000):
        self.seed, self.batch, self.start, self.warm = seed, batch, start, warm

    def make(self, index: int, faces, chances) -> tuple[np.ndarray, str]:
        rng = np.random.default_rng([self.seed, index])
        hard = 1.0 if self.warm == 0 else min(1.0, 0.1 + index / self.warm)
        text = line(rng)
        return degrade(rng, faces, chances, text, hard), text

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor, Tensor]]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        faces, chances = load_faces()
        index = self.start
        while True:
            many = [self.make(index + i, faces, chances) for i in range(self.batch * _GROUP)]
            index += len(many)
            many.sort(key=lambda pair: pair[0].shape[1])
            order = np.random.default_rng([self.seed, 1, index]).permutation(_GROUP)
            for k in order:
                yield collate(many[k * self.batch : (k + 1) * self.batch])
