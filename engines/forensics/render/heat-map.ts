import sharp from 'sharp';
import type { Artefact, Region } from '../types.ts';

const LONGEST = 1024;

/** A picture to draw over: encoded (as it came) or raw. */
export type Ground = Uint8Array | { data: Uint8Array; width: number; height: number; channels: 3 | 4 };

/**
 * The picture, faded, with what stands out in red: one PNG.
 * @param regions those of one page or picture
 */
export async function drawHeatMap(ground: Ground, regions: readonly Region[], name: string): Promise<Artefact> {
  const source =
    ground instanceof Uint8Array
      ? sharp(ground, { limitInputPixels: 100_000_000 })
      : sharp(ground.data, { raw: { width: ground.width, height: ground.height, channels: ground.channels } });
  const { data, info } = await source
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const heat = new Float32Array(width * height);
  for (const region of regions) {
    const left = clamp(Math.floor(region.x * width), width);
    const right = clamp(Math.ceil((region.x + region.width) * width), width);
    const top = clamp(Math.floor(region.y * height), height);
    const bottom = clamp(Math.ceil((region.y + region.height) * height), height);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) heat[y * width + x] = Math.max(heat[y * width + x] as number, region.weight);
    }
  }
  // Clamped: what is white comes to half a step above the range, which would be black.
  const drawn = new Uint8ClampedArray(width * height * 3);
  for (let i = 0; i < heat.length; i++) {
    const at = i * channels;
    const red = data[at] as number;
    const grey = channels < 3 ? red : 0.299 * red + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
    const faded = 128 + grey / 2;
    const hot = Math.min(1, Math.max(0, heat[i] as number)) * 0.6;
    drawn[3 * i] = Math.round(faded * (1 - hot) + 230 * hot);
    drawn[3 * i + 1] = Math.round(faded * (1 - hot) + 30 * hot);
    drawn[3 * i + 2] = Math.round(faded * (1 - hot) + 30 * hot);
  }
  const bytes = await sharp(drawn, { raw: { width, height, channels: 3 } })
    .png({ palette: false })
    .toBuffer();
  return { kind: 'HEAT_MAP', mediaType: 'image/png', name, bytes: new Uint8Array(bytes) };
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
