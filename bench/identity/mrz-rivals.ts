import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { parseMrz } from '../../engines/identity/mrz/index.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { SPECIMENS } from './mrz-labels.ts';

/**
 * The same specimens by tesseract.js and mrz, the usual pair from npm. They are no dependency of this project: install
 * them anywhere with `npm i tesseract.js@7.0.0 mrz@5.0.2 @tesseract.js-data/eng@1.0.0` and pass that folder:
 * `node bench/identity/mrz-rivals.ts FOLDER`. Each image is read whole and by its lower two fifths, enlarged to 1,600
 * pixels, with the alphabet of a zone as whitelist; the better of both counts.
 */

interface TesseractWorker {
  setParameters(parameters: Record<string, string>): Promise<unknown>;
  recognize(image: Buffer): Promise<{ data: { text: string } }>;
  terminate(): Promise<unknown>;
}

interface Tesseract {
  createWorker(language: string, engine: number, options: Record<string, unknown>): Promise<TesseractWorker>;
}

interface MrzPackage {
  parse(lines: string[], options: { autocorrect: boolean }): { valid: boolean; fields: Record<string, string | null> };
}

const [, , folder] = process.argv;
const specimens = sharedData('identity/mrz');
if (folder === undefined || specimens === undefined) {
  console.log(
    'Skipped: give the folder where tesseract.js, mrz and @tesseract.js-data/eng are installed; the public data is needed too',
  );
  process.exit(0);
}

const require = createRequire(join(folder, 'package.json'));
async function load(name: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, unknown>;
}
const tesseract = ((await load('tesseract.js'))['default'] ?? {}) as Tesseract;
const { parse } = (await load('mrz')) as unknown as MrzPackage;
const worker = await tesseract.createWorker('eng', 1, {
  langPath: join(folder, 'node_modules/@tesseract.js-data/eng/4.0.0_best_int'),
  cacheMethod: 'none',
});
await worker.setParameters({
  tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
  tessedit_pageseg_mode: '6',
});

/** The last two or three long lines of a text. */
function candidates(text: string): string[][] {
  const long = text
    .split('\n')
    .map((line) => line.replace(/[^A-Z0-9<]/g, ''))
    .filter((line) => line.length >= 28 && line.length <= 46);
  return [long.slice(-3), long.slice(-2)].filter((lines) => lines.length >= 2);
}

let right = 0;
let valid = 0;
let exactly = 0;
const before = process.cpuUsage();
for (const { file, lines } of SPECIMENS) {
  if (lines.length === 0 || lines.join('').includes('?')) continue;
  const truth = parseMrz(lines, '2026-11-21');
  if (!truth.valid) continue;
  valid++;
  const path = join(specimens, file);
  const { width, height } = await sharp(path).metadata();
  const top = Math.floor(height * 0.6);
  const images = [
    await sharp(path).grayscale().resize({ width: 1600 }).png().toBuffer(),
    await sharp(path)
      .extract({ left: 0, top, width, height: height - top })
      .grayscale()
      .resize({ width: 1600 })
      .png()
      .toBuffer(),
  ];
  let ok = false;
  let exact = false;
  for (const image of images) {
    const { data } = await worker.recognize(image);
    for (const read of candidates(data.text)) {
      exact ||= read.join('\n') === lines.join('\n');
      try {
        const { fields } = parse(read, { autocorrect: true });
        const two = (date: string | null | undefined): string => date?.slice(2).replaceAll('-', '') ?? '';
        ok ||=
          fields['documentNumber'] === truth.documentNumber &&
          fields['birthDate'] === two(truth.birthDate?.iso) &&
          (fields['expirationDate'] ?? '') === two(truth.expiryDate?.iso) &&
          fields['lastName'] === truth.names.surname &&
          (fields['firstName'] ?? '') === truth.names.givenNames;
      } catch {
        // Lines of no form: not read.
      }
    }
  }
  if (ok) right++;
  if (exact) exactly++;
}
const { user, system } = process.cpuUsage(before);
await worker.terminate();
console.log(
  `tesseract.js + mrz: number, dates and names right ${right} of ${valid}; every line exact ${exactly} of ${valid}`,
);
console.log(`CPU ${((user + system) / 1000 / valid).toFixed(0)} ms a specimen, two readings each`);
