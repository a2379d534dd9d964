import type { Point, Quadrilateral, Raster } from '../types.ts';
import {
  Budget,
  groupAround,
  heightOf,
  neighbour,
  readRow,
  rowsOf,
  zoneLikeness,
  zoneLines,
  type ZoneLine,
} from './find.ts';
import { Pyramid, toGray, type Gray } from './image/gray.ts';
import type { PrintLine } from './image/lines.ts';
import { turn, type Turned } from './image/turn.ts';
import { Hypotheses, type Hypothesis, type Pitch } from './hypotheses.ts';
import { MrzImageError, type MrzReading } from './reading.ts';
import { nothingFound, type PlaceOf, report } from './report.ts';
import type { LineRecogniser } from './recogniser.ts';
import type { Today } from './dates.ts';

export interface ReadMrzOptions {
  recogniser: LineRecogniser;
  /** Day to reckon centuries from, YYYY-MM-DD. */
  today: Today;
}

/** Images are looked at no larger than this. */
const LONGEST = 1_700;
const MOST_PIXELS = 120_000_000;
const LONGEST_SIDE = 60_000;
/** Smaller than this no line of 30 characters can be told. */
const SMALLEST_SIDE = 16;
/** Views, in degrees: level and upright first, then the slanted ones; each finds rows up to 20 degrees off. */
const VIEWS = [0, 90, 35, 145, 55, 125] as const;
/** Mean probability of the characters from which on the image is not looked at from other sides. */
const CLEAR = 0.95;
const SEEDS = 3;
/** Readings of single rows for one image, all views together, and rows tried in a slanted view. */
const READINGS = 170;
const SLANTED_ROWS = 10;
/** Slanted views are looked at no larger than this. */
const SLANTED_LONGEST = 1_250;

function checkImage({ data, width, height, channels }: Raster): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new MrzImageError('The image has no whole, positive width and height');
  }
  if (channels !== 1 && channels !== 3) throw new MrzImageError('The image must have 1 channel (grey) or 3 (RGB)');
  if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS) {
    throw new MrzImageError(
      `The image is larger than ${MOST_PIXELS / 1e6} megapixels or ${LONGEST_SIDE} pixels on a side: shrink it first`,
    );
  }
  if (data.length !== width * height * channels) {
    throw new MrzImageError(
      `The image should hold ${width * height * channels} bytes of samples and holds ${data.length}`,
    );
  }
}

/** The lines of a group made as long as their longest, where one was found only in part. */
function levelled(group: readonly ZoneLine[]): PrintLine[] {
  return group.map(({ line }) => {
    const dx = line.x1 - line.x0;
    const dy = line.y1 - line.y0;
    const length = Math.max(1, Math.hypot(dx, dy));
    let from = 0;
    let to = length;
    for (const { line: other } of group) {
      from = Math.min(from, ((other.x0 - line.x0) * dx + (other.y0 - line.y0) * dy) / length);
      to = Math.max(to, ((other.x1 - line.x0) * dx + (other.y1 - line.y0) * dy) / length);
    }
    const at = (along: number): Point => ({ x: line.x0 + (dx * along) / length, y: line.y0 + (dy * along) / length });
    const start = at(from);
    const end = at(to);
    return { ...line, x0: start.x, y0: start.y, x1: end.x, y1: end.y };
  });
}

/** Rows that would complete a group: over and under it, at the distance of its lines or at usual ones. */
async function completed(
  recogniser: LineRecogniser,
  pyramid: Pyramid,
  group: readonly ZoneLine[],
): Promise<ZoneLine[]> {
  const first = group[0] as ZoneLine;
  const last = group.at(-1) as ZoneLine;
  const height = heightOf(first.line);
  const gap =
    Math.hypot(last.line.x0 - first.line.x0, last.line.y0 - first.line.y0) / height / Math.max(1, group.length - 1);
  const steps = group.length > 1 && gap > 1 ? [gap] : [1.8, 2.2, 2.6];
  const found: ZoneLine[] = [];
  for (const [from, sign] of [
    [last, 1],
    [first, -1],
  ] as const) {
    let best: ZoneLine | undefined;
    for (const step of steps) {
      const read = await readRow(recogniser, pyramid, neighbour(from.line, sign * step), from.cut);
      if (zoneLikeness(read) > Math.max(0, best === undefined ? 0 : zoneLikeness(best))) best = read;
    }
    if (best !== undefined) found.push(best);
  }
  return found;
}

interface Found {
  best: Hypothesis;
  view: Turned;
  /** Pixels of the image for one of the view. */
  factor: number;
}

