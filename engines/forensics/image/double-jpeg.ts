import { type Detector, type Finding, nothing } from '../types.ts';
import { type Blocks, blockDct } from './dct.ts';
import { type EarlierJpeg, measureEarlierJpeg } from './earlier-jpeg.ts';
import { luminanceTable, qualityOf, ZIGZAG } from './jpeg.ts';
import type { OpenedImage, Plane } from './open.ts';

/** Frequencies that are looked at: the first of the zigzag order without the mean. */
const FREQUENCIES = ZIGZAG.slice(1, 15);
/** Quantised values up to this size are told apart. */
const LARGEST = 20;
const BINS = 2 * LARGEST + 1;
/** Spread of what rounding to whole grey values adds to a coefficient: 1/12 of a square, and a little for clipping. */
const ROUNDING = 0.32;
/** Share of coefficients that no hypothesis explains. */
const UNEXPLAINED = 0.02;
const LOWEST_QUALITY = 30;
const FEWEST_BLOCKS = 150;
const MOST_PIXELS = 524_288;
/** Blocks that are looked at to find parts. */
const MOST_BLOCKS = 40_000;
/** Nats a block from which parts are looked for. */
const THRESHOLD = 1;
/** Nats: reached by none of 250 pictures compressed once (the half that bench/forensics/double-jpeg.ts calls `fit`). */
export const TOLD_FROM = 12;

export interface DoubleJpegMeasure {
  /** Mean over blocks of the log-likelihood ratio of the best earlier quality against a single compression. */
  score: number;
  earlierQuality: number;
}

/**
 * Compressed once or twice on the same grid: quantising with a step q1 and then q2 leaves values of the second that
 * hardly occur or occur too often. What the values would be without an earlier step is estimated from the same picture
 * off the grid (calibration: Fridrich, Goljan, Hogea 2002; Lukáš and Fridrich 2003), and every earlier quality of the
 * standard table is held against that.
 * @param table the last quantisation of brightness, natural order
 */
export function measureDoubleJpeg(whole: Plane, table: Uint16Array): DoubleJpegMeasure {
  return bestOf(modelsOf(whole, table));
}

/** What {@link measureEarlierJpeg} says of the middle of a picture. */
export const earlierJpeg = (whole: Plane, table: Uint16Array): EarlierJpeg => measureEarlierJpeg(middle(whole), table);

/** Two detectors ask for the same picture's. */
const remembered = new WeakMap<Plane, FrequencyModel[]>();

/** For each frequency that is looked at, what its values would be without and with an earlier step. */
function modelsOf(whole: Plane, table: Uint16Array): FrequencyModel[] {
  const known = remembered.get(whole);
  if (known) return known;
  const plane = middle(whole);
  const onGrid = blockDct(plane, 0, 0, FREQUENCIES);
  const offGrid = blockDct(plane, 4, 4, FREQUENCIES);
  const models = FREQUENCIES.map((frequency) => modelOf(frequency, onGrid, offGrid, table[frequency] as number));
  remembered.set(whole, models);
  return models;
}

function bestOf(models: readonly FrequencyModel[]): DoubleJpegMeasure {
  let best: DoubleJpegMeasure = { score: 0, earlierQuality: 100 };
  for (let quality = LOWEST_QUALITY; quality <= 100; quality++) {
    const earlier = luminanceTable(quality);
    const score = models.reduce((sum, model, index) => sum + model.evidence(stepOf(earlier, index)), 0);
    if (score > best.score) best = { score, earlierQuality: quality };
  }
  return best;
}

const stepOf = (table: Uint16Array, index: number): number => table[FREQUENCIES[index] as number] as number;

/** For each block, row by row, how much likelier values are with the earlier step than without, nats. */
export interface BlockEvidence {
  measure: DoubleJpegMeasure;
  across: number;
  down: number;
  /** Side of what one value stands for, pixels. */
  side: number;
  /** Of the values as they are. */
  seen: Float32Array;
  /** Of what they would be in this place if the block was compressed once, and if it was compressed twice. */
  once: Float32Array;
  twice: Float32Array;
}

