"""Self-blended faces: a real face laid over itself, slightly changed (Shiohara and Yamasaki 2022, section 3).

No forged picture is needed. Written from the paper's description: a source and a target are made of one picture, one of
them changed in colour and sharpness; the source is moved and scaled a little; a mask from the face's points is deformed
and softened; the blend is source where the mask is, target elsewhere.
"""

from __future__ import annotations

import cv2
import numpy as np

Random = np.random.Generator


def chance(random: Random, share: float) -> bool:
    return bool(random.random() < share)


def recoloured(image: np.ndarray, random: Random) -> np.ndarray:
    """Shifts of each channel, of hue, saturation and value, of brightness and contrast."""
    out = image.astype(np.float32)
    if chance(random, 0.6):
        out += random.uniform(-20, 20, 3)
    if chance(random, 0.6):
        hsv = cv2.cvtColor(np.clip(out, 0, 255).astype(np.uint8), cv2.COLOR_RGB2HSV).astype(np.float32)
        hsv[..., 0] = (hsv[..., 0] + random.uniform(-6, 6)) % 180
        hsv[..., 1:] *= random.uniform(0.75, 1.25, 2)
        out = cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2RGB).astype(np.float32)
    if chance(random, 0.6):
        mean = out.mean()
        out = (out - mean) * random.uniform(0.8, 1.2) + mean + random.uniform(-18, 18)
    return np.clip(out, 0, 255).astype(np.uint8)


def resharpened(image: np.ndarray, random: Random) -> np.ndarray:
    """Made smaller and large again, sharpened, blurred, or with noise: what the way through a generator does."""
    height, width = image.shape[:2]
    kind = random.integers(0, 5)
    if kind == 0:
        factor = random.uniform(0.35, 0.9)
        down = random.choice([cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC])
        up = random.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST], p=[0.5, 0.4, 0.1])
        small = cv2.resize(image, (max(8, int(width * factor)), max(8, int(height * factor))), interpolation=int(down))
        return cv2.resize(small, (width, height), interpolation=int(up))
    if kind == 1:
        soft = cv2.GaussianBlur(image, (0, 0), random.uniform(0.6, 2.0)).astype(np.float32)
        return np.clip(image + random.uniform(0.2, 0.9) * (image.astype(np.float32) - soft), 0, 255).astype(np.uint8)
    if kind == 2:
        return cv2.GaussianBlur(image, (0, 0), random.uniform(0.4, 1.6))
    if kind == 3:
        noise = random.normal(0, random.uniform(1.5, 6), image.shape)
        return np.clip(image + noise, 0, 255).astype(np.uint8)
    return compressed(image, int(random.integers(35, 90)))


def compressed(image: np.ndarray, quality: int) -> np.ndarray:
    ok, data = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def hull_mask(points: np.ndarray, shape: tuple[int, int], random: Random) -> np.ndarray:
    """The face's outline, of some of its points, bent and softened; 0 to 1."""
    height, width = shape
    extent = float((points.max(0) - points.min(0)).max())
    kind = random.integers(0, 4)
    chosen = points.copy()
    if kind == 1:
        chosen = points[17:]
    elif kind == 2:
        chosen = points[np.r_[1:16, 17:27]] if len(points) >= 27 else points
    elif kind == 3:
        chosen = points[27:]
    # The 68 points end at the brows: more or less of the forehead belongs to a swapped face.
    brow = points[17:27]
    if kind != 3 and chance(random, 0.7):
        up = brow - np.array([0, 1], np.float32) * extent * random.uniform(0.05, 0.3)
        chosen = np.concatenate([chosen, up])
    chosen = chosen + random.normal(0, 0.012 * extent, chosen.shape)
    hull = cv2.convexHull(chosen.astype(np.float32))[:, 0]
    mask = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, np.round(hull * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
    # Elastic: a smooth field of shifts.
    field = random.normal(0, 1, (2, 6, 6)).astype(np.float32) * extent * random.uniform(0.01, 0.05)
    dx, dy = (cv2.resize(one, (width, height), interpolation=cv2.INTER_CUBIC) for one in field)
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    mask = cv2.remap(mask, xs + dx, ys + dy, cv2.INTER_LINEAR)
    first, second = (extent * random.uniform(0.005, 0.09) for _ in range(2))
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.4, first))
    if first > second:
        mask = np.clip((mask - 0.5) * 2, 0, 1)
    elif chance(random, 0.5):
        mask = np.clip(mask * 2, 0, 1)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.4, second))
    peak = float(mask.max())
    return mask / peak if peak > 1e-3 else mask


def self_blend(image: np.ndarray, points: np.ndarray, random: Random) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """:returns: the face before anything was laid over it, the blend, and how much of each pixel was laid over, 0 to 1"""
    height, width = image.shape[:2]
    mask = hull_mask(points, (height, width), random) * float(random.choice([0.5, 0.75, 1, 1, 1, 1]))
    changed = image
    if chance(random, 0.9):
        changed = recoloured(changed, random)
    if chance(random, 0.8):
        changed = resharpened(changed, random)
    source, target = (changed, image) if chance(random, 0.6) else (image, changed)
    centre = points.mean(0)
    scale = random.uniform(0.94, 1.06)
    turn = random.uniform(-2, 2)
    matrix = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), turn, scale)
    extent = float((points.max(0) - points.min(0)).max())
    matrix[:, 2] += random.uniform(-0.04, 0.04, 2) * extent
    source = cv2.warpAffine(source, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    laid = mask[..., None] * source + (1 - mask[..., None]) * target
    return target, np.clip(laid, 0, 255).astype(np.uint8), mask


class Passage:
    """What a picture goes through after it was made: drawn once, applied alike to a real face and to its blend."""

    def __init__(self, random: Random) -> None:
        self.flip = chance(random, 0.5)
        self.room = random.uniform(1.25, 1.8)
        self.shift = random.uniform(-0.08, 0.08, 2)
        self.colour = int(random.integers(0, 2**31)) if chance(random, 0.3) else None
        self.scale = float(random.uniform(0.45, 1)) if chance(random, 0.4) else 1.0
        self.resample = int(random.choice([cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
        self.blur = float(random.uniform(0.3, 0.9)) if chance(random, 0.15) else 0.0
        self.noise = float(random.uniform(0.5, 3)) if chance(random, 0.15) else 0.0
        self.first = int(random.integers(40, 98)) if chance(random, 0.3) else 0
        self.quality = int(random.integers(45, 100)) if chance(random, 0.65) else 0
        self.seed = int(random.integers(0, 2**31))

    def apply(self, image: np.ndarray) -> np.ndarray:
        if self.colour is not None:
            image = recoloured(image, np.random.default_rng(self.colour))
        if self.first:
            image = compressed(image, self.first)
        if self.scale < 1:
            height, width = image.shape[:2]
            size = (max(32, round(width * self.scale)), max(32, round(height * self.scale)))
            image = cv2.resize(image, size, interpolation=self.resample)
        if self.blur:
            image = cv2.GaussianBlur(image, (0, 0), self.blur)
        if self.noise:
            image = np.clip(image + np.random.default_rng(self.seed).normal(0, self.noise, image.shape), 0, 255)
            image = image.astype(np.uint8)
        return compressed(image, self.quality) if self.quality else image
