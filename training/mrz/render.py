"""Printing and photographing a line: glyphs at a fixed pitch, then everything that goes wrong on the way to us.

A line leaves here as the recogniser sees it: grey, 24 rows, the capitals about 13 rows high, any width.
The steps: print (font, stroke weight, broken ink), paper (guilloche, tint, stray print, card edge), light (ramp,
shadow, glare), camera (perspective, bend, blur, resolution, noise, sharpening), file (JPEG once or twice).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from text import ALPHABET

ROWS = 24
CAP_ROWS = 13.0
_SIZE = 40

_FONT_ROOT = Path("/usr/share/fonts")
# (path, chance): OCR-B as Debian packages it, and faces that some issuers and specimens use in its place.
FONTS = [
    ("opentype/ocr-b/OCRB.otf", 0.46),
    ("opentype/ocr-b/OCRBS.otf", 0.32),
    ("opentype/ocr-b/OCRBL.otf", 0.02),
    ("truetype/liberation/LiberationMono-Regular.ttf", 0.03),
    ("truetype/liberation/LiberationMono-Bold.ttf", 0.03),
    ("truetype/liberation/LiberationSans-Regular.ttf", 0.02),
    ("truetype/liberation/LiberationSans-Bold.ttf", 0.02),
    ("truetype/dejavu/DejaVuSansMono.ttf", 0.02),
    ("truetype/freefont/FreeMonoBold.ttf", 0.03),
    ("truetype/noto/NotoSansMono-Regular.ttf", 0.02),
    ("truetype/inconsolata/Inconsolata.otf", 0.02),
    ("truetype/anonymous-pro/Anonymous Pro.ttf", 0.01),
]


@dataclass
class Face:
    """Every symbol of the alphabet drawn once, cut to one cell; `cap` is the height of H in pixels."""

    glyphs: dict[str, np.ndarray]
    advance: float
    cap: float


def load_faces() -> tuple[list[Face], np.ndarray]:
    faces, chances = [], []
    for name, chance in FONTS:
        path = _FONT_ROOT / name
        if not path.exists():
            raise FileNotFoundError(f"{path}: install the Debian packages named in README.md")
        font = ImageFont.truetype(str(path), _SIZE)
        top, bottom = font.getmask("H").getbbox()[1::2]
        glyphs = {}
        for symbol in ALPHABET:
            cell = Image.new("L", (56, 72), 0)
            ImageDraw.Draw(cell).text((28, 52), symbol, font=font, fill=255, anchor="ms")
            glyphs[symbol] = np.asarray(cell, np.float32) / 255
        faces.append(Face(glyphs, font.getlength("0"), float(bottom - top)))
        chances.append(chance)
    weights = np.array(chances)
    return faces, weights / weights.sum()


def _print(rng: np.random.Generator, face: Face, text: str, pitch: float) -> np.ndarray:
    """Ink coverage 0..1: baseline at row 52 of 72; one margin of three cells on either side."""
    margin = int(3 * pitch) + 30
    ink = np.zeros((72, int(pitch * len(text)) + 2 * margin), np.float32)
    loose = 0.4 if rng.random() < 0.2 else 0.1
    tone = rng.uniform(0.0, 0.25) if rng.random() < 0.3 else 0.0
    for i, symbol in enumerate(text):
        x = int(round(margin + (i + 0.5) * pitch + rng.normal(0, loose))) - 28
        glyph = face.glyphs[symbol]
        if tone:
            glyph = glyph * (1 - tone * rng.random())
        window = ink[:, x : x + 56]
        np.maximum(window, glyph, out=window)
    weight = rng.random()
    if weight < 0.25:
        ink = cv2.dilate(ink, np.ones((2, 2), np.uint8) if weight < 0.12 else cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
    elif weight < 0.38:
        ink = cv2.erode(ink, np.ones((2, 2), np.uint8))
    if rng.random() < 0.2:  # ink that did not take everywhere
        grain = cv2.resize(rng.random((18, ink.shape[1] // 4), np.float32), ink.shape[::-1])
        ink = ink * np.clip(0.5 + grain * rng.uniform(0.6, 1.4), 0, 1)
    return ink


def _guilloche(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Fine wavy lines, -1..1."""
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    total = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        angle, period = rng.uniform(0, np.pi), rng.uniform(4, 26)
        wave = rng.uniform(0, 14) * np.sin(xs / rng.uniform(15, 160) + ys / rng.uniform(20, 160) + rng.uniform(0, 6))
        phase = (xs * np.cos(angle) + ys * np.sin(angle) + wave) * (2 * np.pi / period)
        lines = np.cos(phase)
        if rng.random() < 0.6:
            lines = np.maximum(lines, 0) ** rng.uniform(1, 6)
        total += lines * rng.uniform(0.3, 1)
    return total / (np.abs(total).max() + 1e-6)


