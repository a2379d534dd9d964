import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALPHABET, checkDigit } from './check-digit.ts';
import { decode, isAmbiguous } from './decode.ts';

/** Evidence that says these lines with `sure`, and at some places something else beside it. */
function evidenceOf(
  lines: string[],
  doubts: { line: number; at: number; reads: string; sure: number }[] = [],
  sure = 0.999,
): Float64Array[] {
  return lines.map((text, line) => {
    const rows = new Float64Array(text.length * 37).fill(Math.log((1 - sure) / 36));
    for (let at = 0; at < text.length; at++) {
      const doubt = doubts.find((entry) => entry.line === line && entry.at === at);
      const truth = ALPHABET.indexOf(text.charAt(at));
      rows[at * 37 + truth] = Math.log(doubt === undefined ? sure : 1 - doubt.sure);
      if (doubt !== undefined) rows[at * 37 + ALPHABET.indexOf(doubt.reads)] = Math.log(doubt.sure);
    }
    return rows;
  });
}

const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const TD1 = ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER<JOHN<<<<<<<<<'];
const FRENCH = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '9409923102854CORINNE<<<<<<<6512068F4'];

test('sure evidence is read as it is, in every form', () => {
  for (const [format, lines] of [
    ['TD3', TD3],
    ['TD1', TD1],
    ['FRA_ID', FRENCH],
  ] as const) {
    const read = decode(format, evidenceOf([...lines]));
    assert.deepEqual(read.lines, lines);
    assert.deepEqual(read.repairs, []);
    assert.ok(read.checks.every(({ valid }) => valid));
    assert.equal(read.margin, Infinity);
  }
});

test('a doubtful digit is put right by its check digit, and the repair is told', () => {
  const read = decode('TD3', evidenceOf(TD3, [{ line: 1, at: 14, reads: '9', sure: 0.6 }]));
  assert.deepEqual(read.lines, TD3);
  assert.equal(read.raw[1]?.charAt(14), '9');
  assert.equal(read.repairs.length, 1);
  const [repair] = read.repairs;
  assert.deepEqual(
    { line: repair?.line, at: repair?.at, before: repair?.before, after: repair?.after, reason: repair?.reason },
    {
      line: 1,
      at: 14,
      before: '9',
      after: '4',
      reason: 'CHECK_DIGIT',
    },
  );
  assert.equal(isAmbiguous(read), false);
});

test('two doubtful digits under two check digits and the composite', () => {
  const read = decode(
    'TD3',
    evidenceOf(TD3, [
      { line: 1, at: 1, reads: '6', sure: 0.7 },
      { line: 1, at: 22, reads: '7', sure: 0.7 },
    ]),
  );
  assert.deepEqual(read.lines, TD3);
  assert.equal(read.repairs.length, 2);
});

test('a letter among digits and a digit among letters follow from the class of their place', () => {
  const read = decode(
    'TD3',
    evidenceOf(TD3, [
      { line: 0, at: 10, reads: '5', sure: 0.8 },
      { line: 1, at: 13, reads: 'Z', sure: 0.8 },
    ]),
  );
  assert.deepEqual(read.lines, TD3);
  assert.deepEqual(
    read.repairs.map(({ reason }) => reason),
    ['CHARACTER_CLASS', 'CHARACTER_CLASS'],
  );
});

test('wrong digits that are legible stay wrong', () => {
  const forged = [TD3[0] ?? '', (TD3[1] ?? '').replace('7408122', '7508122')];
  const read = decode('TD3', evidenceOf(forged, [], 0.9999999));
  assert.deepEqual(read.lines, forged);
  assert.deepEqual(read.repairs, []);
  assert.deepEqual(
    read.checks.filter(({ valid }) => !valid).map(({ name }) => name),
    ['birthDate', 'composite'],
  );
});

test('a letter that is surely no digit is left in its place and the check fails', () => {
  const forged = [TD3[0] ?? '', (TD3[1] ?? '').replace('7408122', 'A408122')];
  const read = decode('TD3', evidenceOf(forged, [], 0.9999999));
  assert.deepEqual(read.lines, forged);
});

test('a repair with an equal rival is ambiguous', () => {
  // The first and the fourth digit of a date have the same weight in its own check digit, and in the composite too.
  const birth = '840812';
  const held = `L898902C36UTO${birth}${checkDigit(birth)}F1204159ZE184226B<<<<<1`;
  const second = held + checkDigit(held.slice(0, 10) + held.slice(13, 20) + held.slice(21, 43));
  const evidence = evidenceOf(
    [TD3[0] ?? '', second],
    [
      { line: 1, at: 13, reads: '7', sure: 0.6 },
      { line: 1, at: 16, reads: '9', sure: 0.4 },
    ],
  );
  const read = decode('TD3', evidence);
  assert.equal(read.raw[1]?.slice(13, 19), '740812');
  assert.ok(read.checks.every(({ valid }) => valid));
  assert.ok(read.margin < 1, String(read.margin));
  assert.ok(isAmbiguous(read));
});

test('a known state is taken before letters nearly as likely, an unknown one stays where it is sure', () => {
  const close = decode('TD3', evidenceOf(TD3, [{ line: 1, at: 12, reads: 'Q', sure: 0.7 }]));
  assert.deepEqual(close.lines, TD3);
  assert.equal(close.repairs[0]?.reason, 'KNOWN_STATE');
  const specimen = ['P<BDRMUSTERMANN<<ERIKA'.padEnd(44, '<'), 'CA000000<4D<<6408125F1802212<<<<<<<<<<<<<<<6'];
  assert.deepEqual(decode('TD3', evidenceOf(specimen, [], 0.999999)).lines, specimen);
});
