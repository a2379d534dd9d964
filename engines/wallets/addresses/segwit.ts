import { bech32, bech32m } from '@scure/base';
import { BLOCKCHAIN_NAMES, type Blockchain } from './blockchains.ts';
import { PAYLOAD, payloadOf } from './payload.ts';
import {
  accept,
  type AddressVerdict,
  firstForeign,
  foreignCharacter,
  type InvalidAddress,
  type Network,
  type ParseOptions,
  refuse,
  wrongChecksum,
  wrongLength,
} from './verdict.ts';

const BECH32_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Human-readable parts of the witness addresses, by chain (SLIP-0173); signet shares Bitcoin's `tb`. */
const HUMAN_READABLE: Partial<Record<Blockchain, Record<string, Network>>> = {
  BTC: { bc: 'MAIN', tb: 'TEST', bcrt: 'TEST' },
  LTC: { ltc: 'MAIN', tltc: 'TEST', rltc: 'TEST' },
};

/** Static payment addresses, which stand for no output of their own: BIP-352, and Litecoin's LIP-0003 (MWEB). */
const STEALTH: Partial<Record<Blockchain, Record<string, Network>>> = {
  BTC: { sp: 'MAIN', tsp: 'TEST' },
  LTC: { ltcmweb: 'MAIN', tmweb: 'TEST' },
};

// BIP-352 allows 1023 characters, for versions to come.
const LONGEST_STEALTH = 1023;

/** The human-readable part of a text that may be bech32: what stands before its last "1", in lower case. */
export function humanReadablePart(text: string): string | undefined {
  const separator = text.lastIndexOf('1');
  return separator < 1 ? undefined : text.slice(0, separator).toLowerCase();
}

/** Whether a text starts as a bech32 address of this chain does, so that it is to be read, or refused, as one. */
export function looksLikeBech32(text: string, blockchain: Blockchain): boolean {
  const lower = text.slice(0, 9).toLowerCase();
  const prefixes = { ...HUMAN_READABLE[blockchain], ...STEALTH[blockchain] };
  return Object.keys(prefixes).some((prefix) => lower.startsWith(`${prefix}1`));
}

type Words = { version: number; words: number[]; encoding: 'bech32' | 'bech32m' };

/** Checks alphabet, case and checksum; both encodings are tried, since the version inside says which is right. */
function decodeWords(text: string, prefix: string, blockchain: Blockchain, limit: number): Words | InvalidAddress {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) {
    return refuse(
      'LETTER_CASE',
      'A bech32 address is either all lower case or all upper case; this one mixes them. Send it in lower case.',
    );
  }
  const foreign = firstForeign(lower.slice(prefix.length + 1), BECH32_ALPHABET);
  if (foreign !== undefined) return foreignCharacter(text, prefix.length + 1 + foreign, 'bech32');
  for (const [encoding, coder] of [
    ['bech32', bech32],
    ['bech32m', bech32m],
  ] as const) {
    const decoded = coder.decodeUnsafe(lower, limit);
    const [version, ...words] = decoded?.words ?? [];
    if (version !== undefined) return { version, words, encoding };
  }
  return wrongChecksum(blockchain, 'bech32');
}

/**
 * Reads a SegWit address: BIP-173 (bech32, witness version 0) and BIP-350 (bech32m, versions 1 to 16), Litecoin
 * by the same rules; or a BIP-352 silent payment or LIP-0003 MWEB address, which {@link readStealth} takes.
 * Witness versions without a meaning yet are accepted, as BIP-350 demands, under the form `WITNESS_V<n>`.
 */
