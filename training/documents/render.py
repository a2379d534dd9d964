"""Pages that nobody wrote: set in free fonts, printed, then scanned or photographed. Grey, uint8.

Layouts: letters, tables of amounts, forms, cards with guilloche. What honest pages carry besides print is on them before
the scan: stamps, signatures, words in bold and other sizes, boxes, pictures, filled areas, so that none of it is a sign.
"""

from __future__ import annotations

import string
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

_ROOT = Path("/usr/share/fonts/truetype")
#: Debian's fonts-liberation, fonts-dejavu, fonts-freefont-ttf, fonts-hack, fonts-inconsolata.
FONTS = {
    "train": [
        "liberation/LiberationSans-Regular.ttf", "liberation/LiberationSans-Bold.ttf",
        "liberation/LiberationSansNarrow-Regular.ttf", "liberation/LiberationMono-Regular.ttf",
        "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSerif.ttf",
        "freefont/FreeSerif.ttf", "freefont/FreeSerifBold.ttf", "freefont/FreeMono.ttf",
        "hack/Hack-Regular.ttf",
    ],
    #: Pages of the test are set in these alone.
    "test": [
        "liberation/LiberationSerif-Regular.ttf", "liberation/LiberationSerif-Bold.ttf",
        "freefont/FreeSans.ttf", "freefont/FreeSansBold.ttf", "freefont/FreeMonoBold.ttf",
        "inconsolata/Inconsolata.otf", "dejavu/DejaVuSansMono.ttf",
    ],
}
_LOWER = np.array(list("etaoinshrdlucmfwygpbvk"))
_CHANCES = np.array([12, 9, 8, 7.5, 7, 6.7, 6.3, 6, 6, 4.2, 4, 2.8, 2.8, 2.4, 2.2, 2.3, 2, 2, 1.9, 1.5, 1, 0.8])
_CHANCES = _CHANCES / _CHANCES.sum()


def fonts_of(part: str) -> list[str]:
    found = [str(_ROOT / name) for name in FONTS[part] if (_ROOT / name).exists()]
    if len(found) < 5:
        raise FileNotFoundError("Too few fonts: install the Debian packages named in README.md")
    return found


def word_of(rng: np.random.Generator, length: int | None = None) -> str:
    kind = rng.random()
    length = length or int(rng.integers(2, 11))
    if kind < 0.3:
        return "".join(rng.choice(list(string.digits), length))
    if kind < 0.4:
        return f"{rng.integers(1, 10 ** min(6, max(1, length - 3))):,}.{rng.integers(0, 100):02d}"
    text = "".join(rng.choice(_LOWER, length, p=_CHANCES))
    return text.upper() if rng.random() < 0.12 else text.capitalize() if rng.random() < 0.2 else text


