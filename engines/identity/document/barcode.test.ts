import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { Quadrilateral } from '../types.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { readLicence } from './aamva.ts';
import { readBarcodesOf } from './barcode.ts';
import { decodeImage } from './raster.ts';

const licence = (country: string, dates: [string, string, string]): string =>
  [
    '@\n\u001e\rANSI 636026080102DL00410288ZA03290015DLDAQD12345678',
    'DCSSAMPLE',
    'DDEN',
    'DACMICHAEL',
    'DDFN',
    'DADJOHN',
    'DDGN',
    'DCUJR',
    'DCAD',
    `DBD${dates[0]}`,
    `DBB${dates[1]}`,
    `DBA${dates[2]}`,
    'DBC1',
    'DAG2300 WEST BROAD STREET',
    'DAIRICHMOND',
    'DAJVA',
    'DAK232690000  ',
    `DCG${country}`,
    'DCFNONE\rZAZAAN\r',
  ].join('\n');

test('a licence of the United States, and one of Canada, where the year comes first', () => {
  const american = readLicence(licence('USA', ['02142020', '06031986', '06032028']));
  assert.deepEqual(american?.fields, {
    documentNumber: 'D12345678',
    issuingCountry: 'US',
    firstName: 'MICHAEL JOHN',
    lastName: 'SAMPLE',
    dateOfBirth: '1986-06-03',
    dateOfExpiry: '2028-06-03',
    dateOfIssue: '2020-02-14',
    sex: 'M',
    address: '2300 WEST BROAD STREET, RICHMOND, VA, 23269',
  });
  assert.deepEqual(american?.evidence, {
    standard: 'AAMVA',
    version: 8,
    issuer: '636026',
    issuedIn: 'US',
    namesTruncated: false,
  });
  const canadian = readLicence(licence('CAN', ['20200214', '19860603', '20280603']));
  assert.equal(canadian?.fields.dateOfBirth, '1986-06-03');
  assert.equal(canadian?.fields.issuingCountry, 'CA');
});

test('the older single name, unknown values and days that do not exist', () => {
  const old = readLicence(
    '@\n\u001e\rAAMVA6360000101DL00290179DLDAASMITH,JOHN,Q\nDBB19850229\nDBA20301231\nDAQunavl\n',
  );
  assert.deepEqual(old?.fields, {
    issuingCountry: 'US',
    firstName: 'JOHN Q',
    lastName: 'SMITH',
    dateOfExpiry: '2030-12-31',
  });
});

test('other content is no licence, whatever it holds', () => {
  for (const text of ['', '@', 'ANSI 636026', 'This is PDF417', '@'.repeat(100_000), 'DAQ1\nDBB06031986']) {
    assert.equal(readLicence(text), null);
  }
});

test('a symbol that is turned, blurred and photographed is read, and its licence with it', async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const text = licence('USA', ['02142020', '06031986', '06032028']);
  const { image } = await writeBarcode(text, { format: 'PDF417', scale: 3, addQuietZones: true });
  const bytes = new Uint8Array(await (image as Blob).arrayBuffer());
  for (const degrees of [0, 90, 180, 7, -15]) {
    const card = await sharp(bytes)
      .rotate(degrees, { background: '#ffffff' })
      .extend({ top: 120, bottom: 60, left: 80, right: 80, background: '#dfe8ee' })
      .blur(0.8)
      .jpeg({ quality: 70 })
      .toBuffer();
    const [found] = await readBarcodesOf((await decodeImage(card)).raster);
    assert.equal(found?.symbology, 'PDF417', `turned by ${degrees}°`);
    assert.equal(found?.fields?.documentNumber, 'D12345678');
    assert.equal(found?.raw.documentNumber, 'DAQD12345678');
    await blackens(card, found?.corners, degrees);
  }
});

/** The corners hold the symbol: inside is half black, and nothing black is left once it is painted over. */
async function blackens(card: Buffer, corners: Quadrilateral | undefined, degrees: number): Promise<void> {
  const { width, height } = await sharp(card).metadata();
  const middle = { x: 0, y: 0 };
  for (const { x, y } of corners ?? []) [middle.x, middle.y] = [middle.x + x / 4, middle.y + y / 4];
  const points = (corners ?? [])
    .map(({ x, y }) => `${middle.x + (x - middle.x) * 1.06},${middle.y + (y - middle.y) * 1.15}`)
    .join(' ');
  const cover = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polygon points="${points}" fill="#fff"/></svg>`,
  );
  const dark = async (picture: Buffer): Promise<number> =>
    (await sharp(picture).greyscale().raw().toBuffer()).reduce((sum, level) => sum + Number(level < 100), 0);
  const covered = await sharp(card)
    .composite([{ input: cover }])
    .png()
    .toBuffer();
  const [before, after] = [await dark(card), await dark(covered)];
  assert.ok(
    before > 5_000 && after < 0.02 * before,
    `turned by ${degrees}°: ${after} of ${before} dark pixels outside`,
  );
}

test('nothing is read where there is nothing', async () => {
  const noise = {
    data: new Uint8Array(3 * 200 * 100).map((_, index) => (index * 2_654_435_761) >>> 24),
    width: 200,
    height: 100,
    channels: 3,
  } as const;
  assert.deepEqual(await readBarcodesOf(noise), []);
});

const samples = sharedData('identity/pdf417/zxing-cpp+zxing-cpp');
test(
  'every fourth of the samples of a bar code library',
  { skip: samples ? false : 'the samples are not here' },
  async () => {
    let read = 0;
    let all = 0;
    for (const folder of readdirSync(samples ?? '')) {
      const names = readdirSync(join(samples ?? '', folder)).filter((file) => /\.(png|jpg|webp|gif)$/.test(file));
      // The others are read by bench/identity/barcode.ts, which reads all.
      for (const name of names.toSorted().filter((_, place) => place % 4 === 0)) {
        const path = join(samples ?? '', folder, name);
        const expected = path.replace(/\.\w+$/, '.txt');
        const { raster } = await decodeImage(new Uint8Array(readFileSync(path)));
        const found = await readBarcodesOf(raster);
        all++;
        if (found.some(({ text }) => !existsSync(expected) || text.trim() === readFileSync(expected, 'utf8').trim()))
          read++;
      }
    }
    assert.ok(all >= 15);
    assert.equal(read, all);
  },
);
