import { greedy, type Frames, type Greedy } from './ctc.ts';
import { double, halve, type Gray, type Pyramid } from './image/gray.ts';
import { printLines, type PrintLine } from './image/lines.ts';
import { PLAIN_CUT, reversed, straighten, type Cut } from './image/straighten.ts';
import type { LineRecogniser } from './recogniser.ts';

/** A row of print that reads like a line of a zone. */
export interface ZoneLine {
  line: PrintLine;
  cut: Cut;
  frames: Frames;
  greedy: Greedy;
}

/** Rows tried in one view of the image, longest first: a page of print has more, a zone is among its longest. */
const MOST_ROWS = 26;
/** A row shorter than this many heights is not half a line of a zone; a longer one than this is no print. */
const SHORTEST = 14;
const LONGEST = 90;
/** A row that reads like this is a line of a zone; with two of them, rows elsewhere are not read any more. */
const STRONG = 0.9;
/** A zone's line, as the recogniser sees it before anything is known of it. */
const LEAST_CHARACTERS = 20;
const MOST_CHARACTERS = 52;
const LEAST_CONFIDENCE = 0.55;
/** Smallest image whose glyphs need not be enlarged before they are told apart. */
const SMALL = 620;

function middle({ x0, y0, x1, y1 }: PrintLine): { x: number; y: number } {
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}

export function heightOf(line: PrintLine): number {
  return (line.height0 + line.height1) / 2;
}

function scaled(line: PrintLine, by: number): PrintLine {
  const { x0, y0, x1, y1, height0, height1, patches } = line;
  return { x0: x0 * by, y0: y0 * by, x1: x1 * by, y1: y1 * by, height0: height0 * by, height1: height1 * by, patches };
}

/** Readings left to one image, so that a page of noise costs no more than a page of print. */
export class Budget {
  #left: number;

  constructor(readings: number) {
    this.#left = readings;
  }

  /** Takes one reading; false where none is left. */
  take(): boolean {
    return this.#left-- > 0;
  }
}

/** Rows of print of every size, in the pixels of `gray`, without those found twice: at most `most`, likeliest first. */
export function rowsOf(gray: Gray, most = MOST_ROWS): PrintLine[] {
  const rows: PrintLine[] = [];
  if (Math.max(gray.width, gray.height) < SMALL)
    rows.push(...printLines(double(gray)).map((line) => scaled(line, 0.5)));
  for (
    let level = gray, by = 1;
    Math.max(level.width, level.height) >= 200 || by === 1;
    level = halve(level), by *= 2
  ) {
    rows.push(...printLines(level).map((line) => scaled(line, by)));
    if (by === 4) break;
  }
  const span = (line: PrintLine): number => line.x1 - line.x0;
  // Long for its height, made of many patches: what a row of a zone is.
  const worth = (line: PrintLine): number => Math.min(50, span(line) / heightOf(line)) * Math.min(1, line.patches / 14);
  const fit = rows.filter((line) => {
    const length = span(line) / heightOf(line);
    return length >= SHORTEST && length <= LONGEST;
  });
  const kept: PrintLine[] = [];
  for (const row of fit.sort((a, b) => worth(b) - worth(a))) {
    const height = heightOf(row);
    const here = middle(row);
    const same = kept.some((other) => {
      const there = middle(other);
      return (
        Math.abs(here.y - there.y) < 0.35 * heightOf(other) &&
        Math.abs(height / heightOf(other) - 1) < 0.3 &&
        Math.abs(row.x0 - other.x0) < 2 * height &&
        Math.abs(row.x1 - other.x1) < 2 * height
      );
    });
    if (!same) kept.push(row);
    if (kept.length >= most) break;
  }
  return kept;
}

export async function readRow(
  recogniser: LineRecogniser,
  pyramid: Pyramid,
  line: PrintLine,
  cut: Cut,
): Promise<ZoneLine> {
  const frames = await recogniser.read(straighten(pyramid, line, cut));
  return { line, cut, frames, greedy: greedy(frames) };
}

/** How much a row reads like a line of a zone: certainty times fitness of its length; 0 where it does not. */
export function zoneLikeness({ greedy: { text, confidence } }: ZoneLine): number {
  if (text.length < LEAST_CHARACTERS || text.length > MOST_CHARACTERS || confidence < LEAST_CONFIDENCE) return 0;
  const off = Math.min(...[30, 36, 44].map((length) => Math.abs(text.length - length)));
  return confidence * (1 - Math.min(0.5, off * 0.05)) * (text.includes('<') ? 1 : 0.9);
}

