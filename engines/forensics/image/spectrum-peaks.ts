import { Fourier, hann } from '../audio/fft.ts';
import { type Detector, type Evidence, type Finding, nothing } from '../types.ts';
import type { OpenedImage, Plane } from './open.ts';

/** Side of a tile, pixels: a power of two, a multiple of eight. */
export const TILE = 128;
/** Tiles that are looked at, evenly spread. */
const MOST_TILES = 24;
const FEWEST_TILES = 4;
/** Levels of the residual that count: beyond it stand edges, which are content. */
const CLIPPED = 12;
/** Tiles with less residual than this (standard deviation, levels) are flat. */
const FLAT = 0.4;
/** Cells around the origin and the axes that content and the grid of blocks fill by themselves. */
const NEAR_ORIGIN = 10;
const NEAR_AXIS = 2;
/** Robust standard deviations above the neighbourhood; chosen on pictures that no figure below is of. */
const STANDS_OUT = 14;
const MOST_PEAKS = 12;

export interface Peak {
  /** Cycles a pixel to the right (0 to 0.5) and downwards (−0.5 to 0.5). */
  across: number;
  down: number;
  /** Robust standard deviations above what is around it. */
  height: number;
}

export interface PictureSpectrum {
  /** Logarithm of the mean power of the residual, TILE × TILE, row by row, the origin first. */
  power: Float64Array;
  peaks: readonly Peak[];
  tiles: number;
}

/**
 * The mean spectrum of the residual of a picture, and peaks in it that neither content nor the grid of JPEG explains.
 *
 * Networks that draw a picture from a smaller grid (and programs that enlarge one) repeat what they do in steps of that
 * grid, which shows as single peaks (Zhang, Karaman and Chang 2019; Frank et al. 2020).
 * @param gridOfEight whether multiples of an eighth are left out, since JPEG makes them itself
 * @returns null where too little of the picture is large enough and not flat
 */
export function measureSpectrum(plane: Plane, gridOfEight: boolean): PictureSpectrum | null {
  const power = new Float64Array(TILE * TILE);
  const fourier = new Fourier(TILE);
  const window = hann(TILE);
  let tiles = 0;
  for (const [left, top] of places(plane)) {
    const tile = residual(plane, left, top);
    if (!tile) continue;
    tiles += 1;
    addPower(power, tile, fourier, window);
  }
  if (tiles < FEWEST_TILES) return null;
  for (let i = 0; i < power.length; i++) power[i] = Math.log((power[i] as number) / tiles + 1e-9);
  return { power, peaks: findPeaks(power, gridOfEight), tiles };
}

function places({ width, height }: Plane): [left: number, top: number][] {
  const [columns, rows] = [width, height].map((side) => Math.floor((side - 2 - TILE) / (TILE / 2)) + 1);
  if (!columns || !rows || columns < 1 || rows < 1) return [];
  const all = columns * rows;
  const count = Math.min(all, MOST_TILES);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor(((i + 0.5) * all) / count);
    return [1 + (at % columns) * (TILE / 2), 1 + Math.floor(at / columns) * (TILE / 2)];
  });
}

/** What neighbours do not explain, its mean 0 and its spread 1; null where it is flat. */
function residual({ data, width }: Plane, left: number, top: number): Float64Array | null {
  const tile = new Float64Array(TILE * TILE);
  let [sum, squares] = [0, 0];
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      const at = (top + y) * width + left + x;
      const around =
        (data[at - 1] as number) +
        (data[at + 1] as number) +
        (data[at - width] as number) +
        (data[at + width] as number);
      const value = Math.max(-CLIPPED, Math.min(CLIPPED, (data[at] as number) - around / 4));
      tile[y * TILE + x] = value;
      sum += value;
      squares += value * value;
    }
  }
  const mean = sum / tile.length;
  const spread = Math.sqrt(Math.max(0, squares / tile.length - mean * mean));
  if (spread < FLAT) return null;
  return tile.map((value) => (value - mean) / spread);
}