/**
 * Where a picture was compressed twice: parts that were pasted after the first compression lack its traces (as Bianchi
 * and Piva 2012 localise them, with the models above). What a block would show either way is estimated from the same
 * place off the grid, so that how smooth a place is does not count as evidence.
 * @returns null where the picture as a whole was not compressed twice
 */
export function doubleJpegBlocks(whole: Plane, table: Uint16Array): BlockEvidence | null {
  const models = modelsOf(whole, table);
  const measure = bestOf(models);
  if (measure.score < THRESHOLD) return null;
  const blocks = Math.floor(whole.width / 8) * Math.floor(whole.height / 8);
  const stride = Math.max(1, Math.ceil(Math.sqrt(blocks / MOST_BLOCKS)));
  const { across, down, coefficients } = blockDct(thin(whole, stride, 0), 0, 0, FREQUENCIES);
  const off = blockDct(thin(whole, stride, 4), 0, 0, FREQUENCIES).coefficients;
  const [seen, once, twice] = [0, 0, 0].map(() => new Float32Array(across * down)) as Maps;
  const earlierTable = luminanceTable(measure.earlierQuality);
  models.forEach((model, index) => {
    const [step, earlier] = [stepOf(table, index), stepOf(earlierTable, index)];
    const ratios = model.ratios(earlier);
    const [on, free] = [coefficients, off].map((of) => of.get(FREQUENCIES[index] as number) ?? new Float32Array());
    const put = (map: Float32Array, at: number, value: number): void => {
      map[at] = (map[at] as number) + (ratios[bin(Math.round(value / step))] as number);
    };
    for (let i = 0; i < seen.length; i++) {
      const value = free?.[i] as number;
      put(seen, i, on?.[i] as number);
      put(once, i, value);
      put(twice, i, Math.round(value / earlier) * earlier);
    }
  });
  return { measure, across, down, side: 8 * stride, seen, once, twice };
}

type Maps = [Float32Array, Float32Array, Float32Array];

/** One block of each square of so many, put side by side, so many pixels off the grid. */
function thin(plane: Plane, stride: number, off: number): Plane {
  const across = Math.floor((plane.width - 4) / (8 * stride));
  const down = Math.floor((plane.height - 4) / (8 * stride));
  const data = new Float32Array(across * down * 64);
  for (let y = 0; y < 8 * down; y++) {
    const row = ((y >> 3) * stride * 8 + (y & 7) + off) * plane.width + off;
    for (let bx = 0; bx < across; bx++) {
      const from = row + bx * stride * 8;
      data.set(plane.data.subarray(from, from + 8), y * across * 8 + bx * 8);
    }
  }
  return { data, width: across * 8, height: down * 8, left: plane.left, top: plane.top };
}

/** More blocks than these tell nothing new: the middle of a large picture, on its grid. */
function middle(plane: Plane): Plane {
  const side = Math.floor(Math.sqrt(MOST_PIXELS));
  const width = Math.min(plane.width, Math.max(side, Math.floor(MOST_PIXELS / plane.height)));
  const height = Math.min(plane.height, Math.floor(MOST_PIXELS / width));
  if (width === plane.width && height === plane.height) return plane;
  const left = Math.floor((plane.width - width) / 16) * 8;
  const top = Math.floor((plane.height - height) / 16) * 8;
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * plane.width + left;
    data.set(plane.data.subarray(from, from + width), y * width);
  }
  return { data, width, height, left: plane.left + left, top: plane.top + top };
}

interface FrequencyModel {
  /** For an earlier step, the mean log-likelihood ratio of this frequency's values. */
  evidence(earlier: number): number;
  /** For an earlier step, the log-likelihood ratio of each value, by its bin. */
  ratios(earlier: number): Float64Array;
}

