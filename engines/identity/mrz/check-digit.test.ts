import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ALPHABET, checkDigit } from './check-digit.ts';

test('check digits of the examples of ICAO 9303-3, section 4.9 and 9303-4, -5', () => {
  assert.equal(checkDigit('520727'), '3');
  assert.equal(checkDigit('AB2134<<<'), '5');
  assert.equal(checkDigit('L898902C3'), '6');
  assert.equal(checkDigit('D23145890734'), '9');
  assert.equal(checkDigit('L898902C3674081221204159ZE184226B<<<<<1'), '0');
});

test('no check digit of characters outside the alphabet', () => {
  assert.equal(checkDigit('AB 2134'), undefined);
  assert.equal(checkDigit('é'), undefined);
});

test('one character changed to another value always changes the digit', () => {
  const text = fc.string({ unit: fc.constantFrom(...ALPHABET.split('')), minLength: 1, maxLength: 40 });
  const value = (symbol: string): number => (symbol === '<' ? 0 : ALPHABET.indexOf(symbol)) % 10;
  fc.assert(
    fc.property(text, fc.nat(), fc.constantFrom(...ALPHABET.split('')), (before, place, symbol) => {
      const at = place % before.length;
      const after = before.slice(0, at) + symbol + before.slice(at + 1);
      const same = value(before.charAt(at)) === value(symbol);
      assert.equal(checkDigit(before) === checkDigit(after), same);
    }),
  );
});
