import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Model, type ModelSlot, openModel } from '../../models/session.ts';
import { crop, shrink, warp } from '../../resample.ts';
import {
  type Box,
  ModelUnavailable,
  type Point,
  type Provenance,
  type Quadrilateral,
  type Raster,
} from '../../types.ts';
import { type SlantedBox, textBoxes } from './boxes.ts';
import { type Character, readSteps } from './ctc.ts';
import { OCR_SLOTS, type OcrSlots } from './slots.ts';

/** A line of print with each of its characters. */
export interface ReadLine {
  text: string;
  /** Mean probability of its characters. */
  confidence: number;
  characters: readonly Character[];
  box: Box;
  slanted: SlantedBox;
}

export interface LineReading {
  lines: ReadLine[];
  /** Lines that were found and left out, because there were too many. */
  left: number;
}

/** Text is looked for at this size, pixels on the longer side; the network wants multiples of 32. */
const DETECTION_SIZE = 960;
const MULTIPLE = 32;
/** Lines are read from at most this size, pixels on the longer side. */
const READING_SIZE = 2_400;
const ROWS = 48;
/** Width of one line, and of all of them, columns at a height of 48: what bounds the time. */
const LONGEST_LINE = 1_600;
const ALL_LINES = 11_000;
const MOST_LINES = 60;

/** Finds and reads lines of print: PP-OCR's networks (Du et al. 2020 and later versions of their report). */
export class LineReader {
  readonly provenance: readonly Provenance[];
  readonly #detection: Model;
  readonly #recognition: Model;
  readonly #symbols: readonly string[];
  private constructor(detection: Model, recognition: Model, symbols: readonly string[]) {
    this.#detection = detection;
    this.#recognition = recognition;
    this.#symbols = symbols;
    this.provenance = [detection.provenance, recognition.provenance];
  }

  /** @throws ModelUnavailable */
  static async open(slots: OcrSlots = OCR_SLOTS): Promise<LineReader> {
    const [detection, recognition, symbols] = await Promise.all([
      openModel(slots.detection),
      openModel(slots.recognition),
      readAlphabet(slots.alphabet),
    ]);
    return new LineReader(detection, recognition, [...symbols, ' ']);
  }

  /**
   * Boxes of lines, pixels of the picture.
   * @throws ModelUnavailable
   */
  async find(picture: Raster): Promise<SlantedBox[]> {
    const { image } = shrink(picture, DETECTION_SIZE);
    const width = Math.max(MULTIPLE, Math.round(image.width / MULTIPLE) * MULTIPLE);
    const height = Math.max(MULTIPLE, Math.round(image.height / MULTIPLE) * MULTIPLE);
    const fitted = crop(image, [0, 0, image.width, image.height], width, height);
    const outputs = await this.#detection.run({ x: { data: bgrPlanes(fitted, width), dims: [1, 3, height, width] } });
    const data = Object.values(outputs)[0]?.data;
    if (data?.length !== width * height) {
      throw new ModelUnavailable(this.#detection.provenance.name, 'its output has another shape');
    }
    const [across, down] = [picture.width / width, picture.height / height];
    return textBoxes({ data, width, height }).map((box) => scaled(box, across, down));
  }

  /**
   * Reads the lines in boxes, the shortest first while there is time: values are shorter than small print.
   * @throws ModelUnavailable
   */
  async read(picture: Raster, boxes: readonly SlantedBox[]): Promise<LineReading> {
    const { image, scale } = shrink(picture, READING_SIZE);
    const lines: ReadLine[] = [];
    let columns = 0;
    let left = 0;
    for (const box of boxes.toSorted((a, b) => a.width / a.height - b.width / b.height)) {
      const width = Math.min(LONGEST_LINE, Math.max(16, Math.round((box.width / box.height) * ROWS)));
      if (lines.length >= MOST_LINES || columns + width > ALL_LINES) {
        left++;
        continue;
      }
      columns += width;
      const characters = await this.#recognise(cutOut(image, scaled(box, scale, scale), width));
      if (characters.length > 0) lines.push(lineOf(characters, box));
    }
    return { lines: lines.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x), left };
  }

