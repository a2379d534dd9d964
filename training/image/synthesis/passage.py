"""What pictures go through after they were made: drawn once for a pair, the same for the real piece and for its copy, so
that size, sharpness and codec tell nothing."""

from __future__ import annotations

import cv2
import numpy as np

CROP = 96
WAYS = (cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)


def through_jpeg(image: np.ndarray, quality: int, thinned: bool) -> np.ndarray:
    """thinned: with half the colour in each direction, as most programs store it."""
    factor = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420 if thinned else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    data = cv2.imencode(".jpg", image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, factor])[1]
    return np.ascontiguousarray(cv2.imdecode(data, cv2.IMREAD_COLOR)[:, :, ::-1])


def through_webp(image: np.ndarray, quality: int) -> np.ndarray:
    data = cv2.imencode(".webp", image[:, :, ::-1], [cv2.IMWRITE_WEBP_QUALITY, quality])[1]
    return np.ascontiguousarray(cv2.imdecode(data, cv2.IMREAD_COLOR)[:, :, ::-1])


def as_cameras_do(image: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """What happens to photographs without any generator: made larger, freed of noise, sharpened. Real pieces alone."""
    if random.random() < 0.65:
        return image
    what = random.random()
    if what < 0.2:
        side = image.shape[0]
        small = cv2.resize(image, None, fx=(factor := random.uniform(0.35, 0.8)), fy=factor, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (side, side), interpolation=int(random.choice(WAYS[1:])))
    elif what < 0.35:
        image = cv2.bilateralFilter(image, 5, random.uniform(8, 30), random.uniform(1, 3))
    elif what < 0.42:
        image = cv2.medianBlur(image, 3)
    if random.random() < 0.2:
        soft = cv2.GaussianBlur(image, (0, 0), random.uniform(0.7, 1.6))
        image = cv2.addWeighted(image, 1 + (more := random.uniform(0.2, 0.9)), soft, -more, 0)
    return image


def passed(images: list[np.ndarray], random: np.random.Generator) -> list[np.ndarray]:
    """Squares of one size → crops of CROP, each through the same steps."""
    turn, mirrored = int(random.integers(4)), random.random() < 0.5
    first = (int(random.integers(65, 99)), random.random() < 0.7) if random.random() < 0.5 else None
    scale = random.uniform(0.52, 1.25) if random.random() < 0.45 else 1.0
    way = int(random.choice(WAYS))
    blur = random.uniform(0.3, 0.8) if random.random() < 0.12 else 0.0
    grain = random.uniform(0.5, 3.0) if random.random() < 0.2 else 0.0
    # Nine of ten pictures lie on another grid by the time they are stored for the last time.
    start, place = random.random(2), random.random(2)
    last, quality, thinned = random.random(), int(random.integers(65, 97)), random.random() < 0.7
    seed = int(random.integers(1 << 31))
    out = []
    for image in images:
        image = np.rot90(image[:, ::-1] if mirrored else image, turn).copy()
        if first:
            image = through_jpeg(image, *first)
        if scale != 1.0:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=way)
        if blur:
            image = cv2.GaussianBlur(image, (0, 0), blur)
        if grain:
            noise = np.random.default_rng(seed).standard_normal(image.shape) * grain
            image = np.clip(np.round(image + noise), 0, 255).astype(np.uint8)
        room = image.shape[0] - CROP
        top, left = (int(part * min(9, room + 1)) for part in start)
        image = np.ascontiguousarray(image[top:, left:])
        if last < 0.8:
            image = through_jpeg(image, quality, thinned)
        elif last < 0.92:
            image = through_webp(image, quality)
        room = [image.shape[axis] - CROP for axis in (0, 1)]
        top, left = (int(part * (some + 1)) for part, some in zip(place, room))
        out.append(image[top : top + CROP, left : left + CROP])
    return out
