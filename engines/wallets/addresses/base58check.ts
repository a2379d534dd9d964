import { sha256 } from '@noble/hashes/sha2.js';
import { base58, type BytesCoder } from '@scure/base';
import { BLOCKCHAIN_NAMES, type Blockchain } from './blockchains.ts';
import { firstForeign, foreignCharacter, type InvalidAddress, refuse, wrongChecksum, wrongLength } from './verdict.ts';

/** Bitcoin's base58 alphabet, used by every base58 chain but the XRP Ledger. */
export const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

// Extended keys (xpub, xprv) are the longest base58check texts in use; nothing longer is decoded.
const LONGEST = 112;

const checksumOf = (body: Uint8Array): Uint8Array => sha256(sha256(body)).subarray(0, 4);

/**
 * Decodes base58check: version and payload followed by the first four bytes of their double SHA-256
 * (Bitcoin wiki "Base58Check encoding"; XRP Ledger "base58 Encodings" with its own alphabet).
 * @returns version and payload bytes, or the refusal that says what is wrong
 */
export function decodeBase58Check(
  text: string,
  blockchain: Blockchain,
  coder: BytesCoder = base58,
  alphabet: string = BASE58_ALPHABET,
): Uint8Array | InvalidAddress {
  const foreign = firstForeign(text.slice(0, LONGEST + 1), alphabet);
  if (foreign !== undefined) return foreignCharacter(text, foreign, 'base58');
  if (text.length < 8 || text.length > LONGEST) return wrongLength(blockchain, text.length, '25 to 36 in base58');
  const all = coder.decode(text);
  if (all.length < 5) return wrongLength(blockchain, text.length, '25 to 36 in base58');
  const body = all.subarray(0, -4);
  const expected = checksumOf(body);
  const given = all.subarray(-4);
  return expected.every((byte, i) => byte === given[i]) ? body : wrongChecksum(blockchain, 'base58check');
}

/** Encodes version and payload bytes as base58check. */
export function encodeBase58Check(body: Uint8Array, coder: BytesCoder = base58): string {
  const all = new Uint8Array(body.length + 4);
  all.set(body);
  all.set(checksumOf(body), body.length);
  return coder.encode(all);
}

/** Recognises what is base58check but no address: private keys (WIF, BIP-32) and extended public keys. */
export function refuseOtherBase58(body: Uint8Array, textLength: number, blockchain: Blockchain): InvalidAddress {
  const version = body[0] ?? 0;
  if ((body.length === 33 || body.length === 34) && version >= 0x80) {
    return refuse(
      'PRIVATE_KEY',
      'This is a private key (wallet import format), not an address. Never send it to anyone; move the funds, then send the address.',
    );
  }
  if (body.length === 78) {
    return refuse(
      'PRIVATE_KEY',
      'This is an extended key (BIP-32), which stands for a whole wallet, not an address. Do not share it; send one address of the wallet.',
    );
  }
  return refuse(
    'LENGTH',
    `The ${textLength} characters decode to ${body.length} bytes; a ${BLOCKCHAIN_NAMES[blockchain]} address holds 21. Copy it again, whole.`,
  );
}
