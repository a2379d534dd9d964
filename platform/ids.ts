import { v7 as uuidv7 } from 'uuid';
import type { IdPrefix } from '../contract/ids.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new identifier: `prefix_` and 26 characters of lower-case Crockford base32 of a UUIDv7 (RFC 9562), most
 * significant bits first, two leading zero bits. Identifiers made in one process sort in the order they were made
 * (within a millisecond by a counter); those of several processes by the millisecond.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${encode(uuidv7(undefined, new Uint8Array(16)))}`;
}

function encode(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += ALPHABET.charAt(Number((value >> shift) & 31n));
  return text;
}
