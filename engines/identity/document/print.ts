import type { MrzReading } from '../mrz/index.ts';
import { crop } from '../resample.ts';
import type { Point, Quadrilateral, Raster } from '../types.ts';
import { countryOfZone } from './extract.ts';
import { printedFields } from './fields.ts';
import {
  around,
  cornersOf,
  type LineReader,
  mainDirection,
  type ReadLine,
  type SlantedBox,
  telling,
  towards,
} from './ocr/index.ts';
import { inverse, layLevel, project, type Projection, projectionOf } from './perspective.ts';
import { unreadScripts } from './print/scripts.ts';
import type { PrintedReading } from './types.ts';

/** Lines less sure than this are no text. */
const LEAST = 0.3;
/** Mean probability of the characters from which on rows that could not be read count as a zone all the same. */
const LEAST_MEAN = 0.8;
/** Lines that lean so far from the others, radians, are stamps, watermarks and signatures. */
const LEANING = 0.2;
/** Sine of the slope up to which a line counts as level. */
const LEVEL = 0.03;
/** Cosine of a corner from which on a document is seen aslant: 2.5 degrees off. */
const ASLANT = 0.044;
/** A document over so much of the picture needs no closer look. */
const NEARLY_ALL = 0.7;
/** A document narrower than this is not laid level, pixels. */
const SMALLEST = 100;
/** Ground around a document laid level, share of its shorter side. */
const AIR = 0.02;

export interface PrintResult {
  reading: PrintedReading;
  lines: readonly ReadLine[];
  /** Lines along the picture's rows. */
  level: readonly ReadLine[];
  direction: number;
}

/**
 * Reads what is printed on a document beside its machine-readable zone: from the document laid level where it was found
 * aslant, else from the picture as it is: lines are turned level one by one in any case. Places are told in the picture in both cases.
 * @param today YYYY-MM-DD, for years of two figures
 * @throws ModelUnavailable
 */
export async function readPrint(
  reader: LineReader,
  picture: Raster,
  found: MrzReading | null,
  today: string,
  corners: Quadrilateral | null = null,
): Promise<PrintResult> {
  const zone = found && likely(found) ? found : null;
  const sheet = corners && aslant(corners) ? levelSheet(picture, corners) : null;
  if (!sheet) return readSheet(reader, picture, zone, today, corners);
  const region = zone?.region?.map((corner) => project(inverse(sheet.map), corner)) as Quadrilateral | undefined;
  const print = await readSheet(reader, sheet.image, zone && { ...zone, region: region ?? null }, today);
  const lines = print.lines.map((line) => lineThrough(sheet.map, line));
  return {
    ...print,
    lines,
    level: levelOf(lines),
    reading: {
      ...print.reading,
      fields: print.reading.fields.map((field) => {
        const place = field.corners.map((corner) => project(sheet.map, corner)) as unknown as Quadrilateral;
        return { ...field, corners: place, box: around(place) };
      }),
      lines: lines.map(({ text, confidence, box }) => ({ text, confidence, box })),
    },
  };
}

/** What was only guessed to be a zone says neither where the print is nor which way up. */
const likely = ({ status, legibility }: MrzReading): boolean =>
  status !== 'UNREADABLE' || legibility.mean >= LEAST_MEAN;

/** Whether a document is seen so far from the side that its corners are no right angles. */
function aslant(corners: Quadrilateral): boolean {
  return corners.some((corner, index) => {
    const [before, after] = [corners[(index + 3) % 4] as Point, corners[(index + 1) % 4] as Point];
    const [a, b] = [apart(corner, before), apart(corner, after)];
    const dot = (before.x - corner.x) * (after.x - corner.x) + (before.y - corner.y) * (after.y - corner.y);
    return Math.abs(dot) > ASLANT * a * b;
  });
}

/** The document laid level with a little of the ground around it, as large as it is in the picture. */
function levelSheet(picture: Raster, corners: Quadrilateral): { image: Raster; map: Projection } | null {
  const [a, b, c, d] = corners;
  const [wide, high] = [(apart(a, b) + apart(d, c)) / 2, (apart(a, d) + apart(b, c)) / 2];
  if (!(wide >= SMALLEST && high >= SMALLEST)) return null;
  const air = Math.round(AIR * Math.min(wide, high));
  const [p, q, r, s, t, u, v, w, z] = projectionOf(wide, high, corners);
  // The same map, seen from a sheet that begins so much further out.
  const map: Projection = [p, q, r - (p + q) * air, s, t, u - (s + t) * air, v, w, z - (v + w) * air];
  return { image: layLevel(picture, map, Math.round(wide + 2 * air), Math.round(high + 2 * air)), map };
}

