import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { measureDoubleJpeg } from '../../engines/forensics/image/double-jpeg.ts';
import { openImage } from '../../engines/forensics/image/open.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { areaUnderCurve, quantile, seeded } from './random.ts';

// Compressed once against twice, made from pictures that were stored without loss. Run:
//   node bench/forensics/double-jpeg.ts

const folder = sharedData('media/image/real');
if (folder === undefined) throw new Error('The pictures are not here; set SHARED_DATA to their folder');
const random = seeded(20_261_121);
const GAP = 10;
const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));

async function score(bytes: Buffer): Promise<{ score: number; earlierQuality: number }> {
  const { plane, jpeg } = await openImage(bytes, 'image/jpeg');
  const table = jpeg?.tables.get(jpeg.componentTables[0] ?? 0);
  if (!plane || !table) throw new Error('A JPEG of our own has no table');
  return measureDoubleJpeg(plane, table);
}

const names = (await readdir(folder)).toSorted();
const once: number[] = [];
const twice: Record<'rising' | 'falling', number[]> = { rising: [], falling: [] };
let near = 0;
const began = process.cpuUsage();
let measured = 0;
let left = 0;
for (const name of names) {
  const bytes = await readFile(join(folder, name));
  const { data, info } = await sharp(bytes).flatten().raw().toBuffer({ resolveWithObject: true });
  const { format } = await sharp(bytes).metadata();
  if (format !== 'png' || info.width < 112 || info.height < 112) {
    left += 1;
    continue;
  }
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } } as const;
  const jpeg = (quality: number): Promise<Buffer> => sharp(data, raw).jpeg({ quality }).toBuffer();
  const again = async (first: number, second: number): Promise<Buffer> =>
    sharp(await jpeg(first))
      .jpeg({ quality: second })
      .toBuffer();
  const low = between(50, 85);
  const high = between(low + GAP, 95);
  once.push((await score(await jpeg(low))).score, (await score(await jpeg(high))).score);
  const rising = await score(await again(low, high));
  twice.rising.push(rising.score);
  if (Math.abs(rising.earlierQuality - low) <= 2) near += 1;
  twice.falling.push((await score(await again(high, low))).score);
  measured += 4;
}
const used = process.cpuUsage(began);
console.log(`pictures ${twice.rising.length} (left out: ${left} small or compressed before), gap at least ${GAP}`);
console.log(`AUC, second quality above the first: ${areaUnderCurve(twice.rising, once).toFixed(4)}`);
console.log(`AUC, second quality below the first: ${areaUnderCurve(twice.falling, once).toFixed(4)}`);
console.log(`AUC, both: ${areaUnderCurve([...twice.rising, ...twice.falling], once).toFixed(4)}`);
console.log(`earlier quality within 2 of the truth (second above first): ${near} of ${twice.rising.length}`);
for (const share of [0.95, 0.99, 1]) console.log(`once, quantile ${share}: ${quantile(once, share).toFixed(4)}`);
const bound = quantile(once, 0.99);
for (const [which, scores] of Object.entries(twice)) {
  const caught = scores.filter((one) => one > bound).length;
  console.log(`caught at 1 % false alarms, ${which}: ${((100 * caught) / scores.length).toFixed(1)} %`);
}
console.log(`processor time a measure: ${((used.user + used.system) / 1000 / measured).toFixed(1)} ms`);
