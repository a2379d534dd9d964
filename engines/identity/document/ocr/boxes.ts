import type { Point } from '../../types.ts';

/** A rectangle that may be slanted. */
export interface SlantedBox {
  centre: Point;
  /** Along the writing, pixels. */
  width: number;
  /** Across the writing, pixels. */
  height: number;
  /** Of the writing against the picture's rows, radians, clockwise in the picture; between -π/2 and π/2. */
  angle: number;
  /** Mean probability of text inside, 0 to 1. */
  score: number;
}

/** A map of probabilities of text, one a pixel. */
export interface TextMap {
  data: Float32Array;
  width: number;
  height: number;
}

/** Bounds of the method (DB, Liao et al. 2020), as the network's publishers set them. */
const TEXT = 0.3;
const SCORE = 0.5;
const GROW = 1.6;
/** Shorter sides than this hold no letters, pixels of the map. */
const SMALLEST = 3;
const MOST = 1_000;

/**
 * Boxes of lines of text in a map of probabilities: connected patches above a bound, the smallest rectangle around each,
 * grown back to the height of the letters by area over circumference.
 */
export function textBoxes({ data, width, height }: TextMap): SlantedBox[] {
  const seen = new Uint8Array(data.length);
  const stack = new Int32Array(data.length);
  const boxes: SlantedBox[] = [];
  for (let start = 0; start < data.length && boxes.length < MOST; start++) {
    if (seen[start] || (data[start] as number) <= TEXT) continue;
    const patch = collect(data, width, height, start, seen, stack);
    if (patch.score < SCORE) continue;
    const box = smallestRectangle(patch.edge);
    if (!box || Math.min(box.width, box.height) < SMALLEST) continue;
    const grow = (box.width * box.height * GROW) / (2 * (box.width + box.height));
    boxes.push({ ...box, width: box.width + 2 * grow, height: box.height + 2 * grow, score: patch.score });
  }
  return boxes;
}

interface Patch {
  /** The first and last pixel of each row: their hull is the patch's. */
  edge: Point[];
  score: number;
}

function collect(
  data: Float32Array,
  width: number,
  height: number,
  start: number,
  seen: Uint8Array,
  stack: Int32Array,
): Patch {
  const rows = new Map<number, [number, number]>();
  let depth = 0;
  stack[depth++] = start;
  seen[start] = 1;
  let sum = 0;
  let count = 0;
  while (depth > 0) {
    const at = stack[--depth] as number;
    const x = at % width;
    const y = (at - x) / width;
    sum += data[at] as number;
    count++;
    const row = rows.get(y);
    if (!row) rows.set(y, [x, x]);
    else if (x < row[0]) row[0] = x;
    else if (x > row[1]) row[1] = x;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        const next = at + dy * width + dx;
        if (seen[next] || (data[next] as number) <= TEXT) continue;
        seen[next] = 1;
        stack[depth++] = next;
      }
    }
  }
  const edge: Point[] = [];
  for (const [y, [left, right]] of rows) {
    edge.push({ x: left, y }, { x: right + 1, y }, { x: left, y: y + 1 }, { x: right + 1, y: y + 1 });
  }
  return { edge, score: sum / count };
}

/** The rectangle of least area around points: one of its sides lies on a side of the convex hull. */
function smallestRectangle(points: Point[]): Omit<SlantedBox, 'score'> | null {
  const hull = convexHull(points);
  if (hull.length < 3) return null;
  let best: (Omit<SlantedBox, 'score'> & { area: number }) | null = null;
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i] as Point;
    const b = hull[(i + 1) % hull.length] as Point;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) continue;
    const [cosine, sine] = [(b.x - a.x) / length, (b.y - a.y) / length];
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of hull) {
      const along = x * cosine + y * sine;
      const across = y * cosine - x * sine;
      left = Math.min(left, along);
      right = Math.max(right, along);
      top = Math.min(top, across);
      bottom = Math.max(bottom, across);
    }
    const area = (right - left) * (bottom - top);
    if (best && area >= best.area) continue;
    const [along, across] = [(left + right) / 2, (top + bottom) / 2];
    best = {
      area,
      centre: { x: along * cosine - across * sine, y: along * sine + across * cosine },
      width: right - left,
      height: bottom - top,
      angle: Math.atan2(sine, cosine),
    };
  }
  if (!best) return null;
  const { centre } = best;
  let { width, height, angle } = best;
  // Writing runs along the longer side, but a single letter stands upright.
  if (height > width * TALL || (height > width && Math.abs(Math.sin(angle)) > 0.7)) {
    [width, height] = [height, width];
    angle += Math.PI / 2;
  }
  while (angle > Math.PI / 2) angle -= Math.PI;
  while (angle <= -Math.PI / 2) angle += Math.PI;
  return { centre, width, height, angle };
}
const TALL = 1.5;

/** Convex hull, in order around it (Andrew 1979). */
function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (those: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of those) {
      while (chain.length >= 2) {
        const [a, b] = [chain[chain.length - 2] as Point, chain[chain.length - 1] as Point];
        if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}
