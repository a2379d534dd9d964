import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { Refusal } from '../isolation/index.ts';
import { findHeicTool, HEIC_REMEDY, HeicDecoder } from './index.ts';
import { isHeic, primaryAlone, readHeicHeader } from './header.ts';
import { canMakeHeic, grid, heicOf, structure } from './testing/heic-files.ts';

const MOST = 1_000_000;
const tool = await findHeicTool();
const skip = tool === null || !canMakeHeic ? 'libheif-examples is not installed here' : false;

const decoders: HeicDecoder[] = [];
after(() => Promise.all(decoders.map((decoder) => decoder.stop())));
function decoderWith(options: Partial<ConstructorParameters<typeof HeicDecoder>[0]> = {}): HeicDecoder {
  const decoder = new HeicDecoder({ concurrency: 1, ...options });
  decoders.push(decoder);
  return decoder;
}

const refusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;
/** Red on the left, blue on the right. */
const picture = (width = 320, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c02020' } })
    .composite([
      { input: { create: { width: width / 2, height, channels: 3, background: '#2020c0' } }, left: width / 2, top: 0 },
    ])
    .png()
    .toBuffer();

async function colours(png: Uint8Array): Promise<{ width: number; height: number; left: number[]; right: number[] }> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number): number[] => {
    const from = (Math.floor(info.height / 2) * info.width + x) * 3;
    return [...data.subarray(from, from + 3)];
  };
  return { width: info.width, height: info.height, left: at(10), right: at(info.width - 10) };
}

test('what is HEIC is told by its bytes; AVIF is not', () => {
  const brand = (name: string, more = 'mif1'): Buffer =>
    Buffer.from(`\0\0\0\x18ftyp${name}\0\0\0\0${more}heic`, 'latin1');
  for (const name of ['heic', 'heix', 'hevc', 'mif1', 'msf1']) assert.equal(isHeic(brand(name)), true, name);
  assert.equal(isHeic(brand('avif')), false);
  assert.equal(isHeic(brand('mif1', 'avif')), false);
  for (const bytes of [Buffer.alloc(0), Buffer.from('ftypheic'), Buffer.from([0xff, 0xd8, 0xff]), brand('isom')]) {
    assert.equal(isHeic(bytes), false);
  }
});

test('sizes are read before anything is decoded: of pictures, of what nobody uses, of grids and of overlays', () => {
  assert.deepEqual(readHeicHeader(structure([{ id: 1, type: 'hvc1', size: [800, 600] }], 1), MOST).width, 800);
  const bombs = {
    picture: structure([{ id: 1, type: 'hvc1', size: [65_535, 65_535] }], 1),
    'another picture': structure(
      [
        { id: 1, type: 'hvc1' },
        { id: 2, type: 'hvc1', size: [60_000, 60_000] },
      ],
      1,
    ),
    'a grid that says of itself': structure(
      [
        { id: 1, type: 'hvc1' },
        { id: 2, type: 'grid', size: [64, 64], from: [1], data: grid(1, 1, 4_000_000, 4_000_000) },
      ],
      2,
    ),
    'a tile a thousand times': structure(
      [
        { id: 1, type: 'hvc1', size: [999, 999] },
        { id: 2, type: 'grid', size: [999, 999], from: Array(1_000).fill(1), data: grid(32, 32, 999, 999) },
      ],
      2,
    ),
  };
  for (const [name, bytes] of Object.entries(bombs)) {
    assert.throws(() => readHeicHeader(bytes, MOST), refusal('IMAGE_TOO_LARGE'), name);
  }
});

test('structures that no camera writes are refused: circles, pictures of pictures, missing parts, sequences', () => {
  const coded = { id: 1, type: 'hvc1' };
  const wrong = {
    'a grid of itself': structure([{ id: 1, type: 'grid', from: [1], data: grid(1, 1, 64, 64) }], 1),
    'a grid of a grid': structure(
      [
        coded,
        { id: 2, type: 'grid', from: [1], data: grid(1, 1, 64, 64) },
        { id: 3, type: 'grid', from: [2], data: grid(1, 1, 64, 64) },
      ],
      3,
    ),
    'a grid of nothing': structure([coded, { id: 2, type: 'grid', from: [7], data: grid(1, 1, 64, 64) }], 2),
    'a grid cut short': structure([coded, { id: 2, type: 'grid', from: [1], data: Buffer.from([0, 1]) }], 2),
    'more tiles than may be': structure(
      [coded, { id: 2, type: 'grid', from: Array(2_000).fill(1), data: grid(1, 1, 64, 64) }],
      2,
    ),
    'no primary picture': structure([coded], 9),
    'one identifier twice': structure([coded, coded], 1),
    'a text as the picture': structure([{ id: 1, type: 'mime' }], 1),
  };
  for (const [name, bytes] of Object.entries(wrong)) {
    assert.throws(() => readHeicHeader(bytes, MOST), refusal('IMAGE_DAMAGED'), name);
  }
  const sequence = structure([coded], 1, 'hevc');
  sequence.write('moov', sequence.indexOf('meta'), 'latin1');
  assert.throws(() => readHeicHeader(sequence, MOST), refusal('FORMAT_NOT_DECODABLE'));
  // A million boxes of eight bytes.
  const tiny = Buffer.concat([
    structure([coded], 1).subarray(0, 24),
    Buffer.alloc(4_000_000, Buffer.from([0, 0, 0, 8, 102, 114, 101, 101])),
  ]);
  assert.throws(() => readHeicHeader(tiny, MOST), refusal('IMAGE_DAMAGED'));
});

