import { type Detector, type Finding, nothing, type Region } from '../types.ts';
import type { OpenedImage, Plane } from './open.ts';
import { PAGE_FROM, textLike } from './text-like.ts';

/** Longest side at which duplicates are looked for. */
const LONGEST = 640;
const BLOCK = 16;
const STEP = 2;
/** Features of a block: its mean and the lowest frequencies beside it. */
const FEATURES = 10;
const QUANTUM = 12;
/** Blocks flatter than this (variance of brightness) look alike everywhere. */
const TEXTURED = 60;
/** Nearer than this a block resembles itself. */
const NEAREST = 2 * BLOCK;
const NEIGHBOURS = 4;
/** Pairs of blocks that must agree on one shift. */
const PAIRS_NEEDED = 60;
/** Of pixels under the agreeing blocks: mean difference over spread, at most. */
const MOST_DIFFERENCE = 0.12;
const RATIO = 1.2;

export interface Duplicate {
  /** Of the second part against the first, pixels of the picture. */
  shift: readonly [x: number, y: number];
  pairs: number;
  /** Mean difference of the two parts over the spread of their brightness. */
  difference: number;
  /** Bounds of the two parts, pixels of the picture. */
  parts: readonly { x: number; y: number; width: number; height: number }[];
}

/**
 * Parts of a picture that stand in it twice, at the same size and angle (Fridrich, Soukal, Lukáš 2003: blocks sorted by
 * their lowest frequencies, neighbours that agree on one shift), then held against one another pixel by pixel.
 */
export function findDuplicate(plane: Plane): Duplicate | null {
  const { data, width, height, factor } = shrunk(plane);
  const across = Math.floor((width - BLOCK) / STEP) + 1;
  const down = Math.floor((height - BLOCK) / STEP) + 1;
  if (across < 8 || down < 8) return null;
  const { places, features } = blocks(data, width, across, down);
  const order = Uint32Array.from(places.keys()).sort((one, other) => {
    for (let f = 0; f < FEATURES; f++) {
      const difference = (features[one * FEATURES + f] as number) - (features[other * FEATURES + f] as number);
      if (difference !== 0) return difference;
    }
    return one - other;
  });
  const votes = new Map<number, number[]>();
  for (let n = 0; n < order.length; n++) {
    for (let k = 1; k <= NEIGHBOURS && n + k < order.length; k++) {
      const [one, other] = [order[n] as number, order[n + k] as number];
      if (!alike(features, one, other)) break;
      const a = places[one] as number;
      const b = places[other] as number;
      const [first, second] = a < b ? [a, b] : [b, a];
      const dx = (second % width) - (first % width);
      const dy = Math.floor(second / width) - Math.floor(first / width);
      if (dx * dx + dy * dy < NEAREST * NEAREST) continue;
      const key = (dy + 4096) * 8192 + dx + 4096;
      const known = votes.get(key);
      if (known) known.push(first);
      else votes.set(key, [first]);
    }
  }
  let best: Duplicate | null = null;
  const candidates = [...votes].filter(([, firsts]) => firsts.length >= PAIRS_NEEDED);
  for (const [key, firsts] of candidates.toSorted((one, other) => other[1].length - one[1].length).slice(0, 8)) {
    const dx = (key % 8192) - 4096;
    const dy = Math.floor(key / 8192) - 4096;
    const difference = differenceOf(data, width, firsts, dy * width + dx);
    if (difference > MOST_DIFFERENCE || (best && difference >= best.difference)) continue;
    const part = boundsOf(firsts, width);
    const scale = (box: typeof part): typeof part => ({
      x: box.x * factor + plane.left,
      y: box.y * factor + plane.top,
      width: box.width * factor,
      height: box.height * factor,
    });
    const parts = [scale(part), scale({ ...part, x: part.x + dx, y: part.y + dy })];
    best = { shift: [dx * factor, dy * factor], pairs: firsts.length, difference, parts };
  }
  return best;
}

function shrunk(plane: Plane): { data: Float32Array; width: number; height: number; factor: number } {
  const factor = Math.max(1, Math.ceil(Math.max(plane.width, plane.height) / LONGEST));
  if (factor === 1) return { ...plane, factor };
  const width = Math.floor(plane.width / factor);
  const height = Math.floor(plane.height / factor);
  const data = new Float32Array(width * height);
  const share = 1 / (factor * factor);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let v = 0; v < factor; v++) {
        const from = (y * factor + v) * plane.width + x * factor;
        for (let u = 0; u < factor; u++) sum += plane.data[from + u] as number;
      }
      data[y * width + x] = sum * share;
    }
  }
  return { data, width, height, factor };
}

const COSINES = Array.from({ length: 4 }, (_, u) =>
  Float64Array.from({ length: BLOCK }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * BLOCK)) / BLOCK),
);
const [, SECOND, THIRD, FOURTH] = COSINES as [Float64Array, Float64Array, Float64Array, Float64Array];
/** Frequencies across and down, lowest first. */
const WANTED: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 0],
  [0, 2],
  [2, 1],
  [1, 2],
  [3, 0],
  [0, 3],
];

