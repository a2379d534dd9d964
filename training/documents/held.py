"""Edits that training never sees: other ways to take away, to type and to put together, written apart from `edits.py`."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from edits import Desk, Edited, grown, masked, part, tones
from render import word_of
from words import Box, characters, ink_of


def _blank_near(page: np.ndarray, box: Box, rng: np.random.Generator) -> np.ndarray | None:
    """Paper without ink, as large as the box, from its neighbourhood."""
    x, y, w, h = box
    ink = ink_of(part(page, grown(box, 160, page.shape)))
    left, top = max(0, x - 160), max(0, y - 160)
    free = cv2.boxFilter(cv2.dilate(ink, np.ones((3, 3), np.uint8)).astype(np.float32), -1, (w, h), normalize=False, anchor=(0, 0))
    rows, columns = np.nonzero(free[: free.shape[0] - h, : free.shape[1] - w] < 0.5)
    if len(rows) == 0:
        return None
    at = int(rng.integers(len(rows)))
    return page[top + rows[at] : top + rows[at] + h, left + columns[at] : left + columns[at] + w]


def cloned_and_retyped(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """The careful hand: blank paper of the page stamped over the word, text drawn large, made small, softened and
    darkened like the page's own, its ink uneven."""
    rng = desk.rng
    around = grown(box, 2, page.shape)
    paper = _blank_near(page, around, rng)
    dark, light = tones(page, box)
    if paper is None or light - dark < 25:
        return None
    x, y, w, h = around
    text = word_of(rng, max(1, round(w / (0.58 * box[3]))))
    tile = Image.new("L", (w * 6, h * 6), 0)
    font = ImageFont.truetype(desk.fonts[int(rng.integers(len(desk.fonts)))], int(6.6 * box[3]))
    ImageDraw.Draw(tile).text((9, 3 * h), text, font=font, fill=255, anchor="lm")
    ink = cv2.resize(np.asarray(tile.rotate(float(rng.normal(0, 0.4)), resample=Image.BICUBIC), np.float32) / 255, (w, h), interpolation=cv2.INTER_AREA)
    ink = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.5, 0.9))
    grain = cv2.GaussianBlur(rng.normal(0, 1, (h, w)).astype(np.float32), (0, 0), 0.8)
    ground = paper.astype(np.float32) - np.median(paper) + light
    fresh = ground * (1 - ink) + (dark + 6 * grain) * ink
    out = page.copy()
    part(out, around)[:] = np.clip(fresh + 0.5, 0, 255).astype(np.uint8)
    return out, masked(page, around)


