/**
 * Error rates of face comparison, by the quality of the pictures: `node bench/identity/faces.ts`. People are split in
 * halves by hash before anything is measured: thresholds come from the tuning half, figures to rely on from the other.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { cosine, FACE_SLOTS, Faces, type MeasuredFace, parallax } from '../../engines/identity/face/index.ts';
import { warp } from '../../engines/identity/resample.ts';
import type { Raster } from '../../engines/identity/types.ts';
import { sharedData } from '../../tools/shared-data.ts';

interface Picture {
  person: string;
  face: MeasuredFace;
}

const photographs = sharedData('identity/faces/serengil+deepface');
const frames = sharedData('media/image/real');
if (!photographs || !frames) {
  console.log('The pictures of people are not here; nothing was measured.');
  process.exit(0);
}

async function decode(path: string): Promise<Raster> {
  const { data, info } = await sharp(path)
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height, channels: 3 };
}

/** People of the photographs: pictures that the labels tie together. */
function peopleOf(folder: string): Map<string, string> {
  const rows = readFileSync(join(folder, 'master.csv'), 'utf8').trim().split('\n').slice(1);
  const parent = new Map<string, string>();
  const find = (name: string): string => {
    const above = parent.get(name) ?? name;
    return above === name ? name : find(above);
  };
  const names = new Set<string>();
  for (const row of rows) {
    const [a = '', b = '', same = ''] = row.trim().split(',');
    names.add(a).add(b);
    if (same === 'Yes') parent.set(find(a), find(b));
  }
  return new Map([...names].map((name) => [name, `photograph ${find(name)}`]));
}

const faces = await Faces.open(FACE_SLOTS);
const pictures: Picture[] = [];
const flat: number[] = [];
let missed = 0;

for (const [name, person] of peopleOf(photographs)) {
  const raster = await decode(join(photographs, name));
  const { face } = await faces.read(raster, { alone: false });
  if (!face) missed++;
  else {
    pictures.push({ person, face });
    // A flat picture that is turned: narrower, and slanted a little.
    for (const degrees of [25, 40]) {
      const narrow = Math.cos((degrees * Math.PI) / 180);
      const half = (raster.width / 2) * (1 - 1 / narrow);
      const turned = warp(raster, [1 / narrow, 0, half, 0.05, 1, 0], raster.width, raster.height);
      const again = (await faces.read(turned, { alone: false })).face;
      if (again) flat.push(parallax(face.landmarks, again.landmarks));
    }
  }
}
for (const name of readdirSync(frames)) {
  const person = /^p1_facial_ke_(.+)_\d+\.jpg$/.exec(name)?.[1];
  if (!person) continue;
  const { face } = await faces.read(await decode(join(frames, name)), { alone: false });
  if (!face) missed++;
  else pictures.push({ person, face });
}

const half = (person: string): number => (createHash('sha256').update(person).digest()[0] ?? 0) % 2;
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
/** Zero errors in N leave a rate of up to 3/N open (95 %); otherwise Wilson's upper bound. */
function upper(errors: number, total: number): number {
  if (total === 0) return 1;
  if (errors === 0) return Math.min(1, 3 / total);
  const z = 1.96;
  const share = errors / total;
  const centre = share + z ** 2 / (2 * total);
  return (centre + z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))) / (1 + z ** 2 / total);
}

interface Pairs {
  genuine: number[];
  impostor: number[];
}

function pairsOf(those: readonly Picture[]): Pairs {
  const result: Pairs = { genuine: [], impostor: [] };
  those.forEach((a, index) => {
    for (const b of those.slice(index + 1)) {
      const similarity = cosine(a.face.embedding, b.face.embedding);
      (a.person === b.person ? result.genuine : result.impostor).push(similarity);
    }
  });
  return result;
}

const groups: [string, (picture: Picture) => boolean][] = [
  ['all pictures', () => true],
  ['decisive: 40 pixels between the eyes, no fault found', ({ face }) => face.decisive],
  ['60 pixels between the eyes, no fault found', ({ face }) => face.decisive && face.quality.eyeDistance >= 60],
];

console.log(
  `${pictures.length} faces of ${new Set(pictures.map(({ person }) => person)).size} people; ${missed} not found`,
);
for (const [label, keep] of groups) {
  const kept = pictures.filter(keep);
  const tuning = pairsOf(kept.filter(({ person }) => half(person) === 0));
  const test = pairsOf(kept.filter(({ person }) => half(person) === 1));
  const impostors = tuning.impostor.toSorted((a, b) => b - a);
  const threshold = impostors[Math.floor(impostors.length / 1000)] ?? Number.NaN;
  const quantiles = [0.1, 0.01, 0.001, 0.0001].map((share) =>
    impostors[Math.floor(impostors.length * share)]?.toFixed(4),
  );
  console.log(`\n${label}: ${kept.length} faces`);
  console.log(
    `  tuning half: 10 %, 1 %, 0.1 %, 0.01 % of ${impostors.length} impostor pairs reach ${quantiles.join(', ')}`,
  );
  for (const [name, bound] of [
    ['at the tuning half’s 0.1 %', threshold],
    ['at the service’s threshold 0.934', 0.934],
  ] as const) {
    const missedPairs = test.genuine.filter((similarity) => similarity < bound).length;
    const falsePairs = test.impostor.filter((similarity) => similarity >= bound).length;
    console.log(
      `  other half, ${name} (${bound.toFixed(4)}): FNMR ${percent(missedPairs / test.genuine.length)} ` +
        `(${missedPairs} of ${test.genuine.length}, up to ${percent(upper(missedPairs, test.genuine.length))}), FMR ` +
        `${percent(falsePairs / test.impostor.length)} (${falsePairs} of ${test.impostor.length}, up to ${percent(upper(falsePairs, test.impostor.length))})`,
    );
  }
  const below = [...test.genuine, ...tuning.genuine].filter((similarity) => similarity < 0.9).length;
  console.log(
    `  pairs of one person called DIFFERENT (below 0.90): ${below} of ${test.genuine.length + tuning.genuine.length}`,
  );
}

const turned: number[] = [];
for (const a of pictures) {
  for (const b of pictures) {
    const turn = Math.abs(a.face.quality.yaw - b.face.quality.yaw);
    if (
      a !== b &&
      a.person === b.person &&
      Math.abs(a.face.quality.yaw) < 10 &&
      turn >= 15 &&
      a.face.quality.eyeDistance > 25
    ) {
      turned.push(parallax(a.face.landmarks, b.face.landmarks));
    }
  }
}
const spread = (values: number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0, 0.05, 0.5, 0.95, 1].map((share) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(3)).join(', ');
};
console.log(`\nparallax (least, 5 %, median, 95 %, greatest)`);
console.log(`  turned heads, ${turned.length} pairs: ${spread(turned)}`);
console.log(`  flat pictures that were turned, ${flat.length}: ${spread(flat)}`);
