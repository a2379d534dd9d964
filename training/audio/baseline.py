"""What the file alone tells, without listening: its size, duration and bits a second (all files here are FLAC at 16 kHz,
so that the codec is the same for all). The network must beat it on what it has never seen.

    python baseline.py --media ../../../shared/data/media [--equal]

With `--equal` all files are first made alike: the two windows of three seconds that the network listens to, at one
loudness, stored by one encoder; what is left of the size is how well the sound can be compressed.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import numpy as np
import soundfile

from evaluate import auc, windows
from export import fit
from sources import FOLDS, RATE, held_out, load, recordings, trainable


def equal_size(voice: np.ndarray) -> int:
    """Bytes of the windows as FLAC, at one loudness."""
    total = 0
    for window in windows(voice):
        out = io.BytesIO()
        soundfile.write(out, 0.05 * window / max(1e-4, float(np.sqrt((window**2).mean()))), RATE, format="FLAC", subtype="PCM_16")
        total += len(out.getvalue())
    return total


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--media", type=Path, required=True)
    ask.add_argument("--equal", action="store_true")
    args = ask.parse_args()
    everything = recordings(args.media)
    facts = []
    for one in everything:
        if args.equal:
            size, seconds = equal_size(load(args.media, one.path)), 6.0
        else:
            size, seconds = (args.media / one.path).stat().st_size, soundfile.info(args.media / one.path).duration
        facts.append([np.log(size), seconds, np.log(8 * size / seconds)])
    x = np.array(facts)
    areas, same, scores, truths = [], [], [], []
    for fold, families in FOLDS.items():
        learn = np.array([trainable(one, fold) for one in everything])
        mean, scale = x[learn].mean(axis=0), x[learn].std(axis=0) + 1e-9
        # One direction through the measures (Fisher 1936), then its logistic scale.
        z = (x - mean) / scale
        fake = np.array([one.fake for one in everything])
        spread = sum(np.cov(z[learn & (fake == kind)].T) for kind in (True, False)) + 1e-2 * np.eye(3)
        direction = np.linalg.solve(spread, z[learn & fake].mean(axis=0) - z[learn & ~fake].mean(axis=0))
        line = z @ direction
        slope, offset = fit(line[learn & fake], line[learn & ~fake])
        score = slope * line + offset
        test = [index for index, one in enumerate(everything) if held_out(one, fold)]
        scores += [score[index] for index in test]
        truths += [everything[index].fake for index in test]
        reals = np.array([score[index] for index in test if not everything[index].fake])
        for family in families:
            fakes = np.array([score[index] for index in test if everything[index].family == family])
            areas.append(auc(fakes, reals))
            demonstrations = np.array([score[index] for index in test if not everything[index].fake and everything[index].source != "librispeech"])
            told = ""
            if len(demonstrations) > 0:
                same.append(auc(fakes, demonstrations))
                told = f"; against real voices of demonstrations alone {same[-1]:.3f}"
            print(f"{family}: {areas[-1]:.3f}{told}")
    scores, truths = np.array(scores), np.array(truths)
    print(f"mean over families {np.mean(areas):.3f}; pooled {auc(scores[truths], scores[~truths]):.3f}; a constant 0.500")
    print(f"against real voices of demonstrations alone, mean {np.mean(same):.3f}")


if __name__ == "__main__":
    main()
