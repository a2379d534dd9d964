import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { BASE58_ALPHABET } from './base58check.ts';
import type { Blockchain } from './blockchains.ts';
import {
  accept,
  type AddressVerdict,
  firstForeign,
  foreignCharacter,
  type ParseOptions,
  refuse,
  wrongLength,
} from './verdict.ts';

/** Whether 32 bytes are a point of Ed25519 as Solana's runtime tests it (non-canonical encodings included). */
function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a Solana address: 32 bytes in base58, without a checksum (Solana documentation, "Accounts"). A point of
 * Ed25519 is a key pair's account (form `ED25519`); any other 32 bytes can only be a program-derived account
 * (form `PROGRAM_DERIVED`), such as a token vault. Both hold value.
 */
export function readSolanaAddress(text: string, blockchain: Blockchain, options: ParseOptions): AddressVerdict {
  const foreign = firstForeign(text.slice(0, 90), BASE58_ALPHABET);
  if (foreign !== undefined) return foreignCharacter(text, foreign, 'base58');
  if (text.length === 87 || text.length === 88) {
    return refuse(
      'PRIVATE_KEY',
      '64 bytes in base58 are a key pair or a transaction signature, not an address. Never send a key pair; send the 32 to 44 characters of the address.',
    );
  }
  if (text.length < 32 || text.length > 44) return wrongLength(blockchain, text.length, '32 to 44 in base58');
  const bytes = base58.decode(text);
  if (bytes.length !== 32) {
    return refuse(
      'LENGTH',
      `The ${text.length} characters decode to ${bytes.length} bytes; a Solana address holds 32. Copy it again, whole.`,
    );
  }
  const form = isOnCurve(bytes) ? 'ED25519' : 'PROGRAM_DERIVED';
  return accept(blockchain, { form, canonical: text, payload: bytes }, options);
}
