"""Small neural vocoders, trained here on the real voices. Their sound is worse than that of grown ones; what they leave
behind by raising the sampling rate inside of a network, or by inventing phase, is of the same kind.

    python neural.py --media ../../../shared/data/media --out runs/vocoders
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from sources import RATE, load, recordings
from synthesis import mel_filters

HOP, SIZE, BANDS = 256, 1024, 80


class Mel(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("filters", torch.from_numpy(mel_filters(BANDS, SIZE, 0, RATE / 2)).float())
        self.register_buffer("window", torch.hann_window(SIZE))

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        spectrum = torch.stft(wave, SIZE, HOP, window=self.window, return_complex=True).abs()
        return torch.log(torch.clamp(self.filters @ spectrum, min=1e-5))


class Residual(nn.Module):
    def __init__(self, channels: int, dilations: tuple[int, ...] = (1, 3, 9)) -> None:
        super().__init__()
        self.steps = nn.ModuleList(nn.Conv1d(channels, channels, 3, padding=d, dilation=d) for d in dilations)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for step in self.steps:
            x = x + step(functional.leaky_relu(x, 0.1))
        return x


def _raise(inner: int, outer: int, factor: int, transposed: bool) -> nn.Module:
    if transposed:
        return nn.ConvTranspose1d(inner, outer, 2 * factor, factor, factor // 2)
    return nn.Sequential(nn.Upsample(scale_factor=factor, mode="nearest"), nn.Conv1d(inner, outer, 2 * factor + 1, padding=factor))


class FromMel(nn.Module):
    """Mel bands raised to samples step by step, as MelGAN and HiFi-GAN do (Kumar et al. 2019; Kong et al. 2020)."""

    def __init__(self, transposed: bool) -> None:
        super().__init__()
        self.mel = Mel()
        widths = (96, 48, 24, 12)
        layers: list[nn.Module] = [nn.Conv1d(BANDS, widths[0], 7, padding=3)]
        for inner, outer, factor in zip(widths, widths[1:], (8, 8, 4)):
            layers += [nn.LeakyReLU(0.1), _raise(inner, outer, factor, transposed), Residual(outer)]
        self.net = nn.Sequential(*layers, nn.LeakyReLU(0.1), nn.Conv1d(widths[-1], 1, 7, padding=3))

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.net(self.mel(wave)))[:, 0, : wave.shape[1]]


class Fourier(nn.Module):
    """Mel bands to size and phase of a spectrum at the same rate (Siuzdak 2023)."""

    def __init__(self) -> None:
        super().__init__()
        self.mel = Mel()
        self.net = nn.Sequential(nn.Conv1d(BANDS, 160, 7, padding=3), Residual(160, (1, 2, 4)), nn.LeakyReLU(0.1), nn.Conv1d(160, SIZE + 2, 1))

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        size, phase = self.net(self.mel(wave)).chunk(2, dim=1)
        spectrum = torch.polar(torch.exp(torch.clamp(size, max=6)), phase)
        return torch.istft(spectrum, SIZE, HOP, window=self.mel.window, length=wave.shape[1])


class Recoder(nn.Module):
    """Samples lowered to a few numbers and raised again, as neural codecs do (Zeghidour et al. 2021)."""

    def __init__(self, transposed: bool, factors: tuple[int, ...] = (4, 4, 5)) -> None:
        super().__init__()
        widths = (16, 32, 64, 96)
        down: list[nn.Module] = [nn.Conv1d(1, widths[0], 7, padding=3)]
        for inner, outer, factor in zip(widths, widths[1:], factors):
            down += [Residual(inner, (1, 3)), nn.LeakyReLU(0.1), nn.Conv1d(inner, outer, 2 * factor + 1, factor, factor)]
        up: list[nn.Module] = []
        for inner, outer, factor in zip(widths[::-1], widths[-2::-1], factors[::-1]):
            up += [nn.LeakyReLU(0.1), _raise(inner, outer, factor, transposed), Residual(outer, (1, 3))]
        self.down = nn.Sequential(*down, nn.Conv1d(widths[-1], 24, 3, padding=1))
        self.up = nn.Sequential(nn.Conv1d(24, widths[-1], 3, padding=1), *up, nn.LeakyReLU(0.1), nn.Conv1d(widths[0], 1, 7, padding=3))

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        length = wave.shape[1]
        padded = functional.pad(wave, (0, -length % 80))
        coded = torch.tanh(self.down(padded[:, None]))
        if self.training:
            coded = coded + 0.05 * torch.randn_like(coded)
        back = self.up(coded)[:, 0]
        return functional.pad(back, (0, max(0, length - back.shape[1])))[:, :length]


VOCODERS = {"from-mel": lambda: FromMel(True), "fourier": Fourier, "recoder": lambda: Recoder(False)}
STEPS = {"from-mel": 1200, "fourier": 500, "recoder": 300}
"""As many as one thread of a busy machine allowed."""


def spectral_loss(made: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    loss = made.new_zeros(())
    for size in (256, 512, 1024):
        window = torch.hann_window(size)
        a = torch.stft(made, size, size // 4, window=window, return_complex=True).abs()
        b = torch.stft(wanted, size, size // 4, window=window, return_complex=True).abs()
        loss = loss + (a - b).norm() / b.norm() + (torch.log(a + 1e-3) - torch.log(b + 1e-3)).abs().mean()
    return loss / 3


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--media", type=Path, required=True)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--steps", type=int, help="of each; else as in STEPS")
    ask.add_argument("--only")
    args = ask.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    voices = [load(args.media, one.path) for one in recordings(args.media) if not one.fake]
    for number, (name, make) in enumerate(VOCODERS.items()):
        path = args.out / f"{name}.pt"
        if path.exists() or (args.only and args.only != name):
            continue
        torch.manual_seed(number)
        random = np.random.default_rng(number)
        model, began = make(), time.time()
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3, betas=(0.8, 0.95))
        steps = args.steps or STEPS[name]
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, steps)
        total = 0.0
        for step in range(steps):
            batch = []
            for _ in range(6):
                voice = voices[random.integers(len(voices))]
                start = random.integers(0, max(1, len(voice) - 12_800))
                part = np.resize(voice[start : start + 12_800], 12_800)
                batch.append(part * (random.uniform(0.05, 0.9) / max(0.05, np.abs(part).max())))
            wanted = torch.from_numpy(np.stack(batch)).float()
            made = model(wanted)
            loss = spectral_loss(made, wanted)
            if name.startswith("recoder"):
                loss = loss + 10 * functional.l1_loss(made, wanted)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
            if step % 100 == 99:
                print(json.dumps({"vocoder": name, "step": step + 1, "loss": round(total / 100, 3), "seconds": round(time.time() - began)}), flush=True)
                total = 0.0
        torch.save(model.state_dict(), path)


if __name__ == "__main__":
    main()