function lineThrough(map: Projection, line: ReadLine): ReadLine {
  const [a, b, c, d] = cornersOf(line.slanted, 0, 1).map((corner) => project(map, corner)) as [
    Point,
    Point,
    Point,
    Point,
  ];
  const slanted: SlantedBox = {
    centre: project(map, line.slanted.centre),
    width: (apart(a, b) + apart(d, c)) / 2,
    height: (apart(a, d) + apart(b, c)) / 2,
    angle: Math.atan2(b.y + c.y - a.y - d.y, b.x + c.x - a.x - d.x),
    score: line.slanted.score,
  };
  return { ...line, slanted, box: around([a, b, c, d]) };
}

const levelOf = (lines: readonly ReadLine[]): ReadLine[] =>
  lines.filter(({ slanted }) => Math.abs(Math.sin(slanted.angle)) < LEVEL);

async function readSheet(
  reader: LineReader,
  picture: Raster,
  zone: MrzReading | null,
  today: string,
  corners: Quadrilateral | null = null,
): Promise<PrintResult> {
  const found = await findIn(reader, picture, corners);
  const direction = await directionOf(reader, picture, found, zone);
  const boxes = towards(found, direction).filter(
    ({ centre, angle }) => !(zone?.region && inside(centre, zone.region)) && Math.abs(angle - direction) <= LEANING,
  );
  const { lines: all } = await reader.read(picture, boxes);
  const lines = all.filter(({ confidence }) => confidence >= LEAST);
  const code = zone?.parsed?.issuingState;
  return {
    reading: {
      fields: printedFields(lines, zone, direction, today),
      lines: lines.map(({ text, confidence, box }) => ({ text, confidence, box })),
      unreadScripts: unreadScripts(all, code === undefined ? undefined : countryOfZone(code)),
      provenance: reader.provenance,
    },
    lines,
    level: levelOf(lines),
    direction,
  };
}

/** Boxes of lines, in the whole picture or around the document in it. */
async function findIn(reader: LineReader, picture: Raster, corners: Quadrilateral | null): Promise<SlantedBox[]> {
  if (!corners) return reader.find(picture);
  const bounds = around(corners);
  const [left, top] = [Math.max(0, Math.floor(bounds.x)), Math.max(0, Math.floor(bounds.y))];
  const width = Math.min(picture.width, Math.ceil(bounds.x + bounds.width)) - left;
  const height = Math.min(picture.height, Math.ceil(bounds.y + bounds.height)) - top;
  if (width * height > NEARLY_ALL * picture.width * picture.height) return reader.find(picture);
  const boxes = await reader.find(crop(picture, [left, top, width, height], width, height));
  return boxes.map((box) => ({ ...box, centre: { x: box.centre.x + left, y: box.centre.y + top } }));
}

/** The direction of writing: the zone's where one was found; otherwise that of most lines, the way up that reads better. */
async function directionOf(
  reader: LineReader,
  picture: Raster,
  boxes: readonly SlantedBox[],
  zone: MrzReading | null,
): Promise<number> {
  const main = mainDirection(boxes);
  if (zone?.region) {
    const [a, b] = zone.region;
    const written = Math.atan2(b.y - a.y, b.x - a.x);
    return Math.abs(b.x - a.x) + Math.abs(b.y - a.y) > 0 ? written : main;
  }
  const trial = telling(towards(boxes, main));
  if (trial.length === 0) return main;
  const sure = async (direction: number): Promise<number> => {
    const { lines } = await reader.read(picture, towards(trial, direction));
    return lines.reduce((sum, { confidence }) => sum + confidence, 0) / trial.length;
  };
  const [upright, over] = [await sure(main), await sure(main + Math.PI)];
  return over > upright ? main + Math.PI : main;
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Whether a point lies in a convex quadrilateral. */
export function inside({ x, y }: Point, corners: Quadrilateral): boolean {
  let [left, right] = [false, false];
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % 4] as Point;
    const side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    if (side > 0) left = true;
    if (side < 0) right = true;
  });
  return !(left && right);
}
