/**
 * Printed fields of specimen documents against their machine-readable zones: `node bench/identity/fields.ts [--show] [--laid SEED]`.
 * With --laid each lies on a ground, turned and aslant, twice as large as in locate.ts; yardstick is the picture's own zone.
 * Says how many printed values are found, how many labelled values are right, and how often the rule that compares print
 * with the zone would send a true document to review.
 */
import { readFileSync } from 'node:fs';
import { decodeDocument, DocumentReader } from '../../engines/identity/document/index.ts';
import { extract, holds, printedValues } from '../../engines/identity/document/extract.ts';
import type { DocumentField } from '../../engines/identity/document/types.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { laid } from './ground.ts';
import { SPECIMENS } from './mrz-labels.ts';

const TODAY = '2026-11-21';
const COMPARED: readonly DocumentField[] = [
  'documentNumber',
  'dateOfBirth',
  'dateOfExpiry',
  'sex',
  'firstName',
  'lastName',
];
/** Those that the rule compares. */
const RULED = new Set<DocumentField>(['documentNumber', 'dateOfBirth', 'dateOfExpiry', 'sex']);

const folder = sharedData('identity/mrz');
if (!folder) {
  console.log('The specimens are not here; nothing was measured.');
  process.exit(0);
}
const show = process.argv.includes('--show');
const aslant = process.argv.indexOf('--laid');
const seed = aslant < 0 ? null : Number(process.argv[aslant + 1] ?? 0);
const reader = await DocumentReader.open();
const tally = new Map(COMPARED.map((field) => [field, { zone: 0, found: 0, contradicts: 0 }]));
let documents = 0;
let alarms = 0;
let lines = 0;
let framed = 0;
const milliseconds: number[] = [];
for (const [index, { file }] of SPECIMENS.entries()) {
  const stored = await decodeDocument(readFileSync(`${folder}/${file}`));
  const image =
    seed === null ? stored : { raster: laid(stored.raster, seed + index, 2).picture, metadata: stored.metadata };
  const before = process.cpuUsage();
  const reading = await reader.read(image, TODAY);
  const { user, system } = process.cpuUsage(before);
  milliseconds.push((user + system) / 1000);
  if (reading.corners) framed++;
  lines += reading.printed?.lines.length ?? 0;
  if (show) console.log(`\n${file}: ${reading.mrz?.status}, ${reading.printed?.lines.length} lines`);
  if (show)
    for (const { field, value, raw, confidence } of reading.printed?.fields ?? []) {
      console.log(`  ${field}: ${value} (${raw}) ${confidence.toFixed(2)}`);
    }
  if (!holds(reading.mrz)) continue;
  documents++;
  const document = extract(reading, null);
  let alarm = false;
  for (const field of COMPARED) {
    const best = document.fields[field];
    const count = tally.get(field);
    if (best?.source !== 'MRZ' || !count) continue;
    count.zone++;
    const values = printedValues([reading], field);
    if (values.length === 0) continue;
    if (!RULED.has(field) || values.some(({ value }) => value === best.value)) count.found++;
    else {
      count.contradicts++;
      alarm = true;
      if (show) console.log(`  CONTRADICTS ${field}: ${best.value} / ${values.map(({ value }) => value).join(', ')}`);
    }
  }
  if (alarm) alarms++;
}
console.log(
  `\n${SPECIMENS.length} pictures, ${framed} with corners found, ${lines} lines; ${documents} with a zone that holds`,
);
for (const [field, { zone, found, contradicts }] of tally) {
  console.log(`  ${field}: in ${zone} zones; printed value found in ${found}, contradicted in ${contradicts}`);
}
console.log(`sent to review for print unlike the zone: ${alarms} of ${documents}`);
const sorted = milliseconds.toSorted((a, b) => a - b);
const quantile = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
console.log(
  `processor time of a whole reading, ms: median ${quantile(0.5)}, 95 % ${quantile(0.95)}, most ${quantile(1)}`,
);
console.log(`memory at the end, MB: ${(process.memoryUsage().rss / 1e6).toFixed(0)}`);
