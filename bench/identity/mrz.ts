import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  LineRecogniser,
  parseMrz,
  readMrz,
  type MrzReading,
  type ParsedMrz,
} from '../../engines/identity/mrz/index.ts';
import type { Raster } from '../../engines/identity/types.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { SPECIMENS, type Specimen } from './mrz-labels.ts';
import { measureLines, measurePages } from './mrz-lines.ts';

/**
 * Machine-readable zones, measured: real specimens as they are, turned, and made worse; synthetic lines where they have
 * been drawn (training/mrz/samples.py). `node bench/identity/mrz.ts [--show] [--lines FOLDER]`.
 */

const TODAY = '2026-11-21';
const show = process.argv.includes('--show');
const linesAt = process.argv.indexOf('--lines');

type Half = 'A' | 'B';

/** Halves by document: number and state decide, so that pictures of one document stay together. */
function halfOf({ file, lines }: Specimen): Half {
  const parsed = lines.length > 0 && !lines.join('').includes('?') ? parseMrz(lines, TODAY) : undefined;
  const key = parsed === undefined ? file : `${parsed.issuingState} ${parsed.documentNumber}`;
  return (createHash('sha256').update(key).digest()[0] as number) < 128 ? 'A' : 'B';
}

/** Document number, dates, names, sex, states: what decisions use. */
function keyFields(parsed: ParsedMrz | null): string {
  if (parsed === null) return '';
  const { documentNumber, birthDate, expiryDate, names, sex, nationality, issuingState } = parsed;
  return JSON.stringify([
    documentNumber,
    birthDate,
    expiryDate ?? null,
    names.surname,
    names.givenNames,
    sex,
    nationality,
    issuingState,
  ]);
}

async function decoded(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
}

/** What is done to a specimen before it is read. */
const VARIANTS: Readonly<Record<string, (path: string) => Promise<Raster>>> = {
  'as it is': (path) => decoded(sharp(path)),
  'turned by 90': (path) => decoded(sharp(path).rotate(90)),
  'turned by 180': (path) => decoded(sharp(path).rotate(180)),
  'turned by 270': (path) => decoded(sharp(path).rotate(270)),
  'turned by 8': (path) => decoded(sharp(path).rotate(8, { background: '#777' })),
  'turned by -27': (path) => decoded(sharp(path).rotate(-27, { background: '#444' })),
  'JPEG at 35': async (path) => decoded(sharp(await sharp(path).removeAlpha().jpeg({ quality: 35 }).toBuffer())),
  'smaller by a third': async (path) => decoded(sharp(await resized(path, 0.67))),
  'blurred by a tenth of a glyph': async (path) => {
    const { width } = await sharp(path).metadata();
    return decoded(sharp(path).blur(Math.max(0.3, width / 500)));
  },
  'darkened, low contrast': (path) => decoded(sharp(path).removeAlpha().linear(0.35, 12)),
};

async function resized(path: string, by: number): Promise<Buffer> {
  const { width } = await sharp(path).metadata();
  return sharp(path)
    .resize({ width: Math.round(width * by) })
    .png()
    .toBuffer();
}

interface Tally {
  right: number;
  of: number;
  dependable: number;
  wrongAccepted: number;
  milliseconds: number[];
}

function emptyTally(): Tally {
  return { right: 0, of: 0, dependable: 0, wrongAccepted: 0, milliseconds: [] };
}

function printed(specimen: Specimen): ParsedMrz | null {
  return specimen.lines.length === 0 || specimen.lines.join('').includes('?') ? null : parseMrz(specimen.lines, TODAY);
}

function score(tally: Tally, specimen: Specimen, reading: MrzReading, milliseconds: number): string {
  const truth = printed(specimen);
  const same = truth !== null && keyFields(truth) === keyFields(reading.parsed);
  // A zone whose printed digits are wrong must not be accepted, nor one that is not there, nor one read wrong.
  const mayAccept = truth !== null && truth.valid && same;
  if (reading.dependable && !mayAccept) tally.wrongAccepted++;
  tally.milliseconds.push(milliseconds);
  if (truth === null || !truth.valid) return reading.dependable ? 'ACCEPTED' : '';
  tally.of++;
  if (same) tally.right++;
  if (same && reading.dependable) tally.dependable++;
  return same ? '' : 'WRONG';
}

function share(part: number, of: number): string {
  return of === 0 ? '–' : `${part}/${of} ${((100 * part) / of).toFixed(1)} %`;
}

function at(values: number[], quantile: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? 0).toFixed(0);
}

async function measureSpecimens(recogniser: LineRecogniser, folder: string): Promise<void> {
  const valid = SPECIMENS.filter((specimen) => printed(specimen)?.valid === true);
  const count = (half: Half): number => valid.filter((specimen) => halfOf(specimen) === half).length;
  console.log(
    `\n${SPECIMENS.length} images, ${valid.length} with right printed digits (half A ${count('A')}, B ${count('B')})`,
  );
  console.log(
    '\n| variant | half A right | half B right | usable unseen, A and B | wrong and accepted | CPU ms p50 / p95 |\n|---|---|---|---|---|---|',
  );
  for (const [name, make] of Object.entries(VARIANTS)) {
    const tallies = { A: emptyTally(), B: emptyTally() };
    for (const specimen of SPECIMENS) {
      const image = await make(join(folder, specimen.file));
      const before = process.cpuUsage();
      const reading = await readMrz(image, { recogniser, today: TODAY });
      const { user, system } = process.cpuUsage(before);
      const half = halfOf(specimen);
      const verdict = score(tallies[half], specimen, reading, (user + system) / 1000);
      // Failures of half B are counted, never shown: it is not looked at while numbers are chosen.
      if (show && half === 'A' && verdict !== '') {
        console.error(name, specimen.file, verdict, reading.status, reading.legibility, reading.lines, specimen.lines);
      }
    }
    const { A, B } = tallies;
    const all = [...A.milliseconds, ...B.milliseconds];
    console.log(
      `| ${name} | ${share(A.right, A.of)} | ${share(B.right, B.of)} | ${share(A.dependable + B.dependable, A.of + B.of)} | ` +
        `${A.wrongAccepted + B.wrongAccepted} | ${at(all, 0.5)} / ${at(all, 0.95)} |`,
    );
  }
}

const recogniser = await LineRecogniser.load();
console.log('model', recogniser.provenance.version, recogniser.provenance.sha256);
const folder = sharedData('identity/mrz');
if (folder === undefined) console.log('Specimens: skipped, the public data is absent');
else if (linesAt < 0) await measureSpecimens(recogniser, folder);
const drawn = linesAt >= 0 ? process.argv[linesAt + 1] : undefined;
if (drawn === undefined) {
  console.log('\nSynthetic sets: skipped; draw them with training/mrz/samples.py and pass --lines FOLDER');
} else {
  const index = (name: string): string | undefined =>
    existsSync(join(drawn, name)) ? readFileSync(join(drawn, name), 'utf8') : undefined;
  const lines = index('lines.json');
  const pages = index('pages.json');
  if (lines === undefined && pages === undefined) throw new Error(`${drawn} holds neither lines.json nor pages.json`);
  if (lines !== undefined) await measureLines(recogniser, drawn, lines);
  if (pages !== undefined) await measurePages(recogniser, drawn, pages);
}
await recogniser.close();
