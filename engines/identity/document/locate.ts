import { grey, shrink } from '../resample.ts';
import type { Point, Quadrilateral, Raster } from '../types.ts';

/** Edges are looked for at this size, pixels on the longer side. */
const SIZE = 400;
const DEGREES = 180;
/** A step between neighbours of at least so many grey levels is an edge. */
const EDGE = 14;
/** Of an edge's own direction, degrees either way. */
const SLACK = 8;
const MOST_LINES = 18;
/** Bounds of what may be a document: share of the picture, longer by shorter side, angle of a corner in degrees. */
const SMALLEST = 0.12;
const LARGEST = 0.97;
const ASPECT = [1.15, 1.85] as const;
const CORNER = 28;
/** Share of each side on which an edge must be seen. */
const SIDE = 0.6;
/** Nearer to the picture's border than this share, a side is the picture's own. */
const BORDER = 0.012;

interface Edges {
  width: number;
  height: number;
  /** Size of the step, 0 where there is none. */
  size: Float32Array;
  /** Direction of the step, whole degrees 0 to 179. */
  direction: Uint8Array;
}

/** x cos θ + y sin θ = distance. */
interface Line {
  angle: number;
  distance: number;
  votes: number;
}

/**
 * Corners of a document that lies before a ground of another brightness: straight edges (Hough transform, Duda and Hart
 * 1972), and of their combinations the quadrilateral with a document's proportions whose sides are seen best.
 * @returns clockwise from the upper left as the picture has it; null where no such sides stand out, as where the
 * document fills the picture
 */
export function locateDocument(picture: Raster): Quadrilateral | null {
  const { image, scale } = shrink(picture, SIZE);
  const edges = edgesOf(smoothed(grey(image)));
  const lines = straightLines(edges);
  let best: { corners: Quadrilateral; score: number } | null = null;
  const pairs = lines.flatMap((a, index) =>
    lines.slice(index + 1).flatMap((b) => (turnBetween(a, b) < CORNER ? [[a, b] as const] : [])),
  );
  for (const [a, b] of pairs) {
    for (const [c, d] of pairs) {
      if (turnBetween(a, c) < 90 - CORNER || turnBetween(b, d) < 90 - CORNER) continue;
      // Each pair of pairs once: the first is the one nearer to upright sides.
      if (uprightness(a) + uprightness(b) > uprightness(c) + uprightness(d)) continue;
      const corners = cornersOf(a, b, c, d);
      if (!corners || !plausible(corners, edges)) continue;
      const sides = corners.map((corner, index) => seen(edges, corner, corners[(index + 1) % 4] as Point));
      const least = Math.min(...sides);
      if (least < SIDE) continue;
      const score =
        sides.reduce((sum, share) => sum + share, 0) / 4 + Math.sqrt(areaOf(corners) / (edges.width * edges.height));
      if (!best || score > best.score) best = { corners, score };
    }
  }
  if (!best) return null;
  const back = ({ x, y }: Point): Point => ({ x: x / scale, y: y / scale });
  const [p, q, r, s] = best.corners;
  return [back(p), back(q), back(r), back(s)];
}

/** The mean of three by three pixels: grain and fine print make no edges. */
function smoothed({ data, width, height }: Raster): Raster {
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0];
      for (let py = Math.max(0, y - 1); py <= Math.min(height - 1, y + 1); py++) {
        for (let px = Math.max(0, x - 1); px <= Math.min(width - 1, x + 1); px++) {
          sum += data[py * width + px] as number;
          count++;
        }
      }
      result[y * width + x] = Math.round(sum / count);
    }
  }
  return { data: result, width, height, channels: 1 };
}

function edgesOf({ data, width, height }: Raster): Edges {
  const size = new Float32Array(width * height);
  const direction = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const dx = (data[at + 1] as number) - (data[at - 1] as number);
      const dy = (data[at + width] as number) - (data[at - width] as number);
      const step = Math.hypot(dx, dy);
      if (step < EDGE) continue;
      size[at] = step;
      const degrees = Math.round((Math.atan2(dy, dx) * 180) / Math.PI);
      direction[at] = (degrees + 2 * DEGREES) % DEGREES;
    }
  }
  return { width, height, size, direction };
}

const COSINES = Float64Array.from({ length: DEGREES }, (_, degree) => Math.cos((degree * Math.PI) / DEGREES));
const SINES = Float64Array.from({ length: DEGREES }, (_, degree) => Math.sin((degree * Math.PI) / DEGREES));

function straightLines({ width, height, size, direction }: Edges): Line[] {
  const reach = Math.ceil(Math.hypot(width, height));
  const bins = 2 * reach + 1;
  const votes = new Float32Array(DEGREES * bins);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (size[at] === 0) continue;
      for (let turn = -SLACK; turn <= SLACK; turn++) {
        const angle = ((direction[at] as number) + turn + DEGREES) % DEGREES;
        const distance = Math.round(x * (COSINES[angle] as number) + y * (SINES[angle] as number)) + reach;
        const bin = angle * bins + distance;
        votes[bin] = (votes[bin] as number) + 1;
      }
    }
  }
  const least = 0.12 * Math.min(width, height);
  const candidates: Line[] = [];
  for (let bin = 0; bin < votes.length; bin++) {
    const count = votes[bin] as number;
    if (count >= least)
      candidates.push({ angle: Math.floor(bin / bins), distance: (bin % bins) - reach, votes: count });
  }
  candidates.sort((a, b) => b.votes - a.votes);
  const lines: Line[] = [];
  for (const line of candidates) {
    if (lines.length >= MOST_LINES) break;
    if (lines.every((other) => !alike(line, other))) lines.push(line);
  }
  return lines;
}