class _Sheet:
    """A page at twice its size, 255 where there is no ink."""

    def __init__(self, rng: np.random.Generator, width: int, height: int, faces: list[str]):
        self.rng, self.width, self.height = rng, 2 * width, 2 * height
        self.picture = Image.new("L", (self.width, self.height), 255)
        self.pen = ImageDraw.Draw(self.picture)
        self.size = int(np.exp(rng.uniform(np.log(24), np.log(60))))
        self.faces = faces
        self.face = faces[int(rng.integers(len(faces)))]
        self.font = ImageFont.truetype(self.face, self.size)

    def font_of(self, size: int) -> ImageFont.FreeTypeFont:
        face = self.face if self.rng.random() < 0.5 else self.faces[int(self.rng.integers(len(self.faces)))]
        return ImageFont.truetype(face, max(14, size))

    def line(self, x: float, y: float, until: float, font: ImageFont.FreeTypeFont, odd: float = 0.04) -> None:
        space = font.getlength(" ")
        while True:
            text = word_of(self.rng)
            used = self.font_of(int(font.size * self.rng.uniform(0.9, 1.3))) if self.rng.random() < odd else font
            if x + used.getlength(text) > until:
                return
            self.pen.text((x, y + font.size), text, font=used, fill=int(self.rng.integers(0, 50)), anchor="ls")
            x += used.getlength(text) + space

    def paragraphs(self, x0: float, y0: float, x1: float, y1: float) -> None:
        y, step = y0, self.size * self.rng.uniform(1.2, 1.7)
        while y + step < y1:
            if self.rng.random() < 0.85:
                self.line(x0, y, x1 - (self.rng.random() < 0.2) * 0.5 * (x1 - x0), self.font)
            y += step

    def table(self, x0: float, y0: float, x1: float, y1: float) -> None:
        step, columns = self.size * self.rng.uniform(1.4, 2.2), int(self.rng.integers(2, 5))
        edges = np.linspace(x0, x1, columns + 1)
        ruled, y = self.rng.random() < 0.5, y0
        while y + step < y1:
            for column in range(columns):
                if self.rng.random() < 0.1:
                    continue
                if column == 0:
                    self.line(edges[0], y, edges[1] - 10, self.font)
                else:
                    self.pen.text((edges[column + 1] - 12, y + self.size), word_of(self.rng, 6), font=self.font, fill=20, anchor="rs")
            if ruled:
                self.pen.line((x0, y + step - 4, x1, y + step - 4), fill=90, width=int(self.rng.integers(1, 5)))
            y += step

    def form(self, x0: float, y0: float, x1: float, y1: float) -> None:
        y, small = y0, ImageFont.truetype(self.face, max(14, int(0.6 * self.size)))
        other = self.font_of(self.size)
        while y + 2.6 * self.size < y1:
            for left, right in ((x0, (x0 + x1) / 2 - 8), ((x0 + x1) / 2 + 8, x1)):
                if self.rng.random() < 0.5:
                    self.pen.rectangle((left, y, right, y + 2.3 * self.size), outline=100, width=3, fill=int(self.rng.choice([255, 255, 225])))
                self.line(left + 8, y + 2, left + 0.6 * (right - left), small)
                self.line(left + 8, y + 0.9 * self.size, right - 8, other)
            y += 2.6 * self.size

    def extras(self) -> None:
        rng = self.rng
        if rng.random() < 0.35:  # a signature
            x, y = rng.uniform(0.1, 0.7) * self.width, rng.uniform(0.2, 0.9) * self.height
            points = np.cumsum(rng.normal((9, 0), (14, 22), (40, 2)), 0) + (x, y)
            self.pen.line([tuple(p) for p in points], fill=int(rng.integers(20, 110)), width=int(rng.integers(3, 8)), joint="curve")
        if rng.random() < 0.3:  # a stamp
            side = int(rng.uniform(0.12, 0.25) * self.width)
            stamp = Image.new("L", (2 * side, 2 * side), 255)
            pen, tone = ImageDraw.Draw(stamp), int(rng.integers(60, 170))
            pen.ellipse((8, side // 2, 2 * side - 8, 3 * side // 2), outline=tone, width=6)
            pen.text((side, side), word_of(rng, 7).upper(), font=self.font_of(side // 4), fill=tone, anchor="mm")
            stamp = np.asarray(stamp.rotate(float(rng.uniform(-40, 40)), fillcolor=255))
            self._darken(stamp)
        if rng.random() < 0.25:  # a picture
            w, h = (int(rng.uniform(0.12, 0.3) * self.width) for _ in range(2))
            coarse = cv2.resize(rng.uniform(30, 240, (6, 6)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
            fine = cv2.resize(rng.normal(0, 18, (h // 4, w // 4)).astype(np.float32), (w, h))
            self._darken(np.clip(coarse + fine, 0, 255).astype(np.uint8))
        if rng.random() < 0.25:  # a heading on a filled area
            y = rng.uniform(0, 0.8) * self.height
            self.pen.rectangle((0.05 * self.width, y, 0.95 * self.width, y + 1.6 * self.size), fill=int(rng.integers(20, 215)))
            self.pen.text((0.08 * self.width, y + 1.2 * self.size), word_of(rng, 9), font=self.font_of(self.size), fill=255, anchor="ls")

    def _darken(self, part: np.ndarray) -> None:
        x, y = (int(self.rng.uniform(0, max(1, room))) for room in (self.width - part.shape[1], self.height - part.shape[0]))
        page = np.array(self.picture)
        window = page[y : y + part.shape[0], x : x + part.shape[1]]
        np.minimum(window, part[: window.shape[0], : window.shape[1]], out=window)
        self.picture = Image.fromarray(page)
        self.pen = ImageDraw.Draw(self.picture)


def _guilloche(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    total = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(1, 3))):
        angle, period = rng.uniform(0, np.pi), rng.uniform(8, 50)
        wave = rng.uniform(0, 25) * np.sin(xs / rng.uniform(30, 200) + ys / rng.uniform(30, 200))
        total += np.maximum(np.cos((xs * np.cos(angle) + ys * np.sin(angle) + wave) * (2 * np.pi / period)), 0) ** rng.uniform(1, 5)
    return total / (total.max() + 1e-6)


def _set(rng: np.random.Generator, width: int, height: int, faces: list[str]) -> np.ndarray:
    """A page as it is set, at twice its size: reflectance 0 to 1."""
    sheet = _Sheet(rng, width, height, faces)
    x0, x1 = rng.uniform(0.03, 0.12) * sheet.width, rng.uniform(0.88, 0.97) * sheet.width
    y = rng.uniform(0.03, 0.1) * sheet.height
    while y < 0.9 * sheet.height:
        until = min(0.97 * sheet.height, y + rng.uniform(0.15, 0.5) * sheet.height)
        [sheet.paragraphs, sheet.table, sheet.form][int(rng.integers(3))](x0, y, x1, until)
        y = until + sheet.size
    sheet.extras()
    page = np.asarray(sheet.picture, np.float32) / 255
    if rng.random() < 0.25:
        page = page * (1 - rng.uniform(0.03, 0.25) * _guilloche(rng, page.shape))
    return page


def _printed(rng: np.random.Generator, page: np.ndarray) -> np.ndarray:
    page = cv2.GaussianBlur(page, (0, 0), rng.uniform(0.4, 1.3))
    if rng.random() < 0.5:  # ink that did not take everywhere
        grain = cv2.resize(rng.random((page.shape[0] // 3, page.shape[1] // 3), np.float32), page.shape[::-1])
        page = 1 - (1 - page) * np.clip(1 - rng.uniform(0.05, 0.4) * grain, 0, 1)
    paper = cv2.resize(rng.normal(0, 1, (page.shape[0] // 2, page.shape[1] // 2)).astype(np.float32), page.shape[::-1])
    clouds = cv2.resize(rng.normal(0, 1, (page.shape[0] // 40, page.shape[1] // 40)).astype(np.float32), page.shape[::-1], interpolation=cv2.INTER_CUBIC)
    return page * (rng.uniform(0.8, 1.0) + rng.uniform(0, 0.02) * paper + rng.uniform(0, 0.015) * clouds)


def _noisy(rng: np.random.Generator, page: np.ndarray, most: float) -> np.ndarray:
    level = float(np.exp(rng.uniform(np.log(0.3), np.log(most)))) / 255
    noise = rng.normal(0, 1, page.shape).astype(np.float32)
    if rng.random() < 0.4:  # neighbours of a sensor that were filled in go together
        noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.4, 0.9)) * 1.6
    return page + noise * level * np.sqrt(np.clip(page, 0.05, 1))


def _sharpened(rng: np.random.Generator, page: np.ndarray) -> np.ndarray:
    return page + (page - cv2.GaussianBlur(page, (0, 0), rng.uniform(0.7, 1.8))) * rng.uniform(0.2, 1.5)


def _scanned(rng: np.random.Generator, page: np.ndarray) -> np.ndarray:
    height, width = page.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.normal(0, 0.8)), 1.0)
    page = cv2.warpAffine(page, turn, (width, height), flags=cv2.INTER_LINEAR, borderValue=0.9)
    page = cv2.GaussianBlur(page, (0, 0), rng.uniform(0.5, 1.6))
    page = cv2.resize(page, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    page = page * (1 + rng.uniform(0, 0.06) * np.linspace(-1, 1, page.shape[1], dtype=np.float32)[None, :] * rng.choice([-1, 1]))
    page = _noisy(rng, page, 6)
    if rng.random() < 0.3:
        page = page + rng.normal(0, rng.uniform(0.001, 0.006), (1, page.shape[1])).astype(np.float32)
    if rng.random() < 0.5:
        page = _sharpened(rng, page)
    page = page * rng.uniform(0.85, 1.25) + rng.uniform(-0.05, 0.08)  # white may be clipped
    return np.sign(page) * np.abs(page) ** rng.uniform(0.75, 1.3)


def _photographed(rng: np.random.Generator, page: np.ndarray) -> np.ndarray:
    height, width = page.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = corners / 2 + rng.normal(0, 0.025, (4, 2)).astype(np.float32) * (width / 2, height / 2)
    matrix = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    page = cv2.GaussianBlur(page, (0, 0), rng.uniform(0.8, 2.4))
    page = cv2.warpPerspective(page, matrix, (width // 2, height // 2), flags=cv2.INTER_LINEAR, borderValue=float(rng.uniform(0.1, 0.6)))
    light = cv2.resize(rng.uniform(0.55, 1.0, (3, 3)).astype(np.float32), page.shape[::-1], interpolation=cv2.INTER_CUBIC)
    page = _noisy(rng, page * light, 12)
    way = rng.random()
    if way < 0.4:  # freed of noise by the camera
        page = cv2.bilateralFilter(page.astype(np.float32), 5, rng.uniform(0.02, 0.1), 2)
    elif way < 0.5:
        page = cv2.medianBlur((np.clip(page, 0, 1) * 255).astype(np.uint8), 3).astype(np.float32) / 255
    if rng.random() < 0.7:
        page = _sharpened(rng, page)
    return np.abs(np.clip(page, 0, 1)) ** rng.uniform(0.7, 1.2)


def page_of(seed: int, number: int, part: str) -> tuple[np.ndarray, str]:
    """Page `number`: depends on the seed and the number alone. Returns it with the way it was taken."""
    rng = np.random.default_rng([seed, number])
    width, height = int(rng.integers(620, 900)), int(rng.integers(620, 900))
    page = _printed(rng, _set(rng, width, height, fonts_of(part)))
    way = "scanned" if rng.random() < 0.6 else "photographed"
    page = (_scanned if way == "scanned" else _photographed)(rng, page)
    page = np.clip(page * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        page = cv2.imdecode(cv2.imencode(".jpg", page, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 98))])[1], cv2.IMREAD_GRAYSCALE)
    return page, way
