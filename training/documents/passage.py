"""What both classes go through after the edit, drawn once for a pair: size, noise of the way, one or two compressions.

A passage is drawn first (`draw`) and then applied to the edited page, to its untouched twin and to the mask, so that
size, form and quality of the file say nothing of the class.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True)
class Passage:
    scale: float
    way: int
    noise: float
    seed: int
    #: Qualities of JPEG, one behind the other; empty: stored without loss.
    qualities: tuple[int, ...]
    #: Where the picture is cut before the last compression, so that its grid lies elsewhere.
    cut: tuple[int, int]


def draw(rng: np.random.Generator, largest: float = 1.2) -> Passage:
    scale = 1.0 if rng.random() < 0.4 else float(np.exp(rng.uniform(np.log(0.5), np.log(largest))))
    way = [cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC][int(rng.integers(3))] if scale < 1 else cv2.INTER_CUBIC
    noise = float(rng.uniform(0.3, 2.0)) if rng.random() < 0.2 else 0.0
    kind = rng.random()
    last = int(rng.integers(65, 98))
    qualities = () if kind < 0.12 else (last,) if kind < 0.8 else (int(rng.integers(65, 98)), last)
    cut = (int(rng.integers(8)), int(rng.integers(8))) if rng.random() < 0.4 else (0, 0)
    return Passage(scale, way, noise, int(rng.integers(1 << 30)), qualities, cut)


def compressed(page: np.ndarray, quality: int) -> np.ndarray:
    return cv2.imdecode(cv2.imencode(".jpg", page, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_GRAYSCALE)


def resized(page: np.ndarray, passage: Passage) -> np.ndarray:
    if passage.scale == 1:
        return page
    height, width = page.shape
    return cv2.resize(page, (max(8, round(width * passage.scale)), max(8, round(height * passage.scale))), interpolation=passage.way)


def before_last(page: np.ndarray, passage: Passage) -> np.ndarray:
    """Everything but the last compression."""
    page = resized(page, passage)
    if passage.noise:
        grain = np.random.default_rng(passage.seed).normal(0, passage.noise, page.shape)
        page = np.clip(page + grain, 0, 255).astype(np.uint8)
    for quality in passage.qualities[:-1]:
        page = compressed(page, quality)
    return np.ascontiguousarray(page[passage.cut[1] :, passage.cut[0] :])


def through(page: np.ndarray, passage: Passage) -> np.ndarray:
    page = before_last(page, passage)
    return compressed(page, passage.qualities[-1]) if passage.qualities else page


def mask_through(mask: np.ndarray, passage: Passage) -> np.ndarray:
    """The mask (0 or 1, float32) at the places where its pixels lie afterwards."""
    if passage.scale != 1:
        height, width = mask.shape
        size = (max(8, round(width * passage.scale)), max(8, round(height * passage.scale)))
        mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA if passage.scale < 1 else cv2.INTER_LINEAR)
    return mask[passage.cut[1] :, passage.cut[0] :]
