import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { type Affine, shrink, warp } from '../resample.ts';
import { ModelUnavailable, type Point, type Raster } from '../types.ts';
import { readLicence } from './aamva.ts';
import type { BarcodeReading } from './types.ts';

const NAME = 'zxing-cpp';
/** Of the npm package whose WebAssembly is run. */
const VERSION = 'zxing-wasm 3.1.4';

const OPTIONS: ReaderOptions = {
  formats: ['PDF417', 'QRCode', 'DataMatrix', 'Aztec'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: true,
  maxNumberOfSymbols: 4,
  textMode: 'Plain',
};
/** Sizes tried, longest side in pixels: small symbols need the detail, blurred ones are read better without it. */
const SIZES = [4_000, 1_600, 900] as const;
/** Degrees by which a picture is turned where nothing was read: the reader follows slanted rows only a little. */
const SLANTS = [4, -4, 8, -8, 12, -12, 16, -16, 20, -20] as const;
const SLANTED_SIZE = 1_400;
/** Longest side in pixels up to which a picture is enlarged and sharpened as well. */
const SMALL = 1_000;

let prepared: Promise<unknown> | undefined;

/** Loads the reader, once. @throws ModelUnavailable */
export function prepareBarcodes(): Promise<unknown> {
  prepared ??= load();
  return prepared;
}

async function load(): Promise<unknown> {
  try {
    const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const wasmBinary = new Uint8Array(await readFile(path)).buffer;
    return await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  } catch (cause) {
    throw new ModelUnavailable(NAME, 'its WebAssembly cannot be loaded', { cause });
  }
}

/**
 * Reads the two-dimensional bar codes of a picture, at several sizes until one is read.
 * @param slanted whether to turn the picture, step by step, where nothing was read
 * @throws ModelUnavailable
 */
export async function readBarcodesOf(picture: Raster, { slanted = true } = {}): Promise<BarcodeReading[]> {
  await prepareBarcodes();
  // Error correction sometimes "corrects" a symbol into rubbish: what is no licence is kept while better is sought.
  let rubbish: BarcodeReading[] = [];
  const readable = (found: BarcodeReading[]): boolean => {
    if (found.some(({ symbology, fields }) => symbology !== 'PDF417' || fields)) return true;
    if (rubbish.length === 0) rubbish = found;
    return false;
  };
  let before = Number.POSITIVE_INFINITY;
  for (const size of SIZES) {
    const { image, scale } = shrink(picture, size);
    // The same pixels again tell nothing new.
    if (image.width === before) continue;
    before = image.width;
    const found = await readAt(image, scaledBack(scale));
    if (readable(found)) return found;
  }
  // Another symbol than a licence's, read well: PDF417 is on boarding passes too.
  if (!slanted) return rubbish;
  const { image, scale } = shrink(picture, SLANTED_SIZE);
  for (const degrees of SLANTS) {
    const sheet = turned(image, degrees);
    const found = await readAt(sheet.image, (point) => scaledBack(scale)(sheet.back(point)));
    if (readable(found)) return found;
  }
  if (Math.max(image.width, image.height) > SMALL) return rubbish;
  const sharper = await sharpened(image);
  for (const degrees of [0, ...SLANTS]) {
    const sheet = turned(sharper, degrees);
    const found = await readAt(sheet.image, (point) =>
      scaledBack((sharper.width / image.width) * scale)(sheet.back(point)),
    );
    if (readable(found)) return found;
  }
  return rubbish;
}

/** Half as large again and crisper, for symbols whose bars are hardly wider than the blur. */
async function sharpened({ data, width, height, channels }: Raster): Promise<Raster> {
  const { data: larger, info } = await sharp(data, { raw: { width, height, channels } })
    .resize(Math.round(1.5 * width), null, { kernel: 'cubic' })
    .sharpen({ sigma: 2 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: larger, width: info.width, height: info.height, channels: info.channels as 1 | 3 };
}

/** From the points of what is looked at to those of the picture. */
type Back = (point: Point) => Point;

const scaledBack =
  (scale: number): Back =>
  ({ x, y }) => ({ x: x / scale, y: y / scale });

/** The picture turned about its middle, on a sheet that holds it whole. */
function turned(image: Raster, degrees: number): { image: Raster; back: Back } {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const width = Math.ceil(image.width * Math.abs(cosine) + image.height * Math.abs(sine));
  const height = Math.ceil(image.width * Math.abs(sine) + image.height * Math.abs(cosine));
  const across = image.width / 2 - (cosine * width - sine * height) / 2;
  const down = image.height / 2 - (sine * width + cosine * height) / 2;
  const map: Affine = [cosine, -sine, across, sine, cosine, down];
  const back: Back = ({ x, y }) => ({ x: cosine * x - sine * y + across, y: sine * x + cosine * y + down });
  return { image: warp(image, map, width, height), back };
}

async function readAt(image: Raster, back: Back): Promise<BarcodeReading[]> {
  let results: Awaited<ReturnType<typeof readBarcodes>>;
  try {
    results = await readBarcodes(pixelsOf(image), OPTIONS);
  } catch (cause) {
    throw new ModelUnavailable(NAME, 'it failed on this picture', { cause });
  }
  return results
    .filter(({ isValid }) => isValid)
    .map(({ format, text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => {
      const licence = format === 'PDF417' ? readLicence(text) : null;
      return {
        symbology: format,
        text,
        fields: licence?.fields ?? null,
        raw: licence?.raw ?? {},
        corners: [back(topLeft), back(topRight), back(bottomRight), back(bottomLeft)],
        evidence: licence?.evidence ?? { characters: text.length },
        provenance: { name: NAME, version: VERSION, sha256: null },
      };
    });
}

type Symbols = Exclude<Parameters<typeof readBarcodes>[0], Blob | ArrayBuffer | Uint8Array>;

/** Four bytes a pixel, as the reader takes them. */
function pixelsOf({ data, width, height, channels }: Raster): Symbols {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) rgba[4 * i + c] = data[i * channels + (channels === 3 ? c : 0)] as number;
    rgba[4 * i + 3] = 255;
  }
  return { data: rgba, width, height, colorSpace: 'srgb' } as Symbols;
}
