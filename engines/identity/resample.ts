import type { Point, Raster } from './types.ts';

/** Maps a point of the result to a point of the source: x' = a x + b y + c, y' = d x + e y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * Cuts a region out and scales it, by averaging the source pixels that fall under each result pixel (area) where it
 * shrinks and between the nearest four where it grows. Outside of the source is black.
 * @param left, top corner of the region, pixels of the source, fractions allowed
 * @param across, down size of the region, pixels of the source
 */
export function crop(
  source: Raster,
  [left, top, across, down]: readonly [number, number, number, number],
  width: number,
  height: number,
): Raster {
  const stepX = across / width;
  const stepY = down / height;
  if (stepX <= 1 && stepY <= 1) {
    return warp(source, [stepX, 0, left + stepX / 2 - 0.5, 0, stepY, top + stepY / 2 - 0.5], width, height);
  }
  const { channels } = source;
  const columns = spans(left, stepX, width, source.width);
  const rows = spans(top, stepY, height, source.height);
  const data = new Uint8Array(width * height * channels);
  const sums = new Float64Array(channels);
  const area = stepX * stepY;
  for (let y = 0; y < height; y++) {
    const row = rows[y] as Span;
    for (let x = 0; x < width; x++) {
      const column = columns[x] as Span;
      sums.fill(0);
      for (let sy = row.from; sy < row.to; sy++) {
        const weightY = overlap(sy, row);
        const base = sy * source.width;
        for (let sx = column.from; sx < column.to; sx++) {
          const weight = weightY * overlap(sx, column);
          const at = (base + sx) * channels;
          for (let c = 0; c < channels; c++) sums[c] = (sums[c] as number) + weight * (source.data[at + c] as number);
        }
      }
      const at = (y * width + x) * channels;
      for (let c = 0; c < channels; c++) data[at + c] = Math.round((sums[c] as number) / area);
    }
  }
  return { data, width, height, channels };
}

interface Span {
  /** Exact bounds, pixels. */
  start: number;
  end: number;
  /** Whole pixels that they touch inside of the source. */
  from: number;
  to: number;
}

const spans = (start: number, step: number, count: number, limit: number): Span[] =>
  Array.from({ length: count }, (_, index) => {
    const from = start + index * step;
    const to = from + step;
    return {
      start: from,
      end: to,
      from: Math.min(limit, Math.max(0, Math.floor(from))),
      to: Math.max(0, Math.min(limit, Math.ceil(to))),
    };
  });

const overlap = (pixel: number, { start, end }: Span): number => Math.min(pixel + 1, end) - Math.max(pixel, start);

/** Fills a picture of the given size from the source through an affine map, between the nearest four pixels. */
export function warp(source: Raster, [a, b, c, d, e, f]: Affine, width: number, height: number): Raster {
  const { channels } = source;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      sample(source, a * x + b * y + c, d * x + e * y + f, data, (y * width + x) * channels);
  }
  return { data, width, height, channels };
}

function sample({ data, width, height, channels }: Raster, x: number, y: number, into: Uint8Array, at: number): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const dx = x - left;
  const dy = y - top;
  for (let c = 0; c < channels; c++) {
    let sum = 0;
    for (let corner = 0; corner < 4; corner++) {
      const px = left + (corner & 1);
      const py = top + (corner >> 1);
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      const weight = (corner & 1 ? dx : 1 - dx) * (corner >> 1 ? dy : 1 - dy);
      sum += weight * (data[(py * width + px) * channels + c] as number);
    }
    into[at + c] = Math.round(sum);
  }
}

/** Scales a picture so that its longer side is at most so many pixels; the same picture where it is already. */
export function shrink(source: Raster, longest: number): { image: Raster; scale: number } {
  const scale = longest / Math.max(source.width, source.height);
  if (scale >= 1) return { image: source, scale: 1 };
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  return { image: crop(source, [0, 0, source.width, source.height], width, height), scale: width / source.width };
}

/** Brightness, 0 to 255, one value a pixel (ITU-R BT.601). */
export function grey(source: Raster): Raster {
  if (source.channels === 1) return source;
  const { width, height } = source;
  const data = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += 3) {
    const red = source.data[at] as number;
    const green = source.data[at + 1] as number;
    const blue = source.data[at + 2] as number;
    data[i] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return { data, width, height, channels: 1 };
}

/** Planes of red, green and blue as a network takes them: (value - mean) * scale. */
export function planes(source: Raster, mean: number, scale: number): Float32Array {
  const { width, height, channels, data } = source;
  const size = width * height;
  const result = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) {
    for (let c = 0; c < 3; c++) {
      const value = data[i * channels + (channels === 3 ? c : 0)] as number;
      result[c * size + i] = (value - mean) * scale;
    }
  }
  return result;
}

/**
 * The similarity (turn, scale, shift) that brings points nearest to others in least squares (Umeyama 1991, without
 * reflection).
 * @returns the map from `to` coordinates back to `from`, as `warp` takes it
 */
export function similarity(from: readonly Point[], to: readonly Point[]): Affine {
  const mean = (points: readonly Point[]): Point => ({
    x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
    y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
  });
  const [target, source] = [mean(from), mean(to)];
  let cosine = 0;
  let sine = 0;
  let spread = 0;
  to.forEach((point, index) => {
    const other = from[index] as Point;
    const [x, y] = [point.x - source.x, point.y - source.y];
    const [u, v] = [other.x - target.x, other.y - target.y];
    cosine += x * u + y * v;
    sine += x * v - y * u;
    spread += x * x + y * y;
  });
  const a = cosine / spread;
  const b = -sine / spread;
  return [a, b, target.x - a * source.x - b * source.y, -b, a, target.y + b * source.x - a * source.y];
}