test('any bytes behind the brand: a header or a refusal, never another error', () => {
  const good = structure(
    [
      { id: 1, type: 'hvc1' },
      { id: 2, type: 'grid', from: [1], data: grid(1, 1, 64, 64) },
    ],
    2,
  );
  assert.equal(readHeicHeader(good, MOST).width, 64);
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.nat(good.length - 25), value: fc.nat(255) }), { maxLength: 6 }),
      fc.nat(good.length),
      (changes, cut) => {
        const bytes = Buffer.from(good);
        for (const { at, value } of changes) bytes[24 + at] = value;
        for (const each of [bytes, bytes.subarray(0, cut)]) {
          try {
            const header = readHeicHeader(each, MOST);
            assert.ok(header.width * header.height <= MOST);
            assert.equal(primaryAlone(each, header).length, each.length);
          } catch (error) {
            assert.ok(error instanceof Refusal, String(error));
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

test(
  'a picture is decoded without loss of its size; the primary one alone, whatever stands behind it',
  { skip },
  async () => {
    const decoder = decoderWith();
    const first = await picture();
    const others = await Promise.all([picture(400, 100), picture(60, 80)]);
    for (const bytes of [
      heicOf(first),
      heicOf(first, ...others),
      Buffer.concat([heicOf(first), Buffer.from('PK\x03\x04<script>')]),
    ]) {
      const answer = await decoder.decode(bytes);
      assert.ok('png' in answer, JSON.stringify(answer));
      const { width, height, left, right } = await colours(answer.png);
      assert.deepEqual([width, height], [320, 200]);
      assert.ok((left[0] ?? 0) > 150 && (left[2] ?? 255) < 80, `left ${left.join()}`);
      assert.ok((right[2] ?? 0) > 150 && (right[0] ?? 255) < 80, `right ${right.join()}`);
      assert.equal(Buffer.from(answer.png).includes('script'), false);
    }
  },
);

test(
  'truncated and altered pictures, and other forms under its brand, are refused with a reason',
  { skip },
  async () => {
    const decoder = decoderWith();
    const whole = heicOf(await picture());
    const altered = Buffer.from(whole);
    altered.fill(0x55, altered.indexOf('mdat') + 4);
    const jpeg = await sharp(await picture())
      .jpeg()
      .toBuffer();
    const under = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), jpeg]);
    for (const bytes of [whole.subarray(0, 200), whole.subarray(0, whole.indexOf('mdat') + 20), altered, under]) {
      const answer = await decoder.decode(bytes);
      assert.ok('refused' in answer && answer.refused === 'IMAGE_DAMAGED', JSON.stringify(answer).slice(0, 200));
      assert.ok(answer.cause.length > 20);
    }
    const small = decoderWith({ mostPixels: 50_000 });
    const large = await small.decode(whole);
    assert.ok('refused' in large && large.refused === 'IMAGE_TOO_LARGE');
    // The header lies: what comes out is measured again.
    const lying = Buffer.from(whole);
    const size = lying.indexOf('ispe') + 8;
    lying.writeUInt32BE(64, size);
    lying.writeUInt32BE(64, size + 4);
    assert.ok('refused' in (await small.decode(lying)));
  },
);

/** A program in the place of libheif's that does what a taken-over decoder would. */
function program(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'heic-program-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'heif-dec');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('a decoder that hangs, writes without end, dies or answers rubbish: refused, nothing left behind', async () => {
  const bytes = structure([{ id: 1, type: 'hvc1' }], 1);
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith(`compliance-isolated-${process.pid}-`)).length;
  const cases = [
    ['while :; do :; done', 'IMAGE_TOO_LARGE', { cpuSeconds: 2 }],
    ['exec tail -f /dev/null', 'IMAGE_TOO_LARGE', { wallMs: 4_000 }],
    ['exec cat /dev/zero > picture.png', 'IMAGE_TOO_LARGE', { fileBytes: 2 ** 20 }],
    ['exit 1', 'IMAGE_DAMAGED', {}],
    ['echo "<html>" > picture.png', 'IMAGE_DAMAGED', {}],
    [
      'printf "\\211PNG\\r\\n\\032\\n\\0\\0\\0\\015IHDR\\377\\377\\377\\377\\377\\377\\377\\377" > picture.png',
      'IMAGE_TOO_LARGE',
      {},
    ],
  ] as const;
  for (const [script, code, limits] of cases) {
    const answer = await decoderWith({ tool: program(script), limits }).decode(bytes);
    assert.ok('refused' in answer && answer.refused === code, `${script}: ${JSON.stringify(answer)}`);
  }
  const after = readdirSync(tmpdir()).filter((name) => name.startsWith(`compliance-isolated-${process.pid}-`)).length;
  assert.ok(after <= before + 1, `${after - before} folders left`);
});

test('without the program the answer names it; a program that cannot decode HEVC is none', async () => {
  const answer = await decoderWith({ tool: null }).decode(structure([{ id: 1, type: 'hvc1' }], 1));
  assert.deepEqual(answer, { refused: 'FORMAT_NOT_DECODABLE', cause: HEIC_REMEDY });
  assert.match(HEIC_REMEDY, /apt-get install libheif-examples/);
  assert.equal(await findHeicTool(['/nowhere/heif-dec']), null);
  assert.equal(await findHeicTool([program('printf "HEIC decoders:\\nAVIF decoders:\\n- dav1d = dav1d\\n"')]), null);
  const good = program('printf "HEIC decoders:\\n- libde265 = libde265\\nAVIF decoders:\\n"');
  assert.equal(await findHeicTool([good]), good);
});
