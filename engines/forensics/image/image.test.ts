import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { examineMedia, type ForensicFindings, MediaRefused } from '../index.ts';
import { findDuplicate } from './copy-move.ts';
import { earlierJpeg, measureDoubleJpeg, TOLD_FROM } from './double-jpeg.ts';
import { readExif } from './exif.ts';
import { luminanceTable, qualityOf, readJpeg } from './jpeg.ts';
import { openImage } from './open.ts';

/** Soft shapes and grain, the same each time. */
function scene(width = 320, height = 256): Sharp {
  const data = new Uint8Array(width * height * 3);
  let state = 11;
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const shape = 110 + 50 * Math.sin(x / 13 + (y * y) / 5000) + 40 * Math.cos(y / 9 - (x * x) / 9000);
    for (let c = 0; c < 3; c++) data[3 * i + c] = shape + 12 * c + (state >>> 27) - 16;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}
const examine = (bytes: Uint8Array, mediaType = 'image/jpeg'): Promise<ForensicFindings> =>
  examineMedia({ kind: 'IMAGE', mediaType, bytes });
const codesOf = ({ detectors }: ForensicFindings): string[] =>
  detectors.flatMap(({ finding }) => finding?.evidence.map(({ code }) => code) ?? []);

test('quantisation tables tell the quality of the standard encoder', async () => {
  for (const quality of [35, 60, 75, 92]) {
    const table = readJpeg(await scene().jpeg({ quality }).toBuffer())?.tables.get(0);
    assert.ok(table);
    assert.deepEqual(qualityOf(table), { quality, exact: true });
    assert.deepEqual([...table], [...luminanceTable(quality)]);
  }
});

test('compressed twice is told from compressed once, with the earlier quality, and is no verdict', async () => {
  const measure = async (bytes: Buffer) => {
    const { plane, jpeg } = await openImage(bytes, 'image/jpeg');
    const table = jpeg?.tables.get(0);
    assert.ok(plane && table);
    return measureDoubleJpeg(plane, table);
  };
  const first = await scene().jpeg({ quality: 65 }).toBuffer();
  const twice = await sharp(first).jpeg({ quality: 88 }).toBuffer();
  const once = await scene().jpeg({ quality: 88 }).toBuffer();
  const [high, low] = [await measure(twice), await measure(once)];
  assert.ok(high.score > 5 * low.score && high.score > 1, `${high.score} ${low.score}`);
  assert.ok(Math.abs(high.earlierQuality - 65) <= 2, String(high.earlierQuality));
  const findings = await examine(twice);
  assert.ok(codesOf(findings).includes('JPEG_TWICE'));
  assert.equal(findings.conclusion.logLikelihoodRatio, 0);
});

test('an earlier compression is told where the second was stronger, and not where there was none', async () => {
  const measure = async (bytes: Buffer) => {
    const { plane, jpeg } = await openImage(bytes, 'image/jpeg');
    const table = jpeg?.tables.get(0);
    assert.ok(plane && table);
    return earlierJpeg(plane, table);
  };
  for (const [first, second] of [
    [88, 72],
    [85, 60],
    [65, 88],
  ] as const) {
    const twice = await sharp(await scene().jpeg({ quality: first }).toBuffer())
      .jpeg({ quality: second })
      .toBuffer();
    const { score, earlierQuality } = await measure(twice);
    assert.ok(score >= TOLD_FROM, `${first} then ${second}: ${score}`);
    assert.ok(Math.abs(earlierQuality - first) <= 2, `${first} then ${second}: ${earlierQuality}`);
    const once = await measure(await scene().jpeg({ quality: second }).toBuffer());
    assert.ok(once.score < TOLD_FROM, `${second} alone: ${once.score}`);
  }
});

test('a part that stands in the picture twice is found where it is; an untouched one has none', async () => {
  const plain = await scene().png().toBuffer();
  const part = await sharp(plain).extract({ left: 20, top: 30, width: 80, height: 80 }).png().toBuffer();
  const forged = await sharp(plain)
    .composite([{ input: part, left: 200, top: 140 }])
    .jpeg({ quality: 90 })
    .toBuffer();
  const { plane } = await openImage(forged, 'image/jpeg');
  assert.ok(plane);
  assert.deepEqual(findDuplicate(plane)?.shift, [180, 110]);
  const findings = await examine(forged);
  assert.ok(codesOf(findings).includes('PART_DUPLICATED'));
  assert.equal(findings.artefacts[0]?.kind, 'HEAT_MAP');
  assert.equal(findings.conclusion.isDeepfake, null, 'one trace alone does not settle it');
  assert.ok(codesOf(await examine(plain, 'image/png')).includes('NO_DUPLICATE'));
});

