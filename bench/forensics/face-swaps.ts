import { similarity, warp } from '../../engines/identity/resample.ts';
import type { Point, Raster } from '../../engines/identity/types.ts';

/**
 * One face put on another head, in four ways. Written apart from the program that blends for training, and used for
 * measurements alone: other people as donors, other masks, other ways of blending.
 */

export interface Photographed {
  picture: Raster;
  /** 68 points in the order of the 300-W annotation. */
  points: readonly Point[];
}

export const SWAPS = ['feathered', 'multiband', 'poisson', 'coarse generator'] as const;
export type Swap = (typeof SWAPS)[number];

interface Planes {
  width: number;
  height: number;
  /** Red, green, blue, one after another. */
  data: Float32Array;
}

/** @param random numbers from 0 to 1 */
export function swapFace(target: Photographed, donor: Photographed, how: Swap, random: () => number): Raster {
  const { width, height } = target.picture;
  const laid = how === 'coarse generator' ? coarse(donor, 48 + Math.floor(random() * 49)) : donor;
  const source = planesOf(warp(laid.picture, similarity(laid.points, target.points), width, height));
  const ground = planesOf(target.picture);
  const extent = extentOf(target.points);
  const outline = outlineOf(target.points, 0.94 + random() * 0.12, 0.08 + random() * 0.2);
  const hard = filled(outline, width, height);
  // Where the donor's picture ends there is nothing to lay over.
  const there = planesOf(warp(white(laid.picture), similarity(laid.points, target.points), width, height));
  for (let i = 0; i < hard.length; i++) if ((there.data[i] as number) < 250) hard[i] = 0;
  matchColours(source, ground, hard);
  const soft = blurred(hard, width, height, Math.max(1, Math.round(extent * (0.015 + random() * 0.04))));
  if (how === 'multiband') return rasterOf(multiband(source, ground, soft));
  if (how === 'poisson') return rasterOf(poisson(source, ground, hard));
  const share = how === 'feathered' ? 0.85 + random() * 0.15 : 1;
  return rasterOf(mixed(source, ground, soft, share));
}

/** How badly a donor's face fits after turning and scaling: mean distance of points over the target's extent. */
export function misfit(target: Photographed, donor: Photographed): number {
  const [a, b, c, d, e, f] = similarity(donor.points, target.points);
  let sum = 0;
  target.points.forEach(({ x, y }, index) => {
    const other = donor.points[index] as Point;
    sum += Math.hypot(a * x + b * y + c - other.x, d * x + e * y + f - other.y);
  });
  return sum / target.points.length / extentOf(donor.points);
}

const extentOf = (points: readonly Point[]): number => {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
};

const white = ({ width, height, channels }: Raster): Raster => ({
  width,
  height,
  channels,
  data: new Uint8Array(width * height * channels).fill(255),
});

/** A face of so many pixels across, as small generators paint it. */
function coarse({ picture, points }: Photographed, side: number): Photographed {
  const scale = Math.min(1, side / extentOf(points));
  const width = Math.max(8, Math.round(picture.width * scale));
  const height = Math.max(8, Math.round(picture.height * scale));
  const small = warp(picture, [1 / scale, 0, 0, 0, 1 / scale, 0], width, height);
  return { picture: small, points: points.map(({ x, y }) => ({ x: x * scale, y: y * scale })) };
}

function planesOf({ data, width, height, channels }: Raster): Planes {
  const planes = new Float32Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++)
      planes[c * width * height + i] = data[i * channels + (channels === 3 ? c : 0)] as number;
  }
  return { width, height, data: planes };
}

function rasterOf({ width, height, data }: Planes): Raster {
  const bytes = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) {
      bytes[3 * i + c] = Math.max(0, Math.min(255, Math.round(data[c * width * height + i] as number)));
    }
  }
  return { width, height, channels: 3, data: bytes };
}

/** The jaw and the brows, the brows raised by a share of the face's height, all scaled about the middle. */
function outlineOf(points: readonly Point[], scale: number, raise: number): Point[] {
  const extent = extentOf(points);
  const jaw = points.slice(0, 17);
  const brows = points.slice(17, 27).map(({ x, y }) => ({ x, y: y - raise * extent }));
  const all = hull([...jaw, ...brows]);
  const middle = { x: mean(all.map(({ x }) => x)), y: mean(all.map(({ y }) => y)) };
  return all.map(({ x, y }) => ({ x: middle.x + (x - middle.x) * scale, y: middle.y + (y - middle.y) * scale }));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Convex hull (Andrew's chain), counter-clockwise. */
function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length >= 2) {
        const [a, b] = [chain.at(-2) as Point, chain.at(-1) as Point];
        if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** 1 inside of a convex outline, 0 outside. */
function filled(outline: readonly Point[], width: number, height: number): Float32Array {
  const mask = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inside = outline.every((a, index) => {
        const b = outline[(index + 1) % outline.length] as Point;
        return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
      });
      if (inside) mask[y * width + x] = 1;
    }
  }
  return mask;
}

