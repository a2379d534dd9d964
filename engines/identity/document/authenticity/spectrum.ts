import { grey } from '../../resample.ts';
import type { Raster } from '../../types.ts';

/** Side of a tile, pixels: a power of two. */
const SIDE = 256;
const HALF = SIDE / 2;
const MOST_TILES = 4;
/** Coarse patterns are the document's own; so are those along rows and columns, and the grid of JPEG's blocks. */
const COARSEST = 0.12;
const ALONG_AXES = 0.09;
const GRID = SIDE / 8;

/** A pattern that repeats all over the picture. */
export interface Peak {
  /** How far it stands out of its surroundings: natural logarithm of power, median over tiles. */
  height: number;
  /** Cycles a pixel. */
  frequency: number;
  /** Degrees from the rows, 0 to 180. */
  angle: number;
}

/**
 * Patterns that repeat over all of a picture and run neither along its rows nor its columns: spectra of tiles, each
 * flattened by the mean of its neighbourhood, and their median over the tiles (print differs from place to place; a
 * screen's or a halftone's raster does not).
 * @returns the strongest first; empty where the picture is smaller than a tile
 */
export function repeatingPatterns(picture: Raster): Peak[] {
  const { data, width, height } = grey(picture);
  if (width < SIDE || height < SIDE) return [];
  const spectra: Float32Array[] = [];
  for (const top of starts(height)) {
    for (const left of starts(width)) spectra.push(flattened(spectrum(data, width, left, top)));
  }
  const peaks: Peak[] = [];
  const values = new Float32Array(spectra.length);
  for (let v = 0; v < HALF; v++) {
    for (let u = -HALF + 1; u < HALF; u++) {
      const radius = Math.hypot(u, v) / SIDE;
      if (radius < COARSEST || radius > 0.5 || Math.min(Math.abs(u), v) < ALONG_AXES * radius * SIDE + 2) continue;
      if (Math.abs(u % GRID) <= 1 || Math.abs(v % GRID) <= 1) continue;
      const at = v * SIDE + ((u + SIDE) % SIDE);
      spectra.forEach((levels, index) => {
        values[index] = levels[at] as number;
      });
      values.sort();
      const middle = values[Math.floor((values.length - 1) / 2)] as number;
      if (middle > 1.5) {
        peaks.push({ height: middle, frequency: radius, angle: (Math.atan2(v, u) * 180) / Math.PI });
      }
    }
  }
  return peaks.toSorted((a, b) => b.height - a.height).slice(0, 8);
}

/** Starts of tiles that lie evenly over a side. */
function starts(length: number): number[] {
  const count = Math.min(MOST_TILES, Math.max(1, Math.round((1.6 * length) / SIDE)));
  if (count === 1) return [Math.floor((length - SIDE) / 2)];
  return Array.from({ length: count }, (_, index) => Math.floor((index * (length - SIDE)) / (count - 1)));
}

/** Logarithm of the power of a tile under a Hann window, rows of frequencies down first. */
function spectrum(data: Uint8Array, width: number, left: number, top: number): Float32Array {
  const real = new Float64Array(SIDE * SIDE);
  const imaginary = new Float64Array(SIDE * SIDE);
  let mean = 0;
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) mean += data[(top + y) * width + left + x] as number;
  mean /= SIDE * SIDE;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const value = (data[(top + y) * width + left + x] as number) - mean;
      real[y * SIDE + x] = value * (WINDOW[x] as number) * (WINDOW[y] as number);
    }
  }
  for (let y = 0; y < SIDE; y++) transform(real, imaginary, y * SIDE, 1);
  for (let x = 0; x < SIDE; x++) transform(real, imaginary, x, SIDE);
  const levels = new Float32Array(SIDE * SIDE);
  // A little is added so that a drawn picture's empty spectrum has no peaks of rounding.
  for (let i = 0; i < levels.length; i++) {
    levels[i] = Math.log((real[i] as number) ** 2 + (imaginary[i] as number) ** 2 + FLOOR);
  }
  return levels;
}

const WINDOW = Float64Array.from({ length: SIDE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (SIDE - 1)));
const COSINES = Float64Array.from({ length: HALF }, (_, i) => Math.cos((2 * Math.PI * i) / SIDE));
const SINES = Float64Array.from({ length: HALF }, (_, i) => -Math.sin((2 * Math.PI * i) / SIDE));
/** Power of rounding to whole levels, summed under the window. */
const FLOOR = (SIDE * SIDE * 0.14) / 12;

/** Fast Fourier transform in place of one row or column (Cooley and Tukey 1965). */
function transform(real: Float64Array, imaginary: Float64Array, offset: number, step: number): void {
  for (let i = 1, j = 0; i < SIDE; i++) {
    let bit = SIDE >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      swap(real, offset + i * step, offset + j * step);
      swap(imaginary, offset + i * step, offset + j * step);
    }
  }
  for (let length = 2; length <= SIDE; length <<= 1) {
    const stride = SIDE / length;
    for (let start = 0; start < SIDE; start += length) {
      for (let k = 0; k < length / 2; k++) {
        const a = offset + (start + k) * step;
        const b = a + (length / 2) * step;
        const [cosine, sine] = [COSINES[k * stride] as number, SINES[k * stride] as number];
        const re = (real[b] as number) * cosine - (imaginary[b] as number) * sine;
        const im = (real[b] as number) * sine + (imaginary[b] as number) * cosine;
        real[b] = (real[a] as number) - re;
        imaginary[b] = (imaginary[a] as number) - im;
        real[a] = (real[a] as number) + re;
        imaginary[a] = (imaginary[a] as number) + im;
      }
    }
  }
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a] as number;
  values[a] = values[b] as number;
  values[b] = kept;
}

/** Each level less the mean of the square around it; frequencies run on at the borders. */
function flattened(levels: Float32Array): Float32Array {
  const REACH = 7;
  const rows = new Float32Array(levels.length);
  const result = new Float32Array(levels.length);
  const around = 2 * REACH + 1;
  for (let y = 0; y < SIDE; y++) {
    let sum = 0;
    for (let x = -REACH; x <= REACH; x++) sum += levels[y * SIDE + ((x + SIDE) % SIDE)] as number;
    for (let x = 0; x < SIDE; x++) {
      rows[y * SIDE + x] = sum;
      sum += levels[y * SIDE + ((x + REACH + 1) % SIDE)] as number;
      sum -= levels[y * SIDE + ((x - REACH + SIDE) % SIDE)] as number;
    }
  }
  for (let x = 0; x < SIDE; x++) {
    let sum = 0;
    for (let y = -REACH; y <= REACH; y++) sum += rows[((y + SIDE) % SIDE) * SIDE + x] as number;
    for (let y = 0; y < SIDE; y++) {
      result[y * SIDE + x] = (levels[y * SIDE + x] as number) - sum / (around * around);
      sum += rows[((y + REACH + 1) % SIDE) * SIDE + x] as number;
      sum -= rows[((y - REACH + SIDE) % SIDE) * SIDE + x] as number;
    }
  }
  return result;
}