test('a part that lacks the traces of an earlier compression is found where it is', async () => {
  const first = await scene(640, 512).jpeg({ quality: 70 }).toBuffer();
  const other = await sharp(await scene(900, 700).png().toBuffer())
    .extract({ left: 311, top: 203, width: 160, height: 160 })
    .modulate({ brightness: 1.1 })
    .png()
    .toBuffer();
  const untouched = await sharp(first).jpeg({ quality: 92 }).toBuffer();
  const forged = await sharp(first)
    .composite([{ input: other, left: 403, top: 205 }])
    .jpeg({ quality: 92 })
    .toBuffer();
  assert.ok(codesOf(await examine(untouched)).includes('COMPRESSED_ALIKE'));
  const findings = await examine(forged);
  assert.ok(codesOf(findings).includes('PART_COMPRESSED_ONCE'), codesOf(findings).join());
  assert.equal(findings.conclusion.isDeepfake, null, 'one trace alone does not settle it');
  const regions = findings.detectors.find(({ name }) => name === 'jpeg-parts')?.finding?.regions ?? [];
  const inside = regions.filter(({ x, y }) => x > 390 / 640 && x < 570 / 640 && y > 190 / 512 && y < 370 / 512);
  assert.ok(inside.length > 0.9 * regions.length, `${inside.length} of ${regions.length}`);
  assert.ok(inside.length > 200, String(inside.length));
});

test('settings of a ComfyUI workflow in a PNG are found', async () => {
  const png = await scene().png().toBuffer();
  const text = Buffer.from('tEXtprompt\0{"3": {"class_type": "KSampler", "inputs": {}}}', 'latin1');
  const chunk = Buffer.alloc(text.length + 8);
  chunk.writeUInt32BE(text.length - 4);
  text.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(text), text.length + 4);
  const findings = await examine(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]), 'image/png');
  assert.ok(codesOf(findings).includes('GENERATOR_SETTINGS'), codesOf(findings).join());
  assert.equal(findings.conclusion.manipulation, 'AI_DISCLOSED');
});

test('a camera named like a generator, and words in a caption, disclose nothing', async () => {
  const tags = { Make: 'Hawkeye Firefly', Model: 'Imagen 8', ImageDescription: 'a talk about Midjourney and OpenAI' };
  const findings = await examine(await scene().withExif({ IFD0: tags }).jpeg().toBuffer());
  assert.equal(findings.conclusion.logLikelihoodRatio, 0, codesOf(findings).join());
});

test('a small file that states an enormous picture is refused', async () => {
  const header = Buffer.alloc(17);
  header.write('IHDR', 0, 'latin1');
  header.writeUInt32BE(60_000, 4);
  header.writeUInt32BE(60_000, 8);
  header[12] = 8;
  const chunk = (body: Buffer): Buffer => {
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(body.length - 4);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const data = Buffer.concat([Buffer.from('IDAT'), deflateSync(Buffer.alloc(60_001))]);
  const bomb = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk(header),
    chunk(data),
    chunk(Buffer.from('IEND')),
  ]);
  await assert.rejects(examine(bomb, 'image/png'), MediaRefused);
});

test('damaged bytes are a refusal or an answer, never another error', async () => {
  const good = await scene(96, 96)
    .withExif({ IFD0: { Software: 'Camera' } })
    .jpeg()
    .toBuffer();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 30 }), async (changes) => {
      const bytes = Buffer.from(good);
      for (const [at, value] of changes) bytes[at] = value;
      try {
        await examine(bytes);
      } catch (error) {
        assert.ok(error instanceof MediaRefused, String(error));
      }
    }),
    { numRuns: 40, seed: 1 },
  );
});

test('any bytes are read as EXIF without a fault', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      readExif(Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), bytes]));
    }),
  );
});