def seamlessly_pasted(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """A word of another scan put in by its gradients (Pérez, Gangnet and Blake 2003)."""
    rng = desk.rng
    around = grown(box, 4, page.shape)
    near = [one for one in desk.other_boxes if 0.6 < around[3] / (one[3] + 8) < 1.7]
    paper = _blank_near(page, around, rng)
    if not near or paper is None or around[0] < 2 or around[1] < 2:
        return None
    giver = grown(near[int(rng.integers(len(near)))], 4, desk.other.shape)
    scale = around[3] / giver[3]
    width = min(giver[2], max(8, int(around[2] / scale)))
    patch = cv2.resize(part(desk.other, (*giver[:2], width, giver[3])), (min(around[2], max(8, round(width * scale))), around[3]), interpolation=cv2.INTER_LANCZOS4)
    ground = page.copy()
    part(ground, around)[:] = paper
    centre = (around[0] + patch.shape[1] // 2, around[1] + around[3] // 2)
    three = [cv2.cvtColor(one, cv2.COLOR_GRAY2BGR) for one in (patch, ground)]
    try:
        out = cv2.seamlessClone(three[0], three[1], np.full(patch.shape, 255, np.uint8), centre, cv2.NORMAL_CLONE)[:, :, 0]
    except cv2.error:
        return None
    return np.ascontiguousarray(out), masked(page, around)


def stroke_drawn(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """A stroke added to a character, as a 1 is made a 7 and a 3 an 8, with a soft brush."""
    rng = desk.rng
    inside = [(x + box[0], y + box[1], w, h) for x, y, w, h in characters(part(page, box))]
    dark, light = tones(page, box)
    if not inside or light - dark < 25:
        return None
    out, mask = page.astype(np.float32), np.zeros(page.shape, np.float32)
    for index in rng.permutation(len(inside))[:2]:
        x, y, w, h = inside[index]
        thick = max(1, round(h / 8))
        brush = np.zeros(page.shape, np.float32)
        corners = [(x, y), (x + w, y), (x, y + h // 2), (x + w, y + h // 2), (x, y + h), (x + w, y + h)]
        one, two = (corners[int(i)] for i in rng.choice(len(corners), 2, replace=False))
        cv2.line(brush, one, two, 1.0, thick, cv2.LINE_AA)
        brush = cv2.GaussianBlur(brush, (0, 0), rng.uniform(0.4, 0.8))
        out = np.minimum(out, out * (1 - brush) + dark * brush)
        mask = np.maximum(mask, cv2.dilate((brush > 0.1).astype(np.float32), np.ones((5, 5))))
    return np.clip(out + 0.5, 0, 255).astype(np.uint8), mask


def word_moved(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """Another word of the page scaled a little, turned a little and shifted by parts of a pixel on its way here; only
    its ink is taken over."""
    rng = desk.rng
    near = [one for one in desk.boxes if one != box and 0.7 < box[3] / one[3] < 1.4 and one[2] >= 0.6 * box[2]]
    around = grown(box, 2, page.shape)
    paper = _blank_near(page, around, rng)
    if not near or paper is None:
        return None
    x, y, w, h = near[int(rng.integers(len(near)))]
    scale = box[3] / h * rng.uniform(0.95, 1.05)
    turn = cv2.getRotationMatrix2D((x + w / 2, y + h / 2), float(rng.normal(0, 0.8)), scale)
    turn[:, 2] += (around[0] + around[2] / 2 - (x + w / 2), around[1] + around[3] / 2 - (y + h / 2)) + rng.uniform(-0.5, 0.5, 2)
    corner = np.array([[1, 0, around[0]], [0, 1, around[1]], [0, 0, 1]], np.float64)
    back = cv2.invertAffineTransform(turn) @ corner
    patch = cv2.warpAffine(page, back, (around[2], around[3]), flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    level = float(np.percentile(patch, 85))
    out = page.copy()
    part(out, around)[:] = np.clip(np.minimum(paper, patch + (np.median(paper) - level) + 4), 0, 255).astype(np.uint8)
    return out, masked(page, around)


def line_removed(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """All that stands in the line for some words' length made paper by a wide median and fluid filling (Bertalmio 2001)."""
    x, y, w, h = box
    wide = grown((x, y, min(page.shape[1] - x - 3, 3 * w), h), 2, page.shape)
    around = grown(wide, 14, page.shape)
    window = part(page, around)
    mask = np.zeros(window.shape, np.uint8)
    part(mask, (wide[0] - around[0], wide[1] - around[1], wide[2], wide[3]))[:] = 1
    if desk.rng.random() < 0.5:
        fresh = cv2.inpaint(window, mask, 5, cv2.INPAINT_NS)
    else:
        fresh = np.where(mask > 0, cv2.medianBlur(cv2.morphologyEx(window, cv2.MORPH_CLOSE, np.ones((2 * h + 1, 15), np.uint8)), 9), window)
    out = page.copy()
    part(out, around)[:] = fresh
    return out, masked(page, wide)


HELD: dict[str, Callable[[np.ndarray, Box, Desk], Edited]] = {
    "cloned_and_retyped": cloned_and_retyped,
    "seamlessly_pasted": seamlessly_pasted,
    "stroke_drawn": stroke_drawn,
    "word_moved": word_moved,
    "line_removed": line_removed,
}
