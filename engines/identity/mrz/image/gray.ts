import type { Raster } from '../../types.ts';

/** Grey levels 0–255, rows from the top. */
export interface Gray {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Luma of ITU-R BT.601 in 1/256; red inks of visas stay dark in it. */
const LUMA = [77, 150, 29] as const;

/** Grey levels of a raster, shrunk by whole-pixel averaging so that neither side is over `longest`. */
export function toGray(raster: Raster, longest: number): Gray {
  const { data, width, height, channels } = raster;
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / longest));
  const outWidth = Math.max(1, Math.floor(width / factor));
  const outHeight = Math.max(1, Math.floor(height / factor));
  const out = new Uint8Array(outWidth * outHeight);
  const tallest = Math.min(factor, height);
  const widest = Math.min(factor, width);
  const count = tallest * widest;
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++) {
      let sum = 0;
      for (let dy = 0; dy < tallest; dy++) {
        let at = ((y * factor + dy) * width + x * factor) * channels;
        for (let dx = 0; dx < widest; dx++, at += channels) {
          sum +=
            channels === 1
              ? (data[at] as number) << 8
              : LUMA[0] * (data[at] as number) +
                LUMA[1] * (data[at + 1] as number) +
                LUMA[2] * (data[at + 2] as number);
        }
      }
      out[y * outWidth + x] = Math.min(255, Math.round(sum / (count * 256)));
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}

/** Half the size, each pixel the mean of four. */
export function halve({ data, width, height }: Gray): Gray {
  const outWidth = Math.max(1, width >> 1);
  const outHeight = Math.max(1, height >> 1);
  const out = new Uint8Array(outWidth * outHeight);
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++) {
      const at = 2 * y * width + 2 * x;
      const sum =
        (data[at] as number) +
        (data[at + right] as number) +
        (data[at + below] as number) +
        (data[at + below + right] as number);
      out[y * outWidth + x] = (sum + 2) >> 2;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}

/** Twice the size, bilinear: glyphs of a few pixels come apart before they are told from the paper. */
export function double(gray: Gray): Gray {
  const width = gray.width * 2;
  const height = gray.height * 2;
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) out[y * width + x] = Math.round(levelAt(gray, (x - 0.5) / 2, (y - 0.5) / 2));
  }
  return { data: out, width, height };
}

/** A quarter turn: what was at the right is at the top. */
export function quarterTurn({ data, width, height }: Gray): Gray {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) out[(width - 1 - x) * height + y] = data[y * width + x] as number;
  }
  return { data: out, width: height, height: width };
}

/** Bilinear level at a point; outside, the nearest edge. */
export function levelAt({ data, width, height }: Gray, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), width - 1);
  const cy = Math.min(Math.max(y, 0), height - 1);
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const x1 = Math.min(x0 + 1, width - 1);
  const y1 = Math.min(y0 + 1, height - 1);
  const fx = cx - x0;
  const fy = cy - y0;
  const top = (data[y0 * width + x0] as number) * (1 - fx) + (data[y0 * width + x1] as number) * fx;
  const bottom = (data[y1 * width + x0] as number) * (1 - fx) + (data[y1 * width + x1] as number) * fx;
  return top * (1 - fy) + bottom * fy;
}

/** The image and its halves, down to what a straightened line is sampled from. */
export class Pyramid {
  readonly levels: Gray[];

  constructor(base: Gray) {
    this.levels = [base];
    let last = base;
    while (Math.max(last.width, last.height) > 256 && this.levels.length < 6) {
      last = halve(last);
      this.levels.push(last);
    }
  }

  /** The smallest level that still has `scale` pixels or more for one wanted, and its factor. */
  levelFor(scale: number): { gray: Gray; factor: number } {
    let index = 0;
    while (scale / 2 ** (index + 1) >= 1 && index + 1 < this.levels.length) index++;
    return { gray: this.levels[index] as Gray, factor: 2 ** index };
  }
}