function alike(a: Line, b: Line): boolean {
  const apart = Math.abs(a.angle - b.angle);
  // Across 180 degrees the distance changes its sign.
  const [turn, distance] = apart > 90 ? [DEGREES - apart, a.distance + b.distance] : [apart, a.distance - b.distance];
  return turn <= 6 && Math.abs(distance) <= 6;
}

/** Degrees between two lines, 0 to 90. */
function turnBetween(a: Line, b: Line): number {
  const apart = Math.abs(a.angle - b.angle);
  return Math.min(apart, DEGREES - apart);
}
/** Zero for a line that stands upright. */
const uprightness = ({ angle }: Line): number => Math.min(angle, DEGREES - angle);

function crossing(a: Line, b: Line): Point | null {
  const [ca, sa] = [COSINES[a.angle] as number, SINES[a.angle] as number];
  const [cb, sb] = [COSINES[b.angle] as number, SINES[b.angle] as number];
  const determinant = ca * sb - sa * cb;
  if (Math.abs(determinant) < 1e-3) return null;
  return {
    x: (a.distance * sb - b.distance * sa) / determinant,
    y: (b.distance * ca - a.distance * cb) / determinant,
  };
}

/** Corners of two upright and two lying lines, clockwise from the upper left. */
function cornersOf(a: Line, b: Line, c: Line, d: Line): Quadrilateral | null {
  const found = [crossing(a, c), crossing(a, d), crossing(b, c), crossing(b, d)];
  const points = found.filter((point) => point !== null);
  if (points.length < 4) return null;
  const x = points.reduce((sum, point) => sum + point.x, 0) / 4;
  const y = points.reduce((sum, point) => sum + point.y, 0) / 4;
  const around = points.toSorted((p, q) => Math.atan2(p.y - y, p.x - x) - Math.atan2(q.y - y, q.x - x));
  // Clockwise from the left end of the circle: the first of them is at the upper left.
  return around as unknown as Quadrilateral;
}

function plausible(corners: Quadrilateral, { width, height }: Edges): boolean {
  const [p, q, r, s] = corners;
  const [left, right] = [-0.03 * width, 1.03 * width];
  const [top, bottom] = [-0.03 * height, 1.03 * height];
  if (corners.some(({ x, y }) => !(x >= left && x <= right && y >= top && y <= bottom))) return false;
  const share = areaOf(corners) / (width * height);
  if (!(share >= SMALLEST && share <= LARGEST)) return false;
  const [across, down] = [distance(p, q) + distance(s, r), distance(p, s) + distance(q, r)];
  const aspect = Math.max(across, down) / Math.min(across, down);
  if (!(aspect >= ASPECT[0] && aspect <= ASPECT[1])) return false;
  const skew = [distance(p, q) / distance(s, r), distance(p, s) / distance(q, r)];
  if (skew.some((ratio) => !(ratio > 0.6 && ratio < 1 / 0.6))) return false;
  const margin = BORDER * Math.max(width, height);
  const atBorder = (a: Point, b: Point): boolean =>
    Math.max(a.x, b.x) < margin ||
    Math.max(a.y, b.y) < margin ||
    Math.min(a.x, b.x) > width - margin ||
    Math.min(a.y, b.y) > height - margin;
  return corners.every((corner, index) => {
    const next = corners[(index + 1) % 4] as Point;
    const before = corners[(index + 3) % 4] as Point;
    return !atBorder(corner, next) && Math.abs(angleAt(before, corner, next) - 90) <= CORNER;
  });
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function angleAt(a: Point, corner: Point, b: Point): number {
  const [ax, ay, bx, by] = [a.x - corner.x, a.y - corner.y, b.x - corner.x, b.y - corner.y];
  return (Math.acos((ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by))) * 180) / Math.PI;
}

function areaOf(corners: readonly Point[]): number {
  let sum = 0;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] as Point;
    sum += a.x * b.y - b.x * a.y;
  });
  return Math.abs(sum) / 2;
}

/** Share of a side along which there is an edge in its direction, within two pixels. */
function seen({ width, height, size, direction }: Edges, a: Point, b: Point): number {
  const length = distance(a, b);
  const steps = Math.max(8, Math.round(length / 2));
  const [nx, ny] = [(b.y - a.y) / length, (a.x - b.x) / length];
  const normal = (Math.round((Math.atan2(ny, nx) * 180) / Math.PI) + 2 * DEGREES) % DEGREES;
  let hits = 0;
  for (let step = 0; step < steps; step++) {
    const share = (step + 0.5) / steps;
    const [x, y] = [a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)];
    let hit = false;
    for (let off = -2; off <= 2 && !hit; off++) {
      const [px, py] = [Math.round(x + off * nx), Math.round(y + off * ny)];
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      const at = py * width + px;
      if (size[at] === 0) continue;
      const apart = Math.abs((direction[at] as number) - normal);
      hit = Math.min(apart, DEGREES - apart) <= 20;
    }
    if (hit) hits++;
  }
  return hits / steps;
}
