"""One real face laid over another real face: as self-blends, but with the borders that two people leave.

Blends of real faces by near landmarks (Li et al. 2020, "Face X-ray", section 4), with a mask laid on softly, over a pyramid
(Burt and Adelson 1983) or in gradients (Pérez et al. 2003, OpenCV's).
"""

from __future__ import annotations

import cv2
import numpy as np

from blends import Random, chance, hull_mask, recoloured, resharpened
from faces import Face


def similarity(points: np.ndarray, to: np.ndarray) -> np.ndarray:
    """Turn, scale and shift that bring points nearest to others (least squares), 2 by 3."""
    a, b = points - points.mean(0), to - to.mean(0)
    z = (a[:, 0] + 1j * a[:, 1]).conj() @ (b[:, 0] + 1j * b[:, 1]) / (a**2).sum()
    turn = np.array([[z.real, -z.imag], [z.imag, z.real]])
    return np.concatenate([turn, (to.mean(0) - turn @ points.mean(0))[:, None]], 1)


def misfits(faces: list[Face]) -> np.ndarray:
    """How badly each face's points (columns) fit on each other's (rows), over the extent."""
    shapes = np.stack([(face.points - face.points.mean(0)) @ np.array([1, 1j]) for face in faces])
    shapes = shapes / np.sqrt((np.abs(shapes) ** 2).mean(1, keepdims=True))
    return np.sqrt(np.maximum(0, 1 - np.abs(shapes.conj() @ shapes.T / shapes.shape[1]) ** 2))


def donors(faces: list[Face], best: int = 12) -> list[list[int]]:
    """For each face the numbers of the best fitting faces of other people."""
    fit = misfits(faces)
    return [
        [int(j) for j in np.argsort(row) if faces[j].person != faces[i].person][:best] for i, row in enumerate(fit)
    ]


def matched(source: np.ndarray, ground: np.ndarray, mask: np.ndarray, random: Random) -> np.ndarray:
    """Mean and spread of the channels under the mask made those of the ground, in one of two spaces, by a share."""
    code, back = ((None, None), (cv2.COLOR_RGB2LAB, cv2.COLOR_LAB2RGB))[int(random.integers(0, 2))]
    one, two = (image if code is None else cv2.cvtColor(image, code) for image in (source, ground))
    under = mask > 0.5
    if under.sum() < 16:
        return source
    out = one.astype(np.float32)
    share = 1.0 if chance(random, 0.6) else random.uniform(0.4, 1)
    a, b = one[under].astype(np.float32), two[under].astype(np.float32)
    spread = (b.std(0) + 1) / (a.std(0) + 1)
    moved = (out - a.mean(0)) * np.clip(spread, 0.4, 2.5) + b.mean(0)
    out = np.clip(out + share * (moved - out), 0, 255).astype(np.uint8)
    return out if back is None else cv2.cvtColor(out, back)


def pyramid(source: np.ndarray, ground: np.ndarray, mask: np.ndarray, levels: int) -> np.ndarray:
    """Each band of frequencies mixed with a mask as soft as the band is coarse."""
    one, two, weight = source.astype(np.float32), ground.astype(np.float32), mask[..., None].astype(np.float32)
    bands = []
    for _ in range(levels):
        size = one.shape[1::-1]
        ups = [cv2.pyrUp(cv2.pyrDown(image), dstsize=size) for image in (one, two)]
        bands.append(weight * (one - ups[0]) + (1 - weight) * (two - ups[1]))
        one, two = cv2.pyrDown(one), cv2.pyrDown(two)
        weight = cv2.pyrDown(weight)[..., None]
    out = weight * one + (1 - weight) * two
    for band in reversed(bands):
        out = cv2.pyrUp(out, dstsize=band.shape[1::-1]) + band
    return np.clip(out, 0, 255).astype(np.uint8)


def gradients(source: np.ndarray, ground: np.ndarray, mask: np.ndarray) -> np.ndarray | None:
    """Gradients of the source under the mask, brightness of the ground around it; nothing where the mask meets the edge."""
    hard = (mask > 0.5).astype(np.uint8) * 255
    hard[[0, 1, -2, -1]] = 0
    hard[:, [0, 1, -2, -1]] = 0
    x, y, wide, high = cv2.boundingRect(hard)
    if wide < 12 or high < 12:
        return None
    return cv2.seamlessClone(source, ground, hard, (x + wide // 2, y + high // 2), cv2.NORMAL_CLONE)


def swap(target: Face, donor: Face, random: Random) -> tuple[np.ndarray, np.ndarray]:
    """:returns: the target with the donor's face, and how much of each pixel was laid over it, 0 to 1"""
    height, width = target.image.shape[:2]
    image, points = donor.image, donor.points
    if chance(random, 0.35):
        # As small generators paint.
        extent = float((points.max(0) - points.min(0)).max())
        factor = min(1.0, random.uniform(40, 110) / extent)
        small = (max(8, round(image.shape[1] * factor)), max(8, round(image.shape[0] * factor)))
        points = points * np.array([small[0] / image.shape[1], small[1] / image.shape[0]], np.float32)
        image = cv2.resize(image, small, interpolation=cv2.INTER_AREA)
    if chance(random, 0.65):
        matrix = similarity(points, target.points)
    else:
        full, _, _, _ = np.linalg.lstsq(np.c_[points, np.ones(len(points))], target.points, rcond=None)
        matrix = full.T
    how = cv2.INTER_CUBIC if chance(random, 0.4) else cv2.INTER_LINEAR
    warped = cv2.warpAffine(image, matrix, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)
    there = cv2.warpAffine(np.ones(image.shape[:2], np.float32), matrix, (width, height), flags=cv2.INTER_LINEAR)
    mask = hull_mask(target.points, (height, width), random) * (there > 0.98)
    if chance(random, 0.3):
        warped = resharpened(warped, random)
    if chance(random, 0.85):
        warped = matched(warped, target.image, mask, random)
    if chance(random, 0.25):
        warped = recoloured(warped, random)
    kind = random.random()
    if kind < 0.2 and min(height, width) >= 48:
        return pyramid(warped, target.image, mask, int(random.integers(2, 5))), mask
    if kind < 0.4:
        laid = gradients(warped, target.image, mask)
        if laid is not None:
            return laid, (mask > 0.5).astype(np.float32)
    mask = mask * float(random.choice([0.8, 0.9, 1, 1, 1]))
    laid = mask[..., None] * warped + (1 - mask[..., None]) * target.image
    return np.clip(laid, 0, 255).astype(np.uint8), mask
