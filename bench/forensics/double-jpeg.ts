import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { earlierJpeg, TOLD_FROM } from '../../engines/forensics/image/double-jpeg.ts';
import { openImage } from '../../engines/forensics/image/open.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { personOf } from './picture-edits.ts';
import { areaUnderCurve, bootstrap, interval, quantile, seeded } from './random.ts';

// Compressed once against twice, made from pictures that were stored without loss. Run:
//   node bench/forensics/double-jpeg.ts        the half of the people that nothing was chosen on
//   node bench/forensics/double-jpeg.ts fit    the half that the measure and its bound were chosen on

const folder = sharedData('media/image/real');
if (folder === undefined) throw new Error('The pictures are not here; set SHARED_DATA to their folder');
const isFit = process.argv[2] === 'fit';
const random = seeded(20_261_121);
const GAP = 10;
const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
const isInFit = (person: string): boolean =>
  (createHash('sha256').update(`halves ${person}`).digest()[0] as number) % 2 === 0;

interface Measured {
  person: string;
  kind: 'once' | 'rising' | 'falling';
  first: number;
  score: number;
  near: boolean;
}

let began = process.cpuUsage();
let used = 0;
async function measured(bytes: Buffer, about: Pick<Measured, 'person' | 'kind' | 'first'>): Promise<Measured> {
  const { plane, jpeg } = await openImage(bytes, 'image/jpeg');
  const table = jpeg?.tables.get(jpeg.componentTables[0] ?? 0);
  if (!plane || !table) throw new Error('A JPEG of our own has no table');
  began = process.cpuUsage();
  const { score, earlierQuality } = earlierJpeg(plane, table);
  const { user, system } = process.cpuUsage(began);
  used += user + system;
  return { ...about, score, near: Math.abs(earlierQuality - about.first) <= 2 };
}

const all: Measured[] = [];
/** People of pictures in which compression at 100 shows an earlier one: whoever made the set compressed them. */
const compressedBefore = new Set<string>();
let left = 0;
for (const name of (await readdir(folder)).toSorted()) {
  const person = personOf(name);
  if (isInFit(person) !== isFit) continue;
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
  for (const quality of [low, high]) all.push(await measured(await jpeg(quality), { person, kind: 'once', first: 0 }));
  all.push(await measured(await again(low, high), { person, kind: 'rising', first: low }));
  all.push(await measured(await again(high, low), { person, kind: 'falling', first: high }));
  const plain = await measured(await jpeg(98), { person, kind: 'once', first: 0 });
  if (plain.score >= TOLD_FROM) compressedBefore.add(person);
}

const of = (some: readonly Measured[], ...kinds: Measured['kind'][]): number[] =>
  some.filter(({ kind }) => kinds.includes(kind)).map(({ score }) => score);
function report(some: readonly Measured[]): void {
  for (const [name, kinds] of [
    ['second quality above the first', ['rising']],
    ['second quality below the first', ['falling']],
    ['both', ['rising', 'falling']],
  ] as const) {
    const area = (drawn: readonly Measured[]): number => areaUnderCurve(of(drawn, ...kinds), of(drawn, 'once'));
    const [from, to] = bootstrap(some, ({ person }) => person, area, seeded(5), 200);
    console.log(`  AUC, ${name}: ${area(some).toFixed(4)} (${from.toFixed(3)} to ${to.toFixed(3)})`);
  }
  const once = of(some, 'once');
  console.log(
    `  once, quantiles 0.95, 0.99: ${[0.95, 0.99].map((share) => quantile(once, share).toFixed(1)).join(', ')}`,
  );
  for (const kind of ['once', 'rising', 'falling'] as const) {
    const scores = of(some, kind);
    console.log(`  told, ${kind}: ${interval(scores.filter((one) => one >= TOLD_FROM).length, scores.length)}`);
  }
  for (const kind of ['rising', 'falling'] as const) {
    const those = some.filter((one) => one.kind === kind && one.score >= TOLD_FROM);
    console.log(
      `  ${kind}, told: earlier quality within 2: ${those.filter(({ near }) => near).length} of ${those.length}`,
    );
  }
}
console.log(`pictures ${of(all, 'rising').length} (left out: ${left} small or compressed before), gap at least ${GAP}`);
report(all);
const clean = all.filter(({ person }) => !compressedBefore.has(person));
console.log(`without ${compressedBefore.size} people whose pictures show an earlier compression as they come`);
report(clean);
console.log(`processor time a measure: ${(used / 1000 / all.length).toFixed(1)} ms (with the measures at 98)`);