def _stray(rng: np.random.Generator, faces: list[Face], shape: tuple[int, int]) -> np.ndarray:
    """Print that is not the line: rules, strokes of a signature, big letters across, 0..1."""
    out = np.zeros(shape, np.float32)
    height, width = shape
    for _ in range(int(rng.integers(1, 4))):
        kind = rng.random()
        if kind < 0.35:
            ends = [(int(rng.integers(width)), int(rng.integers(height))) for _ in range(2)]
            cv2.line(out, *ends, float(rng.uniform(0.3, 1)), int(rng.integers(1, 4)), cv2.LINE_AA)
        elif kind < 0.6:
            centre = (int(rng.integers(width)), int(rng.integers(-30, height + 30)))
            axes = (int(rng.integers(10, 300)), int(rng.integers(10, 120)))
            cv2.ellipse(out, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.3, 1)), int(rng.integers(1, 5)), cv2.LINE_AA)
        else:
            face = faces[int(rng.integers(len(faces)))]
            glyph = face.glyphs[ALPHABET[int(rng.integers(10, 36))]]
            big = cv2.resize(glyph, None, fx=rng.uniform(1, 5), fy=rng.uniform(1, 5))
            x, y = int(rng.integers(-big.shape[1], width)), int(rng.integers(-big.shape[0], height))
            x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + big.shape[1], width), min(y + big.shape[0], height)
            if x1 > x0 and y1 > y0:
                out[y0:y1, x0:x1] = np.maximum(out[y0:y1, x0:x1], big[y0 - y : y1 - y, x0 - x : x1 - x] * rng.uniform(0.3, 1))
    return out


def _smooth(rng: np.random.Generator, shape: tuple[int, int], cells: int) -> np.ndarray:
    """Slow random field, -1..1."""
    return cv2.resize(rng.uniform(-1, 1, (2, cells)).astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)


def _jpeg(image: np.ndarray, quality: int) -> np.ndarray:
    done, data = cv2.imencode(".jpg", np.clip(image * 255, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255 if done else image


def _blur(rng: np.random.Generator, image: np.ndarray, scale: float) -> np.ndarray:
    """Defocus or motion; `scale` is the source pitch in pixels."""
    kind = rng.random()
    if kind < 0.45:
        return cv2.GaussianBlur(image, (0, 0), 0.2 + scale * rng.uniform(0.0, 0.13))
    if kind < 0.6:
        length = max(2, int(scale * rng.uniform(0.1, 0.45)))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        half = (length - 1) / 2
        dx, dy = np.cos(angle) * half, np.sin(angle) * half
        cv2.line(kernel, (round(half - dx), round(half - dy)), (round(half + dx), round(half + dy)), 1.0)
        return cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-6))
    return image


