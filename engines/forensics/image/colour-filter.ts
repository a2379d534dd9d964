import type { Raster } from '../../identity/types.ts';
import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import type { OpenedImage } from './open.ts';

/** Side of a block, pixels. */
const BLOCK = 64;
/** The middle of a larger picture is looked at, pixels a side. */
const LARGEST = 2560;
const FEWEST_BLOCKS = 24;
/** Mean residual of green below which a block is flat (levels), and above which it may be cut off. */
const FLAT = 0.35;
/** Residual that rounding alone makes, levels. */
const LEAST = 0.1;
/** Deviations of the mean over all blocks from nothing, for the pattern to be there at all. */
const PATTERN = 8;
/** Share of blocks that must lean the same way. */
const AGREE = 0.8;
/** Share of the picture's own lean under which a block lacks it. */
const LACKS = 0.25;
/** Blocks beside one another that lack it. */
const FEWEST_LACKING = 4;

export interface FilterReading {
  /** Of the picture: mean logarithm of residuals at even places over those at odd places, and its deviations from 0. */
  lean: number;
  deviations: number;
  /** Share of blocks that lean the same way. */
  agreeing: number;
  blocks: number;
  /** Blocks that lack the pattern, those alone that lie together; places in the raster, pixels. */
  lacking: readonly { left: number; top: number }[];
}

/**
 * Whether green was measured at every second pixel and filled in between, as behind a camera's colour filter (Bayer
 * 1976): values that were filled in differ less from their neighbours (Popescu and Farid 2005; Gallagher and Chen 2008),
 * and each block of the picture shows which half of the checkerboard that is.
 * @returns null where too few blocks have any texture
 */
export function readColourFilter({ data, width, height, channels }: Raster): FilterReading | null {
  if (channels !== 3) return null;
  const [wide, high] = [Math.min(width, LARGEST), Math.min(height, LARGEST)];
  // Even offsets, so that the checkerboard is that of the picture.
  const [left, top] = [2 * Math.floor((width - wide) / 4), 2 * Math.floor((height - high) / 4)];
  const [columns, rows] = [Math.floor((wide - 2) / BLOCK), Math.floor((high - 2) / BLOCK)];
  const leans = new Float64Array(Math.max(0, columns * rows)).fill(Number.NaN);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      leans[row * columns + column] = blockLean(data, width, left + 1 + column * BLOCK, top + 1 + row * BLOCK);
    }
  }
  const known = [...leans].filter(Number.isFinite);
  if (known.length < FEWEST_BLOCKS) return null;
  const lean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const spread = Math.sqrt(known.reduce((sum, value) => sum + (value - lean) ** 2, 0) / (known.length - 1)) + 1e-6;
  const agreeing = known.filter((value) => Math.sign(value) === Math.sign(lean)).length / known.length;
  const lacks = Array.from(leans, (value) => Number.isFinite(value) && value / lean < LACKS);
  const lacking = together(lacks, columns).map((at) => ({
    left: left + 1 + (at % columns) * BLOCK,
    top: top + 1 + Math.floor(at / columns) * BLOCK,
  }));
  return {
    lean,
    deviations: Math.abs(lean) / (spread / Math.sqrt(known.length)),
    agreeing,
    blocks: known.length,
    lacking,
  };
}

/** Logarithm of the mean residual at even places over that at odd ones; NaN where a block is flat or burnt out. */
function blockLean(data: Uint8Array, width: number, left: number, top: number): number {
  const sums = [0, 0];
  for (let y = top; y < top + BLOCK; y++) {
    for (let x = left; x < left + BLOCK; x++) {
      const at = 3 * (y * width + x) + 1;
      const here = data[at] as number;
      if (here <= 2 || here >= 253) return Number.NaN;
      const around =
        (data[at - 3] as number) +
        (data[at + 3] as number) +
        (data[at - 3 * width] as number) +
        (data[at + 3 * width] as number);
      const half = (x + y) & 1;
      sums[half] = (sums[half] as number) + Math.abs(here - around / 4);
    }
  }
  const [even, odd] = sums.map((sum) => sum / ((BLOCK * BLOCK) / 2)) as [number, number];
  // What was filled in as a plain mean has no residual at all.
  return Math.max(even, odd) < FLAT ? Number.NaN : Math.log((even + LEAST) / (odd + LEAST));
}

/** Places that lie beside enough others of their kind. */
function together(marked: readonly boolean[], columns: number): number[] {
  const seen = new Set<number>();
  const kept: number[] = [];
  for (const [start, is] of marked.entries()) {
    if (!is || seen.has(start)) continue;
    const part = [start];
    seen.add(start);
    for (let i = 0; i < part.length; i++) {
      const at = part[i] as number;
      const column = at % columns;
      const beside = [at - columns, at + columns, column > 0 ? at - 1 : -1, column < columns - 1 ? at + 1 : -1];
      for (const next of beside) {
        if (!marked[next] || seen.has(next)) continue;
        seen.add(next);
        part.push(next);
      }
    }
    if (part.length >= FEWEST_LACKING) kept.push(...part);
  }
  return kept;
}

/** Whether the picture shows the pattern of a colour filter at all. */
export const hasPattern = ({ deviations, agreeing }: FilterReading): boolean =>
  deviations >= PATTERN && agreeing >= AGREE;

/**
 * Parts of a camera's own picture that lack the pattern of its colour filter. Told and not counted: it was measured on
 * pictures whose filter was imitated, since there is no camera's own picture at hand (bench/forensics/RESULTS.md), and
 * scaling or usual compression takes the pattern away everywhere.
 */
export const colourFilterDetector: Detector<OpenedImage> = {
  name: 'colour-filter',
  version: '0.1',
  family: 'NOISE',
  applicable: ({ colour }) =>
    colour?.channels === 3 && Math.min(colour.width, colour.height) >= 5 * BLOCK
      ? { applies: true }
      : {
          applies: false,
          reason: `The picture is grey or smaller than ${5 * BLOCK} pixels, or cannot be decoded here.`,
        },
  examine({ colour, plane, width, height }): Finding {
    const reading = colour && readColourFilter(colour);
    // Scaled, compressed, or taken by no camera: that it is absent tells nothing.
    if (!reading || !plane || !hasPattern(reading)) return nothing(reading ? 0.3 : 0);
    if (reading.lacking.length === 0) {
      const detail = 'The pattern of a colour filter runs through the whole picture, as in what a camera took.';
      return nothing(1, [{ code: 'COLOUR_FILTER_EVEN', detail }]);
    }
    const evidence: Evidence = {
      code: 'COLOUR_FILTER_BROKEN',
      detail: `A part of the picture lacks the pattern of the colour filter that the rest carries (${reading.lacking.length} of ${reading.blocks} blocks). Not counted: retouching and very even surfaces do this as well.`,
    };
    const regions: Region[] = reading.lacking.map(({ left, top }) => ({
      page: 0,
      x: (left + plane.left) / width,
      y: (top + plane.top) / height,
      width: BLOCK / width,
      height: BLOCK / height,
      weight: 0.5,
    }));
    return { ...nothing(1, [evidence]), regions };
  },
};
