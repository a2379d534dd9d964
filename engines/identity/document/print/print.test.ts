import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { datesIn, dayOrderOf, monthOf } from './dates.ts';
import { labelsIn } from './labels.ts';
import { unreadScripts } from './scripts.ts';
import { sexOf } from './values.ts';

const TODAY = '2026-11-21';
const one = (text: string, state?: string, tense: 'PAST' | 'AROUND' = 'PAST'): string | undefined =>
  datesIn(text, dayOrderOf(state), tense, TODAY)[0]?.iso;

test('dates of many forms; two figures for the year by what the date is of', () => {
  assert.equal(one('12.08.1964', 'DE'), '1964-08-12');
  assert.equal(one('1960-02-08'), '1960-02-08');
  assert.equal(one('12 AUGUST/AOUT 74'), '1974-08-12');
  assert.equal(one('05FEB1965'), '1965-02-05');
  assert.equal(one('13 LIP/JUL 2016'), '2016-07-13');
  assert.equal(one('31 DES/DEC 66'), '1966-12-31');
  assert.equal(one('19 OKT/OCT 1971'), '1971-10-19');
  assert.equal(one('March 4, 1980'), '1980-03-04');
  assert.equal(one('21.121971', 'FI'), '1971-12-21');
  assert.equal(one('1968年3月2日'), '1968-03-02');
  assert.equal(one('15 APR/AVR 31'), '1931-04-15');
  assert.equal(one('15 APR/AVR 31', undefined, 'AROUND'), '2031-04-15');
});

test('a date that could be two days, or none, is not read', () => {
  assert.equal(one('04.07.2002'), undefined);
  assert.equal(one('04.07.2002', 'CZ'), '2002-07-04');
  assert.equal(one('04/07/2002', 'US'), '2002-04-07');
  assert.equal(one('04/07/2002', 'CA'), undefined);
  assert.equal(one('07/07/2002', 'CA'), '2002-07-07');
  assert.equal(one('23/07/2002', 'CA'), '2002-07-23');
  for (const text of [
    '31.02.2001',
    '12 LIP 2001',
    '01011911',
    '110101/111',
    '12 JAN/FEB 2001',
    '00.00.0000',
    '1 MAR 1742',
  ]) {
    assert.equal(one(text, 'DE'), undefined, text);
  }
});

test('months: all words that name one agree', () => {
  assert.equal(monthOf('LIP/JUL'), 7);
  assert.equal(monthOf('MAÍ/MAY'), 5);
  assert.equal(monthOf('janv/jan'), 1);
  assert.equal(monthOf('LIS'), null);
  assert.equal(monthOf('nothing'), null);
});

test('labels of several languages in one line, with places; a misread letter is forgiven in long words', () => {
  assert.deepEqual(
    labelsIn('07 DATUM VYDÁNI/DATE OF ISSUE 08 PLATNOST DO/DATE OF EXPIRY').map(({ kind }) => kind),
    ['dateOfIssue', 'dateOfIssue', 'dateOfExpiry', 'dateOfExpiry'],
  );
  assert.equal(labelsIn('NATI0NALITY / Nationalité')[0]?.kind, 'nationality');
  assert.equal(labelsIn('Geburtsdatim')[0]?.kind, 'dateOfBirth');
  assert.deepEqual(labelsIn('Nom: BERTHIER')[0], { kind: 'lastName', start: 0, end: 3 });
  assert.deepEqual(labelsIn('MUSTERMANN'), []);
  assert.equal(labelsIn('Place of birth')[0]?.kind, 'birthPlace');
});

test('the letter of the sex, and where it says nothing', () => {
  assert.equal(sexOf('K/F', 'PL'), 'F');
  assert.equal(sexOf('M', 'DE'), 'M');
  assert.equal(sexOf(': X', undefined), 'X');
  assert.equal(sexOf('M', 'MX'), null);
  assert.equal(sexOf('MADRID', 'ES'), null);
});

test('scripts that are not read are named by the state, or as unknown', () => {
  const lines = (...confidences: number[]) => confidences.map((confidence) => ({ confidence }));
  assert.deepEqual(unreadScripts(lines(0.9, 0.3), 'RU'), ['CYRILLIC']);
  assert.deepEqual(unreadScripts(lines(0.9, 0.9), 'DE'), []);
  assert.deepEqual(unreadScripts(lines(0.3, 0.3, 0.4, 0.9, 0.9), undefined), ['UNKNOWN']);
});

test('no text makes the reading of dates or labels fail or take long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), (text) => {
      for (const { iso } of datesIn(text, 'DAY_FIRST', 'AROUND', TODAY)) assert.match(iso, /^\d{4}-\d\d-\d\d$/);
      for (const { start, end } of labelsIn(text)) assert.ok(start < end && end <= text.length);
    }),
    { seed: 5, numRuns: 200 },
  );
  assert.deepEqual(datesIn('1 '.repeat(100_000), 'DAY_FIRST', 'AROUND', TODAY).length < 100, true);
});
