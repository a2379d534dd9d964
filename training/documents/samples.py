"""Windows of pages, edited and untouched, after the same passage: what the network is trained on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import passage
from edits import METHODS, Desk
from words import Box, words

SIDE = 160
CELL = 8
#: Cells of a mask along a side.
CELLS = SIDE // CELL
#: What is cut around a word before the passage; half size leaves just more than a window.
_CUT = 352


@dataclass
class Read:
    """A page with the words found on it."""

    image: np.ndarray
    boxes: list[Box]


def read(images: list[np.ndarray]) -> list[Read]:
    pages = [Read(image, words(image)) for image in images]
    return [page for page in pages if len(page.boxes) >= 5]


def share_of_cells(mask: np.ndarray) -> np.ndarray:
    """Share of each cell that was changed, from a mask whose sides are whole cells."""
    rows, columns = mask.shape[0] // CELL, mask.shape[1] // CELL
    return mask[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL).mean((1, 3))


def edited(page: Read, desk: Desk, methods: dict, name: str | None = None) -> tuple[np.ndarray, np.ndarray, Box, str] | None:
    """One edit of a page by one of the methods, at one of its words; None where none of several tries succeeded."""
    names = list(methods)
    for _ in range(6):
        method = name or names[int(desk.rng.integers(len(names)))]
        box = page.boxes[int(desk.rng.integers(len(page.boxes)))]
        done = methods[method](page.image, box, desk)
        # An edit that changes next to nothing is none.
        if done and np.abs(done[0].astype(np.int16) - page.image)[done[1] > 0].max(initial=0) >= 20:
            return *done, box, method
    return None


def desk_of(rng: np.random.Generator, page: Read, others: list[Read], fonts: list[str]) -> Desk:
    other = others[int(rng.integers(len(others)))]
    return Desk(rng, fonts, page.boxes, other.image, other.boxes if other is not page else [])


def _window(rng: np.random.Generator, page: Read) -> Read:
    """A part of a page with its words: edits are made in parts, since they cost by the pixel."""
    height, width = page.image.shape
    box = page.boxes[int(rng.integers(len(page.boxes)))]
    w, h = min(_CUT, width), min(_CUT, height)
    x = int(np.clip(box[0] + box[2] / 2 - w * rng.uniform(0.3, 0.7), 0, width - w))
    y = int(np.clip(box[1] + box[3] / 2 - h * rng.uniform(0.3, 0.7), 0, height - h))
    inside = [
        (bx - x, by - y, bw, bh) for bx, by, bw, bh in page.boxes
        if bx >= x + 3 and by >= y + 3 and bx + bw <= x + w - 3 and by + bh <= y + h - 3
    ]
    return Read(np.ascontiguousarray(page.image[y : y + h, x : x + w]), inside)


def pair(rng: np.random.Generator, pages: list[Read], fonts: list[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """An edited and an untouched window after the same passage (uint8), and the share of each cell that was edited."""
    page = pages[int(rng.integers(len(pages)))]
    window = _window(rng, page)
    if len(window.boxes) < 2:
        return None
    done = edited(window, desk_of(rng, window, pages, fonts), METHODS)
    if done is None:
        return None
    forged, mask, box, _ = done
    way = passage.draw(rng)
    mask = passage.mask_through(mask, way)
    if min(mask.shape) < SIDE + CELL or not mask.any():
        return None
    twins = [passage.through(image, way) for image in (window.image, forged)]
    # The edit lies anywhere in the window; the grid of blocks as well.
    rows, columns = np.nonzero(mask > 0.5)
    if len(rows) == 0:
        return None
    at = int(rng.integers(len(rows)))
    x = int(np.clip(columns[at] - rng.uniform(0.1, 0.9) * SIDE, 0, mask.shape[1] - SIDE))
    y = int(np.clip(rows[at] - rng.uniform(0.1, 0.9) * SIDE, 0, mask.shape[0] - SIDE))
    if rng.random() < 0.7:  # as whole pictures are read: from their grid's corner
        x, y = x // 8 * 8, y // 8 * 8
    cut = [one[y : y + SIDE, x : x + SIDE] for one in (*twins, mask)]
    if rng.random() < 0.5:
        cut = [one[:, ::-1] for one in cut]
    return cut[0].copy(), cut[1].copy(), share_of_cells(cut[2])
