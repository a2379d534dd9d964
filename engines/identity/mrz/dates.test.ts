import assert from 'node:assert/strict';
import { test } from 'node:test';
import { birthDate, documentDate } from './dates.ts';

const TODAY = '2026-11-21';

test('a birth date is the latest that is not in the future', () => {
  assert.equal(birthDate('261121', TODAY)?.iso, '2026-11-21');
  assert.equal(birthDate('261122', TODAY)?.iso, '1926-11-22');
  assert.equal(birthDate('740812', TODAY)?.iso, '1974-08-12');
  assert.equal(birthDate('000229', TODAY)?.iso, '2000-02-29');
});

test('a document date is the nearest, at most fifty years ahead', () => {
  assert.equal(documentDate('120415', TODAY)?.iso, '2012-04-15');
  assert.equal(documentDate('351231', TODAY)?.iso, '2035-12-31');
  assert.equal(documentDate('760101', TODAY)?.iso, '2076-01-01');
  assert.equal(documentDate('770101', TODAY)?.iso, '1977-01-01');
  assert.equal(documentDate('991231', '2001-03-01')?.iso, '1999-12-31');
});

test('unknown parts of a birth date are null', () => {
  assert.deepEqual(birthDate('74<<<<', TODAY), { year: 1974, month: null, day: null, iso: null });
  assert.deepEqual(birthDate('<<<<<<', TODAY), { year: null, month: null, day: null, iso: null });
  assert.deepEqual(birthDate('26<<<<', TODAY), { year: 2026, month: null, day: null, iso: null });
});

test('days that do not exist are no dates', () => {
  for (const text of ['740231', '741301', '740100', '010229', '7408', 'ABCDEF', '74<812']) {
    assert.equal(birthDate(text, TODAY), undefined, text);
  }
});
