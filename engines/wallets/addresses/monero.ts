import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58xmr } from '@scure/base';
import { BASE58_ALPHABET } from './base58check.ts';
import type { Blockchain } from './blockchains.ts';
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

type Kind = { form: 'STANDARD' | 'INTEGRATED' | 'SUBADDRESS'; network: Network };

/** Network bytes of the three networks (monero src/cryptonote_config.h). */
const KINDS: Record<number, Kind> = {
  18: { form: 'STANDARD', network: 'MAIN' },
  19: { form: 'INTEGRATED', network: 'MAIN' },
  42: { form: 'SUBADDRESS', network: 'MAIN' },
  53: { form: 'STANDARD', network: 'TEST' },
  54: { form: 'INTEGRATED', network: 'TEST' },
  63: { form: 'SUBADDRESS', network: 'TEST' },
  24: { form: 'STANDARD', network: 'TEST' },
  25: { form: 'INTEGRATED', network: 'TEST' },
  36: { form: 'SUBADDRESS', network: 'TEST' },
};

const LENGTHS = '95, or 106 with a payment id';

/** Encodes network byte and contents in Monero's base58 with the Keccak checksum. */
function encode(body: Uint8Array): string {
  return base58xmr.encode(Uint8Array.from([...body, ...keccak_256(body).subarray(0, 4)]));
}

/** The standard address that an integrated one adds a payment id to. */
function standardByte(kind: Kind, networkByte: number): number {
  return kind.form === 'INTEGRATED' ? networkByte - 1 : networkByte;
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a Monero address: network byte, public spend key, public view key, for an integrated address the 8-byte
 * payment id, then the first four bytes of their Keccak-256 (Monero documentation, "Standard address",
 * "Subaddress", "Integrated address"). Both keys must be points of Ed25519, as the reference wallet demands. An
 * integrated address is the standard address it holds; its payment id is kept apart.
 */
export function readMoneroAddress(text: string, blockchain: Blockchain, options: ParseOptions): AddressVerdict {
  const foreign = firstForeign(text.slice(0, 107), BASE58_ALPHABET);
  if (foreign !== undefined) return foreignCharacter(text, foreign, 'base58');
  if (text.length !== 95 && text.length !== 106) return wrongLength(blockchain, text.length, LENGTHS);
  let all: Uint8Array;
  try {
    all = base58xmr.decode(text);
  } catch {
    return wrongChecksum(blockchain, 'base58 block');
  }
  const body = all.subarray(0, -4);
  const checksum = keccak_256(body);
  if (!all.subarray(-4).every((byte, i) => byte === checksum[i])) return wrongChecksum(blockchain, 'Keccak');
  const networkByte = body[0] ?? 0;
  const kind = KINDS[networkByte];
  if (!kind) {
    return refuse(
      'UNKNOWN_FORM',
      `Network byte ${networkByte} is not one of Monero's. Send a Monero main network address.`,
    );
  }
  if (body.length !== (kind.form === 'INTEGRATED' ? 73 : 65)) return wrongLength(blockchain, text.length, LENGTHS);
  const keys = body.slice(1, 65);
  if (!isPoint(keys.subarray(0, 32)) || !isPoint(keys.subarray(32))) {
    return refuse(
      'NOT_A_KEY',
      'The checksum is good, but the address does not hold two public keys. Send the address of a real wallet.',
    );
  }
  const standard = Uint8Array.from([standardByte(kind, networkByte), ...keys]);
  return accept(
    blockchain,
    {
      form: kind.form,
      canonical: encode(standard),
      payload: standard,
      network: kind.network,
      traceable: false,
      ...(kind.form === 'INTEGRATED' ? { paymentId: bytesToHex(body.subarray(65)) } : {}),
    },
    options,
  );
}
