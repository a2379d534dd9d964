"""What happens to sound on its way: the same for real voices and for synthetic ones, so that loudness, band, noise and
codec tell nothing."""

from __future__ import annotations

import io

import numpy as np
import scipy.signal
import soundfile

from sources import RATE

WINDOW = 3 * RATE


def crop(x: np.ndarray, random: np.random.Generator, length: int = WINDOW) -> np.ndarray:
    if len(x) < length:
        x = np.tile(x, -(-length // len(x)))
    start = int(random.integers(0, len(x) - length + 1))
    return x[start : start + length]


def resample(x: np.ndarray, rate: int) -> np.ndarray:
    """To another sampling rate and back."""
    down = scipy.signal.resample_poly(x, rate // 50, RATE // 50)
    return scipy.signal.resample_poly(down, RATE // 50, rate // 50)[: len(x)]


def compress(x: np.ndarray, form: str, quality: float, constant: bool = False) -> np.ndarray:
    """Through a codec and back. quality: 0 best to 1 worst, as libsndfile takes it; constant: the same bit rate
    throughout (MP3 alone; 0.6 is 64 kbit/s at this rate)."""
    kind, subtype = {"mp3": ("MP3", "MPEG_LAYER_III"), "vorbis": ("OGG", "VORBIS"), "opus": ("OGG", "OPUS")}[form]
    held = io.BytesIO()
    peak = max(1.0, float(np.abs(x).max()))
    mode = {"bitrate_mode": "CONSTANT"} if constant else {}
    with soundfile.SoundFile(held, "w", RATE, 1, subtype, format=kind, compression_level=quality, **mode) as out:
        out.write((x / peak).astype(np.float32))
    held.seek(0)
    back, _ = soundfile.read(held, dtype="float32")
    if len(back) < len(x):
        back = np.pad(back, (0, len(x) - len(back)))
    return back[: len(x)] * peak


def colour(x: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A room's or microphone's colour: a gentle random curve over frequency, at most ± 8 dB."""
    points = random.uniform(-8, 8, 6)
    response = 10 ** (np.interp(np.linspace(0, 5, 129), np.arange(6), points) / 20)
    taps = scipy.signal.firwin2(129, np.linspace(0, 1, 129), response)
    return scipy.signal.fftconvolve(x, taps, "same")


def noise(x: np.ndarray, random: np.random.Generator, decibels: float) -> np.ndarray:
    white = random.standard_normal(len(x))
    if random.random() < 0.5:
        white = scipy.signal.lfilter([1], [1, -0.95], white)
    power = np.mean(x**2) / max(np.mean(white**2), 1e-12) * 10 ** (-decibels / 10)
    return x + white * np.sqrt(power)


def disturb(x: np.ndarray, random: np.random.Generator) -> np.ndarray:
    if random.random() < 0.6:
        x = colour(x, random)
    if random.random() < 0.4:
        x = resample(x, int(random.choice([8_000, 11_000, 12_000, 22_050, 24_000])))
    if random.random() < 0.5:
        x = noise(x, random, random.uniform(12, 45))
    if random.random() < 0.4:
        x = compress(x, str(random.choice(["mp3", "mp3", "vorbis", "opus"])), random.uniform(0.1, 0.95))
    level = random.uniform(0.02, 0.2) / max(float(np.sqrt(np.mean(x**2))), 1e-5)
    return np.round(np.clip(x * level, -1, 1) * 32767).astype(np.int16)
