/**
 * Findings of quality on good pictures and on pictures made worse by seed: `node bench/identity/quality.ts`. A specimen
 * counts as good where its zone was read; a picture that is made worse counts as caught where it is asked for again or
 * still read right.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentQuality } from '../../engines/identity/document/quality.ts';
import { decodeImage } from '../../engines/identity/document/raster.ts';
import { LineRecogniser, readMrz } from '../../engines/identity/mrz/index.ts';
import type { Raster } from '../../engines/identity/types.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { blurred, glared, lit, resized } from './manipulations.ts';
import { SPECIMENS } from './mrz-labels.ts';

const TODAY = '2026-11-21';
const folder = sharedData('identity/mrz');
if (!folder) {
  console.log('The specimens are not here; nothing was measured.');
  process.exit(0);
}
const recogniser = await LineRecogniser.load();
const holds = (status: string): boolean => status === 'VALID' || status === 'REPAIRED';

const KINDS: Readonly<Record<string, (picture: Raster, seed: number) => Promise<Raster> | Raster>> = {
  'blurred, sigma 0.4 % of the width': (picture) => blurred(picture, picture.width * 0.004),
  'blurred, sigma 0.8 % of the width': (picture) => blurred(picture, picture.width * 0.008),
  'a tenth of the light': (picture) => lit(picture, 0.1),
  'four times the light': (picture) => lit(picture, 4),
  'a burnt-out spot': (picture, seed) => glared(picture, seed),
  '300 pixels wide': (picture) => resized(picture, 300),
};

const results = new Map<
  string,
  { all: number; again: number; read: number; neither: number; codes: Map<string, number> }
>();
async function look(kind: string, picture: Raster): Promise<void> {
  const count = results.get(kind) ?? { all: 0, again: 0, read: 0, neither: 0, codes: new Map<string, number>() };
  results.set(kind, count);
  const mrz = await readMrz(picture, { recogniser, today: TODAY });
  const findings = documentQuality(picture, mrz).filter(({ retake }) => retake);
  count.all++;
  for (const { code } of findings) count.codes.set(code, (count.codes.get(code) ?? 0) + 1);
  if (findings.length > 0) count.again++;
  if (holds(mrz.status)) count.read++;
  else if (findings.length === 0) count.neither++;
}

for (const [index, { file }] of SPECIMENS.entries()) {
  const { raster } = await decodeImage(readFileSync(join(folder, file)));
  // Smaller ones are bad pictures themselves.
  if (Math.max(raster.width, raster.height) < 550) continue;
  const { status } = await readMrz(raster, { recogniser, today: TODAY });
  if (!holds(status)) continue;
  await look('as they are', raster);
  for (const [kind, make] of Object.entries(KINDS)) await look(kind, await make(raster, index + 1));
}
for (const [kind, { all, again, read, neither, codes }] of results) {
  const each = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
  console.log(
    `${kind}: ${all}; something found ${again}; zone read ${read}; neither ${neither}; ${each || 'no findings'}`,
  );
}
await recogniser.close();
