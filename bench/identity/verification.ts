/**
 * Time and memory of one STANDARD verification as production examines it, in an isolated process each:
 * `node bench/identity/verification.ts [COUNT]`. The processes run one after another, so that the times are those of one core.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExaminationInput, IdentityFindings } from '../../engines/identity/index.ts';
import { IsolatedProcess } from '../../platform/isolation/index.ts';
import { sharedData } from '../../tools/shared-data.ts';

const documents = sharedData('identity/mrz/konstantint+PassportEye');
const faces = sharedData('identity/faces/serengil+deepface');
if (!documents || !faces) {
  console.log('The specimens and pictures of people are not here; nothing was measured.');
  process.exit(0);
}
const count = Number(process.argv[2] ?? 20);
const pictures = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.(?:jpg|png)$/.test(name))
    .map((name) => join(folder, name));
const [fronts, selfies] = [pictures(documents), pictures(faces)];
const entry = join(import.meta.dirname, '..', '..', 'modules', 'verifications', 'examiner', 'child.ts');
const limits = { memoryBytes: 900 * 2 ** 20, cpuSeconds: 120, wallMs: 90_000, fileBytes: 2 ** 26, openFiles: 128 };

const loads: number[] = [];
const times: number[] = [];
const peaks: number[] = [];
for (let run = 0; run < count; run++) {
  const pick = (list: readonly string[]): Uint8Array => new Uint8Array(readFileSync(list[run % list.length] ?? ''));
  const input: ExaminationInput = {
    pictures: [
      { kind: 'DOCUMENT_FRONT', bytes: pick(fronts) },
      { kind: 'SELFIE', bytes: pick(selfies) },
    ],
    needs: { faces: true, liveness: false },
    challenge: null,
    today: '2026-01-01',
  };
  const begun = performance.now();
  const child = await IsolatedProcess.start({ entry, limits });
  await child.ready();
  loads.push(performance.now() - begun);
  const at = performance.now();
  await child.run<IdentityFindings>(input);
  times.push(performance.now() - at);
  peaks.push(child.peakBytes());
  await child.stop();
}
const line = (values: readonly number[], unit: number): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => ((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / unit).toFixed(2);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`;
};
console.log(`${count} verifications, each in a process of its own`);
console.log(`  start and loading of the networks, done ahead while there is work: ${line(loads, 1000)} s`);
console.log(`  examination: ${line(times, 1000)} s by the clock`);
console.log(`  memory at peak: ${line(peaks, 2 ** 20)} MB`);
