import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examineMedia } from '../../engines/forensics/index.ts';
import { recogniseMedia } from '../../platform/http/media-type.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { areaUnderCurve, interval } from './random.ts';

// Every picture as it is, real and synthetic, through the whole examination. Run:
//   node bench/forensics/pictures.ts [each so many of the synthetic ones, default 1]

const folder = sharedData('media/image');
if (folder === undefined) throw new Error('The pictures are not here; set SHARED_DATA to their folder');
const step = Number(process.argv[2] ?? 1);
const ratios: Record<string, number[]> = { real: [], fake: [] };
const sizes: Record<string, number[]> = { real: [], fake: [] };
for (const kind of ['real', 'fake']) {
  let decisive = 0;
  let wrong = 0;
  const codes = new Map<string, number>();
  const names = (await readdir(join(folder, kind))).toSorted();
  for (const name of names.filter((_, index) => kind === 'real' || index % step === 0)) {
    const bytes = await readFile(join(folder, kind, name));
    const seen = await recogniseMedia(bytes.subarray(0, 8192));
    if (seen.kind !== 'TAKEN') continue;
    const findings = await examineMedia({ kind: 'IMAGE', mediaType: seen.form.mediaType, bytes });
    const { isDeepfake, logLikelihoodRatio } = findings.conclusion;
    ratios[kind]?.push(logLikelihoodRatio);
    sizes[kind]?.push(bytes.length);
    if (isDeepfake !== null) decisive += 1;
    if (isDeepfake !== null && isDeepfake !== (kind === 'fake')) wrong += 1;
    for (const { finding } of findings.detectors) {
      for (const { code } of finding?.evidence ?? []) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  const all = ratios[kind]?.length ?? 0;
  console.log(`${kind}: decisive ${interval(decisive, all)}, of them wrong ${wrong}`);
  console.log(`  ${[...codes].map(([code, count]) => `${code} ${count}`).join(', ')}`);
}
console.log(`AUC of the ratio: ${areaUnderCurve(ratios['fake'] ?? [], ratios['real'] ?? []).toFixed(3)}`);
console.log(`AUC of the file's size alone: ${areaUnderCurve(sizes['fake'] ?? [], sizes['real'] ?? []).toFixed(3)}`);