/** Mean and spread of each channel under the mask made those of the ground. */
function matchColours(source: Planes, ground: Planes, mask: Float32Array): void {
  const size = source.width * source.height;
  for (let c = 0; c < 3; c++) {
    const measure = (planes: Planes): { middle: number; spread: number } => {
      let [sum, squares, count] = [0, 0, 0];
      for (let i = 0; i < size; i++) {
        if ((mask[i] as number) < 0.5) continue;
        const value = planes.data[c * size + i] as number;
        sum += value;
        squares += value * value;
        count += 1;
      }
      const middle = sum / Math.max(1, count);
      return { middle, spread: Math.sqrt(Math.max(1, squares / Math.max(1, count) - middle * middle)) };
    };
    const [from, to] = [measure(source), measure(ground)];
    for (let i = 0; i < size; i++) {
      const at = c * size + i;
      source.data[at] = ((source.data[at] as number) - from.middle) * (to.spread / from.spread) + to.middle;
    }
  }
}

/** Three running means one after another: near enough to a Gaussian. */
function blurred(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  let now = values;
  for (let pass = 0; pass < 3; pass++) {
    now = runningMean(now, width, height, radius, 1, width);
    now = runningMean(now, height, width, radius, width, 1);
  }
  return now;
}

function runningMean(
  values: Float32Array,
  length: number,
  lines: number,
  radius: number,
  step: number,
  stride: number,
): Float32Array {
  const out = new Float32Array(values.length);
  const at = (line: number, k: number): number =>
    values[line * stride + Math.max(0, Math.min(length - 1, k)) * step] as number;
  for (let line = 0; line < lines; line++) {
    let sum = 0;
    for (let k = -radius; k <= radius; k++) sum += at(line, k);
    for (let k = 0; k < length; k++) {
      out[line * stride + k * step] = sum / (2 * radius + 1);
      sum += at(line, k + radius + 1) - at(line, k - radius);
    }
  }
  return out;
}

function mixed(source: Planes, ground: Planes, mask: Float32Array, share: number): Planes {
  const size = mask.length;
  const data = new Float32Array(3 * size);
  for (let i = 0; i < 3 * size; i++) {
    const weight = share * (mask[i % size] as number);
    data[i] = weight * (source.data[i] as number) + (1 - weight) * (ground.data[i] as number);
  }
  return { ...source, data };
}

/** Bands of frequencies blended each with a mask as soft as the band is coarse (Burt and Adelson 1983), undecimated. */
function multiband(source: Planes, ground: Planes, mask: Float32Array): Planes {
  const { width, height } = source;
  const size = width * height;
  const data = new Float32Array(3 * size);
  const radii = [1, 2, 4];
  for (let c = 0; c < 3; c++) {
    let one: Float32Array = source.data.slice(c * size, (c + 1) * size);
    let other: Float32Array = ground.data.slice(c * size, (c + 1) * size);
    let weight = mask;
    for (let band = 0; band <= radii.length; band++) {
      const radius = radii[band];
      const [low, under] = [one, other].map((plane) => (radius ? blurred(plane, width, height, radius) : null));
      for (let i = 0; i < size; i++) {
        const first = (one[i] as number) - (low?.[i] ?? 0);
        const second = (other[i] as number) - (under?.[i] ?? 0);
        data[c * size + i] =
          (data[c * size + i] as number) + (weight[i] as number) * first + (1 - (weight[i] as number)) * second;
      }
      if (!low || !under || !radius) break;
      [one, other] = [low, under];
      weight = blurred(weight, width, height, radius);
    }
  }
  return { width, height, data };
}

/** The source's gradients within the ground's border (Pérez, Gangnet, Blake 2003), by over-relaxation. */
function poisson(source: Planes, ground: Planes, mask: Float32Array): Planes {
  const { width, height } = source;
  const size = width * height;
  const data = ground.data.slice();
  const inner: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) if ((mask[y * width + x] as number) > 0.5) inner.push(y * width + x);
  }
  for (let c = 0; c < 3; c++) {
    const base = c * size;
    for (let round = 0; round < 300; round++) {
      for (const i of inner) {
        const at = base + i;
        const around =
          (data[at - 1] as number) +
          (data[at + 1] as number) +
          (data[at - width] as number) +
          (data[at + width] as number);
        const own =
          4 * (source.data[at] as number) -
          (source.data[at - 1] as number) -
          (source.data[at + 1] as number) -
          (source.data[at - width] as number) -
          (source.data[at + width] as number);
        const now = data[at] as number;
        data[at] = now + 1.85 * ((around + own) / 4 - now);
      }
    }
  }
  return { width, height, data };
}
