import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALPHABET, checkDigit } from './check-digit.ts';
import { decode } from './decode.ts';
import type { MrzFormat } from './formats.ts';
import type { MrzReading } from './reading.ts';
import { nothingFound, report } from './report.ts';

const PROVENANCE = { name: 'test', version: '0', sha256: null };
const REGION = [
  { x: 0, y: 10 },
  { x: 100, y: 10 },
  { x: 100, y: 30 },
  { x: 0, y: 30 },
] as const;
const ROW = { x0: 0, y0: 15, x1: 100, y1: 15, height0: 4, height1: 4, patches: 40 };
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];

interface Doubt {
  line: number;
  at: number;
  reads: string;
  sure: number;
}

/** A report on lines read with certainty `sure`, but for some doubts. */
function reported(format: MrzFormat, lines: string[], doubts: Doubt[] = [], sure = 0.9999, misfit = 0): MrzReading {
  const evidence = lines.map((text, line) => {
    const rows = new Float64Array(text.length * 37).fill(Math.log((1 - sure) / 36));
    for (let at = 0; at < text.length; at++) {
      const doubt = doubts.find((entry) => entry.line === line && entry.at === at);
      rows[at * 37 + ALPHABET.indexOf(text.charAt(at))] = Math.log(doubt === undefined ? sure : 1 - doubt.sure);
      if (doubt !== undefined) rows[at * 37 + ALPHABET.indexOf(doubt.reads)] = Math.log(doubt.sure);
    }
    return rows;
  });
  const raw = evidence.flatMap((rows) =>
    Array.from({ length: rows.length / 37 }, (_, at) => Math.exp(Math.max(...rows.subarray(at * 37, at * 37 + 37)))),
  );
  const decoded = decode(format, evidence);
  const hypothesis = { rows: [ROW], decoded, raw, misfit, pitches: [], quality: 1, settled: false };
  return report(hypothesis, '2026-11-21', PROVENANCE, REGION, () => REGION, 2);
}

function statusOf(reading: MrzReading, name: string): string | undefined {
  return reading.fields.find((field) => field.name === name)?.status;
}

test('a clean zone is VALID and dependable, with where it is and what read it', () => {
  const reading = reported('TD3', TD3);
  assert.equal(reading.status, 'VALID');
  assert.ok(reading.dependable && reading.legibility.legible);
  assert.equal(reading.legibility.capHeight, 8);
  assert.equal(reading.rotation, 0);
  assert.ok(reading.fields.every(({ status }) => status === 'CLEAN'));
  assert.deepEqual(reading.provenance, PROVENANCE);
});

test('a repaired field is never CLEAN, nor its zone VALID', () => {
  const digit = reported('TD3', TD3, [{ line: 1, at: 14, reads: '9', sure: 0.6 }]);
  assert.equal(digit.status, 'REPAIRED');
  assert.equal(statusOf(digit, 'birthDate'), 'REPAIRED');
  assert.equal(statusOf(digit, 'documentNumber'), 'CLEAN');
  const check = reported('TD3', TD3, [{ line: 1, at: 9, reads: '8', sure: 0.6 }]);
  assert.equal(statusOf(check, 'documentNumber'), 'REPAIRED');
  assert.equal(digit.dependable, false, 'a check digit chose');
  const letter = reported('TD3', TD3, [{ line: 1, at: 13, reads: 'Z', sure: 0.6 }]);
  assert.equal(letter.status, 'REPAIRED');
  assert.equal(letter.dependable, true, 'only the class of the place chose');
  const faint = reported('TD3', TD3, [{ line: 0, at: 5, reads: '8', sure: 0.15 }]);
  assert.equal(faint.status, 'VALID');
});

test('a name in doubt is UNSURE: right digits do not make it dependable', () => {
  const reading = reported('TD3', TD3, [{ line: 0, at: 6, reads: 'B', sure: 0.48 }]);
  assert.equal(reading.status, 'VALID');
  assert.equal(statusOf(reading, 'names'), 'UNSURE');
  assert.equal(reading.dependable, false);
});

