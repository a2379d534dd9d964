import type { MrzReading } from '../mrz/index.ts';
import { crop } from '../resample.ts';
import type { Point, Quadrilateral, Raster } from '../types.ts';
import { countryOfZone } from './extract.ts';
import { printedFields } from './fields.ts';
import { type LineReader, mainDirection, type ReadLine, type SlantedBox, telling, towards } from './ocr/index.ts';
import { unreadScripts } from './print/scripts.ts';
import type { PrintedReading } from './types.ts';

/** Lines less sure than this are no text. */
const LEAST = 0.3;
/** Lines that lean so far from the others, radians, are stamps, watermarks and signatures. */
const LEANING = 0.2;
/** Sine of the slope up to which a line counts as level. */
const LEVEL = 0.03;
/** A document over so much of the picture needs no closer look. */
const NEARLY_ALL = 0.7;

export interface PrintResult {
  reading: PrintedReading;
  lines: readonly ReadLine[];
  /** Lines along the picture's rows. */
  level: readonly ReadLine[];
  direction: number;
}

/**
 * Reads what is printed on a document beside its machine-readable zone.
 * @param today YYYY-MM-DD, for years of two figures
 * @param corners of the document, where they were found: print is looked for inside, in more detail
 * @throws ModelUnavailable
 */
export async function readPrint(
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
    level: lines.filter(({ slanted }) => Math.abs(Math.sin(slanted.angle)) < LEVEL),
    direction,
  };
}

/** Boxes of lines, in the whole picture or around the document in it. */
async function findIn(reader: LineReader, picture: Raster, corners: Quadrilateral | null): Promise<SlantedBox[]> {
  if (!corners) return reader.find(picture);
  const left = Math.max(0, Math.floor(Math.min(...corners.map(({ x }) => x))));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(({ y }) => y))));
  const width = Math.min(picture.width, Math.ceil(Math.max(...corners.map(({ x }) => x)))) - left;
  const height = Math.min(picture.height, Math.ceil(Math.max(...corners.map(({ y }) => y)))) - top;
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