  async #recognise(line: Raster): Promise<Character[]> {
    const width = Math.ceil(line.width / MULTIPLE) * MULTIPLE;
    const outputs = await this.#recognition.run({ x: { data: bgrPlanes(line, width), dims: [1, 3, ROWS, width] } });
    const found = Object.values(outputs)[0];
    const classes = found?.dims[2];
    if (!found || classes !== this.#symbols.length + 1) {
      throw new ModelUnavailable(this.#recognition.provenance.name, 'its outputs do not fit its alphabet');
    }
    return readSteps(found.data, classes, this.#symbols, line.width / width);
  }
}

async function readAlphabet(slot: ModelSlot): Promise<string[]> {
  const bytes = await readFile(slot.path).catch((cause: unknown) => {
    throw new ModelUnavailable(slot.name, 'its file cannot be read', { cause });
  });
  if (createHash('sha256').update(bytes).digest('hex') !== slot.sha256) {
    throw new ModelUnavailable(slot.name, 'its file is not the one that was published');
  }
  const symbols: unknown = JSON.parse(bytes.toString('utf8'));
  if (!Array.isArray(symbols) || !symbols.every((symbol) => typeof symbol === 'string')) {
    throw new ModelUnavailable(slot.name, 'its file is no list of symbols');
  }
  return symbols;
}

/** Planes of blue, green and red from -1 to 1, with nothing (0) to the right of the picture up to `width`. */
function bgrPlanes({ data, width: filled, height, channels }: Raster, width: number): Float32Array {
  const size = width * height;
  const result = new Float32Array(3 * size);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < filled; x++) {
      const from = (y * filled + x) * channels;
      for (let c = 0; c < 3; c++) {
        const value = data[from + (channels === 3 ? 2 - c : 0)] as number;
        result[c * size + y * width + x] = value / 127.5 - 1;
      }
    }
  }
  return result;
}

/** The line laid level, 48 rows high. */
function cutOut(image: Raster, { centre, width, height, angle }: SlantedBox, columns: number): Raster {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [a, b, d, e] = [
    (cosine * width) / columns,
    (-sine * height) / ROWS,
    (sine * width) / columns,
    (cosine * height) / ROWS,
  ];
  const c = centre.x - (a * (columns - 1) + b * (ROWS - 1)) / 2 - 0.5;
  const f = centre.y - (d * (columns - 1) + e * (ROWS - 1)) / 2 - 0.5;
  return warp(image, [a, b, c, d, e, f], columns, ROWS);
}

function scaled(box: SlantedBox, across: number, down: number): SlantedBox {
  const [cosine, sine] = [Math.cos(box.angle), Math.sin(box.angle)];
  return {
    centre: { x: box.centre.x * across, y: box.centre.y * down },
    width: box.width * Math.hypot(cosine * across, sine * down),
    height: box.height * Math.hypot(sine * across, cosine * down),
    angle: Math.atan2(sine * down, cosine * across),
    score: box.score,
  };
}

function lineOf(characters: Character[], slanted: SlantedBox): ReadLine {
  const confidence = characters.reduce((sum, { probability }) => sum + probability, 0) / characters.length;
  const text = characters.map(({ symbol }) => symbol).join('');
  return { text, confidence, characters, box: boundsOf(slanted, 0, 1), slanted };
}

/** Corners of a part of a line from the writing's own top left, from and to as shares of its width. */
export function cornersOf(
  { centre, width, height, angle }: SlantedBox,
  from: number,
  to: number,
): [Point, Point, Point, Point] {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const corner = (share: number, side: number): Point => ({
    x: centre.x + (share - 0.5) * width * cosine - side * (height / 2) * sine,
    y: centre.y + (share - 0.5) * width * sine + side * (height / 2) * cosine,
  });
  return [corner(from, -1), corner(to, -1), corner(to, 1), corner(from, 1)];
}

/** The upright box around a part of a line, from and to as shares of its width. */
export const boundsOf = (slanted: SlantedBox, from: number, to: number): Box => around(cornersOf(slanted, from, to));

/** The upright box around corners. */
export function around(corners: Quadrilateral): Box {
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