test('a character that its check digit cannot tell from another makes its field UNSURE', () => {
  // G is worth 16 and 6 is worth 6: the same modulo 10.
  const lines = [TD3[0] ?? '', (TD3[1] ?? '').replace('L898902C36', 'L898602C3X')];
  const number = 'L898602C3';
  const head = `${number}${checkDigit(number)}UTO7408122F1204159ZE184226B<<<<<1`;
  lines[1] = head + checkDigit(head.slice(0, 10) + head.slice(13, 20) + head.slice(21, 43));
  const alike = reported('TD3', lines, [{ line: 1, at: 4, reads: 'G', sure: 0.4 }]);
  assert.equal(alike.status, 'VALID');
  assert.equal(statusOf(alike, 'documentNumber'), 'UNSURE');
  const other = reported('TD3', lines, [{ line: 1, at: 4, reads: '8', sure: 0.4 }]);
  assert.equal(statusOf(other, 'documentNumber'), 'CLEAN');
});

test('other content that meets the check digits too, and is not much less likely, makes a zone undependable', () => {
  const doubt = { line: 1, at: 4, reads: '7', sure: 0.2 };
  const apart = reported('TD3', TD3, [doubt, { line: 1, at: 15, reads: '9', sure: 0.2 }]);
  assert.deepEqual([apart.status, apart.dependable], ['VALID', true], 'either change would be noticed');
  // 9 to 7 takes 3 × 2 off the sum, 2 to 0 takes 7 × 2 off: 20 together.
  const together = reported('TD3', TD3, [doubt, { line: 1, at: 6, reads: '0', sure: 0.2 }]);
  assert.deepEqual([together.status, together.dependable], ['VALID', false]);
});

test('optional data, codes of no known state and symbols alike to a digit must be surer', () => {
  assert.equal(reported('TD3', TD3, [{ line: 1, at: 28, reads: 'Y', sure: 0.15 }]).dependable, true);
  const visa = ['V<SWEERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36SWE7408122F3004157ABC<<<<<<<<<<<<<'];
  assert.equal(reported('MRV_A', visa, [{ line: 1, at: 28, reads: 'R', sure: 0.15 }]).dependable, true);
  assert.equal(reported('MRV_A', visa, [{ line: 1, at: 28, reads: 'R', sure: 0.3 }]).dependable, false);
  const known = { line: 1, at: 11, reads: 'V', sure: 0.15 };
  assert.equal(reported('MRV_A', visa, [known]).dependable, true);
  const unknown = visa.map((line) => line.replace('6SWE', '6SQE'));
  assert.equal(reported('MRV_A', unknown).dependable, true);
  assert.equal(reported('MRV_A', unknown, [known]).dependable, false);
  // Z is worth 35 and P 25: the same modulo 10.
  assert.equal(reported('TD3', TD3, [{ line: 1, at: 28, reads: 'P', sure: 0.13 }]).dependable, false);
});

test('wrong digits: INVALID where legible, UNREADABLE where not', () => {
  const forged = [TD3[0] ?? '', (TD3[1] ?? '').replace('7408122', '7508122')];
  const crisp = reported('TD3', forged, [], 0.999_999);
  assert.equal(crisp.status, 'INVALID');
  assert.equal(statusOf(crisp, 'birthDate'), 'CHECK_FAILED');
  assert.equal(crisp.dependable, false);
  assert.equal(reported('TD3', forged, [], 0.85).status, 'UNREADABLE');
  assert.equal(reported('TD3', forged, [], 0.999_999, 20).status, 'UNREADABLE');
});

test('a zone that is right but unsure throughout, or of no known kind, is not dependable', () => {
  assert.equal(reported('TD3', TD3, [], 0.85).dependable, false);
  const other = [(TD3[0] ?? '').replace('P<', 'Q<'), TD3[1] ?? ''];
  const reading = reported('TD3', other);
  assert.equal(reading.status, 'VALID');
  assert.equal(reading.dependable, false);
});

test('nothing found says so', () => {
  const reading = nothingFound(PROVENANCE);
  assert.equal(reading.status, 'NOT_FOUND');
  assert.equal(reading.dependable, false);
  assert.equal(reading.region, null);
});
