"""Finds what stands on a page: boxes of words and of single characters, on any page, drawn or scanned."""

from __future__ import annotations

import cv2
import numpy as np

Box = tuple[int, int, int, int]  # x, y, width, height, pixels


def ink_of(page: np.ndarray) -> np.ndarray:
    """1 where something dark stands on lighter ground (uint8), from a grey page (uint8)."""
    ground = cv2.morphologyEx(page, cv2.MORPH_CLOSE, np.ones((31, 31), np.uint8))
    ground = cv2.blur(ground, (31, 31))
    depth = ground.astype(np.float32) - page
    strong = np.percentile(depth, 99.5)
    return (depth > max(18.0, 0.4 * strong)).astype(np.uint8)


def characters(page: np.ndarray) -> list[Box]:
    """Boxes of single connected dark parts as large as characters are."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink_of(page), connectivity=8)
    return [
        (int(x), int(y), int(w), int(h))
        for x, y, w, h, area in stats[1:]
        if 6 <= h <= 64 and 2 <= w <= 1.8 * h and area >= 0.12 * w * h
    ]


def words(page: np.ndarray) -> list[Box]:
    """Boxes of words: characters joined across gaps that are narrower than a space."""
    found = characters(page)
    if len(found) < 4:
        return []
    height = float(np.median([h for _, _, _, h in found]))
    joined = np.zeros(page.shape, np.uint8)
    for x, y, w, h in found:
        joined[y : y + h, x : x + w] = 1
    joined = cv2.morphologyEx(joined, cv2.MORPH_CLOSE, np.ones((1, max(3, int(0.45 * height) | 1)), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    rows, columns = page.shape
    return [
        (int(x), int(y), int(w), int(h))
        for x, y, w, h, _ in stats[1:]
        if 7 <= h <= 64 and 0.8 * h <= w <= 12 * h and x > 2 and y > 2 and x + w < columns - 2 and y + h < rows - 2
    ]
