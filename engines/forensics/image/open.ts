import sharp, { type Metadata } from 'sharp';
import type { Raster } from '../../identity/types.ts';
import { MediaRefused } from '../types.ts';
import { type JpegStructure, readJpeg } from './jpeg.ts';

/** Pixels that are looked at: the middle of a larger picture, at full resolution. */
const MOST_PIXELS = 16_000_000;
const MOST_STATED_PIXELS = 100_000_000;

/** Brightness (ITU-R BT.601, as JPEG stores it, 0 to 255) of a part of a picture, as it is stored (not turned). */
export interface Plane {
  data: Float32Array;
  width: number;
  height: number;
  /** Where the part begins in the whole picture, pixels; multiples of 8. */
  left: number;
  top: number;
}

export interface OpenedImage {
  bytes: Uint8Array;
  /** As sharp names it: jpeg, png, webp, heif, tiff. */
  format: string;
  mediaType: string;
  width: number;
  height: number;
  /** null where this service has no decoder for it (HEVC). */
  plane: Plane | null;
  /** The same part as `plane` in red, green and blue (or grey alone), as it is stored. */
  colour: Raster | null;
  jpeg: JpegStructure | null;
  metadata: Metadata | null;
}

/**
 * Opens a picture: its structure, its metadata and its brightness.
 * @param mediaType as found from its first bytes
 * @param pixels the same picture decoded elsewhere, as PNG; its own bytes then tell the metadata alone
 * @throws MediaRefused where it cannot be decoded although the form is supported, or is too large
 */
export async function openImage(
  bytes: Uint8Array,
  mediaType: string,
  pixels: Uint8Array | null = null,
): Promise<OpenedImage> {
  const jpeg = readJpeg(bytes);
  const undecoded = { bytes, mediaType, jpeg, plane: null, colour: null };
  const options = { limitInputPixels: MOST_STATED_PIXELS, failOn: 'error', sequentialRead: false } as const;
  let metadata: Metadata;
  try {
    metadata = await sharp(bytes, options).metadata();
  } catch (cause) {
    if (mediaType === 'image/heic') return { ...undecoded, format: 'heif', width: 0, height: 0, metadata: null };
    throw damaged(cause);
  }
  const { format } = metadata;
  const { width, height } = pixels ? await sharp(pixels, options).metadata() : metadata;
  if (width < 1 || height < 1) throw damaged();
  if (width * height > MOST_STATED_PIXELS) {
    throw new MediaRefused('MEDIA_TOO_LARGE', 'The image has more than 100 megapixels. Send it smaller.');
  }
  const part = middle(width, height);
  try {
    const { data, info } = await sharp(pixels ?? bytes, options)
      .extract(part)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const plane: Plane = {
      data: brightness(data, info.channels),
      width: info.width,
      height: info.height,
      left: part.left,
      top: part.top,
    };
    const { channels } = info;
    const colour: Raster | null =
      channels === 1 || channels === 3 ? { data, width: info.width, height: info.height, channels } : null;
    return { ...undecoded, format, width, height, metadata, plane, colour };
  } catch (cause) {
    if (mediaType === 'image/heic') return { ...undecoded, format, width, height, metadata };
    throw damaged(cause);
  }
}

/** The largest part around the middle that may be looked at, on the grid of eight pixels. */
function middle(width: number, height: number): { left: number; top: number; width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const across = Math.max(1, Math.floor(width * scale));
  const down = Math.max(1, Math.floor(height * scale));
  const left = Math.floor((width - across) / 16) * 8;
  const top = Math.floor((height - down) / 16) * 8;
  return { left, top, width: across, height: down };
}

/** Not rounded, and not by libvips's own conversion, which is of linear light: traces of quantisation are fine. */
function brightness(data: Uint8Array, channels: number): Float32Array {
  const grey = new Float32Array(data.length / channels);
  if (channels < 3) {
    for (let i = 0; i < grey.length; i++) grey[i] = data[i * channels] as number;
    return grey;
  }
  for (let i = 0, at = 0; i < grey.length; i++, at += channels) {
    grey[i] = 0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
  }
  return grey;
}

const damaged = (cause?: unknown): MediaRefused =>
  new MediaRefused('UNPROCESSABLE_MEDIA', 'The image cannot be decoded: it is damaged or cut short. Send it again.', {
    cause,
  });
