import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { hasPattern, readColourFilter } from '../../engines/forensics/image/colour-filter.ts';
import { openImage } from '../../engines/forensics/image/open.ts';
import { measureSpectrum } from '../../engines/forensics/image/spectrum-peaks.ts';
import type { Raster } from '../../engines/identity/types.ts';
import { recogniseMedia } from '../../platform/http/media-type.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { seeded, interval } from './random.ts';

// The pattern of a camera's colour filter, imitated, and parts that lack it; and single peaks in the spectrum of
// pictures as they are and of pictures made larger. Run:
//   node bench/forensics/colour-filter.ts [each so many of the pictures of a set, default 1]

const photos = sharedData('identity/faces');
const media = sharedData('media/image');
if (photos === undefined || media === undefined) throw new Error('The pictures are not here; set SHARED_DATA');
const step = Number(process.argv[2] ?? 1);
const random = seeded(33);

async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
}

/**
 * As a sensor behind a filter (green at odd places, red at even places of even rows) and its program would have it: one
 * colour measured at each place, with noise, the others filled in; green from its neighbours alone or corrected by how
 * the measured colour bends (Malvar, He and Cutler 2004).
 */
function filtered({ data, width, height }: Raster, corrected: boolean): Raster {
  const measured = (x: number, y: number): number => ((x + y) % 2 === 1 ? 1 : y % 2 === 0 ? 0 : 2);
  const sensor = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const noise = (random() + random() + random() - 1.5) * 4;
      sensor[y * width + x] = (data[3 * (y * width + x) + measured(x, y)] as number) + noise;
    }
  }
  const at = (x: number, y: number): number =>
    sensor[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] as number;
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const own = measured(x, y);
      for (let c = 0; c < 3; c++) {
        let value = at(x, y);
        if (c === 1 && own !== 1) {
          value = (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 4;
          if (corrected) value += (4 * at(x, y) - at(x - 2, y) - at(x + 2, y) - at(x, y - 2) - at(x, y + 2)) / 8;
        } else if (c !== own) {
          const beside: number[] = [];
          for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) {
              const [column, row] = [x + dx, y + dy];
              if (column >= 0 && row >= 0 && column < width && row < height && measured(column, row) === c)
                beside.push(at(column, row));
            }
          }
          value = beside.reduce((sum, one) => sum + one, 0) / Math.max(1, beside.length);
        }
        out[3 * (y * width + x) + c] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
  return { data: out, width, height, channels: 3 };
}

const sharpOf = ({ data, width, height, channels }: Raster): Sharp => sharp(data, { raw: { width, height, channels } });

const large: string[] = [];
for await (const name of glob('**/*.jpg', { cwd: photos })) {
  const { width, height } = await sharp(join(photos, name)).metadata();
  if (Math.min(width, height) >= 1000) large.push(join(photos, name));
}
large.sort();
const some = large.filter((_, i) => i % step === 0);
const clean = (path: string): Promise<Raster> => rasterOf(sharp(path).resize(640, 512, { fit: 'cover' }));
for (const corrected of [false, true]) {
  for (const stored of ['PNG', 'JPEG 98', 'JPEG 90'] as const) {
    const counts = { seen: 0, untouched: 0, forged: 0 };
    for (const [i, path] of some.entries()) {
      const camera = filtered(await clean(path), corrected);
      const donor = await sharpOf(filtered(await clean(large[(i + 7) % large.length] as string), corrected))
        .resize(450, 360)
        .png()
        .toBuffer();
      const part = await sharp(donor).extract({ left: 100, top: 60, width: 240, height: 240 }).png().toBuffer();
      const forged = sharpOf(camera).composite([{ input: part, left: 128 + (i % 9) * 16, top: 96 + (i % 5) * 16 }]);
      const store = async (image: Sharp): Promise<Raster> =>
        rasterOf(
          sharp(
            await (
              stored === 'PNG'
                ? image.png()
                : image.jpeg({ quality: Number(stored.slice(5)), chromaSubsampling: '4:4:4' })
            ).toBuffer(),
          ),
        );
      const [own, other] = [readColourFilter(await store(sharpOf(camera))), readColourFilter(await store(forged))];
      if (own && hasPattern(own)) counts.seen += 1;
      if (own && hasPattern(own) && own.lacking.length > 0) counts.untouched += 1;
      if (other && hasPattern(other) && other.lacking.length > 0) counts.forged += 1;
    }
    const of = some.length;
    console.log(
      `filter imitated, green ${corrected ? 'corrected' : 'from its neighbours'}, ${stored}: pattern seen ${interval(counts.seen, of)}; broken: untouched ${interval(counts.untouched, of)}, part pasted ${interval(counts.forged, of)}`,
    );
  }
}

async function asTheyAre(
  name: string,
  paths: readonly string[],
  enlarge: 'no' | 'nearest' | 'cubic' = 'no',
): Promise<void> {
  const counts = { filter: 0, filterOf: 0, peaks: 0, peaksOf: 0 };
  for (const path of paths) {
    let bytes = await readFile(path);
    if (enlarge !== 'no') {
      const { width } = await sharp(bytes).metadata();
      bytes = await sharp(bytes)
        .resize({ width: 2 * Math.min(width, 384), kernel: enlarge })
        .png()
        .toBuffer();
    }
    const seen = await recogniseMedia(bytes.subarray(0, 8192));
    if (seen.kind !== 'TAKEN') continue;
    const { colour, plane, format } = await openImage(bytes, seen.form.mediaType);
    const reading = colour && Math.min(colour.width, colour.height) >= 320 ? readColourFilter(colour) : null;
    const spectrum =
      plane && Math.min(plane.width, plane.height) >= 256 ? measureSpectrum(plane, format === 'jpeg') : null;
    if (reading) counts.filterOf += 1;
    if (reading && hasPattern(reading)) counts.filter += 1;
    if (spectrum) counts.peaksOf += 1;
    if (spectrum && spectrum.peaks.length > 0) counts.peaks += 1;
  }
  console.log(
    `${name}: pattern of a filter ${interval(counts.filter, counts.filterOf)}; peaks ${interval(counts.peaks, counts.peaksOf)}`,
  );
}

const all = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).toSorted().map((one) => join(folder, one));
const each = (paths: readonly string[]): string[] => paths.filter((_, i) => i % step === 0);
await asTheyAre('photographs as they are', some);
await asTheyAre('frames as they are', each(await all(join(media, 'real'))));
await asTheyAre('synthetic faces as they are', each(await all(join(media, 'fake'))));
await asTheyAre('photographs made twice as large, by cubics, PNG', some, 'cubic');
await asTheyAre('photographs made twice as large, pixels repeated, PNG', some, 'nearest');