async function inView(view: Turned, recogniser: LineRecogniser, budget: Budget): Promise<Hypothesis | undefined> {
  const pyramid = new Pyramid(view.gray);
  const lines = await zoneLines(
    recogniser,
    pyramid,
    rowsOf(view.gray, view.degrees % 90 === 0 ? undefined : SLANTED_ROWS),
    budget,
  );
  const hypotheses = new Hypotheses(recogniser, pyramid);
  const used = new Set<ZoneLine>();
  let seeds = 0;
  for (const seed of lines) {
    if (used.has(seed)) continue;
    if (seeds++ >= SEEDS) break;
    let group = groupAround(seed, lines);
    if (group.length < 3) {
      const more = await completed(recogniser, pyramid, group);
      if (more.length > 0) group = groupAround(seed, [...lines.filter((line) => group.includes(line)), ...more]);
    }
    for (const line of group) used.add(line);
    if (group.length < 2) continue;
    const counts = group.map(({ greedy: { text } }) => text.length);
    await hypotheses.consider(levelled(group), Math.max(...counts));
    if (hypotheses.best?.settled === true) break;
  }
  return hypotheses.best;
}

/**
 * Finds and reads the machine-readable zone of a document (ICAO 9303-3 to -7) in an image of any rotation.
 *
 * Rows of print are chained from patches of ink, laid level, and read by the recogniser; rows that read like lines of a
 * zone are grouped, fitted to the lengths of the forms, and decoded under their character classes, codes and check digits.
 * Work is bounded by counts (views, rows, readings), whatever the image shows.
 * @param image 8-bit grey or RGB samples; EXIF rotation need not be applied
 * @throws MrzImageError where the image's numbers do not fit
 * @throws ModelUnavailable where inference fails
 */
export async function readMrz(image: Raster, options: ReadMrzOptions): Promise<MrzReading> {
  checkImage(image);
  const { recogniser } = options;
  if (Math.min(image.width, image.height) < SMALLEST_SIDE) return nothingFound(recogniser.provenance);
  const level = toGray(image, LONGEST);
  let slanted: Gray | undefined;
  const budget = new Budget(READINGS);
  let found: Found | undefined;
  for (const degrees of VIEWS) {
    if (found !== undefined && clarity(found.best) > CLEAR) break;
    const isLevel = degrees === 0 || degrees === 90;
    if (!isLevel) slanted ??= toGray(image, SLANTED_LONGEST);
    const gray = isLevel ? level : (slanted ?? level);
    const view = turn(gray, degrees);
    const best = await inView(view, recogniser, budget);
    if (best !== undefined && (found === undefined || best.quality > found.best.quality)) {
      found = { best, view, factor: image.width / gray.width };
    }
  }
  if (found === undefined) return nothingFound(recogniser.provenance);
  const { best, view, factor } = found;
  const toImage = (point: Point): Point => {
    const { x, y } = view.back(point);
    return { x: x * factor, y: y * factor };
  };
  const region = cornersOf(best.rows, toImage);
  return report(best, options.today, recogniser.provenance, region, placesIn(best, toImage), factor);
}

function clarity({ raw }: Hypothesis): number {
  return raw.reduce((sum, value) => sum + value, 0) / raw.length;
}

/** Where characters of a hypothesis' rows stand, a quarter of a height of air above and below them. */
function placesIn({ rows, pitches }: Hypothesis, toImage: (point: Point) => Point): PlaceOf {
  return (index, start, end) => {
    const { x0, y0, x1, y1, height0, height1 } = rows[index] as PrintLine;
    const { first, step } = pitches[index] as Pitch;
    const [dx, dy] = [x1 - x0, y1 - y0];
    const length = Math.max(1, Math.hypot(dx, dy));
    const corner = (character: number, sign: 1 | -1): Point => {
      const share = first + (character - 0.5) * step;
      const half = sign * 0.75 * Math.max(1, height0 + (height1 - height0) * share);
      return toImage({ x: x0 + dx * share - (dy / length) * half, y: y0 + dy * share + (dx / length) * half });
    };
    return [corner(start, -1), corner(end, -1), corner(end, 1), corner(start, 1)];
  };
}

/** Corners of the rows' common box, half a height of air around them. */
function cornersOf(rows: readonly PrintLine[], toImage: (point: Point) => Point): Quadrilateral {
  const first = rows[0] as PrintLine;
  const last = rows.at(-1) as PrintLine;
  const corner = (row: PrintLine, left: boolean, sign: 1 | -1): Point => {
    const dx = row.x1 - row.x0;
    const dy = row.y1 - row.y0;
    const length = Math.max(1, Math.hypot(dx, dy));
    const height = heightOf(row);
    const x = left ? row.x0 - (dx / length) * 0.5 * height : row.x1 + (dx / length) * 0.5 * height;
    const y = left ? row.y0 - (dy / length) * 0.5 * height : row.y1 + (dy / length) * 0.5 * height;
    return toImage({ x: x - (dy / length) * sign * height, y: y + (dx / length) * sign * height });
  };
  return [corner(first, true, -1), corner(first, false, -1), corner(last, false, 1), corner(last, true, 1)];
}
