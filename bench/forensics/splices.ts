import { createHash } from 'node:crypto';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { findPastedPart, PASTED_THRESHOLD } from '../../engines/forensics/image/pasted-jpeg.ts';
import { openImage } from '../../engines/forensics/image/open.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { areaUnderCurve, bootstrap, interval, quantile, seeded } from './random.ts';

// Parts of other pictures pasted into pictures that were compressed before, found by the compression they lack. Run:
//   node bench/forensics/splices.ts [fit]
// `fit` measures on the people that bounds were set with; otherwise on others, and on photographs of another set.

const isFit = process.argv[2] === 'fit';
/** Of the large set that bounds are set with, every second picture suffices. */
const STEP = isFit ? 2 : 1;
const media = sharedData('media/image/real');
const photographs = sharedData('identity/faces');
if (media === undefined || photographs === undefined) throw new Error('The pictures are not here; set SHARED_DATA');
const random = seeded(isFit ? 41 : 43);
const LONGEST = 900;

const personOf = (name: string): string =>
  /^p1_facial_ke_(.*)_\d+\./.exec(name)?.[1] ?? /^facial_expre_([A-Za-z]+)_\d+\./.exec(name)?.[1] ?? name;
const isTest = (person: string): boolean => BigInt(`0x${createHash('sha256').update(person).digest('hex')}`) % 8n < 2n;

interface Picture {
  person: string;
  path: string;
}

async function pictures(folder: string, wanted: (person: string) => boolean, smallest: number): Promise<Picture[]> {
  const found: Picture[] = [];
  for await (const name of glob('**/*.{jpg,jpeg,png}', { cwd: folder })) {
    const path = join(folder, name);
    const { width, height } = await sharp(path).metadata();
    const person = personOf(name.split('/').at(-1) ?? name);
    if (Math.min(width, height) >= smallest && wanted(person)) found.push({ person, path });
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

const load = (path: string): Promise<Buffer> =>
  sharp(path)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();

/** A part of the donor with a soft outline, made larger or smaller on the way. */
async function spliced(target: Buffer, donor: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(target).metadata();
  const side = Math.round((0.28 + 0.2 * random()) * Math.min(width, height));
  const size = await sharp(donor).metadata();
  const cut = Math.max(24, Math.min(Math.round(side / (0.6 + random())), size.width, size.height));
  const [x, y] = [size.width - cut, size.height - cut].map((room) => Math.floor(random() * (room + 1)));
  const outline = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><ellipse cx="50%" cy="50%" rx="46%" ry="46%" fill="#fff"/></svg>`,
  );
  const part = await sharp(donor)
    .extract({ left: x ?? 0, top: y ?? 0, width: cut, height: cut })
    .toBuffer();
  const soft = await sharp(outline).blur(1.2).png().toBuffer();
  const shaped = await sharp(part)
    .resize(side, side, { fit: 'fill' })
    .ensureAlpha()
    .composite([{ input: soft, blend: 'dest-in' }])
    .png()
    .toBuffer();
  const place = { left: Math.floor(random() * (width - side)), top: Math.floor(random() * (height - side)) };
  return sharp(target)
    .composite([{ input: shaped, ...place }])
    .png()
    .toBuffer();
}

interface Score {
  person: string;
  isForged: boolean;
  score: number;
}

const scoreOf = async (bytes: Buffer): Promise<number> => {
  const { plane, jpeg } = await openImage(bytes, 'image/jpeg');
  const table = jpeg?.tables.get(jpeg.componentTables[0] ?? 0);
  return plane && table ? (findPastedPart(plane, table)?.score ?? 0) : 0;
};

/** Untouched: compressed, opened and compressed again. Forged: a part pasted in between. */
async function measure(name: string, set: readonly Picture[]): Promise<void> {
  for (const [first, second] of [
    [60, 90],
    [75, 90],
    [85, 95],
    [90, 75],
  ] as const) {
    const scores: Score[] = [];
    for (const [index, { person, path }] of set.entries()) {
      if (index % STEP !== 0) continue;
      const target = await sharp(await load(path))
        .jpeg({ quality: first })
        .toBuffer();
      const other = set[(index + 1 + Math.floor(random() * (set.length - 1))) % set.length] as Picture;
      const forged = await spliced(target, await load(other.path));
      for (const [isForged, picture] of [
        [false, target],
        [true, forged],
      ] as const) {
        scores.push({
          person,
          isForged,
          score: await scoreOf(await sharp(picture).jpeg({ quality: second }).toBuffer()),
        });
      }
    }
    const of = (some: readonly Score[], isForged: boolean): number[] =>
      some.filter((one) => one.isForged === isForged).map(({ score }) => score);
    const area = (some: readonly Score[]): number => areaUnderCurve(of(some, true), of(some, false));
    const spread = bootstrap(scores, ({ person }) => person, area, seeded(3), 300);
    const own = quantile(of(scores, false), 0.99);
    const above = (isForged: boolean): string =>
      interval(of(scores, isForged).filter((score) => score >= PASTED_THRESHOLD).length, scores.length / 2);
    console.log(
      `${name} (${scores.length / 2}), JPEG ${first} then ${second}: AUC ${area(scores).toFixed(3)} (${spread.map((v) => v.toFixed(3)).join(' to ')}), own bound of 1 % ${own.toFixed(1)}; told: untouched ${above(false)}, forged ${above(true)}`,
    );
  }
}

if (isFit) await measure('frames of video', await pictures(media, (person) => !isTest(person), 120));
else {
  await measure('frames of video', await pictures(media, isTest, 120));
  await measure('photographs', await pictures(photographs, () => true, 300));
}
