import { laplacianVariance } from '../face/quality.ts';
import type { MrzReading } from '../mrz/index.ts';
import { grey, shrink } from '../resample.ts';
import type { QualityFinding, Raster } from '../types.ts';

/** Sizes and brightness at which a document can be read (measured: bench/identity/quality.ts). */
export const DOCUMENT_BOUNDS = {
  /** Longer side of the picture, pixels. */
  longest: 600,
  /** Mean brightness, 0 to 255. */
  darkest: 45,
  brightest: 242,
  /** Variance of the Laplacian at a longer side of 1,000 pixels. */
  sharpness: 45,
  /** Share of the picture under one patch of burnt-out light, where the rest is not as bright. */
  glare: 0.015,
  /** Height of capitals in the machine-readable zone, pixels. */
  capHeight: 9,
} as const;

const LOOKED_AT = 1_000;
const BURNT = 252;

/** What is wrong with the picture, worst first; `retake` where reading it is not to be expected. */
export function documentQuality(picture: Raster, mrz: MrzReading | null): QualityFinding[] {
  const bounds = DOCUMENT_BOUNDS;
  const findings: QualityFinding[] = [];
  const note = (code: QualityFinding['code'], value: number, threshold: number, bad: boolean): void => {
    if (bad) findings.push({ code, value: Math.round(value * 1000) / 1000, threshold, retake: true });
  };
  const longest = Math.max(picture.width, picture.height);
  note('RESOLUTION_TOO_LOW', longest, bounds.longest, longest < bounds.longest);
  const small = grey(shrink(picture, LOOKED_AT).image);
  const mean = small.data.reduce((sum, value) => sum + value, 0) / small.data.length;
  note('IMAGE_TOO_DARK', mean, bounds.darkest, mean < bounds.darkest);
  note('IMAGE_TOO_BRIGHT', mean, bounds.brightest, mean > bounds.brightest);
  if (mrz?.region && mrz.status !== 'VALID' && mrz.status !== 'REPAIRED') {
    const outside = mrz.region.some(({ x, y }) => x < 0 || y < 0 || x > picture.width || y > picture.height);
    note('DOCUMENT_CROPPED', outside ? 1 : 0, 0, outside);
    const { capHeight } = mrz.legibility;
    note('RESOLUTION_TOO_LOW', capHeight, bounds.capHeight, capHeight < bounds.capHeight);
  }
  const glare = largestBurn(small);
  note('IMAGE_GLARE', glare, bounds.glare, glare > bounds.glare);
  const sharpness = laplacianVariance(small);
  note('IMAGE_BLURRED', sharpness, bounds.sharpness, sharpness < bounds.sharpness);
  return findings;
}

/**
 * Share of the largest connected patch of burnt-out pixels. White paper is no glare: where a quarter of the picture is as
 * bright, or the patch reaches two sides of the picture, nothing is said.
 */
function largestBurn({ data, width, height }: Raster): number {
  const bright = data.reduce((count, value) => count + (value >= BURNT ? 1 : 0), 0);
  if (bright > data.length / 4) return 0;
  const seen = new Uint8Array(data.length);
  let largest = 0;
  for (let start = 0; start < data.length; start++) {
    if (seen[start] || (data[start] as number) < BURNT) continue;
    const patch = flood(data, width, height, start, seen);
    if (patch.sides < 2) largest = Math.max(largest, patch.size);
  }
  return largest / data.length;
}

/** The patch of burnt-out pixels around one, marked as seen. */
function flood(
  data: Uint8Array,
  width: number,
  height: number,
  start: number,
  seen: Uint8Array,
): { size: number; sides: number } {
  const stack = [start];
  seen[start] = 1;
  let size = 0;
  const sides = new Set<string>();
  while (stack.length > 0) {
    const at = stack.pop() as number;
    size++;
    const x = at % width;
    const y = (at - x) / width;
    if (x === 0) sides.add('left');
    if (x === width - 1) sides.add('right');
    if (y === 0) sides.add('top');
    if (y === height - 1) sides.add('bottom');
    const near = [
      x > 0 ? at - 1 : -1,
      x < width - 1 ? at + 1 : -1,
      y > 0 ? at - width : -1,
      y < height - 1 ? at + width : -1,
    ];
    for (const next of near) {
      if (next < 0 || seen[next] || (data[next] as number) < BURNT) continue;
      seen[next] = 1;
      stack.push(next);
    }
  }
  return { size, sides: sides.size };
}
