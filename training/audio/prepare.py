"""Draws everything that is trained on, once: copies of the real voices by each vocoder, then disturbed windows of all.

    python prepare.py --media ../../../shared/data/media --vocoders runs/vocoders --out runs/windows
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import torch

from augment import WINDOW, crop, disturb
from neural import VOCODERS
from sources import Recording, load, recordings
from synthesis import CLASSICAL

SEED = 20_261_121
COPIES = 3
"""Of each real voice, by vocoders drawn from all there are."""
WINDOWS = {"real": 7, "fake": 8, "copy": 2}


def drawn(*parts: object) -> np.random.Generator:
    """Randomness that depends on what it is for alone, not on the order of work."""
    return np.random.default_rng(int(hashlib.sha256("|".join(map(str, (SEED, *parts))).encode()).hexdigest()[:16], 16))


def copies(one: Recording, voice: np.ndarray, neural: dict[str, torch.nn.Module]) -> list[tuple[str, np.ndarray]]:
    made = []
    level = 0.5 / max(0.05, float(np.abs(voice).max()))
    for name in drawn(one.sha256, "vocoders").permutation([*CLASSICAL, *neural])[:COPIES]:
        if name in CLASSICAL:
            made.append((str(name), np.asarray(CLASSICAL[name](voice, drawn(one.sha256, name)))))
            continue
        with torch.no_grad():
            made.append((str(name), neural[name](torch.from_numpy(voice * level)[None])[0].numpy()))
    return [(name, wave) for name, wave in made if np.isfinite(wave).all() and np.abs(wave).max() > 1e-3]


def vocoders(folder: Path) -> dict[str, torch.nn.Module]:
    found = {}
    for name, make in VOCODERS.items():
        model = make()
        model.load_state_dict(torch.load(folder / f"{name}.pt", weights_only=True))
        found[name] = model.eval()
    return found


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--media", type=Path, required=True)
    ask.add_argument("--vocoders", type=Path, required=True)
    ask.add_argument("--out", type=Path, required=True)
    args = ask.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    neural = vocoders(args.vocoders)
    everything = recordings(args.media)
    rows: list[dict[str, object]] = []
    windows: list[np.ndarray] = []

    def keep(one: Recording, wave: np.ndarray, vocoder: str, times: int, number: int) -> None:
        for i in range(times):
            random = drawn(one.sha256, vocoder, number, "window", i)
            windows.append(disturb(crop(np.asarray(wave, dtype=np.float64), random), random))
            rows.append({"path": one.path, "vocoder": vocoder})

    for number, one in enumerate(everything):
        voice = load(args.media, one.path)
        keep(one, voice, "", WINDOWS["fake" if one.fake else "real"], 0)
        if not one.fake:
            for i, (name, wave) in enumerate(copies(one, voice, neural)):
                keep(one, wave, name, WINDOWS["copy"], i)
        if number % 50 == 49:
            print(json.dumps({"recordings": number + 1, "of": len(everything), "windows": len(rows)}), flush=True)
    kept = np.lib.format.open_memmap(args.out / "windows.npy", "w+", np.int16, (len(windows), WINDOW))
    for i, window in enumerate(windows):
        kept[i] = window
    kept.flush()
    (args.out / "windows.json").write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
