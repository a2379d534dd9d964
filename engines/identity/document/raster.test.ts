import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { hashDistance, perceptualHash } from './perceptual-hash.ts';
import { documentQuality } from './quality.ts';
import { decodeDocument, decodeImage, ImageRefused, LONGEST } from './raster.ts';

const refusal = (code: string) => (error: unknown) => error instanceof ImageRefused && error.code === code;
const plain = (width: number, height: number, background = '#7090b0') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A document-like picture: print in rows on coloured paper. */
function page(width = 1200, height = 800): Sharp {
  const rows = Array.from({ length: 24 }, (_, row) =>
    Array.from({ length: 40 }, (_, column) => {
      const tall = 8 + ((row * 7 + column * 13) % 11);
      return `<rect x="${60 + column * 27}" y="${40 + row * 30}" width="${6 + (column % 3) * 4}" height="${tall}" fill="#222"/>`;
    }).join(''),
  ).join('');
  const drawn = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#bcd"/>${rows}</svg>`;
  return sharp(Buffer.from(drawn));
}

test('a picture is turned upright, without transparency, of three colours', async () => {
  const bytes = await plain(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { raster, metadata } = await decodeImage(bytes);
  assert.deepEqual([raster.width, raster.height, raster.channels], [40, 60, 3]);
  assert.equal(raster.data.length, 40 * 60 * 3);
  assert.equal(metadata['orientation'], 6);
  const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  assert.deepEqual([...(await decodeImage(clear)).raster.data.subarray(0, 3)], [255, 255, 255]);
  const deep = await plain(20, 20).toColourspace('rgb16').png().toBuffer();
  assert.equal((await decodeImage(deep)).raster.data.length, 1200);
  const cmyk = await plain(20, 20).toColourspace('cmyk').jpeg().toBuffer();
  assert.equal((await decodeImage(cmyk)).raster.channels, 3);
});

test('a large picture is shrunk, a huge one refused before it is decoded, a tiny one refused', async () => {
  const large = await plain(6000, 3000).png().toBuffer();
  assert.equal((await decodeImage(large)).raster.width, LONGEST);
  // A PNG header that promises 20,000 by 20,000 pixels.
  const header = Buffer.from(await plain(50, 50).png().toBuffer());
  header.writeUInt32BE(20_000, 16);
  header.writeUInt32BE(20_000, 20);
  await assert.rejects(decodeImage(header), ImageRefused);
  await assert.rejects(decodeImage(await plain(8, 500).png().toBuffer()), refusal('IMAGE_TOO_SMALL'));
});

test('what is cut short, damaged or no picture is refused with a code', async () => {
  const whole = await page().jpeg().toBuffer();
  await assert.rejects(decodeImage(whole.subarray(0, whole.length / 2)), ImageRefused);
  await assert.rejects(decodeImage(Buffer.from('no picture at all')), ImageRefused);
  await assert.rejects(decodeImage(Buffer.alloc(0)), ImageRefused);
  await assert.rejects(decodeDocument(Buffer.from('%PDF-1.7\nnothing follows')), refusal('IMAGE_DAMAGED'));
});

test('random bytes behind the start of a picture never end in anything but a refusal or a picture', async () => {
  const starts = [
    await plain(40, 40).jpeg().toBuffer(),
    await plain(40, 40).png().toBuffer(),
    await plain(40, 40).webp().toBuffer(),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.integer({ min: 4, max: 60 }),
      fc.uint8Array({ maxLength: 200 }),
      async (start, at, noise) => {
        const bytes = Buffer.concat([start.subarray(0, at), noise, start.subarray(at)]);
        await decodeDocument(bytes).catch((error: unknown) => assert.ok(error instanceof ImageRefused, String(error)));
      },
    ),
    { seed: 4, numRuns: 150 },
  );
});

test('an editor leaves its name', async () => {
  const edited = await plain(40, 40)
    .jpeg()
    .withExif({ IFD0: { Software: 'Adobe Photoshop 25.0' } })
    .toBuffer();
  assert.equal((await decodeImage(edited)).metadata['editor'], 'photoshop');
  const camera = await plain(40, 40)
    .jpeg()
    .withExif({ IFD0: { Software: 'HDR+ 1.0' } })
    .toBuffer();
  assert.equal((await decodeImage(camera)).metadata['editor'], null);
});

test('the first page of a PDF is a picture, with what is drawn on it', async () => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]/Contents 4 0 R>>',
    '<</Length 28>>stream\n1 0 0 rg 0 0 72 72 re f     \nendstream',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const xref = text.length;
  text += `xref\n0 5\n0000000000 65535 f \n${table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF`;
  const { raster, metadata } = await decodeDocument(Buffer.from(text));
  assert.deepEqual([raster.width, raster.height, metadata['pages']], [400, 200, 1]);
  const at = (x: number, y: number): number[] => [...raster.data.subarray((y * 400 + x) * 3, (y * 400 + x) * 3 + 3)];
  assert.deepEqual(at(50, 100), [255, 0, 0]);
  assert.deepEqual(at(350, 100), [255, 255, 255]);
});

test('quality: a good picture has no fault; blurred, dark, small and glaring ones have theirs', async () => {
  const codes = async (made: Sharp): Promise<string[]> =>
    documentQuality((await decodeImage(await made.png().toBuffer())).raster, null).map(({ code }) => code);
  assert.deepEqual(await codes(page()), []);
  assert.ok((await codes(page().blur(8))).includes('IMAGE_BLURRED'));
  assert.ok((await codes(page().linear(0.15, 0))).includes('IMAGE_TOO_DARK'));
  assert.ok((await codes(page().resize(300))).includes('RESOLUTION_TOO_LOW'));
  const light = Buffer.from('<svg width="1200" height="800"><circle cx="600" cy="400" r="140" fill="#fff"/></svg>');
  assert.ok((await codes(sharp(await page().png().toBuffer()).composite([{ input: light }]))).includes('IMAGE_GLARE'));
});

test('the perceptual hash stays near under scaling and compression, and far from another picture', async () => {
  const hash = async (bytes: Buffer): Promise<string> => perceptualHash((await decodeImage(bytes)).raster);
  const first = await hash(await page().png().toBuffer());
  const again = await hash(await page().resize(700).jpeg({ quality: 50 }).toBuffer());
  const other = await hash(await page().flip().negate().png().toBuffer());
  assert.match(first, /^[0-9a-f]{16}$/);
  assert.ok(hashDistance(first, again) <= 8, `${hashDistance(first, again)} bits`);
  assert.ok(hashDistance(first, other) > 16, `${hashDistance(first, other)} bits`);
});
