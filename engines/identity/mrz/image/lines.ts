import { binarise, patches, type Patch } from './components.ts';
import type { Gray } from './gray.ts';

/** A row of print: the middle of its capitals from left to right, and their height, in pixels. */
export interface PrintLine {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** Height of the capitals at the left and at the right end. */
  height0: number;
  height1: number;
  /** How many patches of ink it is made of. */
  patches: number;
}

/** Steepest row looked for, as a slope: 20 degrees. */
const STEEPEST = Math.tan((20 * Math.PI) / 180);
/** A row shorter than this many heights is no line of a zone, nor half of one. */
const SHORTEST = 9;

function centre(patch: Patch): { x: number; y: number; height: number } {
  return { x: (patch.left + patch.right) / 2, y: (patch.top + patch.bottom) / 2, height: patch.bottom - patch.top };
}

/** For each patch the nearest one to its right that may stand on the same row, or -1. */
function rightNeighbours(sorted: readonly Patch[]): Int32Array {
  const next = new Int32Array(sorted.length).fill(-1);
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i] as Patch;
    const a = centre(from);
    let best = Infinity;
    for (let j = i + 1; j < sorted.length; j++) {
      const to = sorted[j] as Patch;
      const gap = to.left - from.right;
      if (to.left - from.left > 14 * a.height + 3 * a.height) break;
      if (gap > 2.6 * a.height || to.right <= from.right) continue;
      const b = centre(to);
      const ratio = b.height / a.height;
      if (ratio < 0.5 || ratio > 2) continue;
      const rise = Math.abs(b.y - a.y);
      if (rise > 0.3 * Math.max(a.height, b.height) + STEEPEST * Math.max(0, gap)) continue;
      const cost = Math.max(0, gap) + 3 * rise + 2 * Math.abs(b.height - a.height);
      if (cost < best) {
        best = cost;
        next[i] = j;
      }
    }
  }
  return next;
}

/** Chains of patches, each linked to the nearest at its right that has no nearer one at its left. */
function chains(found: Patch[]): Patch[][] {
  const sorted = found.sort((a, b) => a.left - b.left);
  const next = rightNeighbours(sorted);
  const claimed = new Int32Array(sorted.length).fill(-1);
  for (let i = 0; i < sorted.length; i++) {
    const to = next[i] as number;
    if (to < 0) continue;
    const other = claimed[to] as number;
    if (other < 0 || (sorted[other] as Patch).right < (sorted[i] as Patch).right) claimed[to] = i;
  }
  const out: Patch[][] = [];
  const started = new Uint8Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    if (started[i] === 1 || (claimed[i] as number) >= 0) continue;
    const chain: Patch[] = [];
    for (let at = i; at >= 0 && started[at] === 0;) {
      started[at] = 1;
      chain.push(sorted[at] as Patch);
      const to = next[at] as number;
      at = to >= 0 && claimed[to] === at ? to : -1;
    }
    if (chain.length >= 3) out.push(chain);
  }
  return out;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Least squares y = a + b·x, twice, the second time without what lies off by a third of a height. */
function fit(
  points: { x: number; y: number; height: number }[],
  height: number,
): { at: (x: number) => number; slope: number } {
  let kept = points;
  let slope = 0;
  let base = 0;
  for (let round = 0; round < 3; round++) {
    let n = 0;
    let sx = 0;
    let sy = 0;
    let sxx = 0;
    let sxy = 0;
    for (const { x, y } of kept) {
      n++;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
    }
    const spread = n * sxx - sx * sx;
    slope = spread > 1e-6 ? (n * sxy - sx * sy) / spread : 0;
    base = n > 0 ? (sy - slope * sx) / n : 0;
    const off = round === 0 ? 0.5 : 0.25;
    const close = points.filter(({ x, y }) => Math.abs(y - base - slope * x) < off * height);
    if (close.length < 3) break;
    kept = close;
  }
  return { at: (x) => base + slope * x, slope };
}

function lineOf(chain: readonly Patch[]): PrintLine | undefined {
  const points = chain.map(centre);
  const height = quantile(
    points.map((point) => point.height),
    0.7,
  );
  const usual = points.filter((point) => point.height > 0.55 * height && point.height < 1.5 * height);
  const row = fit(usual.length >= 3 ? usual : points, height);
  if (Math.abs(row.slope) > STEEPEST) return undefined;
  const left = Math.min(...chain.map((patch) => patch.left));
  const right = Math.max(...chain.map((patch) => patch.right));
  if (right - left < SHORTEST * height) return undefined;
  const tall = points.filter((point) => point.height > 0.8 * height && point.height < 1.3 * height);
  const heights = fit(
    tall.map((point) => ({ x: point.x, y: point.height, height })),
    height,
  );
  const bounded = (x: number): number =>
    tall.length < 8 ? height : Math.min(1.3 * height, Math.max(0.77 * height, heights.at(x)));
  return {
    x0: left,
    y0: row.at(left),
    x1: right,
    y1: row.at(right),
    height0: bounded(left),
    height1: bounded(right),
    patches: chain.length,
  };
}

/** Joins rows that go on in one another: a glare or a stamp broke the chain. */
function joined(rows: PrintLine[]): PrintLine[] {
  const out: PrintLine[] = [];
  for (const row of rows.sort((a, b) => a.x0 - b.x0)) {
    const height = (row.height0 + row.height1) / 2;
    const before = out.find((other) => {
      const tall = (other.height0 + other.height1) / 2;
      const gap = row.x0 - other.x1;
      if (gap < -2 * tall || gap > 9 * tall || Math.abs(height / tall - 1) > 0.3) return false;
      const slope = (other.y1 - other.y0) / Math.max(1, other.x1 - other.x0);
      const middle = (row.x0 + row.x1) / 2;
      return Math.abs(other.y0 + slope * (middle - other.x0) - (row.y0 + row.y1) / 2) < 0.6 * tall;
    });
    if (before === undefined) out.push({ ...row });
    else {
      if (row.x1 > before.x1) Object.assign(before, { x1: row.x1, y1: row.y1, height1: row.height1 });
      before.patches += row.patches;
    }
  }
  return out;
}

/** Rows of print, near enough level, found in ink of every size: one pass for each window of the local threshold. */
export function printLines(gray: Gray): PrintLine[] {
  const rows: PrintLine[] = [];
  for (const radius of [6, 12, 25]) {
    const highest = Math.min(radius * 5, gray.height / 3);
    const ink = binarise(gray, radius);
    const found = patches(ink, gray.width, gray.height, Math.max(4, radius * 0.5), highest);
    const single = chains(found)
      .map(lineOf)
      .filter((row) => row !== undefined);
    rows.push(...joined(single).filter((row) => row.x1 - row.x0 > 12 * Math.max(row.height0, row.height1)));
  }
  return rows;
}