def degrade(rng: np.random.Generator, faces: list[Face], chances: np.ndarray, text: str, hard: float = 1.0) -> np.ndarray:
    """The line as a camera or scanner gives it, cut out and straightened: uint8, 24 rows."""
    face = faces[int(rng.choice(len(faces), p=chances))]
    pitch = face.cap * rng.uniform(0.9, 1.2) if rng.random() < 0.85 else face.cap * rng.uniform(0.82, 1.3)
    pitch = max(pitch, face.advance * 0.86)
    ink = _print(rng, face, text, pitch)
    shape = ink.shape
    contrast = rng.uniform(0.3, 0.95) if rng.random() < 0.85 or hard < 0.5 else rng.uniform(0.12, 0.35)
    paper = np.full(shape, 1.0, np.float32)
    if rng.random() < 0.6:
        paper -= _guilloche(rng, shape) * contrast * rng.uniform(0.05, 0.45) * hard
    if rng.random() < 0.3:
        paper -= _stray(rng, faces, shape) * contrast * rng.uniform(0.1, 0.6) * hard
    image = paper - ink * contrast
    if rng.random() < 0.08:  # stamped or scribbled over, in a lighter ink
        image -= _stray(rng, faces, shape) * contrast * rng.uniform(0.2, 0.5) * hard
    if rng.random() < 0.5:
        image += _smooth(rng, shape, int(rng.integers(2, 6))) * rng.uniform(0.02, 0.25)
    if rng.random() < 0.12:  # edge of a shadow
        edge = rng.uniform(0, shape[1])
        ramp = 1 / (1 + np.exp(-(np.arange(shape[1]) - edge) / rng.uniform(3, 80)))
        image *= (1 - rng.uniform(0.1, 0.5) * (ramp if rng.random() < 0.5 else 1 - ramp)).astype(np.float32)
    if rng.random() < 0.1:  # glare that washes out some characters without wiping them away
        xs, ys = np.arange(shape[1]), np.arange(shape[0])[:, None]
        spot = np.exp(-(((xs - rng.uniform(0, shape[1])) / rng.uniform(20, 200)) ** 2) - ((ys - rng.uniform(0, 72)) / rng.uniform(15, 80)) ** 2)
        strength = rng.uniform(0.2, 0.75) * hard
        image = image * (1 - strength * spot) + 1.0 * strength * spot
    # camera: one map takes the print (cap `face.cap`) to the sensor (pitch `seen`)
    coarse = 4.6 + 5 * (1 - hard)
    seen = float(np.exp(rng.uniform(np.log(coarse), np.log(22)))) if rng.random() < 0.9 else rng.uniform(22, 32)
    zoom = seen / pitch
    left, right = 3 * pitch + 30 - rng.uniform(0.1, 2.6) * pitch, shape[1] - (3 * pitch + 30) + rng.uniform(0.1, 2.6) * pitch
    image = cv2.GaussianBlur(image, (0, 0), max(0.3, 0.42 / zoom)) if zoom < 1 else image
    width, height = int((right - left) * zoom), max(10, int(72 * zoom))
    u, v = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    along = u / width - 0.5
    squeeze = rng.normal(0, 0.04)
    source_x = left + (along + 0.5 + squeeze * (along**2 - 0.25) * 2) * (right - left)
    middle = 52 - face.cap / 2
    tilt, bend, shear = rng.normal(0, 0.0035) * (right - left), rng.normal(0, 1.1), rng.normal(0, 0.05)
    grow = 1 + rng.normal(0, 0.04) * along
    source_y = 36 + (v - height / 2) / zoom
    source_y = middle + (source_y - 36) * grow + tilt * along + bend * (along**2 * 4 - 0.5)
    source_x = source_x + shear * (source_y - middle)
    image = cv2.remap(image, source_x.astype(np.float32), source_y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    image = _blur(rng, image, seen * hard)
    level, gain = rng.uniform(0.0, 0.35), rng.uniform(0.5, 1.0)
    image = np.clip(image, -0.2, 1.1) * gain * (1 - level) + level
    if rng.random() < 0.25:
        image = np.sign(image) * np.abs(image) ** rng.uniform(0.6, 1.7)
    if rng.random() < 0.6:
        image += rng.normal(0, rng.uniform(0.003, 0.06) * contrast * gain * 2, image.shape).astype(np.float32)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.6, 1.6))
        image = image + (image - soft) * rng.uniform(0.3, 1.8)
    if rng.random() < 0.7:
        image = _jpeg(image, int(rng.uniform(25, 95)))
        if rng.random() < 0.2:
            image = _jpeg(image[:, int(rng.integers(0, 5)) :], int(rng.uniform(35, 95)))
    # straightening: the height found is a little off, and so is the middle
    cap_seen = face.cap * zoom
    cap_rows = CAP_ROWS * rng.uniform(0.84, 1.2)
    scale = cap_rows / cap_seen
    stretch = scale * rng.uniform(0.94, 1.06)
    columns = max(24, int(image.shape[1] * stretch))
    shift = rng.normal(0, 1.0)
    top = (image.shape[0] / 2) - (ROWS / 2 + shift) / scale
    matrix = np.array([[1 / stretch, 0, 0.5 / stretch - 0.5], [0, 1 / scale, top]], np.float32)
    if scale < 1:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    way = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    out = cv2.warpAffine(image, matrix, (columns, ROWS), flags=way | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.12:  # the card ends here
        cut = int(rng.uniform(0, 0.9) * 3.0)
        side = rng.random() < 0.5
        value = rng.uniform(0, 1)
        if cut:
            out[:, :cut] = value if side else out[:, :cut]
            out[:, -cut:] = out[:, -cut:] if side else value
    if rng.random() < 0.01:
        out = 1 - out
    return np.clip(out * 255, 0, 255).astype(np.uint8)
