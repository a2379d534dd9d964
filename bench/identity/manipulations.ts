import sharp from 'sharp';
import { crop } from '../../engines/identity/resample.ts';
import type { Raster } from '../../engines/identity/types.ts';

/**
 * Manipulated documents and bad captures, drawn from pictures and a seed: the same seed gives the same picture.
 */

/** Numbers between 0 and 1 from a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const sharpOf = ({ data, width, height, channels }: Raster) => sharp(data, { raw: { width, height, channels } });

export async function rasterOf(bytes: Buffer): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
}

export const jpeg = async (picture: Raster, quality: number): Promise<Raster> =>
  rasterOf(await sharpOf(picture).jpeg({ quality }).toBuffer());

/** The same picture at another width. */
export function resized(picture: Raster, width: number): Raster {
  const height = Math.round((picture.height * width) / picture.width);
  return crop(picture, [0, 0, picture.width, picture.height], width, height);
}

function mapped(picture: Raster, value: (level: number, x: number, y: number, channel: number) => number): Raster {
  const data = new Uint8Array(picture.data.length);
  const { width, height, channels } = picture;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < channels; c++, at++) {
        data[at] = Math.max(0, Math.min(255, Math.round(value(picture.data[at] as number, x, y, c))));
      }
    }
  }
  return { ...picture, data };
}

/** Noise of a sensor, near to normal. */
export function noisy(picture: Raster, deviation: number, seed: number): Raster {
  const next = random(seed);
  return mapped(picture, (level) => level + deviation * 1.73 * (next() + next() + next() + next() - 2));
}

export const blurred = async (picture: Raster, sigma: number): Promise<Raster> =>
  rasterOf(await sharpOf(picture).blur(sigma).png().toBuffer());

/**
 * A picture on a screen, photographed: cells of three colours and the dark lines between them at a pitch of a few
 * pixels of the photograph, turned a little, through a lens, a sensor and JPEG.
 */
export async function recaptured(picture: Raster, seed: number): Promise<Raster> {
  const next = random(seed);
  const pitch = 1.6 + 2.6 * next();
  const turn = (((2 + 12 * next()) * Math.PI) / 180) * (next() < 0.5 ? -1 : 1);
  const depth = 0.25 + 0.35 * next();
  const [cosine, sine] = [Math.cos(turn) / pitch, Math.sin(turn) / pitch];
  const cells = mapped(picture, (level, x, y, c) => {
    const u = x * cosine + y * sine;
    const v = y * cosine - x * sine;
    const stripe = 1 + depth * Math.cos(2 * Math.PI * (u - c / 3));
    const row = 1 + 0.7 * depth * Math.cos(2 * Math.PI * v);
    return level * stripe * row * 0.85;
  });
  const seen = await blurred(cells, 0.5 + 0.3 * next());
  return jpeg(noisy(seen, 2, seed + 1), 80 + Math.floor(12 * next()));
}

/** A picture printed in halftone and scanned: dots in rows turned by 45 degrees, or by 15 to 75 for each colour. */
export async function printedCopy(picture: Raster, seed: number): Promise<Raster> {
  const next = random(seed);
  const pitch = 3 + 3 * next();
  const angles = [15, 75, 45].map((degrees) => ((degrees + 4 * next()) * Math.PI) / 180);
  const dots = mapped(picture, (level, x, y, c) => {
    const angle = angles[c] ?? 0;
    const u = (x * Math.cos(angle) + y * Math.sin(angle)) / pitch;
    const v = (y * Math.cos(angle) - x * Math.sin(angle)) / pitch;
    const screen = 127.5 + 63.75 * (Math.cos(2 * Math.PI * u) + Math.cos(2 * Math.PI * v));
    return level > 255 - screen ? 245 : 25;
  });
  const seen = await blurred(dots, 0.9 + 0.5 * next());
  return jpeg(noisy(seen, 2, seed + 1), 85 + Math.floor(8 * next()));
}

/** A part of one picture put into another as it is. */
export function pasted(
  into: Raster,
  from: Raster,
  share: { x: number; y: number; width: number; height: number },
): Raster {
  const width = Math.round(share.width * into.width);
  const height = Math.round(share.height * into.height);
  const [left, top] = [Math.round(share.x * into.width), Math.round(share.y * into.height)];
  const data = new Uint8Array(into.data);
  for (let y = 0; y < Math.min(height, from.height); y++) {
    for (let x = 0; x < Math.min(width, from.width); x++) {
      for (let c = 0; c < into.channels; c++) {
        const value = from.data[(y * from.width + x) * from.channels + (from.channels === 1 ? 0 : c)] as number;
        data[((top + y) * into.width + left + x) * into.channels + c] = value;
      }
    }
  }
  return { ...into, data };
}

/** Writing painted over with the colour of its ground and set anew. */
export async function rewritten(
  picture: Raster,
  box: { x: number; y: number; width: number; height: number },
  text: string,
): Promise<Raster> {
  const [left, top] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
  const width = Math.min(picture.width - left, Math.round(box.width));
  const height = Math.min(picture.height - top, Math.round(box.height));
  const { channels } = await sharpOf(picture).extract({ left, top, width, height }).stats();
  // The lighter part of the region is its ground.
  const [r = 230, g = 230, b = 230] = channels.map(({ mean, stdev }) => Math.min(255, Math.round(mean + 0.6 * stdev)));
  const drawn =
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="rgb(${r},${g},${b})"/>` +
    `<text x="2" y="${height * 0.78}" font-family="sans-serif" font-size="${height * 0.8}" fill="#161616">${text}</text></svg>`;
  return rasterOf(
    await sharpOf(picture)
      .composite([{ input: Buffer.from(drawn), left, top }])
      .png()
      .toBuffer(),
  );
}

/**
 * The last characters of a line set anew over the ground beside them, in another face, a little larger and lower, as
 * an edit by hand leaves them.
 * @param from where they begin, as a share of the line's width
 */
export async function digitsAnew(
  picture: Raster,
  box: { x: number; y: number; width: number; height: number },
  from: number,
  text: string,
): Promise<Raster> {
  const [left, top] = [Math.max(0, Math.round(box.x + from * box.width)), Math.max(0, Math.round(box.y))];
  const width = Math.min(picture.width - left, Math.round((1 - from) * box.width));
  const height = Math.min(picture.height - top, Math.round(box.height));
  const { channels } = await sharpOf(picture).extract({ left, top, width, height }).stats();
  const [r = 230, g = 230, b = 230] = channels.map(({ mean, stdev }) => Math.min(255, Math.round(mean + 0.6 * stdev)));
  const drawn =
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="rgb(${r},${g},${b})"/>` +
    `<text x="1" y="${height * 0.86}" font-family="serif" font-size="${height * 0.95}" fill="#202020">${text}</text></svg>`;
  const overlay = [{ input: Buffer.from(drawn), left, top }];
  return rasterOf(await sharpOf(picture).composite(overlay).png().toBuffer());
}

/** The same scene under so much light. */
export const lit = (picture: Raster, light: number): Raster => mapped(picture, (level) => level * light);

/** A lamp's reflection: a burnt-out spot with a soft border. */
export function glared(picture: Raster, seed: number): Raster {
  const next = random(seed);
  const radius = (0.1 + 0.08 * next()) * picture.width;
  const [x0, y0] = [(0.3 + 0.4 * next()) * picture.width, (0.35 + 0.4 * next()) * picture.height];
  return mapped(picture, (level, x, y) => {
    const far = Math.hypot(x - x0, y - y0) / radius;
    return level + 400 * Math.max(0, Math.min(1, 2.2 - 2 * far));
  });
}
