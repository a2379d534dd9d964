import sharp from 'sharp';
import { examineMedia } from '../../engines/forensics/index.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { copied, isTest, load, type Picture, pictures, spliced } from './picture-edits.ts';
import { bootstrap, interval, quantile, seeded } from './random.ts';

// Whole examinations of pictures, untouched and edited: what is decided, what of it is wrong, what is told. Run:
//   node bench/forensics/fusion.ts [each so many pictures, default 1]

const media = sharedData('media/image/real');
const photographs = sharedData('identity/faces');
if (media === undefined || photographs === undefined) throw new Error('The pictures are not here; set SHARED_DATA');
const step = Number(process.argv[2] ?? 1);
const random = seeded(53);
const set = [...(await pictures(media, isTest, 120)), ...(await pictures(photographs, () => true, 300))].filter(
  (_, index) => index % step === 0,
);

const CLEAR = 0.7;
/** Earlier and last quality. */
const COMPRESSED = [75, 90] as const;

interface Answer {
  person: string;
  isForged: boolean;
  ratio: number;
  isDeepfake: boolean | null;
  confidence: number;
}
const answers = new Map<string, Answer[]>();

async function ask(name: string, { person }: Picture, isForged: boolean, picture: Buffer): Promise<void> {
  const bytes = await sharp(picture).jpeg({ quality: COMPRESSED[1] }).toBuffer();
  const { conclusion } = await examineMedia({ kind: 'IMAGE', mediaType: 'image/jpeg', bytes });
  const { isDeepfake, confidence, logLikelihoodRatio: ratio } = conclusion;
  const list = answers.get(name) ?? [];
  answers.set(name, [...list, { person, isForged, ratio, isDeepfake, confidence }]);
}

for (const [index, one] of set.entries()) {
  const plain = await load(one.path);
  const before = await sharp(plain).jpeg({ quality: COMPRESSED[0] }).toBuffer();
  const other = set[(index + 1 + Math.floor(random() * (set.length - 1))) % set.length] as Picture;
  await ask('untouched, compressed once', one, false, plain);
  await ask('untouched, compressed twice', one, false, before);
  await ask('part of another picture', one, true, await spliced(before, await load(other.path), random));
  await ask('part of the same picture', one, true, await copied(before, random));
}

for (const [name, list] of answers) {
  const decided = list.filter(({ isDeepfake }) => isDeepfake !== null);
  const wrong = decided.filter(({ isDeepfake, isForged }) => isDeepfake !== isForged);
  const told = list.filter(({ ratio }) => ratio >= CLEAR);
  console.log(
    `${name}: decisive ${interval(decided.length, list.length)}, of them wrong ${wrong.length}; told ${interval(told.length, list.length)}`,
  );
}
const all = [...answers.values()].flat();
const decided = all.filter(({ isDeepfake }) => isDeepfake !== null);
const right = decided.filter(({ isDeepfake, isForged }) => isDeepfake === isForged);
console.log(
  `coverage ${interval(decided.length, all.length)}; decisive and wrong ${decided.length - right.length} of ${decided.length}`,
);
if (decided.length > 0) {
  const stated = decided.reduce((sum, { confidence }) => sum + confidence / 100, 0) / decided.length;
  console.log(`decisive: stated confidence ${stated.toFixed(3)}, right ${(right.length / decided.length).toFixed(3)}`);
}
const bound = Math.max(
  CLEAR,
  quantile(
    all.filter(({ isForged }) => !isForged).map(({ ratio }) => ratio),
    0.99,
  ),
);
const forged = all.filter(({ isForged }) => isForged);
const caught = (some: readonly Answer[]): number => some.filter(({ ratio }) => ratio > bound).length / some.length;
const spread = bootstrap(forged, ({ person }) => person, caught, seeded(4), 500);
console.log(
  `forged caught above ${bound.toFixed(2)} (at most 1 % of untouched are): ${(100 * caught(forged)).toFixed(1)} % (${spread.map((v) => (100 * v).toFixed(1)).join(' to ')}, people drawn again)`,
);
