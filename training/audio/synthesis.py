"""Copy-synthesis: a real voice taken apart and put together again by a vocoder. The words, the person and the room stay;
what changes is what every vocoder does to sound."""

from __future__ import annotations

import numpy as np
import pyworld
import scipy.linalg
import scipy.ndimage
import scipy.signal

from sources import RATE


def world(x: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """WORLD (Morise et al. 2016): fundamental, envelope and aperiodicity; coded to a few numbers half of the time, as
    statistical synthesisers hand them on."""
    wave = x.astype(np.float64)
    f0, times = pyworld.dio(wave, RATE)
    f0 = pyworld.stonemask(wave, f0, times, RATE)
    envelope = pyworld.cheaptrick(wave, f0, times, RATE)
    aperiodicity = pyworld.d4c(wave, f0, times, RATE)
    size = pyworld.get_cheaptrick_fft_size(RATE)
    if random.random() < 0.5:
        coded = pyworld.code_spectral_envelope(envelope, RATE, int(random.integers(24, 61)))
        if random.random() < 0.5:
            coded = scipy.ndimage.gaussian_filter1d(coded, 1.0, axis=0)
        envelope = pyworld.decode_spectral_envelope(coded, RATE, size)
    if random.random() < 0.5:
        aperiodicity = pyworld.decode_aperiodicity(pyworld.code_aperiodicity(aperiodicity, RATE), RATE, size)
    return pyworld.synthesize(f0, envelope, aperiodicity, RATE)


def griffin_lim(x: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Phase by iteration (Griffin and Lim 1984; fast variant of Perraudin et al. 2013), from a linear spectrum or from
    mel bands that were turned back."""
    size = int(random.choice([512, 800, 1024]))
    hop = size // int(random.choice([4, 4, 8]))
    _, _, spectrum = scipy.signal.stft(x, RATE, "hann", size, size - hop)
    target = np.abs(spectrum)
    if random.random() < 0.6:
        bands = mel_filters(int(random.choice([80, 80, 128])), size)
        target = np.maximum(np.linalg.pinv(bands) @ (bands @ target), 1e-7)
    phase = np.exp(2j * np.pi * random.random(target.shape))
    before = np.zeros_like(phase)
    momentum = float(random.choice([0.0, 0.99]))
    for _ in range(int(random.choice([12, 20, 32]))):
        _, wave = scipy.signal.istft(target * phase, RATE, "hann", size, size - hop)
        _, _, again = scipy.signal.stft(wave, RATE, "hann", size, size - hop)
        again = _fit(again, target.shape[1])
        phase = again + momentum * (again - before) if momentum else again
        before = again
        phase = phase / np.maximum(np.abs(phase), 1e-9)
    return scipy.signal.istft(target * phase, RATE, "hann", size, size - hop)[1]


def _fit(spectrum: np.ndarray, frames: int) -> np.ndarray:
    if spectrum.shape[1] >= frames:
        return spectrum[:, :frames]
    return np.pad(spectrum, ((0, 0), (0, frames - spectrum.shape[1])))


def linear_prediction(x: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Source and filter: pulses or noise through an all-pole filter of each frame, or the residual with its phase
    thrown away."""
    order, size, hop = int(random.integers(16, 25)), 512, 128
    f0, times = pyworld.dio(x.astype(np.float64), RATE, frame_period=1000 * hop / RATE)
    window = np.hanning(size)
    padded = np.pad(x.astype(np.float64), (size, size))
    out = np.zeros(len(padded))
    next_pulse = 0.0
    flat = random.random() < 0.3
    for i in range(len(times)):
        start = int(i * hop) + size // 2
        frame = padded[start : start + size]
        if len(frame) < size:
            break
        frame = frame * window
        correlation = np.correlate(frame, frame, "full")[size - 1 : size + order]
        if correlation[0] < 1e-6:
            continue
        correlation[0] *= 1.0001
        poles = scipy.linalg.solve_toeplitz(correlation[:-1], -correlation[1:])
        gain = np.sqrt(max(correlation[0] + poles @ correlation[1:], 1e-12) / size)
        excitation = random.standard_normal(size)
        if flat:
            residual = scipy.signal.lfilter(np.r_[1, poles], 1, frame)
            excitation = np.fft.irfft(np.abs(np.fft.rfft(residual)) * np.exp(2j * np.pi * random.random(size // 2 + 1)), size)
            gain = 1.0
        elif f0[i] > 0:
            period = RATE / f0[i]
            excitation = 0.15 * excitation
            at = max(next_pulse - start, 0.0)
            first = True
            while at < size:
                excitation[int(at)] += np.sqrt(period)
                if first and at >= hop:
                    next_pulse, first = start + at, False
                at += period
        out[start : start + size] += scipy.signal.lfilter([gain], np.r_[1, poles], excitation) * window * hop / size * 2
    return out[size:-size]


def mel_filters(bands: int, size: int, low: float = 0.0, high: float = RATE / 2) -> np.ndarray:
    """Triangles on the mel scale (HTK), bands × bins."""
    mel = lambda hertz: 2595 * np.log10(1 + hertz / 700)
    edges = 700 * (10 ** (np.linspace(mel(low), mel(high), bands + 2) / 2595) - 1)
    bins = np.linspace(0, RATE / 2, size // 2 + 1)
    rising = (bins[None] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins[None]) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0, np.minimum(rising, falling))


CLASSICAL = {"world": world, "griffin-lim": griffin_lim, "linear-prediction": linear_prediction}
