import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import type { MrzReading } from '../mrz/index.ts';
import { nothingFound } from '../mrz/report.ts';
import { ModelUnavailable } from '../types.ts';
import { textBoxes } from './ocr/boxes.ts';
import { readSteps } from './ocr/ctc.ts';
import { LineReader, OCR_SLOTS } from './ocr/index.ts';
import { inverse, layLevel, project, projectionOf } from './perspective.ts';
import { readPrint } from './print.ts';
import { decodeImage } from './raster.ts';

const PROVENANCE = { name: 'test', version: '0', sha256: null };
const rows = [
  ['Surname / Nom', 'ŁUKASIŃSKA'],
  ['Date of birth', '12 AUG / AOÛT 1974'],
  ['Date of expiry', '05.04.2031'],
  ['Document No.', 'L898902C3'],
] as const;

/** A card drawn with labels above values. */
function card(): Buffer {
  const text = rows
    .map(
      ([label, value], row) =>
        `<text x="60" y="${90 + row * 120}" font-size="22" fill="#345">${label}</text>` +
        `<text x="60" y="${136 + row * 120}" font-size="36" fill="#111">${value}</text>`,
    )
    .join('');
  return Buffer.from(
    `<svg width="900" height="560" font-family="DejaVu Sans, sans-serif"><rect width="100%" height="100%" fill="#e9f0e6"/>${text}</svg>`,
  );
}

test('a drawn card is read, level and upside down, each value by its label', async () => {
  const reader = await LineReader.open();
  for (const degrees of [0, 180]) {
    const bytes = await sharp(card()).rotate(degrees).png().toBuffer();
    const { raster } = await decodeImage(bytes);
    const { reading } = await readPrint(reader, raster, null, '2026-11-21');
    // Without a font for drawing there is nothing to read.
    if (reading.lines.length === 0) continue;
    const values = Object.fromEntries(reading.fields.map(({ field, value }) => [field, value]));
    assert.equal(values['dateOfBirth'], '1974-08-12', `turned by ${degrees}`);
    assert.equal(values['dateOfExpiry'], undefined, 'which figure is the month is not known without a state');
    assert.equal(values['documentNumber'], 'L898902C3');
    assert.match(values['lastName'] ?? '', /UKASI/);
    const born = reading.fields.find(({ field }) => field === 'dateOfBirth');
    assert.ok((born?.confidence ?? 0) > 0.8 && (born?.box.width ?? 0) > 100);
    // The corners begin where the writing does: on the right of a card that lies on its head.
    const [start, end] = born?.corners ?? [];
    assert.equal(Math.sign((end?.x ?? 0) - (start?.x ?? 0)), degrees === 0 ? 1 : -1);
  }
});

test('rows that were only guessed to be a zone say nothing of where the print is, nor which way up', async () => {
  const reader = await LineReader.open();
  const { raster } = await decodeImage(await sharp(card()).png().toBuffer());
  const region = [
    { x: 880, y: 300 },
    { x: 30, y: 300 },
    { x: 30, y: 60 },
    { x: 880, y: 60 },
  ] as const;
  const legibility = { legible: false, sureShare: 0.02, mean: 0.58, misfit: 0.1, capHeight: 14 };
  const guessed = { ...nothingFound(PROVENANCE), status: 'UNREADABLE', region, legibility } as const;
  const texts = async (zone: MrzReading | null): Promise<string[]> =>
    (await readPrint(reader, raster, zone, '2026-11-21')).reading.lines.map(({ text }) => text);
  assert.deepEqual(await texts(guessed), await texts(null));
});

test('a document seen aslant is laid level to be read, and its places are told in the picture', async () => {
  const reader = await LineReader.open();
  const flat = (await decodeImage(await sharp(card()).png().toBuffer())).raster;
  const corners = [
    { x: 150, y: 120 },
    { x: 1010, y: 60 },
    { x: 1080, y: 700 },
    { x: 90, y: 590 },
  ] as const;
  const map = projectionOf(flat.width, flat.height, corners);
  const picture = layLevel(flat, inverse(map), 1200, 800);
  const { reading, lines } = await readPrint(reader, picture, null, '2026-11-21', corners);
  // Without a font for drawing there is nothing to read.
  if (lines.length === 0) return;
  const born = reading.fields.find(({ field }) => field === 'dateOfBirth');
  assert.equal(born?.value, '1974-08-12');
  // Back on the card: the second value, which begins 60 pixels from the left and stands on a line at 256.
  const [a, , c] = (born?.corners ?? []).map((corner) => project(inverse(map), corner));
  assert.ok(a && c && Math.abs(a.x - 60) < 20 && c.x > 300 && a.y > 205 && a.y < 235 && c.y > 250 && c.y < 285);
  for (const { box } of lines) {
    const inside = box.x > 60 && box.y > 40 && box.x + box.width < 1110 && box.y + box.height < 730;
    assert.ok(inside, JSON.stringify(box));
  }
});

test('a model that is missing or another is told by name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocr-'));
  try {
    const path = join(folder, 'other.onnx');
    writeFileSync(path, 'no network');
    for (const role of ['detection', 'recognition', 'alphabet'] as const) {
      const missing = { ...OCR_SLOTS, [role]: { ...OCR_SLOTS[role], path: join(folder, 'missing') } };
      await assert.rejects(LineReader.open(missing), ModelUnavailable);
      const other = { ...OCR_SLOTS, [role]: { ...OCR_SLOTS[role], path } };
      await assert.rejects(LineReader.open(other), ModelUnavailable);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('boxes around patches of a map, slanted as they are; a full and an empty map', () => {
  const [width, height] = [160, 96];
  const data = new Float32Array(width * height);
  for (let along = 0; along < 100; along++) {
    for (let across = -4; across <= 4; across++) {
      const [x, y] = [Math.round(20 + along * 0.98 - across * 0.17), Math.round(30 + along * 0.17 + across * 0.98)];
      data[y * width + x] = 0.9;
      data[y * width + x + 1] = 0.9;
    }
  }
  const [box, ...others] = textBoxes({ data, width, height });
  assert.equal(others.length, 0);
  assert.ok(Math.abs((box?.angle ?? 0) - 0.17) < 0.05, String(box?.angle));
  assert.ok((box?.width ?? 0) > 105 && (box?.height ?? 0) > 12);
  assert.deepEqual(textBoxes({ data: new Float32Array(width * height), width, height }), []);
  assert.equal(textBoxes({ data: new Float32Array(width * height).fill(1), width, height }).length, 1);
  // A checkerboard of patches is bounded.
  const many = new Float32Array(960 * 960).map((_, at) => (at % 3 === 0 && Math.floor(at / 960) % 3 === 0 ? 1 : 0));
  assert.ok(textBoxes({ data: many, width: 960, height: 960 }).length <= 1_000);
});

test('symbols from steps: repeats once, apart twice, blanks never', () => {
  const steps = [1, 1, 0, 1, 2, 0].flatMap((symbol) => [0, 1, 2].map((c) => (c === symbol ? 0.8 : 0.1)));
  const found = readSteps(Float32Array.from(steps), 3, ['A', 'B'], 1);
  assert.equal(found.map(({ symbol }) => symbol).join(''), 'AAB');
  assert.ok(found.every(({ probability }) => Math.abs(probability - 0.8) < 1e-6));
});
