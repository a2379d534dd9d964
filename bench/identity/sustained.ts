/**
 * Memory and processor time of one STANDARD verification after the other through the whole service (API, database, queue,
 * isolated examination): `node bench/identity/sustained.ts [--runs 1000] [--an-hour 60]`. Without --an-hour one follows the
 * other at once. The time of the run, not the clock, ends it early: with --minutes what was measured by then is told.
 * Counts what the process and its ended children used of the processor (/proc/self/stat): Linux alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LiveEngine } from '../../modules/verifications/index.ts';
import { World } from '../../modules/verifications/testing/world.ts';
import { form } from '../../platform/http/testing/media-samples.ts';
import { startTestService } from '../../server/testing.ts';
import { sharedData } from '../../tools/shared-data.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    'an-hour': { type: 'string' },
    minutes: { type: 'string' },
  },
});
const documents = sharedData('identity/mrz/konstantint+PassportEye');
const faces = sharedData('identity/faces/serengil+deepface');
if (!documents || !faces) {
  console.log('The specimens and pictures of people are not here; nothing was measured.');
  process.exit(0);
}
const pictures = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.(?:jpg|png)$/.test(name))
    .map((name) => join(folder, name));
const [fronts, selfies] = [pictures(documents), pictures(faces)];

const MIB = 2 ** 20;
const statusOf = (pid: number | 'self', name: string): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
};
/** User and system time of this process and of children that ended, seconds. */
function processor(): number {
  const fields = (readFileSync('/proc/self/stat', 'latin1').split(') ')[1] ?? '').split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  return ticks / 100;
}
/** Most memory that a process below this one holds, bytes. */
function largestChild(): number {
  let most = 0;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && statusOf(pid, 'PPid') === process.pid) {
      most = Math.max(most, statusOf(pid, 'VmHWM') * 1024);
    }
  }
  return most;
}

const service = await startTestService({
  engines: (services) => ({ verification: new LiveEngine(services) }),
  credits: 100_000,
});
const world = new World(service, 'LIVE', service.liveKey);
let child = 0;
const watch = setInterval(() => (child = Math.max(child, largestChild())), 250);

async function verify(run: number): Promise<string> {
  const id = await world.begun('Measured', 'STANDARD');
  for (const [kind, list] of [
    ['DOCUMENT_FRONT', fronts],
    ['SELFIE', selfies],
  ] as const) {
    const bytes = readFileSync(list[run % list.length] ?? '');
    const answer = await world.call({
      path: `/verifications/${id}/files`,
      body: form({ bytes, name: 'picture.jpg' }, { kind }),
    });
    if (answer.status !== 201) throw new Error(answer.text);
  }
  await world.submit(id);
  for (;;) {
    const record = await world.read(id);
    if (record.status !== 'PROCESSING') return record.status;
    // Slowly enough for the limit of requests a minute.
    await sleep(400);
  }
}

const runs = Number(options.runs);
const pause = options['an-hour'] === undefined ? 0 : 3_600_000 / Number(options['an-hour']);
const until = options.minutes === undefined ? Infinity : performance.now() + 60_000 * Number(options.minutes);
const block = Math.max(1, Math.min(50, Math.floor(runs / 10)));
const spent: number[] = [];
const taken: number[] = [];
const resident: number[] = [];
const ends = new Map<string, number>();
console.log('runs  service MB  its heap MB  largest examiner MB');
for (let run = 0; run < runs && performance.now() < until; run++) {
  const [begun, before] = [performance.now(), processor()];
  const end = await verify(run);
  ends.set(end, (ends.get(end) ?? 0) + 1);
  taken.push((performance.now() - begun) / 1000);
  spent.push(processor() - before);
  resident.push(statusOf('self', 'VmRSS') / 1024);
  if ((run + 1) % block === 0) {
    const heap = process.memoryUsage().heapUsed / MIB;
    console.log(
      `${String(run + 1).padStart(4)}  ${resident.at(-1)?.toFixed(0).padStart(10)}  ${heap.toFixed(0).padStart(11)}  ${(child / MIB).toFixed(0).padStart(19)}`,
    );
  }
  await sleep(Math.max(0, pause - (performance.now() - begun)));
}
clearInterval(watch);
await service.close();

const line = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`;
};
/** Least squares over the second half, when everything is loaded: megabytes a hundred runs. */
function slope(values: readonly number[]): number {
  const half = values.slice(Math.floor(values.length / 2));
  const [x, y] = [(half.length - 1) / 2, half.reduce((sum, value) => sum + value, 0) / Math.max(1, half.length)];
  const spread = half.reduce((sum, _, index) => sum + (index - x) ** 2, 0);
  return spread === 0 ? 0 : (100 * half.reduce((sum, value, index) => sum + (index - x) * (value - y), 0)) / spread;
}
console.log(`${taken.length} verifications: ${[...ends].map(([end, times]) => `${end} ${times}`).join(', ')}`);
console.log(`  processor, s (examination, loading of its process and the service's own work): ${line(spent)}`);
console.log(`  by the clock, s: ${line(taken)}`);
console.log(
  `  memory of the service: ${resident[0]?.toFixed(0)} MB after the first, ${resident.at(-1)?.toFixed(0)} MB after the last, ${slope(resident).toFixed(1)} MB a hundred runs over the second half; largest examiner ${(child / MIB).toFixed(0)} MB`,
);
process.exit(0);
