"""Draws the sets that the engine is measured on: seeds that training never uses.

    python samples.py --out /tmp/mrz-set --lines 2000 --hard 0.5
    python samples.py --out /tmp/mrz-forged --lines 1000 --hard 0.5 --forged
    python samples.py --out /tmp/mrz-pages --pages 200

`lines.json` names every line of every zone, `lines.bin` holds their grey levels one after another; pages are JPEGs of
whole cards on a table, with `pages.json` saying what their zones hold.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import cv2
import numpy as np

from render import _guilloche, _stray, degrade, load_faces
from text import mrz

LINE_SEED = 700_001
PAGE_SEED = 700_002


def form_of(zone: list[str]) -> str:
    if len(zone) == 3:
        return "TD1"
    if zone[0].startswith("V"):
        return "MRV_A" if len(zone[0]) == 44 else "MRV_B"
    if len(zone[0]) == 44:
        return "TD3"
    return "FRA_ID" if zone[0].startswith("IDFRA") and zone[1][:4].isdigit() and zone[1][34] in "MF" else "TD2"


def forge(rng: np.random.Generator, zone: list[str]) -> list[str]:
    """One digit of the birth date, expiry or number changed as a forger would who forgets the check digits."""
    line = 0 if len(zone) == 3 and rng.random() < 0.4 else 1
    places = [i for i, c in enumerate(zone[line]) if c.isdigit() and 1 < i < 27]
    at = places[int(rng.integers(len(places)))]
    digit = str((int(zone[line][at]) + int(rng.integers(1, 10))) % 10)
    return [text[:at] + digit + text[at + 1 :] if i == line else text for i, text in enumerate(zone)]


def draw_lines(out: Path, count: int, hard: float, forged: bool, seed: int) -> None:
    faces, chances = load_faces()
    entries, offset, zone_index = [], 0, 0
    with (out / "lines.bin").open("wb") as data:
        while len(entries) < count:
            rng = np.random.default_rng([seed, zone_index])
            zone = mrz(rng)
            zone = forge(rng, zone) if forged else zone
            for index, text in enumerate(zone):
                image = degrade(rng, faces, chances, text, hard)
                data.write(image.tobytes())
                entries.append({"zone": zone_index, "index": index, "form": form_of(zone), "text": text, "width": image.shape[1], "offset": offset})
                offset += image.size
            zone_index += 1
    digest = hashlib.sha256((out / "lines.bin").read_bytes()).hexdigest()
    (out / "lines.json").write_text(json.dumps({"seed": seed, "hard": hard, "sha256": digest, "lines": entries}))
    print(f"{len(entries)} lines of {zone_index} zones, sha256 {digest}")


def draw_page(rng: np.random.Generator, faces, chances, forged: bool) -> tuple[np.ndarray, list[str], float]:
    """A card or data page, printed, laid on something and photographed from a little aside, at any rotation."""
    zone = forge(rng, mrz(rng)) if forged else mrz(rng)
    face = faces[int(rng.choice(len(faces), p=chances))]
    pitch = max(face.cap * rng.uniform(0.95, 1.15), face.advance * 0.88)
    width = int(pitch * (len(zone[0]) + rng.uniform(4, 8)))
    height = int(width * (0.63 if len(zone) == 3 else 0.7))
    ink = np.zeros((height, width), np.float32)
    step = face.cap * rng.uniform(1.9, 2.7)
    base = height - rng.uniform(1.4, 2.6) * face.cap
    left = (width - pitch * len(zone[0])) / 2
    for i, text in enumerate(zone):
        y = int(base - (len(zone) - 1 - i) * step) - 52
        for k, symbol in enumerate(text):
            x = int(round(left + (k + 0.5) * pitch)) - 28
            window = ink[max(y, 0) : y + 72, max(x, 0) : x + 56]
            np.maximum(window, face.glyphs[symbol][: window.shape[0], : window.shape[1]], out=window)
    top = int(base - (len(zone) - 1) * step - 2 * face.cap)
    for row in range(int(rng.integers(4, 10))):  # labels and printed fields
        scale = rng.uniform(0.5, 1.3)
        words = "".join(chr(int(c)) for c in rng.integers(97, 123, int(rng.integers(4, 22)))).upper()
        place = (int(width * rng.uniform(0.3, 0.5)), int(top * (row + 1) / 11))
        label = np.zeros((height, width), np.uint8)
        cv2.putText(label, words, place, cv2.FONT_HERSHEY_SIMPLEX, scale, int(rng.uniform(100, 255)), int(rng.integers(1, 3)), cv2.LINE_AA)
        ink = np.maximum(ink, label.astype(np.float32) / 255)
    paper = np.full((height, width), 1.0, np.float32) - _guilloche(rng, (height, width)) * rng.uniform(0, 0.15)
    paper -= _stray(rng, faces, (height, width)) * rng.uniform(0, 0.2)
    picture = cv2.resize(rng.random((12, 9), np.float32), (int(width * 0.22), int(top * 0.8)), interpolation=cv2.INTER_CUBIC)
    paper[int(top * 0.12) : int(top * 0.12) + picture.shape[0], int(width * 0.05) : int(width * 0.05) + picture.shape[1]] = picture
    card = np.clip(paper - ink * rng.uniform(0.5, 0.9), 0, 1) * rng.uniform(0.6, 1)
    seen = float(np.exp(rng.uniform(np.log(8), np.log(26))))  # pixels a character in the photograph
    zoom = seen / pitch
    size = int(max(width, height) * zoom * rng.uniform(1.15, 1.8))
    turn = rng.choice([0.0, 90.0, 180.0, 270.0]) + rng.normal(0, 7)
    angle = np.deg2rad(turn)
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2 * zoom
    half = half @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = half * (1 + rng.normal(0, 0.025, (4, 2))) + size / 2
    matrix = cv2.getPerspectiveTransform(np.float32([[0, 0], [width, 0], [width, height], [0, height]]), np.float32(corners))
    table = np.clip(rng.uniform(0.1, 0.9) + cv2.resize(rng.normal(0, 0.12, (size // 8 + 1, size // 8 + 1)).astype(np.float32), (size, size)), 0, 1)
    sharp = cv2.GaussianBlur(card, (0, 0), max(0.3, 0.42 / zoom)) if zoom < 1 else card
    photo = cv2.warpPerspective(sharp, matrix, (size, size), flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.ones_like(card), matrix, (size, size))
    photo = photo * mask + table * (1 - mask)
    ramp = cv2.resize(rng.uniform(0.6, 1, (3, 3)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    photo = cv2.GaussianBlur(photo * ramp, (0, 0), 0.2 + seen * rng.uniform(0, 0.07))
    photo += rng.normal(0, rng.uniform(0.003, 0.03), photo.shape).astype(np.float32)
    return np.clip(photo * 255, 0, 255).astype(np.uint8), zone, turn


def draw_pages(out: Path, count: int, forged: bool, seed: int) -> None:
    faces, chances = load_faces()
    entries = []
    for i in range(count):
        rng = np.random.default_rng([seed, i])
        photo, zone, turn = draw_page(rng, faces, chances, forged)
        name = f"{i:04d}.jpg"
        cv2.imwrite(str(out / name), photo, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))])
        entries.append({"file": name, "form": form_of(zone), "lines": zone, "turn": turn})
    (out / "pages.json").write_text(json.dumps({"seed": seed, "pages": entries}))


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--lines", type=int, default=0)
    ask.add_argument("--pages", type=int, default=0)
    ask.add_argument("--hard", type=float, default=0.5)
    ask.add_argument("--forged", action="store_true", help="one digit of every zone is changed after its check digits were made")
    ask.add_argument("--seed", type=int, help="another set than the published one")
    args = ask.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    if args.lines:
        draw_lines(args.out, args.lines, args.hard, args.forged, args.seed or LINE_SEED)
    if args.pages:
        draw_pages(args.out, args.pages, args.forged, args.seed or PAGE_SEED)


if __name__ == "__main__":
    main()
