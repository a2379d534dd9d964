import sharp, { type Metadata } from 'sharp';
import type { Evidence, Raster } from '../types.ts';
import { quantisationTable } from './authenticity/index.ts';

/** Why nothing could be decoded; `code` is told to the person who sent it. */
export class ImageRefused extends Error {
  readonly code: 'IMAGE_DAMAGED' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_SMALL' | 'FORMAT_NOT_DECODABLE';
  constructor(code: ImageRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageRefused';
    this.code = code;
  }
}

/** Of the picture as it is stored, before anything is decoded. */
export const MAX_PIXELS = 100_000_000;
/** Nothing is looked at in more detail than this, pixels on the longer side. */
export const LONGEST = 4_000;
const SHORTEST = 16;

export interface DecodedImage {
  raster: Raster;
  /** Facts about the file that say how it came to be; nothing else of its metadata is kept. */
  metadata: Evidence;
  /** Luminance quantisation of a JPEG file whose pixels were neither scaled nor turned; absent for others. */
  table?: Uint8Array;
}

/**
 * Decodes a picture: upright by its orientation tag, RGB of 8 bits, without transparency, shrunk. The bytes
 * are hostile: call it in an isolated process.
 * @param pixels the same picture decoded elsewhere, upright; of the file's own bytes the metadata alone is then read
 * @param longest pixels that the longer side is shrunk to
 * @throws ImageRefused
 */
export async function decodeImage(bytes: Uint8Array, pixels?: Uint8Array, longest = LONGEST): Promise<DecodedImage> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true, pages: 1 } as const;
  let facts: Metadata;
  try {
    facts = await sharp(bytes, options).metadata();
  } catch (cause) {
    throw refusalOf(cause);
  }
  const { width, height, format, density, exif } = facts;
  const orientation = pixels ? 1 : facts.orientation;
  if (Math.min(width, height) < SHORTEST) {
    throw new ImageRefused(
      'IMAGE_TOO_SMALL',
      `The picture is ${width} × ${height} pixels; send one of at least ${SHORTEST}.`,
    );
  }
  try {
    const opened = pixels ? sharp(pixels, options) : sharp(bytes, options).rotate();
    const { data, info } = await opened
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const raster = rgb(
      new Uint8Array(data.buffer, data.byteOffset, data.length),
      info.width,
      info.height,
      info.channels,
    );
    const metadata: Evidence = {
      format: format ?? null,
      storedWidth: width,
      storedHeight: height,
      orientation: orientation ?? 1,
      density: density ?? null,
      ...editorOf(exif),
    };
    const asStored = !pixels && info.width === width && info.height === height && (orientation ?? 1) === 1;
    const table = asStored ? quantisationTable(bytes) : null;
    return { raster, metadata, ...(table && { table }) };
  } catch (cause) {
    throw refusalOf(cause);
  }
}

function rgb(data: Uint8Array, width: number, height: number, channels: number): Raster {
  if (channels === 1 || channels === 3) return { data, width, height, channels };
  // Grey with a plane left over, or a plane more than colours: the first ones are the picture.
  const kept = channels === 2 ? 1 : 3;
  const result = new Uint8Array(width * height * kept);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < kept; c++) result[i * kept + c] = data[i * channels + c] as number;
  }
  return { data: result, width, height, channels: kept };
}

function refusalOf(cause: unknown): ImageRefused {
  if (cause instanceof ImageRefused) return cause;
  const said = cause instanceof Error ? cause.message : '';
  if (/exceeds pixel limit|too large|dimension/i.test(said)) {
    return new ImageRefused('IMAGE_TOO_LARGE', 'The picture has more than 100 megapixels.', { cause });
  }
  if (/heif|bitstream|compression format|unsupported image format/i.test(said)) {
    return new ImageRefused('FORMAT_NOT_DECODABLE', 'Pictures of this form cannot be decoded here; send JPEG or PNG.', {
      cause,
    });
  }
  return new ImageRefused('IMAGE_DAMAGED', 'The picture cannot be decoded: it is damaged or cut short.', { cause });
}

/** A page of a document as a picture, or a picture as it is. @throws ImageRefused */
export async function decodeDocument(bytes: Uint8Array, pixels?: Uint8Array): Promise<DecodedImage> {
  if (pixels || !Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return decodeImage(bytes, pixels);
  const { drawFirstPage } = await import('./pdf-page.ts');
  const { raster, pages } = await drawFirstPage(bytes);
  return { raster, metadata: { format: 'pdf', pages, exif: false, editor: null } };
}

/** Programs that change pictures, by the name that they leave behind. Cameras and scanners are none. */
const EDITORS =
  /photoshop|gimp|affinity|lightroom|pixelmator|snapseed|picsart|canva|paint\.net|photopea|facetune|illustrator/i;

/** Looks for an editor's name in the tags, without believing their structure. */
function editorOf(exif: Uint8Array | undefined): Evidence {
  if (!exif) return { exif: false, editor: null };
  const text = Buffer.from(exif.subarray(0, 65_536)).toString('latin1');
  return { exif: true, editor: EDITORS.exec(text)?.[0]?.toLowerCase() ?? null };
}
