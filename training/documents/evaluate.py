"""The test: pages, sources and ways of editing that training never saw, as `testset.py` wrote them, in torch.

    python evaluate.py --weights runs/b/mean.pt --pages runs/check           # chooses how cells make a page's score
    python evaluate.py --weights runs/b/mean.pt --pages runs/test --score gap  # measured once

A page's score is made of its cells in one of the ways of `SCORES`; which one is chosen on the check. Intervals: documents
drawn again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

from model import ScanNet
from samples import CELL, CELLS, SIDE
from train import area

#: Cells that make a page's score: as many as a short word covers.
HIGHEST = 6
UNSEEN = ("papers", "specimens")


def _highest(cells: np.ndarray) -> float:
    return float(np.sort(cells.ravel())[-HIGHEST:].mean())


SCORES = {
    "highest": _highest,
    "above": lambda cells: _highest(cells) - float(np.quantile(cells, 0.95)),
    "z": lambda cells: (_highest(cells) - float(cells.mean())) / float(cells.std()),
    "gap": lambda cells: _highest(cells) - float(np.sort(cells.ravel())[-60:-30].mean()),
}


def starts(length: int) -> list[int]:
    last = (length - SIDE) // CELL * CELL
    return [*range(0, last, SIDE - 2 * CELL), last]


def read(model: ScanNet, page: np.ndarray) -> np.ndarray:
    """Logits of all cells of a page: windows that overlap by two cells, edges read where they are not at an edge."""
    height, width = page.shape
    cells = np.zeros((height // CELL, width // CELL), np.float32)
    places = [(top, left) for top in starts(height) for left in starts(width)]
    windows = np.stack([page[top : top + SIDE, left : left + SIDE] for top, left in places])[:, None].astype(np.float32)
    with torch.no_grad():
        logits = torch.cat([model(part) for part in torch.from_numpy(windows).split(8)]).numpy()
    for (top, left), one in zip(places, logits):
        y, x = top // CELL, left // CELL
        y0, x0 = int(y > 0), int(x > 0)
        y1, x1 = CELLS - int(y + CELLS < cells.shape[0]), CELLS - int(x + CELLS < cells.shape[1])
        cells[y + y0 : y + y1, x + x0 : x + x1] = one[y0:y1, x0:x1]
    return cells


def areas(rows: list[dict], key: str) -> float:
    return area(np.array([row[key] for row in rows if row["edited"]]), np.array([row[key] for row in rows if not row["edited"]]))


def report(name: str, rows: list[dict]) -> None:
    edited, untouched = [row for row in rows if row["edited"]], [row for row in rows if not row["edited"]]
    if len(edited) < 5:
        return
    origins = sorted({row["origin"] for row in rows})
    by = {origin: [row for row in rows if row["origin"] == origin] for origin in origins}
    rng = np.random.default_rng(5)
    drawn = sorted(areas([row for index in rng.integers(len(origins), size=len(origins)) for row in by[origins[index]]], "score") for _ in range(200))
    bound = np.quantile([row["score"] for row in untouched], 0.99)
    cells = area(np.concatenate([row["changed"] for row in edited]), np.concatenate([row["same"] for row in edited]))
    caught = sum(row["score"] > bound for row in edited)
    found = np.mean([row["hit"] for row in edited])
    print(f"{name} ({len(edited)} pairs, {len(origins)} documents): AUC {areas(rows, 'score'):.3f} ({drawn[4]:.3f} to {drawn[195]:.3f}), "
          f"cells {cells:.3f}, at 1 % {caught}/{len(edited)} = {100 * caught / len(edited):.1f} %, highest cell edited {100 * found:.0f} %", flush=True)


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--weights", type=Path, required=True)
    ask.add_argument("--pages", type=Path, required=True)
    ask.add_argument("--score", choices=list(SCORES))
    ask.add_argument("--step", type=int, default=1, help="every n-th pair")
    args = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    model = ScanNet()
    model.load_state_dict(torch.load(args.weights, weights_only=True))
    model.eval()
    rng, rows = np.random.default_rng(1), []
    index = json.loads((args.pages / "index.json").read_text())
    for number, row in enumerate(index):
        path = args.pages / row["file"]
        page = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        if number // 2 % args.step or min(page.shape) < SIDE:
            continue
        cells = read(model, page)
        row |= {name: score(cells) for name, score in SCORES.items()}
        row |= {"bytes": path.stat().st_size, "pixels": page.size, "a pixel": path.stat().st_size / page.size, "codec": float(path.suffix == ".jpg")}
        if row["edited"]:
            mask = cv2.imread(str(args.pages / row["mask"]), cv2.IMREAD_GRAYSCALE)[: cells.shape[0], : cells.shape[1]]
            seen = cells[: mask.shape[0], : mask.shape[1]]
            same = seen[mask == 0]
            row["changed"], row["same"] = seen[mask >= 87], same[rng.integers(len(same), size=60)]
            row["hit"] = mask.ravel()[seen.argmax()] > 0
        rows.append(row)
    mixed = [row for row in rows if row["passage"] == "mixed"]
    print({name: round(areas(mixed, name), 3) for name in (SCORES if args.score is None else [args.score])}, flush=True)
    if args.score is None:
        return
    for row in rows:
        row["score"] = row[args.score]
    for held in (False, True):
        some = [row for row in mixed if row["held"] == held]
        kind = "held out" if held else "known"
        report(f"ways {kind}", some)
        for key in ("source", "method"):
            for value in sorted({row[key] for row in some}):
                report(f"  {kind}, {value}", [row for row in some if row[key] == value])
    unseen = [row for row in mixed if row["held"] and row["source"] in UNSEEN]
    report("unseen sources and ways", unseen)
    print("  baselines:", {key: round(areas(unseen, key), 3) for key in ("bytes", "pixels", "a pixel", "codec")})
    for passage in ("mixed", "JPEG 70", "half size"):
        report(f"{passage}, unseen sources, all ways", [row for row in rows if row["passage"] == passage and row["source"] in UNSEEN])


if __name__ == "__main__":
    main()
