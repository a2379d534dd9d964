/**
 * Marks of copies and manipulation: how often they are found on pictures that bear them, drawn by seed from the
 * specimens, and how often on true pictures. `node bench/identity/authenticity.ts [--show]`. The manipulations are
 * simulated: figures on real recaptures may differ.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { authenticitySignals, quantisationTable } from '../../engines/identity/document/authenticity/index.ts';
import { LineReader } from '../../engines/identity/document/ocr/index.ts';
import { readPrint } from '../../engines/identity/document/print.ts';
import { decodeImage } from '../../engines/identity/document/raster.ts';
import type { Raster } from '../../engines/identity/types.ts';
import { sharedData } from '../../tools/shared-data.ts';
import {
  digitsAnew,
  jpeg,
  noisy,
  pasted,
  printedCopy,
  random,
  recaptured,
  resized,
  rewritten,
} from './manipulations.ts';
import { SPECIMENS } from './mrz-labels.ts';

const folder = sharedData('identity/mrz');
if (!folder) {
  console.log('The specimens are not here; nothing was measured.');
  process.exit(0);
}
const show = process.argv.includes('--show');
/** Width of the pictures that manipulations are made from, pixels. */
const WIDTH = 1_200;
const reader = await LineReader.open();

interface Seen {
  pictures: number;
  codes: Map<string, number>;
  weighty: number;
}
const results = new Map<string, Seen>();

async function look(
  kind: string,
  name: string,
  raster: Raster,
  {
    table = null,
    lines = [],
  }: { table?: Uint8Array | null; lines?: Parameters<typeof authenticitySignals>[0]['lines'] } = {},
): Promise<void> {
  const seen = results.get(kind) ?? { pictures: 0, codes: new Map<string, number>(), weighty: 0 };
  results.set(kind, seen);
  const signals = authenticitySignals({ raster, metadata: {}, table, lines });
  seen.pictures++;
  for (const { code } of signals) seen.codes.set(code, (seen.codes.get(code) ?? 0) + 1);
  if (signals.some(({ logLikelihoodRatio }) => (logLikelihoodRatio ?? 0) > 0)) seen.weighty++;
  if (show && signals.length > 0) console.log(kind, name, JSON.stringify(signals));
}

let before: Raster | null = null;
let milliseconds = 0;
for (const [index, { file }] of SPECIMENS.entries()) {
  const seed = index + 1;
  const next = random(seed);
  const bytes = readFileSync(join(folder, file));
  const { raster, table } = await decodeImage(bytes);
  const { level } = await readPrint(reader, raster, null, '2026-11-21');
  const start = process.cpuUsage();
  await look('true: specimens as they are', file, raster, { table: table ?? null, lines: level });
  const { user, system } = process.cpuUsage(start);
  milliseconds += (user + system) / 1000;

  const camera = await jpeg(noisy(resized(raster, WIDTH), 2, seed), 85);
  const scale = WIDTH / raster.width;
  const lines = level.map(({ box, characters }) => ({
    characters,
    box: { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale },
  }));
  await look('true: scaled, with a sensor’s noise, JPEG', file, camera, { lines });
  const sheet = resized(raster, WIDTH);
  await look('screen photographed', file, await recaptured(sheet, seed), { lines });
  await look('halftone print scanned', file, await printedCopy(sheet, seed), { lines });
  const once = await sharp(sheet.data, { raw: { ...sheet } })
    .jpeg({ quality: 90 })
    .toBuffer();
  await look('compressed once', file, (await decodeImage(once)).raster, { table: quantisationTable(once) });
  const twice = await sharp(camera.data, { raw: { ...camera } })
    .jpeg({ quality: 92 })
    .toBuffer();
  await look('compressed twice', file, (await decodeImage(twice)).raster, { table: quantisationTable(twice) });
  if (before) {
    const place = { x: 0.05 + 0.02 * next(), y: 0.25 + 0.02 * next(), width: 0.25, height: 0.4 };
    const forged = pasted(camera, before, place);
    await look('portrait pasted, saved without loss', file, forged, { lines });
    await look('portrait pasted, saved as JPEG 92', file, await jpeg(forged, 92), { lines });
  }
  before = camera;
  const digits = lines.find(
    ({ box, characters }) => box.height > 24 && characters.filter(({ symbol }) => /\d/.test(symbol)).length >= 6,
  );
  if (digits) {
    const [a, b] = digits.characters.slice(-3);
    const changed = await digitsAnew(camera, digits.box, ((a?.at ?? 0) + (b?.at ?? 0)) / 2, '47');
    await look('two digits set anew, saved without loss', file, changed, { lines: [digits] });
    await look('two digits set anew, saved as JPEG 85', file, await jpeg(changed, 85), { lines: [digits] });
    await look('the same line, nothing changed', file, camera, { lines: [digits] });
  }
  const target = lines.find(({ box }) => box.height > 20 && box.width > 80 && box.width < 400);
  if (target) {
    const forged = await rewritten(camera, target.box, '12.03.1985');
    await look('text set anew, saved without loss', file, forged, { lines });
    await look('text set anew, saved as JPEG 92', file, await jpeg(forged, 92), { lines });
  }
}
const photographs = sharedData('media/image/real');
if (photographs) {
  for (const name of readdirSync(photographs).toSorted()) {
    if (!/\.(jpe?g|png|webp)$/.test(name)) continue;
    const { raster, table } = await decodeImage(readFileSync(join(photographs, name)));
    if (Math.min(raster.width, raster.height) < 256) continue;
    await look('true: photographs of people', name, raster, { table: table ?? null });
  }
}

/** Zero in N leaves up to 3/N open (95 %); otherwise Wilson's upper bound. */
function upper(errors: number, total: number): number {
  if (errors === 0) return Math.min(1, 3 / total);
  const z = 1.96;
  const share = errors / total;
  const centre = share + z ** 2 / (2 * total);
  return (centre + z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))) / (1 + z ** 2 / total);
}
for (const [kind, { pictures, codes, weighty }] of results) {
  const each = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
  const bound = kind.startsWith('true') ? `, up to ${(100 * upper(weighty, pictures)).toFixed(1)} %` : '';
  console.log(`${kind}: ${pictures} pictures; sent to review ${weighty}${bound}; marks: ${each || 'none'}`);
}
console.log(`processor time per specimen, ms: ${(milliseconds / SPECIMENS.length).toFixed(0)}`);
