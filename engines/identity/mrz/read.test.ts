import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { ModelUnavailable, type Point, type Raster } from '../types.ts';
import { greedy } from './ctc.ts';
import { Pyramid, toGray } from './image/gray.ts';
import { PLAIN_CUT, straighten } from './image/straighten.ts';
import { LineRecogniser, MRZ_SLOT, MrzImageError, readMrz, type MrzReading } from './index.ts';

const TODAY = '2026-11-21';

interface Page {
  file: string;
  form: string;
  lines: string[];
  turn: number;
}

let recogniser: LineRecogniser;
let pages: Page[];

before(async () => {
  recogniser = await LineRecogniser.load();
  pages = JSON.parse(await readFile(join(import.meta.dirname, 'fixtures', 'pages.json'), 'utf8')) as Page[];
});
after(() => recogniser.close());

async function raster(image: Buffer): Promise<Raster> {
  const { data, info } = await sharp(image).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 1 };
}

function fixture(page: Page): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'fixtures', page.file));
}

function read(image: Raster): Promise<MrzReading> {
  return readMrz(image, { recogniser, today: TODAY });
}

/** Angle between two directions, 0 to 180. */
function apart(a: number, b: number): number {
  return Math.abs(((a - b + 540) % 360) - 180);
}

/** What stands inside the corners of each longer field, read on its own, is that field. */
async function rereads(image: Raster, reading: MrzReading, file: string): Promise<void> {
  const pyramid = new Pyramid(toGray(image, Math.max(image.width, image.height)));
  let same = 0;
  let all = 0;
  for (const { raw, corners } of reading.fields) {
    const text = raw.replace(/<+$/, '');
    if (text.length < 6) continue;
    const [a, b, c, d] = corners;
    const [height0, height1] = [Math.hypot(d.x - a.x, d.y - a.y) / 1.5, Math.hypot(c.x - b.x, c.y - b.y) / 1.5];
    const [start, end] = [middle(a, d), middle(b, c)];
    const line = { x0: start.x, y0: start.y, x1: end.x, y1: end.y, height0, height1, patches: text.length };
    const found = greedy(await recogniser.read(straighten(pyramid, line, { ...PLAIN_CUT, left: 0.2, right: 0.2 })));
    all++;
    if (found.text.replace(/<+$/, '').includes(text)) same++;
  }
  assert.ok(all >= 3 && same >= 0.7 * all, `${file}: ${same} of ${all} fields read at their place`);
}
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

test('photographs of invented documents, each at its own rotation: every line, form, rotation and region', async () => {
  assert.ok(new Set(pages.map(({ form }) => form)).size >= 4, 'fixtures of at least four forms');
  for (const page of pages) {
    const image = await raster(await fixture(page));
    const reading = await read(image);
    assert.deepEqual(reading.lines, page.lines, page.file);
    assert.equal(reading.format, page.form);
    assert.ok(reading.status === 'VALID' || reading.status === 'REPAIRED', `${page.file} ${reading.status}`);
    assert.ok(reading.legibility.legible, page.file);
    assert.ok(apart(reading.rotation ?? 180, -page.turn) < 10, `${page.file} ${reading.rotation}`);
    for (const { x, y } of reading.region ?? []) {
      assert.ok(x > -20 && x < image.width + 20 && y > -20 && y < image.height + 20, `${page.file} ${x} ${y}`);
    }
    assert.equal(reading.provenance.sha256?.length, 64);
    await rereads(image, reading, page.file);
  }
});

test('a wrong digit in a legible zone is told, not put right', async () => {
  // The zone's own pixels are swapped about: the glyph of one digit is painted over with that of another.
  const page = pages.find(({ form, turn }) => form === 'TD3' && Math.abs(turn) < 15);
  assert.ok(page !== undefined);
  const image = await raster(await fixture(page));
  const clean = await read(image);
  const [tl, tr, br, bl] = clean.region ?? [];
  assert.ok(tl !== undefined && tr !== undefined && br !== undefined && bl !== undefined);
  const second = page.lines[1] ?? '';
  const from =
    second
      .slice(13, 19)
      .split('')
      .findIndex((digit, i) => digit !== second.charAt(14 + i) && i < 5) + 13;
  // Half a height of air on either side of the 44 cells.
  const height = Math.hypot(bl.x - tl.x, bl.y - tl.y) / 4.4;
  const along = Math.hypot(br.x - bl.x, br.y - bl.y);
  const cell = (along - height) / 44;
  const ux = (br.x - bl.x) / along;
  const uy = (br.y - bl.y) / along;
  const data = Uint8Array.from(image.data);
  for (let down = -2 * height; down < 0; down += 0.5) {
    for (let over = 0; over < cell; over += 0.5) {
      const place = (at: number): number => {
        const distance = height / 2 + at * cell + over;
        const x = Math.round(bl.x + ux * distance - uy * down);
        const y = Math.round(bl.y + uy * distance + ux * down);
        return y * image.width + x;
      };
      data[place(from)] = image.data[place(from + 1)] ?? 0;
    }
  }
  const forged = await read({ ...image, data });
  assert.notEqual(forged.status, 'VALID');
  assert.equal(forged.dependable, false);
});

