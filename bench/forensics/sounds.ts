import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bandLimitDetector } from '../../engines/forensics/audio/band-limit.ts';
import { editDetector } from '../../engines/forensics/audio/edits.ts';
import { measureSound } from '../../engines/forensics/audio/measure.ts';
import { openSound } from '../../engines/forensics/audio/open.ts';
import type { OpenedSound } from '../../engines/forensics/audio/opened.ts';
import type { Sound } from '../../engines/forensics/audio/sound.ts';
import type { Finding } from '../../engines/forensics/types.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { interval, seeded } from './random.ts';

// Marks of cuts: how often they are seen in voices that nobody cut, and in voices that were cut by seed. Run:
//   node bench/forensics/sounds.ts

const folder = sharedData('media/audio');
if (!folder) {
  console.log('The shared data are not here: nothing was measured.');
  process.exit(0);
}

async function samplesOf(path: string): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for await (const block of openSound(readFileSync(path), 'audio/flac', null).blocks()) parts.push(block.slice());
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const FORMAT = {
  container: 'WAV',
  codec: 'PCM',
  lossless: true,
  rate: 16_000,
  channels: 1,
  bits: 16,
  bitRate: null,
  seconds: null,
} as const;

async function look(samples: Float32Array): Promise<{ edits: Finding | null; band: Finding | null }> {
  const sound: Sound = { format: FORMAT, tags: [], blocks: () => [samples] };
  const facts = await measureSound(sound, () => {});
  const opened: OpenedSound = {
    bytes: new Uint8Array(),
    mediaType: 'audio/wav',
    format: FORMAT,
    tags: [],
    discrepancies: [],
    facts,
  };
  const run = async (detector: typeof editDetector): Promise<Finding | null> =>
    detector.applicable(opened).applies ? await detector.examine(opened) : null;
  return { edits: await run(editDetector), band: await run(bandLimitDetector) };
}

const random = seeded(20_261_121);
const pick = (most: number): number => Math.floor(random() * most);

/** The second's middle put into the first's, with a fade of so many samples on both sides. */
function cutIn(first: Float32Array, second: Float32Array, fade: number): Float32Array {
  const made = first.slice();
  const length = 16_000;
  const to = 8_000 + pick(Math.max(1, first.length - length - 16_000));
  const from = pick(Math.max(1, second.length - length));
  for (let i = 0; i < length; i++) {
    const edge = Math.min(i, length - 1 - i);
    const share = fade === 0 ? 1 : Math.min(1, edge / fade);
    made[to + i] = (1 - share) * (made[to + i] ?? 0) + share * (second[from + i] ?? 0);
  }
  return made;
}

/** A stretch taken out without a fade. */
function cutOut(first: Float32Array): Float32Array {
  const from = 8_000 + pick(first.length - 32_000);
  const length = 4_000 + pick(8_000);
  const made = new Float32Array(first.length - length);
  made.set(first.subarray(0, from));
  made.set(first.subarray(from + length), from);
  return made;
}

function silenced(first: Float32Array): Float32Array {
  const made = first.slice();
  const from = 8_000 + pick(first.length - 24_000);
  made.fill(0, from, from + 1_600 + pick(4_000));
  return made;
}

const load = async (kind: string): Promise<Float32Array[]> => {
  const all: Float32Array[] = [];
  for (const name of readdirSync(join(folder, kind)).toSorted()) all.push(await samplesOf(join(folder, kind, name)));
  return all;
};
const [reals, fakes] = [await load('real'), await load('fake')];
const cases: Record<string, Float32Array[]> = {
  'real voices, as they are': reals,
  'synthetic voices, as they are': fakes,
  'a second of another voice put in, hard': reals.map((one, i) => cutIn(one, reals[(i + 97) % reals.length] ?? one, 0)),
  'a second of another voice put in, fade of 5 ms': reals.map((one, i) =>
    cutIn(one, reals[(i + 97) % reals.length] ?? one, 80),
  ),
  'a stretch taken out, hard': reals.filter(({ length }) => length > 40_000).map(cutOut),
  'a stretch silenced': reals.filter(({ length }) => length > 40_000).map(silenced),
};
for (const [name, sounds] of Object.entries(cases)) {
  const codes = new Map<string, number>();
  let suspect = 0;
  for (const samples of sounds) {
    const { edits, band } = await look(samples);
    if ((edits?.logLikelihoodRatio ?? 0) > 0) suspect++;
    for (const code of new Set([...(edits?.evidence ?? []), ...(band?.evidence ?? [])].map((one) => one.code))) {
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  const told = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
  console.log(`${name}: any mark that counts ${interval(suspect, sounds.length)}; ${told}`);
}
