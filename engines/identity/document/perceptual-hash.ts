import { crop, grey } from '../resample.ts';
import type { Raster } from '../types.ts';

const SIDE = 32;
const KEPT = 8;

/**
 * 64 bits that stay nearly the same under scaling, compression and small changes (DCT hash: Zauner, Implementation and
 * Benchmarking of Perceptual Image Hash Functions, 2010, section 3.2).
 * @returns 16 hexadecimal digits
 */
export function perceptualHash(picture: Raster): string {
  const { data } = grey(crop(picture, [0, 0, picture.width, picture.height], SIDE, SIDE));
  const low = transform(data);
  const values = low.slice(1);
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  let bits = 0n;
  for (const value of low) bits = (bits << 1n) | (value > median ? 1n : 0n);
  return bits.toString(16).padStart(16, '0');
}

/** How many of 64 bits differ. */
export function hashDistance(a: string, b: string): number {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count++;
  return count;
}

/** The lowest frequencies of the cosine transform of a square, 8 by 8, without the very first row and column. */
function transform(pixels: Uint8Array): number[] {
  const basis = (frequency: number): Float64Array =>
    Float64Array.from({ length: SIDE }, (_, x) => Math.cos(((2 * x + 1) * frequency * Math.PI) / (2 * SIDE)));
  const bases = Array.from({ length: KEPT }, (_, index) => basis(index + 1));
  const across = bases.map((wave) =>
    Float64Array.from({ length: SIDE }, (_, y) =>
      wave.reduce((sum, value, x) => sum + value * (pixels[y * SIDE + x] as number), 0),
    ),
  );
  return bases.flatMap((wave) =>
    across.map((column) => wave.reduce((sum, value, y) => sum + value * (column[y] as number), 0)),
  );
}