test('a picture half as sharp is still read or said to be unreadable, never read wrong and dependable', async () => {
  for (const page of pages.slice(0, 3)) {
    const soft = await raster(
      await sharp(await fixture(page))
        .blur(2.2)
        .jpeg({ quality: 40 })
        .toBuffer(),
    );
    const reading = await read(soft);
    if (reading.dependable) assert.deepEqual(reading.lines, page.lines);
  }
});

test('images of nothing have no zone', async () => {
  const sizes = [
    [1, 1],
    [1, 4000],
    [4000, 1],
    [17, 17],
    [640, 480],
  ] as const;
  for (const [width, height] of sizes) {
    for (const level of [0, 255]) {
      const reading = await read({ data: new Uint8Array(width * height).fill(level), width, height, channels: 1 });
      assert.equal(reading.status, 'NOT_FOUND', `${width}x${height}`);
      assert.equal(reading.dependable, false);
    }
  }
});

test('noise, stripes and print that is no zone are never dependable', async () => {
  let state = 12_345;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const width = 480;
  const height = 320;
  const patterns: Record<string, (x: number, y: number) => number> = {
    noise: () => random() * 255,
    'black and white noise': () => (random() < 0.5 ? 0 : 255),
    'stripes like letters': (x, y) => (y % 26 < 10 && x % 8 < 3 ? 0 : 255),
    'blocks like letters': (x, y) =>
      y % 26 < 10 && (Math.floor(x / 4) * 2_654_435_761 + Math.floor(y / 26) * 40_503) % 7 < 3 ? 20 : 230,
  };
  for (const [name, level] of Object.entries(patterns)) {
    const data = Uint8Array.from({ length: width * height }, (_, i) => level(i % width, Math.floor(i / width)));
    const reading = await read({ data, width, height, channels: 1 });
    assert.equal(reading.dependable, false, name);
    assert.notEqual(reading.status, 'VALID', name);
  }
});

test('numbers that do not fit the image are refused, each with its reason', async () => {
  const data = new Uint8Array(300);
  await assert.rejects(read({ data, width: 10, height: 11, channels: 3 }), /330 bytes of samples and holds 300/);
  await assert.rejects(read({ data, width: 0, height: 10, channels: 3 }), MrzImageError);
  await assert.rejects(read({ data, width: 1.5, height: 200, channels: 1 }), MrzImageError);
  await assert.rejects(read({ data, width: Number.NaN, height: 10, channels: 1 }), MrzImageError);
  await assert.rejects(read({ data, width: 100_000, height: 100_000, channels: 3 }), /megapixels/);
  await assert.rejects(read({ data, width: 5, height: 20, channels: 4 as 3 }), /1 channel \(grey\) or 3/);
});

test('a missing, altered or broken model is told apart from an image without a zone', async () => {
  const own = MRZ_SLOT;
  const folder = await mkdtemp(join(tmpdir(), 'mrz-model-'));
  try {
    await assert.rejects(LineRecogniser.load({ ...own, path: join(folder, 'none.onnx') }), ModelUnavailable);
    const altered = join(folder, 'altered.onnx');
    const bytes = await readFile(own.path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(altered, bytes);
    await assert.rejects(LineRecogniser.load({ ...own, path: altered }), /not the one that was published/);
    const junk = join(folder, 'junk.onnx');
    await writeFile(junk, 'no model');
    const right = createHash('sha256').update('no model').digest('hex');
    await assert.rejects(LineRecogniser.load({ ...own, path: junk, sha256: right }), /cannot be loaded/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a recogniser that fails while reading is an unavailable model', async () => {
  const closed = await LineRecogniser.load();
  await closed.close();
  const page = pages[0];
  assert.ok(page !== undefined);
  await assert.rejects(
    readMrz(await raster(await fixture(page)), { recogniser: closed, today: TODAY }),
    ModelUnavailable,
  );
});

test('rows that run on into the ground around a card are cut where their characters end', async () => {
  const reading = await read(await raster(await readFile(join(import.meta.dirname, 'fixtures', 'ground.jpg'))));
  assert.deepEqual(reading.lines, [
    'I<SWEXK47110020<<<<<<<<<<<<<<<',
    '8507147F3105021SWE<<<<<<<<<<<2',
    'PAPANDROPOULOUS<<JONATHON<ALEC',
  ]);
  assert.ok(reading.dependable);
  const [left, right] = reading.region ?? [];
  assert.ok(left && right && left.x > 150 && right.x < 1250, 'the card begins at 190 and ends at 1220');
});
