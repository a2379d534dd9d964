import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../../contract/enums.ts';

/**
 * API keys (contract section 3): `cvs_live_` or `cvs_test_`, 32 characters base62, and 6 characters base62 of the
 * CRC-32 (IEEE) of all before them. The checksum tells a typing error, or a leak, without any look-up.
 */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^cvs_(live|test)_[0-9A-Za-z]{38}$/;

export const keyPrefix = (environment: Environment): string => (environment === 'LIVE' ? 'cvs_live_' : 'cvs_test_');

export function generateKey(environment: Environment, random: (limit: number) => number = randomInt): string {
  let body = keyPrefix(environment);
  for (let index = 0; index < 32; index += 1) body += BASE62.charAt(random(62));
  return body + keyChecksum(body);
}

/** Six base62 digits, most significant first, zero-padded, of the CRC-32 of `body`. */
export function keyChecksum(body: string): string {
  let value = crc32(body);
  let digits = '';
  for (let index = 0; index < 6; index += 1) {
    digits = BASE62.charAt(value % 62) + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

export function isWellFormedKey(key: string): boolean {
  return FORM.test(key) && keyChecksum(key.slice(0, -6)) === key.slice(-6);
}

/** All that is ever stored of a key. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();
