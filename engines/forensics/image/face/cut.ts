import type { Point, Raster } from '../../../identity/types.ts';

/** Side of the square around a face, as a multiple of the larger extent of its points. */
const ROOM = 1.5;

export interface Square {
  left: number;
  top: number;
  side: number;
}

/** The square that is looked at, whole pixels, moved so that it lies within the picture. */
export function squareAround(points: readonly Point[], width: number, height: number): Square {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const side = Math.min(ROOM * Math.max(right - left, bottom - top), width, height);
  const place = (low: number, high: number, limit: number): number =>
    Math.round(Math.min(Math.max(0, (low + high - side) / 2), limit - side));
  return { left: place(left, right, width), top: place(top, bottom, height), side: Math.max(2, Math.round(side)) };
}

/**
 * A square scaled to the size of a network's input: area average where it shrinks, between four pixels where it grows,
 * as the network was trained; beyond the picture its last pixels are repeated.
 * @returns planes of red, green and blue, 0 to 1
 */
export function cutPlanes(picture: Raster, square: Square, to: number): Float32Array {
  const columns = taps(square.left, square.side, to, picture.width);
  const rows = taps(square.top, square.side, to, picture.height);
  const { data, width, channels } = picture;
  const planes = new Float32Array(3 * to * to);
  for (let y = 0; y < to; y++) {
    for (let x = 0; x < to; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (const [row, down] of rows[y] ?? []) {
          for (const [column, across] of columns[x] ?? []) {
            sum += down * across * (data[(row * width + column) * channels + (channels === 3 ? c : 0)] as number);
          }
        }
        // The network saw bytes.
        planes[(c * to + y) * to + x] = Math.round(sum) / 255;
      }
    }
  }
  return planes;
}

type Tap = readonly [at: number, weight: number];

/** For each place of the result, the places of the source it is made of. */
function taps(start: number, side: number, to: number, limit: number): Tap[][] {
  const step = side / to;
  const last = Math.min(limit, start + side) - 1;
  const within = (at: number): number => Math.max(start, Math.min(last, at));
  return Array.from({ length: to }, (_, index) => {
    if (step <= 1) {
      const exact = start + (index + 0.5) * step - 0.5;
      const floor = Math.floor(exact);
      return [[within(floor), 1 - (exact - floor)] as const, [within(floor + 1), exact - floor] as const];
    }
    const [from, until] = [start + index * step, start + (index + 1) * step];
    const list: Tap[] = [];
    for (let at = Math.floor(from); at < until; at++) {
      const share = (Math.min(at + 1, until) - Math.max(at, from)) / step;
      if (share > 1e-9) list.push([within(at), share]);
    }
    return list;
  });
}