export function readBech32(text: string, blockchain: Blockchain, options: ParseOptions): AddressVerdict {
  const prefix = humanReadablePart(text) ?? '';
  const stealth = STEALTH[blockchain]?.[prefix];
  if (stealth !== undefined) return readStealth(text, prefix, stealth, blockchain, options);
  const network = HUMAN_READABLE[blockchain]?.[prefix];
  if (network === undefined) {
    return foreignCharacter(text, text.lastIndexOf('1'), 'bech32');
  }
  // At most a 40-byte program: version, 64 words, 6 of checksum.
  if (text.length < prefix.length + 12 || text.length > prefix.length + 72) {
    return wrongLength(blockchain, text.length, `${prefix.length + 40} or ${prefix.length + 60} in bech32`);
  }
  const decoded = decodeWords(text, prefix, blockchain, 90);
  if ('valid' in decoded) return decoded;
  const { version, words, encoding } = decoded;
  const demanded = version === 0 ? 'bech32' : 'bech32m';
  if (version > 16) {
    return refuse('UNKNOWN_FORM', `Witness version ${version} does not exist (0 to 16 do). Copy the address again.`);
  }
  if (encoding !== demanded) {
    return refuse(
      'CHECKSUM',
      `Witness version ${version} demands a ${demanded} checksum and this address carries a ${encoding} one. Send the address as a current wallet shows it.`,
    );
  }
  const program = bech32.fromWordsUnsafe(words);
  if (!program || program.length < 2 || program.length > 40) {
    return refuse('UNKNOWN_FORM', 'The witness program is not 2 to 40 whole bytes. Copy the address again.');
  }
  if (version === 0 && program.length !== 20 && program.length !== 32) {
    return refuse(
      'UNKNOWN_FORM',
      `A version 0 witness program holds 20 or 32 bytes; this one holds ${program.length}. Copy the address again.`,
    );
  }
  return accept(
    blockchain,
    {
      form: witnessForm(version, program),
      canonical: text.toLowerCase(),
      payload: payloadOf(PAYLOAD.WITNESS + version, Uint8Array.from(program)),
      network,
    },
    options,
  );
}

/** The field's name of a witness program: BIP-141 (v0), BIP-341 (v1 of 32 bytes), pay-to-anchor (v1 of 4e73). */
export function witnessForm(version: number, program: Uint8Array): string {
  if (version === 0) return program.length === 20 ? 'P2WPKH' : 'P2WSH';
  if (version === 1 && program.length === 32) return 'P2TR';
  if (version === 1 && program.length === 2 && program[0] === 0x4e && program[1] === 0x73) return 'P2A';
  return `WITNESS_V${version}`;
}

/** Encodes a witness program as the main network's address text. */
export function encodeWitness(version: number, program: Uint8Array, blockchain: Blockchain): string {
  const prefix = blockchain === 'LTC' ? 'ltc' : 'bc';
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(prefix, [version, ...bech32.toWords(program)]);
}

/**
 * Reads a static address of two public keys: BIP-352 silent payments (bech32m; of later versions the first 66
 * bytes are read, as the BIP says) or LIP-0003 stealth addresses (bech32). Neither appears on the chain.
 */
function readStealth(
  text: string,
  prefix: string,
  network: Network,
  blockchain: Blockchain,
  options: ParseOptions,
): AddressVerdict {
  if (text.length < prefix.length + 114 || text.length > LONGEST_STEALTH) {
    return wrongLength(blockchain, text.length, `${prefix.length + 114} in this form`);
  }
  const decoded = decodeWords(text, prefix, blockchain, LONGEST_STEALTH);
  if ('valid' in decoded) return decoded;
  const { version, words, encoding } = decoded;
  const form = blockchain === 'BTC' ? 'SILENT_PAYMENT' : 'MWEB';
  if (encoding !== (form === 'MWEB' ? 'bech32' : 'bech32m')) return wrongChecksum(blockchain, form);
  const keys = bech32.fromWordsUnsafe(words);
  const laterVersion = form === 'SILENT_PAYMENT' && version > 0 && version < 31;
  if (!keys || keys.length < 66 || (keys.length > 66 && !laterVersion) || (version > 0 && !laterVersion)) {
    return refuse(
      'UNKNOWN_FORM',
      `A ${BLOCKCHAIN_NAMES[blockchain]} ${form} address of version ${version} with these contents does not exist. Copy it again.`,
    );
  }
  const isKey = (at: number): boolean => keys[at] === 2 || keys[at] === 3;
  if (!isKey(0) || !isKey(33)) {
    return refuse('NOT_A_KEY', `The ${form} address does not hold two compressed public keys. Copy it again.`);
  }
  const kind = form === 'MWEB' ? PAYLOAD.MWEB : PAYLOAD.SILENT_PAYMENT;
  return accept(
    blockchain,
    {
      form,
      canonical: text.toLowerCase(),
      payload: payloadOf(kind, Uint8Array.from(keys.subarray(0, 66))),
      network,
      traceable: false,
    },
    options,
  );
}
