import { grey } from '../../resample.ts';
import type { Raster } from '../../types.ts';

const BLOCK = 8;
/** Coarse waves, of which every picture has many: column and row of the coefficient. */
const WAVES = [
  [0, 1],
  [1, 0],
  [1, 1],
  [0, 2],
  [2, 0],
] as const;
const MOST_BLOCKS = 4_000;
const HIGHEST = 16;
const REACH = 3;

/**
 * The first quantisation table of a JPEG file, in rows; null where the bytes hold none. Lengths are not believed.
 */
export function quantisationTable(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 4 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number;
    const length = ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
    if (marker === 0xda || length < 2) return null;
    if (marker === 0xdb && bytes[at + 4] === 0 && at + 5 + 64 <= bytes.length) {
      const table = new Uint8Array(64);
      ZIGZAG.forEach((place, index) => {
        table[place] = bytes[at + 5 + index] as number;
      });
      return table;
    }
    at += 2 + length;
  }
  return null;
}

/** Places in rows of the coefficients as a file has them. */
const ZIGZAG: readonly number[] = (() => {
  const order: number[] = [];
  for (let sum = 0; sum < 15; sum++) {
    for (let i = 0; i <= sum; i++) {
      const [a, b] = sum % 2 === 0 ? [sum - i, i] : [i, sum - i];
      if (a < BLOCK && b < BLOCK) order.push(a * BLOCK + b);
    }
  }
  return order;
})();

/**
 * Marks of an earlier, coarser compression: values of a coefficient that seldom occur between two that occur often
 * (Popescu, Farid 2004).
 * @param picture as the file has it, neither scaled nor turned
 * @returns share of the values looked at that are such gaps; null where the picture says too little
 */
export function earlierCompression(picture: Raster, table: Uint8Array): number | null {
  const { data, width, height } = grey(picture);
  const across = Math.floor(width / BLOCK);
  const blocks = across * Math.floor(height / BLOCK);
  const every = Math.max(1, Math.ceil(blocks / MOST_BLOCKS));
  let [gaps, looked] = [0, 0];
  for (const [row, column] of WAVES) {
    const step = table[row * BLOCK + column] as number;
    if (step === 0) return null;
    const counts = new Uint32Array(2 * HIGHEST + 1);
    for (let block = 0; block < blocks; block += every) {
      const [left, top] = [(block % across) * BLOCK, Math.floor(block / across) * BLOCK];
      let sum = 0;
      for (let y = 0; y < BLOCK; y++) {
        for (let x = 0; x < BLOCK; x++) {
          const wave = (COSINE[row * BLOCK + y] as number) * (COSINE[column * BLOCK + x] as number);
          sum += (data[(top + y) * width + left + x] as number) * wave;
        }
      }
      const value = Math.round(sum / step);
      if (Math.abs(value) <= HIGHEST) counts[value + HIGHEST] = (counts[value + HIGHEST] as number) + 1;
    }
    const most = (from: number, to: number): number =>
      counts.subarray(Math.max(0, from), to + 1).reduce((a, b) => Math.max(a, b), 0);
    for (let value = 1; value < 2 * HIGHEST; value++) {
      // Steps of the earlier compression may be several of the later one's apart.
      const [before, after] = [most(value - REACH, value - 1), most(value + 1, value + REACH)];
      const beside = Math.min(before, after);
      const here = counts[value] as number;
      if (Math.max(before, after) < 20 || value === HIGHEST) continue;
      looked++;
      if (here < 0.4 * beside) gaps++;
    }
  }
  return looked < 10 ? null : gaps / looked;
}

const COSINE = Float64Array.from({ length: BLOCK * BLOCK }, (_, index) => {
  const [wave, place] = [Math.floor(index / BLOCK), index % BLOCK];
  const scale = wave === 0 ? Math.sqrt(1 / BLOCK) : Math.sqrt(2 / BLOCK);
  return scale * Math.cos(((2 * place + 1) * wave * Math.PI) / (2 * BLOCK));
});
