"""Which recordings there are, what they are, and how they are split: by source, person and family of generators.

Labels are those of the manifest, with one correction: WaveFake's folders `sample_data/LJSpeech` and `special` hold the
recordings of people that its generated ones were made from, and the manifest calls them fake. Files with the same
bytes are taken once.
"""

from __future__ import annotations

import csv
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

RATE = 16_000
FOLDS = {
    "neural vocoders": ("hifi-gan", "melgan", "flow-autoregressive"),
    "fastspeech2": ("fastspeech2",),
    "formant": ("formant",),
    "unit-statistical": ("unit-statistical",),
}
"""Families of generators that are held out together. The demonstrations of neural vocoders share their people and
sentences, so that none of them may be trained on where one is tested."""

_DEMONSTRATIONS = ("hifi-gan-demo", "gan-police", "wavefake")


@dataclass(frozen=True)
class Recording:
    path: str
    sha256: str
    fake: bool
    source: str
    """Who published it: files of one source share people, microphones and texts."""
    person: str
    family: str
    """Of the generator; empty for a real voice."""
    generator: str


def _family(source: str, generator: str) -> str:
    name = generator.lower()
    if source == "espeak":
        return "formant"
    if source == "flite":
        return "unit-statistical"
    if source == "fastspeech2":
        return "fastspeech2"
    if re.search(r"waveglow|wavenet|:wg", name):
        return "flow-autoregressive"
    if re.search(r"hgan|hifi|avocodo|bigvgan|hifi-gan:pr", name):
        return "hifi-gan"
    if re.search(r"melgan|wavegan|pwg|conformer|mbmelgan", name):
        return "melgan"
    return "unnamed"


def _source(path: str) -> str:
    name = Path(path).name
    for prefix, source in (
        ("hifi-gan", "hifi-gan-demo"), ("fastspeech2", "fastspeech2"), ("audiodeepfake", "gan-police"), ("wavefake", "wavefake"),
        ("resemblyzer", "librispeech"), ("espeak", "espeak"), ("flite", "flite"),
    ):
        if name.startswith(prefix):
            return source
    raise ValueError(f"unknown source of {path}")


def _person(source: str, address: str, generator: str) -> str:
    if source == "librispeech":
        return f"libri-{address.rsplit('/', 1)[-1].split('-')[0]}"
    if "/LJ" in address or "ljspeech" in address.lower() or re.search(r"/(ss|e2e)_", address):
        return "lj"
    if source == "hifi-gan-demo":
        return "vctk-" + re.sub(r"\D", "", address[-6:])
    if source == "fastspeech2":
        return Path(address).name.split("_")[0][:7]
    return source + ("-" + generator if source in ("espeak", "flite") else "")


def recordings(media: Path) -> list[Recording]:
    found: dict[str, Recording] = {}
    with open(media / "manifest-audio.csv", newline="") as handle:
        for row in csv.DictReader(handle):
            digest = hashlib.sha256((media / row["path"]).read_bytes()).hexdigest()
            address, source = row["source"], _source(row["path"])
            original = "sample_data/LJSpeech/" in address or "sample_data/special/" in address
            fake = row["label"] == "fake" and not original
            if digest in found and found[digest].fake != fake:
                raise ValueError(f"{row['path']} is both real and fake")
            found.setdefault(digest, Recording(
                row["path"], digest, fake, source, _person(source, address, row["generator"]),
                _family(source, row["generator"]) if fake else "", row["generator"] if fake else "",
            ))
    return sorted(found.values(), key=lambda one: one.path)


def load(media: Path, path: str) -> np.ndarray:
    samples, rate = soundfile.read(media / path, dtype="float32", always_2d=True)
    if rate != RATE:
        raise ValueError(f"{path} has {rate} samples a second")
    return samples.mean(axis=1)


def held_out(one: Recording, fold: str) -> bool:
    """Whether a recording belongs to the test of a fold."""
    if one.fake:
        return one.family in FOLDS[fold]
    if one.source == "librispeech":
        return _share(one.person) % len(FOLDS) == list(FOLDS).index(fold)
    if fold == "neural vocoders":
        return one.source in _DEMONSTRATIONS
    return fold == one.source


def trainable(one: Recording, fold: str | None) -> bool:
    """Whether a recording may be trained on: nothing of the fold's test, nor anything of the same demonstrations."""
    if fold is None:
        return True
    return not held_out(one, fold) and not (fold == "neural vocoders" and one.source in _DEMONSTRATIONS)


def _share(person: str) -> int:
    return int(hashlib.sha256(person.encode()).hexdigest()[:8], 16)
