"""Edits of a page that was scanned already, as somebody with an image editor makes them: the ways that training uses.

Every way takes a page (grey, uint8), the box of a word on it and a `Desk`, and returns the edited page and a mask (0 or
1, float32) of what was changed; None where the place does not allow it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from render import word_of
from words import Box, characters, ink_of

Edited = tuple[np.ndarray, np.ndarray] | None


@dataclass
class Desk:
    """What the person who edits has at hand."""

    rng: np.random.Generator
    #: Paths of fonts.
    fonts: list[str]
    #: All words of the page.
    boxes: list[Box]
    #: Another page, and its words.
    other: np.ndarray
    other_boxes: list[Box]


def grown(box: Box, by: int, shape: tuple[int, ...]) -> Box:
    x, y, w, h = box
    x0, y0, x1, y1 = max(0, x - by), max(0, y - by), min(shape[1], x + w + by), min(shape[0], y + h + by)
    return x0, y0, x1 - x0, y1 - y0


def part(page: np.ndarray, box: Box) -> np.ndarray:
    x, y, w, h = box
    return page[y : y + h, x : x + w]


def tones(page: np.ndarray, box: Box) -> tuple[float, float]:
    """Brightness of the ink and of the paper within a box."""
    values = part(page, box)
    return float(np.percentile(values, 6)), float(np.percentile(values, 85))


def masked(page: np.ndarray, box: Box) -> np.ndarray:
    mask = np.zeros(page.shape, np.float32)
    part(mask, box)[:] = 1
    return mask


# --- taking away what stands there ---


def _flat(page: np.ndarray, box: Box, desk: Desk) -> np.ndarray:
    """A rectangle of one colour, that of the paper around it."""
    out = page.copy()
    part(out, box)[:] = int(np.percentile(part(page, grown(box, 3, page.shape)), desk.rng.integers(70, 92)))
    return out


def _blended(page: np.ndarray, box: Box, desk: Desk) -> np.ndarray:
    """Brightness drawn across from the edges."""
    x, y, w, h = box
    soft = cv2.blur(page, (3, 3)).astype(np.float32)
    left, right = soft[y : y + h, max(0, x - 1)][:, None], soft[y : y + h, min(page.shape[1] - 1, x + w)][:, None]
    share = np.linspace(0, 1, w, dtype=np.float32)[None, :]
    out = page.copy()
    part(out, box)[:] = np.clip(left * (1 - share) + right * share + 0.5, 0, 255).astype(np.uint8)
    return out


def _inpainted(page: np.ndarray, box: Box, desk: Desk) -> np.ndarray:
    """The ink alone filled from around it (Telea 2004), or the whole rectangle."""
    around = grown(box, 12, page.shape)
    window = part(page, around)
    mask = np.zeros(window.shape, np.uint8)
    part(mask, (box[0] - around[0], box[1] - around[1], box[2], box[3]))[:] = 1
    if desk.rng.random() < 0.6:
        mask &= cv2.dilate(ink_of(window), np.ones((5, 5), np.uint8))
    out = page.copy()
    part(out, around)[:] = cv2.inpaint(window, mask, 3, cv2.INPAINT_TELEA)
    return out


def erased(page: np.ndarray, box: Box, desk: Desk) -> np.ndarray:
    return [_flat, _blended, _inpainted][int(desk.rng.integers(3))](page, box, desk)


# --- putting something there ---


def coverage(desk: Desk, text: str, width: int, height: int) -> np.ndarray:
    """Text that fills a rectangle: 0 where paper stays, 1 where ink is whole. Drawn with or without smooth edges."""
    rng = desk.rng
    way = rng.random()
    zoom = 1 if way < 0.7 else 4
    font = ImageFont.truetype(desk.fonts[int(rng.integers(len(desk.fonts)))], max(6, int(height * zoom * rng.uniform(0.9, 1.35))))
    left, top, right, bottom = font.getbbox(text)
    tile = Image.new("L", (width * zoom, height * zoom), 0)
    pen = ImageDraw.Draw(tile)
    pen.fontmode = "1" if way < 0.12 else "L"
    x = (width * zoom - (right - left)) * rng.uniform(0, 0.4) if right - left < width * zoom else 0
    pen.text((x - left, (height * zoom - (bottom - top)) / 2 - top), text, font=font, fill=255)
    ink = np.asarray(tile, np.float32) / 255
    if zoom > 1:
        ink = cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)
    return ink


def retyped(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """The word taken away and another typed in its place, at times made softer and given noise."""
    rng = desk.rng
    around = grown(box, int(rng.integers(1, 4)), page.shape)
    dark, light = tones(page, box)
    if light - dark < 25:
        return None
    x, y, w, h = around
    text = word_of(rng, max(1, round(w / (0.58 * box[3]))))
    ink = coverage(desk, text, w, h)
    if rng.random() < 0.5:
        ink = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.3, 1.1))
    out = erased(page, around, desk)
    tone = float(np.clip(dark + rng.normal(0, 10), 0, 255)) if rng.random() < 0.8 else 0.0
    ground = part(out, around).astype(np.float32)
    fresh = ground * (1 - ink) + tone * ink
    if rng.random() < 0.4:
        fresh += rng.normal(0, rng.uniform(0.5, 4), fresh.shape)
    part(out, around)[:] = np.clip(fresh + 0.5, 0, 255).astype(np.uint8)
    return out, masked(page, around)


def removed(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """The word taken away, and nothing put there."""
    around = grown(box, int(desk.rng.integers(1, 5)), page.shape)
    return erased(page, around, desk), masked(page, around)


def _laid(page: np.ndarray, patch: np.ndarray, box: Box, rng: np.random.Generator) -> np.ndarray:
    """A patch laid over a box of its size, with a hard or soft outline."""
    x, y, w, h = box
    alpha = np.ones((h, w), np.float32)
    if rng.random() < 0.4:
        edge = int(rng.integers(1, 4))
        alpha = np.zeros((h, w), np.float32)
        alpha[edge : h - edge, edge : w - edge] = 1
        alpha = cv2.GaussianBlur(alpha, (0, 0), edge * 0.6)
    out = page.copy()
    ground = part(out, box).astype(np.float32)
    part(out, box)[:] = np.clip(ground * (1 - alpha) + patch * alpha + 0.5, 0, 255).astype(np.uint8)
    return out


def digits_exchanged(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """One to three characters replaced by others of the same page, moved as they are."""
    rng = desk.rng
    around = grown(box, 60, page.shape)
    found = characters(part(page, around))
    inside = [
        (cx + around[0], cy + around[1], cw, ch) for cx, cy, cw, ch in found
        if box[0] <= cx + around[0] + cw / 2 < box[0] + box[2] and box[1] - 2 <= cy + around[1] + ch / 2 < box[1] + box[3] + 2
    ]
    outside = [(cx + around[0], cy + around[1], cw, ch) for cx, cy, cw, ch in found]
    if not inside or len(outside) < 4:
        return None
    out, mask = page.copy(), np.zeros(page.shape, np.float32)
    for index in rng.permutation(len(inside))[: int(rng.integers(1, 4))]:
        target = grown(inside[index], int(rng.integers(1, 3)), page.shape)
        fitting = [one for one in outside if one != inside[index] and abs(one[3] - inside[index][3]) <= 3 and abs(one[2] - inside[index][2]) <= 4]
        if not fitting:
            continue
        giver = fitting[int(rng.integers(len(fitting)))]
        x = int(np.clip(giver[0] + giver[2] // 2 - target[2] // 2, 0, page.shape[1] - target[2]))
        y = int(np.clip(giver[1] + giver[3] // 2 - target[3] // 2, 0, page.shape[0] - target[3]))
        patch = part(page, (x, y, target[2], target[3])).astype(np.float32)
        out = _laid(out, patch, target, rng)
        part(mask, target)[:] = 1
    return (out, mask) if mask.any() else None


def word_copied(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """A piece of another word of the page laid over this one, as it is."""
    rng = desk.rng
    fitting = [one for one in desk.boxes if one != box and abs(one[3] - box[3]) <= 0.25 * box[3] and one[2] >= 0.6 * box[2]]
    if not fitting:
        return None
    around = grown(box, int(rng.integers(1, 4)), page.shape)
    giver = fitting[int(rng.integers(len(fitting)))]
    x = int(np.clip(giver[0] - 2, 0, page.shape[1] - around[2]))
    y = int(np.clip(giver[1] + giver[3] // 2 - around[3] // 2, 0, page.shape[0] - around[3]))
    if abs(x - around[0]) < around[2] and abs(y - around[1]) < around[3]:
        return None
    patch = part(page, (x, y, around[2], around[3])).astype(np.float32)
    return _laid(page, patch, around, rng), masked(page, around)


def pasted(page: np.ndarray, box: Box, desk: Desk) -> Edited:
    """A word of another scan, scaled to fit, its brightness brought near, laid over this one."""
    rng = desk.rng
    if not desk.other_boxes:
        return None
    around = grown(box, int(rng.integers(1, 4)), page.shape)
    giver = grown(desk.other_boxes[int(rng.integers(len(desk.other_boxes)))], 2, desk.other.shape)
    scale = around[3] / giver[3]
    if not 0.5 < scale < 2:
        return None
    width = min(giver[2], int(around[2] / scale))
    patch = cv2.resize(part(desk.other, (*giver[:2], width, giver[3])), (max(6, round(width * scale)), around[3]), interpolation=cv2.INTER_CUBIC if rng.random() < 0.7 else cv2.INTER_LINEAR)
    patch = patch[:, : around[2]].astype(np.float32)
    if rng.random() < 0.85:
        (dark, light), (low, high) = tones(page, around), (float(np.percentile(patch, 6)), float(np.percentile(patch, 85)))
        patch = (patch - low) * ((light - dark) / max(20.0, high - low)) + dark
    out = erased(page, around, desk) if rng.random() < 0.7 else page
    place = (*around[:2], patch.shape[1], around[3])
    covered = around if out is not page else place
    return _laid(out, np.clip(patch, 0, 255), place, rng), masked(page, covered)


METHODS: dict[str, Callable[[np.ndarray, Box, Desk], Edited]] = {
    "retyped": retyped,
    "removed": removed,
    "digits_exchanged": digits_exchanged,
    "word_copied": word_copied,
    "pasted": pasted,
}