function modelOf(frequency: number, onGrid: Blocks, offGrid: Blocks, step: number): FrequencyModel {
  const seen = onGrid.coefficients.get(frequency) ?? new Float32Array();
  const free = offGrid.coefficients.get(frequency) ?? new Float32Array();
  const counts = new Float64Array(BINS);
  for (const value of seen)
    counts[bin(Math.round(value / step))] = (counts[bin(Math.round(value / step))] as number) + 1;
  const once = new Float64Array(BINS);
  for (const value of free) {
    const k = bin(Math.round(value / step));
    once[k] = (once[k] as number) + 1;
  }
  normalise(once);
  const known = new Map<number, Float64Array>();
  const ratios = (earlier: number): Float64Array => {
    const before = known.get(earlier);
    if (before) return before;
    const twice = new Float64Array(BINS);
    if (earlier > 1) {
      for (const [multiple, count] of multiplesOf(free, earlier)) add(twice, multiple * earlier, step, ROUNDING, count);
    } else twice.set(once);
    if (earlier > 1) normalise(twice);
    const list = twice.map((share, k) => Math.log(share / (once[k] as number)));
    known.set(earlier, list);
    return list;
  };
  return {
    ratios,
    evidence: (earlier) => {
      const list = ratios(earlier);
      let sum = 0;
      for (let k = 0; k < BINS; k++) sum += (counts[k] as number) * (list[k] as number);
      return seen.length > 0 ? sum / seen.length : 0;
    },
  };
}

const bin = (k: number): number => Math.max(-LARGEST, Math.min(LARGEST, k)) + LARGEST;

/** How often each multiple of a step is the nearest: few, so that what follows is done once for each. */
function multiplesOf(values: Float32Array, step: number): Map<number, number> {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  const middle = Math.round(most / step) + 1;
  const counts = new Uint32Array(2 * middle + 1);
  for (const value of values) {
    const at = Math.round(value / step) + middle;
    counts[at] = (counts[at] as number) + 1;
  }
  const multiples = new Map<number, number>();
  for (const [at, count] of counts.entries()) if (count > 0) multiples.set(at - middle, count);
  return multiples;
}

/** Adds a value's quantised form so many times; near a border of two, its share of each. */
function add(histogram: Float64Array, value: number, step: number, spread: number, count: number): void {
  const exact = value / step;
  const nearest = Math.round(exact);
  const other = exact >= nearest ? nearest + 1 : nearest - 1;
  const distance = (0.5 - Math.abs(exact - nearest)) * step;
  // Logistic approximation of the normal distribution's tail.
  const share = 1 / (1 + Math.exp((1.702 * distance) / spread));
  histogram[bin(nearest)] = (histogram[bin(nearest)] as number) + count * (1 - share);
  histogram[bin(other)] = (histogram[bin(other)] as number) + count * share;
}

function normalise(histogram: Float64Array): void {
  const total = histogram.reduce((sum, value) => sum + value, 0) || 1;
  for (let k = 0; k < BINS; k++) {
    histogram[k] = (1 - UNEXPLAINED) * ((histogram[k] as number) / total) + UNEXPLAINED / BINS;
  }
}

export const doubleJpegDetector: Detector<OpenedImage> = {
  name: 'double-jpeg',
  version: '3',
  family: 'COMPRESSION',
  applicable: ({ jpeg, plane }) => {
    if (!jpeg || !plane) return { applies: false, reason: 'The picture is no JPEG.' };
    const blocks = Math.floor(plane.width / 8) * Math.floor(plane.height / 8);
    if (blocks < FEWEST_BLOCKS) return { applies: false, reason: 'The picture is too small for this measure.' };
    return jpeg.tables.has(jpeg.componentTables[0] ?? 0)
      ? { applies: true }
      : { applies: false, reason: 'The picture has no quantisation table of its own.' };
  },
  examine({ jpeg, plane }): Finding {
    const table = jpeg?.tables.get(jpeg.componentTables[0] ?? 0);
    if (!table || !plane) return nothing(0);
    const last = qualityOf(table);
    const { score, earlierQuality } = earlierJpeg(plane, table);
    const tables = last.exact
      ? `the standard quantisation table at quality ${last.quality}`
      : `a quantisation table of its own, nearest to quality ${last.quality}`;
    const told = { code: 'JPEG_QUANTISATION', detail: `Last compressed with ${tables}.` };
    if (score < TOLD_FROM) {
      return nothing(1, [told, { code: 'JPEG_ONCE', detail: 'No trace of an earlier compression on the same grid.' }]);
    }
    // Messengers and web sites compress again what nobody touched: told, and not counted.
    return nothing(1, [
      told,
      {
        code: 'JPEG_TWICE',
        detail: `Compressed before, at a quality near ${earlierQuality}. Whoever sends or saves a picture again does this; by itself it is no sign of manipulation.`,
      },
    ]);
  },
};
