"""Faces of the picture set: who is in which part, and how a face is cut out.

The set is split by person before anything else; a person's part is a hash of the name, so that it never moves.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

SIDE = 128
#: Side of the square around a face, as a multiple of the larger extent of its 68 points.
ROOM = 1.5
PARTS = {0: "test", 1: "test", 2: "check"}


@dataclass(frozen=True)
class Face:
    path: str
    person: str
    part: str
    image: np.ndarray
    points: np.ndarray


def person_of(name: str) -> str:
    """Who a picture shows, by its file's name; a synthetic face by its generator's own number for the face."""
    frame = re.match(r"p1_facial_ke_(.*)_\d+\.", name) or re.match(r"facial_expre_([A-Za-z]+)_\d+\.", name)
    if frame:
        return frame.group(1)
    drawn = re.match(r"sdfd_([A-Za-z]+-\d+)_\d+\.", name)
    return drawn.group(1) if drawn else name


def part_of(person: str) -> str:
    return PARTS.get(int(hashlib.sha256(person.encode()).hexdigest(), 16) % 8, "train")


#: What is kept around a face for training, as a multiple of its extent, and the extent it is shrunk to.
AROUND = 2.4
LARGEST = 220


def near(face: Face) -> Face:
    """The face with its surroundings, large ones made smaller: what training works on."""
    height, width = face.image.shape[:2]
    low, high = face.points.min(0), face.points.max(0)
    extent = float((high - low).max())
    middle, half = (low + high) / 2, AROUND * extent / 2
    left, top = (max(0, int(value)) for value in middle - half)
    right, bottom = min(width, int(middle[0] + half) + 1), min(height, int(middle[1] + half) + 1)
    image, points = face.image[top:bottom, left:right], face.points - np.array([left, top], np.float32)
    scale = min(1.0, LARGEST / extent)
    if scale < 1:
        size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
        points = points * np.array([size[0] / image.shape[1], size[1] / image.shape[0]], np.float32)
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return Face(face.path, face.person, face.part, np.ascontiguousarray(image), points.astype(np.float32))


def load(located: Path, kind: str) -> list[Face]:
    """Faces of one kind (`real`, `fake`), as written by locate.ts; refuses a file that changed since."""
    faces = []
    for path, entry in sorted(json.loads(located.read_text()).items()):
        if f"/{kind}/" not in path:
            continue
        data = Path(path).read_bytes()
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            raise SystemExit(f"{path} is not the file that faces were located in")
        image = cv2.cvtColor(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
        person = person_of(Path(path).name)
        faces.append(Face(path, person, part_of(person), image, np.array(entry["points"], np.float32)))
    return faces


def square(points: np.ndarray, width: int, height: int, room: float = ROOM) -> tuple[float, float, float]:
    """The square that is looked at: (left, top, side), pixels, moved so that it lies in the picture."""
    low, high = points.min(0), points.max(0)
    side = min(room * float((high - low).max()), width, height)
    left, top = (low + high) / 2 - side / 2
    return min(max(0.0, float(left)), width - side), min(max(0.0, float(top)), height - side), side


def cut(image: np.ndarray, left: float, top: float, side: float, to: int = SIDE) -> np.ndarray:
    """Area average where it shrinks, between four pixels where it grows, as the service does it."""
    x, y, s = round(left), round(top), max(2, round(side))
    part = image[max(0, y) : y + s, max(0, x) : x + s]
    return cv2.resize(part, (to, to), interpolation=cv2.INTER_AREA if s > to else cv2.INTER_LINEAR)