/** Places (index of the first pixel) and quantised features of the textured blocks. */
function blocks(
  data: Float32Array,
  width: number,
  across: number,
  down: number,
): { places: number[]; features: Int16Array } {
  const places: number[] = [];
  const features = new Int16Array(across * down * FEATURES);
  const height = (down - 1) * STEP + BLOCK;
  // Each row is transformed once for every place across, and shared by the blocks that it is part of.
  const rows = new Float32Array(height * across * 4);
  const energies = new Float32Array(height * across);
  for (let y = 0; y < height; y++) {
    for (let bx = 0; bx < across; bx++) {
      const from = y * width + bx * STEP;
      let [a, b, c, d, squares] = [0, 0, 0, 0, 0];
      for (let x = 0; x < BLOCK; x++) {
        const value = data[from + x] as number;
        a += value;
        b += value * (SECOND[x] as number);
        c += value * (THIRD[x] as number);
        d += value * (FOURTH[x] as number);
        squares += value * value;
      }
      const at = (y * across + bx) * 4;
      rows[at] = a / BLOCK;
      rows[at + 1] = b;
      rows[at + 2] = c;
      rows[at + 3] = d;
      energies[y * across + bx] = squares;
    }
  }
  for (let by = 0; by < down; by++) {
    for (let bx = 0; bx < across; bx++) {
      const start = by * STEP * width + bx * STEP;
      let mean = 0;
      let squares = 0;
      for (let y = 0; y < BLOCK; y++) {
        const at = (by * STEP + y) * across + bx;
        mean += (rows[at * 4] as number) / BLOCK;
        squares += energies[at] as number;
      }
      if (squares / (BLOCK * BLOCK) - mean * mean < TEXTURED) continue;
      const at = places.length * FEATURES;
      WANTED.forEach(([u, v], index) => {
        let value = 0;
        const column = COSINES[v] as Float64Array;
        for (let y = 0; y < BLOCK; y++) {
          value += (rows[((by * STEP + y) * across + bx) * 4 + u] as number) * (column[y] as number);
        }
        features[at + index] = Math.round((value * (u + v === 0 ? 1 : 4)) / (QUANTUM / 2));
      });
      places.push(start);
    }
  }
  return { places, features };
}

function alike(features: Int16Array, one: number, other: number): boolean {
  for (let f = 0; f < FEATURES; f++) {
    if (Math.abs((features[one * FEATURES + f] as number) - (features[other * FEATURES + f] as number)) > 1)
      return false;
  }
  return true;
}

/** Mean difference of the pixels under the blocks and under their images, over the spread of brightness there. */
function differenceOf(data: Float32Array, width: number, firsts: readonly number[], shift: number): number {
  let difference = 0;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (const first of firsts) {
    for (let y = 0; y < BLOCK; y += 2) {
      for (let x = 0; x < BLOCK; x += 2) {
        const at = first + y * width + x;
        const value = data[at] as number;
        difference += Math.abs(value - (data[at + shift] as number));
        sum += value;
        squares += value * value;
        count += 1;
      }
    }
  }
  const mean = sum / count;
  return difference / count / Math.sqrt(Math.max(1, squares / count - mean * mean));
}

function boundsOf(firsts: readonly number[], width: number): { x: number; y: number; width: number; height: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const first of firsts) {
    left = Math.min(left, first % width);
    right = Math.max(right, first % width);
    top = Math.min(top, Math.floor(first / width));
    bottom = Math.max(bottom, Math.floor(first / width));
  }
  return { x: left, y: top, width: right - left + BLOCK, height: bottom - top + BLOCK };
}

export const copyMoveDetector: Detector<OpenedImage> = {
  name: 'copy-move',
  version: '2',
  family: 'DUPLICATION',
  applicable: ({ plane }) =>
    plane && plane.width >= 96 && plane.height >= 96
      ? { applies: true }
      : { applies: false, reason: 'The picture is too small, or cannot be decoded here.' },
  examine({ plane, width, height }): Finding {
    const found = plane && findDuplicate(plane);
    if (!found) {
      return nothing(1, [
        { code: 'NO_DUPLICATE', detail: 'No part stands in the picture twice at the same size and angle.' },
      ]);
    }
    // Letters are alike wherever they are printed: two passports in five have such parts as they are.
    if (textLike(plane) >= PAGE_FROM) {
      const detail = `A part stands in the picture twice, ${found.shift[0]} across and ${found.shift[1]} down. It looks like a page with text, on which print repeats itself: not counted.`;
      return nothing(1, [{ code: 'PRINT_REPEATED', detail }]);
    }
    const regions: Region[] = found.parts.map((part) => ({
      page: 0,
      x: part.x / width,
      y: part.y / height,
      width: part.width / width,
      height: part.height / height,
      weight: 1,
    }));
    const detail = `A part of about ${Math.round(regions[0] ? regions[0].width * width : 0)} by ${Math.round(regions[0] ? regions[0].height * height : 0)} pixels stands in the picture twice, ${found.shift[0]} across and ${found.shift[1]} down. Printed patterns and mirrored grounds do this too.`;
    const evidence = [{ code: 'PART_DUPLICATED', detail }];
    return { logLikelihoodRatio: RATIO, quality: 1, evidence, regions, manipulation: 'SPLICE' };
  },
};
