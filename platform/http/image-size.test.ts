import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { statedPixels } from './image-size.ts';
import { type MediaForm, mediaByName } from './media-type.ts';
import { SAMPLES } from './testing/media-samples.ts';

const named = (name: string): MediaForm => mediaByName(name) ?? assert.fail(name);
const [png, jpeg, webp] = [named('a.png'), named('a.jpg'), named('a.webp')];

test('the stated size is read from PNG, JPEG and WebP', () => {
  assert.equal(statedPixels(SAMPLES.png, png), 1);
  const large = Buffer.from(SAMPLES.png);
  large.writeUInt32BE(40_000, 16);
  large.writeUInt32BE(30_000, 20);
  assert.equal(statedPixels(large, png), 1_200_000_000);

  const app0 = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
  const frame = Buffer.from('ffc2001108ffffea600301220002110103110100', 'hex');
  assert.equal(statedPixels(Buffer.concat([app0, frame]), jpeg), 65_535 * 60_000);
  const huffman = Buffer.from('ffc40004ffff', 'hex');
  assert.equal(statedPixels(Buffer.concat([app0, huffman, frame]), jpeg), 65_535 * 60_000);
  assert.equal(statedPixels(SAMPLES.jpeg, jpeg), null);

  const riff = (chunk: string, data: string): Buffer =>
    Buffer.concat([
      Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, 'latin1'),
      Buffer.from(data, 'hex'),
      Buffer.alloc(9),
    ]);
  assert.equal(statedPixels(riff('VP8X', '000000003f420f0f2700'), webp), 1_000_000 * 10_000);
  assert.equal(statedPixels(riff('VP8L', '2fffffff0f'), webp), 16_384 * 16_384);
  assert.equal(statedPixels(riff('VP8 ', '3001009d012a80028001'), webp), 640 * 384);
});

test('whatever the bytes, it ends with a number or null', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(png, jpeg, webp), (bytes, form) => {
      const pixels = statedPixels(bytes, form);
      assert.ok(pixels === null || (Number.isSafeInteger(pixels) && pixels >= 0));
    }),
    { numRuns: 500 },
  );
  const zeroLengths = Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(8000, Buffer.from('ffe00000', 'hex'))]);
  assert.equal(statedPixels(zeroLengths, jpeg), null);
});
