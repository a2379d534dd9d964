import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { fuse } from '../../engines/forensics/fuse.ts';
import { copyMoveDetector } from '../../engines/forensics/image/copy-move.ts';
import { metadataDetector } from '../../engines/forensics/image/metadata.ts';
import { openImage } from '../../engines/forensics/image/open.ts';
import { pastedJpegDetector } from '../../engines/forensics/image/pasted-jpeg.ts';
import { runDetectors } from '../../engines/forensics/run.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { captioned, copied, isTest, load, type Picture, pictures, spliced, stickered } from './picture-edits.ts';
import { bootstrap, interval, seeded } from './random.ts';

// What decisive answers about pictures are worth: many forgeries, and many pictures that nobody forged. Run:
//   node bench/forensics/agreement.ts fit [times]    people that the network and bounds were set with, half the photographs
//   node bench/forensics/agreement.ts [times]        the others
// The confidence that fuse.ts states is fitted on the first and measured on the second. Only detectors that count are run
// (no picture here carries Content Credentials): the others change no answer.

const isFit = process.argv.includes('fit');
const times = Number(process.argv.at(-1)) || 3;
const media = sharedData('media/image/real');
const photographs = sharedData('identity/faces');
if (media === undefined || photographs === undefined) throw new Error('The pictures are not here; set SHARED_DATA');
const isFitHalf = (name: string): boolean =>
  (createHash('sha256').update(`agreement ${name}`).digest()[0] as number) % 2 === 0;
const random = seeded(isFit ? 61 : 67);
const frames = await pictures(media, (person) => isTest(person) !== isFit, 120);
const set = [
  // Of the large set, every second picture suffices.
  ...frames.filter((_, index) => !isFit || index % 2 === 0),
  ...(await pictures(photographs, (name) => isFitHalf(name) === isFit, 300)),
];

interface Answer {
  kind: string;
  person: string;
  isForged: boolean;
  isDeepfake: boolean | null;
  confidence: number;
  ratio: number;
}
const answers: Answer[] = [];

async function ask(kind: string, { person }: Picture, isForged: boolean, picture: Buffer, last: number): Promise<void> {
  const bytes = await sharp(picture).jpeg({ quality: last }).toBuffer();
  const image = await openImage(bytes, 'image/jpeg');
  const found = await runDetectors([metadataDetector, pastedJpegDetector, copyMoveDetector], image, () => {});
  const { isDeepfake, confidence, logLikelihoodRatio: ratio } = fuse(found);
  answers.push({ kind, person, isForged, isDeepfake, confidence, ratio });
}

for (const [index, one] of set.entries()) {
  const plain = await load(one.path);
  for (let time = 0; time < times; time++) {
    const first = 60 + Math.floor(22 * random());
    const last = first + 10 + Math.floor((87 - first) * random());
    const before = await sharp(plain).jpeg({ quality: first }).toBuffer();
    const other = set[(index + 1 + Math.floor(random() * (set.length - 1))) % set.length] as Picture;
    const share = 0.22 + 0.2 * random();
    await ask('untouched', one, false, before, last);
    await ask('captioned', one, false, await captioned(before, random), last);
    await ask('two stickers', one, false, await stickered(before, random), last);
    await ask('part of another picture', one, true, await spliced(before, await load(other.path), random), last);
    await ask('part of the same picture', one, true, await copied(before, random, share), last);
    await ask(
      'two parts of the same picture',
      one,
      true,
      await copied(await copied(before, random, share), random, share),
      last,
    );
  }
}

console.log(
  `${isFit ? 'fit' : 'test'}: ${set.length} pictures of ${new Set(set.map(({ person }) => person)).size} people`,
);
for (const [kind, list] of Map.groupBy(answers, (answer) => answer.kind)) {
  const decided = list.filter(({ isDeepfake }) => isDeepfake !== null);
  const wrong = decided.filter(({ isDeepfake, isForged }) => isDeepfake !== isForged);
  const told = list.filter(({ ratio }) => ratio >= 0.7);
  console.log(
    `  ${kind}: decisive ${interval(decided.length, list.length)}, wrong ${wrong.length}; told ${interval(told.length, list.length)}`,
  );
}
const isRight = ({ isDeepfake, isForged }: Answer): boolean => isDeepfake === isForged;
const decided = answers.filter(({ isDeepfake }) => isDeepfake !== null);
const right = decided.filter(isRight).length;
/** Difference of what is stated and what is right, per stated confidence, each by its share of the answers. */
const errorOf = (some: readonly Answer[]): number =>
  [...Map.groupBy(some, ({ confidence }) => confidence).values()].reduce(
    (sum, bin) =>
      sum +
      Math.abs(bin.filter(isRight).length - bin.reduce((all, { confidence }) => all + confidence / 100, 0)) /
        some.length,
    0,
  );
const [low, high] = bootstrap(decided, ({ person }) => person, errorOf, seeded(5));
console.log(
  `decisive ${decided.length} of ${answers.length}, of ${new Set(decided.map(({ person }) => person)).size} people; right ${interval(right, decided.length)}`,
);
console.log(
  `calibration error of decisive answers ${errorOf(decided).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}, people drawn again)`,
);
for (const [ratio, bin] of Map.groupBy(decided, (answer) => answer.ratio.toFixed(2))) {
  const good = bin.filter(isRight).length;
  // Krichevsky and Trofimov's estimate: half an answer of either kind beside those seen.
  console.log(
    `  ratio ${ratio}: right ${good} of ${bin.length}, estimate ${((good + 0.5) / (bin.length + 1)).toFixed(4)}`,
  );
}
