/**
 * PDF417: the samples of a bar code library as they are, and drawn licences made worse by seed.
 * `node bench/identity/barcode.ts [count]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { readBarcodesOf } from '../../engines/identity/document/barcode.ts';
import { inverse, project, projectionOf } from '../../engines/identity/document/perspective.ts';
import { decodeImage } from '../../engines/identity/document/raster.ts';
import type { Point, Raster } from '../../engines/identity/types.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { blurred, jpeg, noisy, random, rasterOf } from './manipulations.ts';

const COUNT = Number(process.argv[2] ?? 100);
const samples = sharedData('identity/pdf417/zxing-cpp+zxing-cpp');
if (samples) {
  let [read, all] = [0, 0];
  for (const folder of readdirSync(samples)) {
    for (const name of readdirSync(join(samples, folder)).filter((file) => /\.(png|jpg|webp|gif)$/.test(file))) {
      const path = join(samples, folder, name);
      const wanted = path.replace(/\.\w+$/, '.txt');
      const { raster } = await decodeImage(readFileSync(path));
      const found = await readBarcodesOf(raster);
      all++;
      const expected = existsSync(wanted) ? readFileSync(wanted, 'utf8').trim() : undefined;
      if (found.some(({ text }) => expected === undefined || text.trim() === expected)) read++;
    }
  }
  console.log(`samples of the library: ${read} of ${all}`);
} else console.log('The samples of the library are not here.');

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
const letters = (next: () => number, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(65 + Math.floor(26 * next()))).join('');
const figures = (next: () => number, count: number): string =>
  Array.from({ length: count }, () => Math.floor(10 * next())).join('');

/** Seen aslant: the corners moved by up to 4 % of the sides. */
function aslant(picture: Raster, next: () => number): Raster {
  const { width, height, channels } = picture;
  const corner = (x: number, y: number): Point => ({
    x: x * width + (next() - 0.5) * 0.08 * width,
    y: y * height + (next() - 0.5) * 0.08 * height,
  });
  const back = inverse(projectionOf(width, height, [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]));
  const data = new Uint8Array(picture.data.length).fill(215);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels) {
      const from = project(back, { x: x + 0.5, y: y + 0.5 });
      const [px, py] = [Math.floor(from.x), Math.floor(from.y)];
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      for (let c = 0; c < channels; c++) data[at + c] = picture.data[(py * width + px) * channels + c] as number;
    }
  }
  return { ...picture, data };
}

let [right, wrong] = [0, 0];
const used = process.cpuUsage();
for (let seed = 1; seed <= COUNT; seed++) {
  const next = random(seed);
  const number = `D${figures(next, 8)}`;
  const text =
    `@\n\u001e\rANSI 636026080102DL00410288ZA03290015DLDAQ${number}\nDCS${letters(next, 8)}\nDAC${letters(next, 6)}\n` +
    `DBD02142020\nDBB06031986\nDBA06032031\nDBC1\nDAG${figures(next, 4)} WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDCGUSA\r`;
  const { image } = await writeBarcode(text, { format: 'PDF417', scale: 3, addQuietZones: true });
  const card = await sharp(new Uint8Array(await (image as Blob).arrayBuffer()))
    .extend({ top: 160, bottom: 90, left: 90, right: 90, background: '#dfe6ea' })
    .rotate((next() - 0.5) * 30, { background: '#d7d7d7' })
    .png()
    .toBuffer();
  const seen = await blurred(aslant(await rasterOf(card), next), 0.5 + 0.9 * next());
  const picture = await jpeg(noisy(seen, 3 + 9 * next(), seed), 45 + Math.floor(45 * next()));
  const found = await readBarcodesOf(picture);
  if (found.some(({ fields }) => fields?.documentNumber === number)) right++;
  else if (found.length > 0) wrong++;
}
const { user, system } = process.cpuUsage(used);
console.log(
  `drawn licences, turned up to 15°, aslant, blurred, with noise and JPEG at 45 to 90: ${right} of ${COUNT} read; ${wrong} read wrong; ` +
    `${((user + system) / 1000 / COUNT).toFixed(0)} ms of processor time each, drawing included`,
);
