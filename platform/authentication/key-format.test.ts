import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { generateKey, hashKey, isWellFormedKey, keyChecksum } from './key-format.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 (IEEE 802.3, reflected, polynomial EDB88320) bit by bit, and base62 by big integers: written apart. */
function referenceChecksum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let value = BigInt((crc ^ 0xffffffff) >>> 0);
  let digits = '';
  for (; value > 0n; value /= 62n) digits = ALPHABET.charAt(Number(value % 62n)) + digits;
  return digits.padStart(6, '0');
}

test('the checksum is the CRC-32 in base62, most significant digit first, padded with zeros', () => {
  // The check value of CRC-32: of "123456789" it is CBF43926 = 3421780262, in base62 3jZRME.
  assert.equal(keyChecksum('123456789'), '3jZRME');
  assert.equal(keyChecksum(''), '000000', 'the CRC-32 of nothing is 0');
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      assert.equal(keyChecksum(text), referenceChecksum(text));
    }),
    { numRuns: 500 },
  );
});

test('keys have their form, and differ', () => {
  const keys = Array.from({ length: 500 }, (_, index) => generateKey(index % 2 === 0 ? 'LIVE' : 'TEST'));
  for (const [index, key] of keys.entries()) {
    assert.match(key, index % 2 === 0 ? /^cvs_live_[0-9A-Za-z]{38}$/ : /^cvs_test_[0-9A-Za-z]{38}$/);
    assert.ok(isWellFormedKey(key));
    assert.equal(key.slice(-6), referenceChecksum(key.slice(0, -6)));
  }
  assert.equal(new Set(keys).size, keys.length);
  const used = new Set(keys.map((key) => key.slice(9, 41)).join(''));
  assert.equal(used.size, 62, 'every character of the alphabet is used');
  assert.equal(hashKey(keys[0] ?? '').length, 32);
});

test('every typing error of one character, every pair swapped, one left out or doubled, is told', () => {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  for (const key of [generateKey('LIVE'), generateKey('TEST')]) {
    for (let at = 0; at < key.length; at += 1) {
      const [before, after] = [key.slice(0, at), key.slice(at + 1)];
      for (const other of printable) {
        if (other !== key[at]) assert.equal(isWellFormedKey(before + other + after), false, `${at} ${other}`);
      }
      assert.equal(isWellFormedKey(before + after), false);
      assert.equal(isWellFormedKey(before + key.charAt(at) + key.charAt(at) + after), false);
      const swapped = before + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      if (swapped !== key) assert.equal(isWellFormedKey(swapped), false, `swapped at ${at}`);
    }
  }
});

test('what is no key is none', () => {
  for (const text of ['', 'cvs_live_', 'sk_live_abc', ` ${generateKey('LIVE')}`, `${generateKey('LIVE')}\n`]) {
    assert.equal(isWellFormedKey(text), false, JSON.stringify(text));
  }
  const key = generateKey('LIVE');
  assert.equal(isWellFormedKey(key.replace('cvs_live_', 'cvs_test_')), false, 'the prefix is part of the checksum');
  assert.equal(isWellFormedKey(key.toLowerCase()), false);
});
