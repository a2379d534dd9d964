import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { IdPrefix } from '../contract/ids.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BYTES = 16;
const COUNTED = 0x7fff_ffff;

/** Random bytes, fetched for many identifiers at once: each fetch is a system call. */
const drawn = new Uint8Array(256 * BYTES);
let used = drawn.length;

/** Where the last identifier stood: its millisecond, and its place within it. */
let millisecond = -Infinity;
let place = 0;

/**
 * A new identifier: `prefix_` and 26 characters of lower-case Crockford base32 of a UUIDv7 (RFC 9562), most
 * significant bits first, two leading zero bits. Identifiers made in one process sort in the order they were made
 * (within a millisecond by a counter that begins at random); those of several processes by the millisecond.
 */
export function newId(prefix: IdPrefix): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const random = drawn.subarray(used, (used += BYTES));
  const now = Date.now();
  if (now > millisecond) {
    millisecond = now;
    // Of the 32 bits of the counter the first begins at 0, so that there is room to count.
    place = new DataView(random.buffer, random.byteOffset).getUint32(6) & COUNTED;
  } else {
    place = (place + 1) | 0;
    if (place === 0) millisecond += 1;
  }
  return `${prefix}_${encode(uuidv7({ msecs: millisecond, seq: place, random }, new Uint8Array(BYTES)))}`;
}

function encode(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  // The two leading zero bits.
  let bits = 2;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; text += ALPHABET.charAt((value >> bits) & 31)) bits -= 5;
    value &= (1 << bits) - 1;
  }
  return text;
}
