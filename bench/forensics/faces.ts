import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Raster } from '../../engines/identity/types.ts';
import { BlendNet } from '../../engines/forensics/image/face/blend-net.ts';
import { blendRatio } from '../../engines/forensics/image/face/calibration.ts';
import { FaceFinder } from '../../engines/forensics/image/face/find.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { misfit, type Photographed, type Swap, SWAPS, swapFace } from './face-swaps.ts';
import { isTest, personOf } from './picture-edits.ts';
import { areaUnderCurve, bootstrap, interval, quantile, seeded } from './random.ts';

// Faces put on other heads by code that training never saw, people that training never saw. Run:
//   node bench/forensics/faces.ts [mixed]
// `mixed` leaves out the three ways of storing beside the main one.

const folder = sharedData('media/image/real');
if (folder === undefined) throw new Error('The pictures are not here; set SHARED_DATA to their folder');
const finder = await FaceFinder.open();
const network = await BlendNet.open();

interface Subject extends Photographed {
  person: string;
}

async function rasterOf(bytes: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
}

const subjects: Subject[] = [];
for (const name of (await readdir(folder)).toSorted()) {
  const person = personOf(name);
  if (!isTest(person)) continue;
  const picture = await rasterOf(await readFile(join(folder, name)));
  const [face] = await finder.find(picture);
  if (face && face.extent >= 48) subjects.push({ person, picture, points: face.points });
}
console.log(`${subjects.length} pictures of ${new Set(subjects.map(({ person }) => person)).size} people`);

/** What a picture goes through after it was made, the same for both classes. */
interface Passage {
  name: string;
  scale: number;
  quality: number;
}

async function passed({ data, width, height, channels }: Raster, passage: Passage): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels } })
    .resize(Math.round(width * passage.scale), Math.round(height * passage.scale), { fit: 'fill' })
    .jpeg({ quality: passage.quality })
    .toBuffer();
}

interface Score {
  person: string;
  kind: 'real' | Swap;
  logit: number;
  bytes: number;
  pixels: number;
}

async function scoreOf(person: string, kind: Score['kind'], bytes: Buffer): Promise<Score | null> {
  const picture = await rasterOf(bytes);
  const [face] = await finder.find(picture);
  if (!face) return null;
  const { logit } = await network.read(picture, face);
  return { person, kind, logit, bytes: bytes.length, pixels: picture.width * picture.height };
}

/** The best fitting of other people's faces, by turns. */
function donorOf(target: Subject, turn: number): Subject {
  const others = subjects
    .filter(({ person }) => person !== target.person)
    .toSorted((one, other) => misfit(target, one) - misfit(target, other));
  return others[turn % 4] as Subject;
}

const PASSAGES: ((random: () => number) => Passage)[] = [
  (random) => ({ name: 'mixed', scale: 0.7 + 0.3 * random(), quality: 65 + Math.floor(31 * random()) }),
  () => ({ name: 'JPEG 95', scale: 1, quality: 95 }),
  () => ({ name: 'JPEG 70', scale: 1, quality: 70 }),
  () => ({ name: 'half size', scale: 0.5, quality: 90 }),
];
for (const passage of process.argv[2] === 'mixed' ? PASSAGES.slice(0, 1) : PASSAGES) {
  const random = seeded(21);
  const scores: Score[] = [];
  let name = '';
  for (const target of subjects) {
    const now = passage(random);
    ({ name } = now);
    const own = await scoreOf(target.person, 'real', await passed(target.picture, now));
    if (own) scores.push(own);
    for (const [turn, how] of SWAPS.entries()) {
      const swapped = swapFace(target, donorOf(target, turn), how, random);
      const score = await scoreOf(target.person, how, await passed(swapped, now));
      if (score) scores.push(score);
    }
  }
  report(name, scores);
}

const others = sharedData('identity/faces');
if (others !== undefined) {
  const ratios: number[] = [];
  for await (const name of glob('**/*.{jpg,png}', { cwd: others })) {
    const picture = await rasterOf(await readFile(join(others, name)));
    const [face] = await finder.find(picture);
    if (face && face.extent >= 48) ratios.push(blendRatio((await network.read(picture, face)).logit));
  }
  const told = (from: number): string => interval(ratios.filter((ratio) => ratio >= from).length, ratios.length);
  console.log(`photographs of another set: ratio of 0.7 and more ${told(0.7)}, of 1.5 and more ${told(1.5)}`);
}

function report(name: string, scores: readonly Score[]): void {
  const real = scores.filter(({ kind }) => kind === 'real');
  const fake = scores.filter(({ kind }) => kind !== 'real');
  const area =
    (of: (score: Score) => number) =>
    (some: readonly Score[]): number =>
      areaUnderCurve(
        some.filter(({ kind }) => kind !== 'real').map(of),
        some.filter(({ kind }) => kind === 'real').map(of),
      );
  const spread = bootstrap(
    scores,
    ({ person }) => person,
    area(({ logit }) => logit),
    seeded(5),
  );
  console.log(`${name}: ${real.length} real, ${fake.length} swapped`);
  console.log(
    `  AUC ${area(({ logit }) => logit)(scores).toFixed(3)} (${spread.map((v) => v.toFixed(3)).join(' to ')}, people drawn again)`,
  );
  for (const how of SWAPS) {
    const those = scores.filter(({ kind }) => kind === 'real' || kind === how);
    console.log(`    ${how}: ${area(({ logit }) => logit)(those).toFixed(3)}`);
  }
  console.log(
    `  baselines: bytes ${area(({ bytes }) => bytes)(scores).toFixed(3)}, bytes a pixel ${area(({ bytes, pixels }) => bytes / pixels)(scores).toFixed(3)}`,
  );
  const bound = quantile(
    real.map(({ logit }) => logit),
    0.99,
  );
  console.log(
    `  caught at 1 % false alarms: ${interval(fake.filter(({ logit }) => logit > bound).length, fake.length)}`,
  );
  const clear = (some: readonly Score[]): number => some.filter(({ logit }) => blendRatio(logit) >= 0.7).length;
  console.log(
    `  ratio of 0.7 and more: real ${interval(clear(real), real.length)}, swapped ${interval(clear(fake), fake.length)}`,
  );
  console.log(`  calibration error, half and half: ${calibrationError(real, fake).toFixed(3)}`);
}

/** Expected calibration error over ten bins of the probability, both classes weighing the same. */
function calibrationError(real: readonly Score[], fake: readonly Score[]): number {
  const bins = Array.from({ length: 10 }, () => ({ weight: 0, sum: 0, hits: 0 }));
  const put = (some: readonly Score[], isFake: boolean): void => {
    for (const { logit } of some) {
      const probability = 1 / (1 + Math.exp(-blendRatio(logit)));
      const bin = bins[Math.min(9, Math.floor(probability * 10))];
      if (!bin) continue;
      const weight = 0.5 / some.length;
      bin.weight += weight;
      bin.sum += weight * probability;
      if (isFake) bin.hits += weight;
    }
  };
  put(real, false);
  put(fake, true);
  return bins.reduce((sum, { sum: stated, hits }) => sum + Math.abs(stated - hits), 0);
}