function addPower(power: Float64Array, tile: Float64Array, fourier: Fourier, window: Float64Array): void {
  const imaginary = new Float64Array(tile.length);
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      tile[y * TILE + x] = (tile[y * TILE + x] as number) * (window[x] as number) * (window[y] as number);
    }
    fourier.transform(tile.subarray(y * TILE, (y + 1) * TILE), imaginary.subarray(y * TILE, (y + 1) * TILE));
  }
  const [re, im] = [new Float64Array(TILE), new Float64Array(TILE)];
  for (let x = 0; x < TILE; x++) {
    for (let y = 0; y < TILE; y++) {
      re[y] = tile[y * TILE + x] as number;
      im[y] = imaginary[y * TILE + x] as number;
    }
    fourier.transform(re, im);
    for (let y = 0; y < TILE; y++) {
      const at = y * TILE + x;
      power[at] = (power[at] as number) + (re[y] as number) ** 2 + (im[y] as number) ** 2;
    }
  }
}

const wrapped = (value: number): number => (value + TILE) % TILE;
/** Cells from the origin, with sign. */
const signed = (value: number): number => (value > TILE / 2 ? value - TILE : value);
const median = (values: Float64Array): number => values.toSorted()[values.length >> 1] as number;

function findPeaks(power: Float64Array, gridOfEight: boolean): Peak[] {
  const excess = new Float64Array(TILE * (TILE / 2 + 1));
  for (let x = 0; x <= TILE / 2; x++) {
    for (let y = 0; y < TILE; y++) {
      let around = 0;
      for (let dy = -6; dy <= 6; dy += 3) {
        for (let dx = -6; dx <= 6; dx += 3) {
          if (dx !== 0 || dy !== 0) around += power[wrapped(y + dy) * TILE + wrapped(x + dx)] as number;
        }
      }
      excess[y * (TILE / 2 + 1) + x] = (power[y * TILE + x] as number) - around / 24;
    }
  }
  const spread = 1.4826 * median(excess.map(Math.abs)) + 1e-9;
  const peaks: Peak[] = [];
  for (let x = NEAR_AXIS; x <= TILE / 2; x++) {
    for (let row = 0; row < TILE; row++) {
      const y = signed(row);
      if (Math.abs(y) < NEAR_AXIS || Math.hypot(x, y) < NEAR_ORIGIN) continue;
      if (gridOfEight && onGrid(x) && onGrid(y)) continue;
      const height = (excess[row * (TILE / 2 + 1) + x] as number) / spread;
      if (height < STANDS_OUT || !highestAround(power, x, row)) continue;
      peaks.push({ across: x / TILE, down: y / TILE, height });
    }
  }
  return peaks.toSorted((one, other) => other.height - one.height).slice(0, MOST_PEAKS);
}

/** Within a cell of a multiple of an eighth. */
const onGrid = (at: number): boolean => Math.abs(at - Math.round(at / (TILE / 8)) * (TILE / 8)) <= 1;

function highestAround(power: Float64Array, x: number, y: number): boolean {
  const here = power[y * TILE + x] as number;
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      if ((power[wrapped(y + dy) * TILE + wrapped(x + dx)] as number) > here) return false;
    }
  }
  return true;
}

/**
 * Single peaks in the spectrum of the residual. Told and not counted: programs that enlarge a picture leave them like
 * generators do, woven and printed patterns too, and the one generator at hand leaves none (bench/forensics/RESULTS.md).
 * @param keep given the spectrum where it has peaks, to be drawn
 */
export const spectrumDetector = (keep: (spectrum: PictureSpectrum) => void): Detector<OpenedImage> => ({
  name: 'spectrum-peaks',
  version: '0.1',
  family: 'SPECTRUM',
  applicable: ({ plane }) =>
    plane && Math.min(plane.width, plane.height) >= 2 * TILE
      ? { applies: true }
      : { applies: false, reason: `The picture is smaller than ${2 * TILE} pixels, or cannot be decoded here.` },
  examine({ plane, format }): Finding {
    const spectrum = plane && measureSpectrum(plane, format === 'jpeg');
    if (!spectrum) return nothing(0, [{ code: 'SPECTRUM_FLAT', detail: 'Too little of the picture has any texture.' }]);
    const [highest] = spectrum.peaks;
    if (!highest) return nothing();
    keep(spectrum);
    const period = (cycles: number): string => (1 / Math.abs(cycles)).toFixed(1);
    const evidence: Evidence = {
      code: 'SPECTRUM_PEAKS',
      detail: `A pattern repeats every ${period(highest.across)} pixels across and every ${period(highest.down)} down, all over the picture (${spectrum.peaks.length} peaks in its spectrum). Enlarging a picture leaves this, by a generator or by any program; not counted.`,
    };
    return nothing(1, [evidence]);
  },
});
