import type { Gray } from './gray.ts';

/** A connected patch of ink: its box in pixels. */
export interface Patch {
  left: number;
  top: number;
  right: number;
  bottom: number;
  area: number;
}

/** More patches than a page of print has: noise; the tallest are kept. */
const MOST_PATCHES = 6_000;

/**
 * Pixels darker than their neighbourhood: below the local mean by a share of the local deviation (Niblack 1986) and by a
 * least step, over a window of `radius` to each side.
 */
export function binarise({ data, width, height }: Gray, radius: number): Uint8Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    let rowSquares = 0;
    for (let x = 0; x < width; x++) {
      const level = data[y * width + x] as number;
      row += level;
      rowSquares += level * level;
      const at = (y + 1) * stride + x + 1;
      sums[at] = (sums[at - stride] as number) + row;
      squares[at] = (squares[at - stride] as number) + rowSquares;
    }
  }
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const y0 = Math.max(0, y - radius) * stride;
    const y1 = Math.min(height, y + radius + 1) * stride;
    const rows = (y1 - y0) / stride;
    for (let x = 0; x < width; x++) {
      const x0 = Math.max(0, x - radius);
      const x1 = Math.min(width, x + radius + 1);
      const count = rows * (x1 - x0);
      const over = (table: Float64Array): number =>
        (table[y1 + x1] as number) -
        (table[y0 + x1] as number) -
        (table[y1 + x0] as number) +
        (table[y0 + x0] as number);
      const mean = over(sums) / count;
      const deviation = Math.sqrt(Math.max(0, over(squares) / count - mean * mean));
      if ((data[y * width + x] as number) < mean - Math.max(4, 0.35 * deviation)) ink[y * width + x] = 1;
    }
  }
  return ink;
}

/** Connected patches (eight neighbours) of a height from `lowest` to `highest`. */
export function patches(ink: Uint8Array, width: number, height: number, lowest: number, highest: number): Patch[] {
  const stack = new Int32Array(width * height);
  const found: Patch[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue;
    let depth = 0;
    stack[depth++] = start;
    ink[start] = 2;
    const patch: Patch = { left: width, top: height, right: 0, bottom: 0, area: 0 };
    while (depth > 0) {
      const at = stack[--depth] as number;
      const y = Math.floor(at / width);
      const x = at - y * width;
      patch.area++;
      if (x < patch.left) patch.left = x;
      if (x >= patch.right) patch.right = x + 1;
      if (y < patch.top) patch.top = y;
      if (y >= patch.bottom) patch.bottom = y + 1;
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx;
          if (ink[next] === 1) {
            ink[next] = 2;
            stack[depth++] = next;
          }
        }
      }
    }
    const tall = patch.bottom - patch.top;
    const wide = patch.right - patch.left;
    if (tall >= lowest && tall <= highest && wide <= 14 * tall && patch.area >= 0.08 * tall * Math.min(wide, tall)) {
      found.push(patch);
    }
  }
  if (found.length <= MOST_PATCHES) return found;
  return found.sort((a, b) => b.area - a.area).slice(0, MOST_PATCHES);
}
