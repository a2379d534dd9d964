import sharp from 'sharp';
import { findPastedPart, PASTED_THRESHOLD } from '../../engines/forensics/image/pasted-jpeg.ts';
import { openImage } from '../../engines/forensics/image/open.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { isTest, load, type Picture, pictures, spliced } from './picture-edits.ts';
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
      const forged = await spliced(target, await load(other.path), random);
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
