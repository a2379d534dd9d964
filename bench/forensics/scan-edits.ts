import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fuse } from '../../engines/forensics/fuse.ts';
import { copyMoveDetector } from '../../engines/forensics/image/copy-move.ts';
import { metadataDetector } from '../../engines/forensics/image/metadata.ts';
import { openImage } from '../../engines/forensics/image/open.ts';
import { pastedJpegDetector } from '../../engines/forensics/image/pasted-jpeg.ts';
import { runDetectors } from '../../engines/forensics/run.ts';
import { areaUnderCurve, bootstrap, interval, quantile, seeded } from './random.ts';

// Scans and photographs of documents that were edited after they were taken: what the detectors of pictures that count
// say of them, beside the same pages untouched. The files are made by training/documents/testset.py. Run:
//   node bench/forensics/scan-edits.ts FOLDER [every n-th pair]

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder that training/documents/testset.py wrote');
const step = Number(process.argv[3]) || 1;

interface Entry {
  file: string;
  source: string;
  origin: string;
  method: string;
  held: boolean;
  passage: string;
  edited: boolean;
}

interface Answer extends Entry {
  isDeepfake: boolean | null;
  ratio: number;
  /** Ratio of each detector that says something. */
  by: Map<string, number>;
  bytes: number;
}

const entries = (JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as Entry[])
  .filter(({ passage }) => passage === 'mixed')
  // Pairs: an untouched page and the edited one behind it.
  .filter((_, index) => Math.floor(index / 2) % step === 0);
const answers: Answer[] = [];
const before = process.cpuUsage();
for (const entry of entries) {
  const bytes = await readFile(join(folder, entry.file));
  const image = await openImage(bytes, entry.file.endsWith('.png') ? 'image/png' : 'image/jpeg');
  const found = await runDetectors([metadataDetector, pastedJpegDetector, copyMoveDetector], image, () => {});
  const { isDeepfake, logLikelihoodRatio: ratio } = fuse(found);
  const by = new Map(found.map(({ name, finding }) => [name, finding?.logLikelihoodRatio ?? 0]));
  answers.push({ ...entry, isDeepfake, ratio, by, bytes: bytes.length });
}
const { user, system } = process.cpuUsage(before);
console.log(
  `${answers.length} files of ${new Set(answers.map(({ origin }) => origin)).size} documents, ${((user + system) / 1e6).toFixed(0)} s of processor time`,
);

function report(name: string, some: readonly Answer[]): void {
  const [edited, untouched] = [some.filter((one) => one.edited), some.filter((one) => !one.edited)];
  const told = (of: readonly Answer[]): string => interval(of.filter(({ ratio }) => ratio >= 0.7).length, of.length);
  const decided = (of: readonly Answer[]): number => of.filter(({ isDeepfake }) => isDeepfake !== null).length;
  const area = (list: readonly Answer[]): number =>
    areaUnderCurve(
      list.filter((one) => one.edited).map(({ ratio }) => ratio),
      list.filter((one) => !one.edited).map(({ ratio }) => ratio),
    );
  const spread = bootstrap(some, ({ origin }) => origin, area, seeded(5), 200);
  const bound = quantile(
    untouched.map(({ ratio }) => ratio),
    0.99,
  );
  console.log(
    `${name}: AUC ${area(some).toFixed(3)} (${spread.map((value) => value.toFixed(3)).join(' to ')}); told: untouched ${told(untouched)}, edited ${told(edited)}; decisive: untouched ${decided(untouched)}, edited ${decided(edited)}; at 1 % ${interval(edited.filter(({ ratio }) => ratio > bound).length, edited.length)}`,
  );
}

report('all', answers);
for (const [source, list] of Map.groupBy(answers, (one) => one.source)) report(`  ${source}`, list);
for (const [method, list] of Map.groupBy(answers, (one) => one.method)) report(`  ${method}`, list);
for (const name of ['jpeg-parts', 'copy-move']) {
  const spoke = (isEdited: boolean): string => {
    const of = answers.filter(({ edited }) => edited === isEdited);
    return interval(of.filter(({ by }) => (by.get(name) ?? 0) >= 0.5).length, of.length);
  };
  console.log(`${name} speaks: untouched ${spoke(false)}, edited ${spoke(true)}`);
}