/** True where a row could be of the same zone as another: close above or below it. */
function isNear(row: PrintLine, other: PrintLine): boolean {
  return Math.abs(placeOf(row, other).across) < 2 * FARTHEST;
}

/** Rows of a view that read like lines of a zone, in reading direction, surest first. */
export async function zoneLines(
  recogniser: LineRecogniser,
  pyramid: Pyramid,
  rows: readonly PrintLine[],
  budget: Budget,
): Promise<ZoneLine[]> {
  const found: ZoneLine[] = [];
  for (const row of rows) {
    const strong = found.filter((line) => zoneLikeness(line) >= STRONG);
    if (strong.length >= 2 && !strong.some(({ line }) => isNear(row, line))) continue;
    if (!budget.take()) break;
    const upright = await readRow(recogniser, pyramid, row, PLAIN_CUT);
    let best = upright;
    if (zoneLikeness(upright) < STRONG && budget.take()) {
      const over = await readRow(recogniser, pyramid, reversed(row), PLAIN_CUT);
      if (zoneLikeness(over) > zoneLikeness(upright)) best = over;
    }
    if (zoneLikeness(best) > 0) found.push(best);
  }
  return found.sort((a, b) => zoneLikeness(b) - zoneLikeness(a));
}

/** Place of a row against another: along its direction and square to it, in its heights. */
function placeOf(row: PrintLine, of: PrintLine): { along0: number; along1: number; across: number } {
  const dx = of.x1 - of.x0;
  const dy = of.y1 - of.y0;
  const length = Math.max(1, Math.hypot(dx, dy));
  const height = heightOf(of);
  const along = (x: number, y: number): number => ((x - of.x0) * dx + (y - of.y0) * dy) / length / height;
  const at = middle(row);
  return {
    along0: along(row.x0, row.y0),
    along1: along(row.x1, row.y1),
    across: ((at.y - of.y0) * dx - (at.x - of.x0) * dy) / length / height,
  };
}

/** Nearest and farthest that the lines of one zone stand apart, in heights of their capitals. */
const CLOSEST = 1.35;
const FARTHEST = 3.7;

/** Lines that stand over one another like those of a zone: two or three, top first, around the surest one. */
export function groupAround(seed: ZoneLine, others: readonly ZoneLine[]): ZoneLine[] {
  const length = Math.hypot(seed.line.x1 - seed.line.x0, seed.line.y1 - seed.line.y0) / heightOf(seed.line);
  const placed = others
    .filter((other) => other !== seed)
    .map((other) => ({ other, place: placeOf(other.line, seed.line) }))
    .filter(({ other, place }) => {
      const overlap = Math.min(length, place.along1) - Math.max(0, place.along0);
      const size = heightOf(other.line) / heightOf(seed.line);
      return (
        overlap > 0.6 * Math.min(length, place.along1 - place.along0) &&
        size > 0.65 &&
        size < 1.55 &&
        Math.abs(place.across) < 2 * FARTHEST
      );
    });
  const pick = (sign: 1 | -1, from: number): { other: ZoneLine; across: number } | undefined =>
    placed
      .map(({ other, place }) => ({ other, across: place.across * sign }))
      .filter(({ across }) => across - from > CLOSEST && across - from < FARTHEST)
      .sort((a, b) => zoneLikeness(b.other) - zoneLikeness(a.other))[0];
  const group = [seed];
  const below = pick(1, 0);
  const above = pick(-1, 0);
  if (below !== undefined) group.push(below.other);
  if (above !== undefined) group.unshift(above.other);
  if (group.length === 2) {
    const sign = below === undefined ? -1 : 1;
    const next = pick(sign, (below ?? above)?.across ?? 0);
    if (next !== undefined) {
      if (sign === 1) group.push(next.other);
      else group.unshift(next.other);
    }
  }
  return group;
}

/** The row that stands `across` heights of `line` below it (above, where negative). */
export function neighbour(line: PrintLine, across: number): PrintLine {
  const dx = line.x1 - line.x0;
  const dy = line.y1 - line.y0;
  const length = Math.max(1, Math.hypot(dx, dy));
  const step = across * heightOf(line);
  const mx = (-dy / length) * step;
  const my = (dx / length) * step;
  return { ...line, x0: line.x0 + mx, y0: line.y0 + my, x1: line.x1 + mx, y1: line.y1 + my };
}
