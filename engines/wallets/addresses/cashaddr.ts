import { bech32 } from '@scure/base';
import { PAYLOAD, payloadOf } from './payload.ts';
import {
  accept,
  type AddressVerdict,
  firstForeign,
  foreignCharacter,
  type Network,
  type ParseOptions,
  refuse,
  wrongChecksum,
  wrongLength,
} from './verdict.ts';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const PREFIXES: Record<string, Network> = { bitcoincash: 'MAIN', bchtest: 'TEST', bchreg: 'TEST' };
/** Hash lengths by the three size bits of the version byte. */
const HASH_BYTES = [20, 24, 28, 32, 40, 48, 56, 64];

/** The BCH code's remainder over GF(32), 40 bits (CashAddr specification, "Checksum"). */
function polymod(values: readonly number[]): bigint {
  let remainder = 1n;
  for (const value of values) {
    const top = remainder >> 35n;
    remainder = ((remainder & 0x07ffffffffn) << 5n) ^ BigInt(value);
    for (let i = 0; i < 5; i++) if ((top >> BigInt(i)) & 1n) remainder ^= GENERATOR[i] ?? 0n;
  }
  return remainder ^ 1n;
}

const prefixWords = (prefix: string): number[] => Array.from(prefix, (letter) => letter.charCodeAt(0) & 31);

/** Encodes a hash as CashAddr with its prefix. Kind 0 is P2PKH, 1 is P2SH; the hash is 20 or 32 bytes. */
export function encodeCashAddr(kind: 0 | 1, hash: Uint8Array, prefix = 'bitcoincash'): string {
  const version = (kind << 3) | HASH_BYTES.indexOf(hash.length);
  const words = bech32.toWords(Uint8Array.from([version, ...hash]));
  const checksum = polymod([...prefixWords(prefix), 0, ...words, 0, 0, 0, 0, 0, 0, 0, 0]);
  const check = Array.from({ length: 8 }, (_, i) => Number((checksum >> BigInt(5 * (7 - i))) & 31n));
  return `${prefix}:${[...words, ...check].map((word) => ALPHABET.charAt(word)).join('')}`;
}

/** Whether a text is to be read, or refused, as CashAddr: by its prefix, or by the length and first letter without one. */
export function looksLikeCashAddr(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon >= 0) return text.slice(0, colon).toLowerCase() in PREFIXES;
  return /^[qpzr]/i.test(text) && (text.length === 42 || text.length === 61);
}

/**
 * Reads a Bitcoin Cash address in CashAddr form, with or without its prefix (CashAddr specification; 32-byte
 * P2SH of 2023; token-aware kinds 2 and 3 of CHIP-2022-02 CashTokens, which name the same output as 0 and 1).
 */
export function readCashAddr(text: string, options: ParseOptions): AddressVerdict {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) {
    return refuse(
      'LETTER_CASE',
      'A CashAddr address is either all lower case or all upper case; this one mixes them. Send it in lower case.',
    );
  }
  const colon = lower.indexOf(':');
  const body = lower.slice(colon + 1);
  if (body.length !== 42 && body.length !== 61) return wrongLength('BCH', body.length, '42 or 61 after the prefix');
  const foreign = firstForeign(body, ALPHABET);
  if (foreign !== undefined) return foreignCharacter(text, colon + 1 + foreign, 'CashAddr');
  const words = Array.from(body, (letter) => ALPHABET.indexOf(letter));
  // Without a prefix the checksum tells which network's it is.
  const candidates = colon >= 0 ? [lower.slice(0, colon)] : Object.keys(PREFIXES);
  const prefix = candidates.find((candidate) => polymod([...prefixWords(candidate), 0, ...words]) === 0n);
  if (prefix === undefined) return wrongChecksum('BCH', 'CashAddr');
  const data = bech32.fromWordsUnsafe(words.slice(0, -8));
  if (!data) {
    return refuse(
      'UNKNOWN_FORM',
      'The CashAddr payload carries padding bits that must be zero. Copy the address again.',
    );
  }
  const [version = 0xff] = data;
  const hash = data.slice(1);
  const kind = version >> 3;
  if (version > 0x7f || kind > 3 || HASH_BYTES[version & 7] !== hash.length || ![20, 32].includes(hash.length)) {
    return refuse('UNKNOWN_FORM', `CashAddr version byte ${version} names no known kind of address. Copy it again.`);
  }
  const script = kind % 2 === 1;
  if (hash.length === 32 && !script) {
    return refuse('UNKNOWN_FORM', 'A 32-byte CashAddr hash is only defined for P2SH. Copy the address again.');
  }
  return accept(
    'BCH',
    {
      form: `${script ? (hash.length === 32 ? 'P2SH32' : 'P2SH') : 'P2PKH'}${kind > 1 ? '_TOKEN' : ''}`,
      canonical: encodeCashAddr(script ? 1 : 0, hash, prefix),
      payload: payloadOf(script ? PAYLOAD.P2SH : PAYLOAD.P2PKH, hash),
      network: PREFIXES[prefix] ?? 'TEST',
    },
    options,
  );
}
