import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { BLOCKCHAIN_NAMES, type Blockchain } from './blockchains.ts';
import { accept, type AddressVerdict, type ParseOptions, refuse, wrongLength } from './verdict.ts';

/** Writes 20 bytes as an EVM address with the EIP-55 mixed-case checksum. */
export function checksumEvm(bytes: Uint8Array): string {
  const hex = bytesToHex(bytes);
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  let text = '0x';
  for (let i = 0; i < hex.length; i++) {
    const digit = hex.charAt(i);
    text += hash.charAt(i) >= '8' ? digit.toUpperCase() : digit;
  }
  return text;
}

/**
 * Reads an EVM address: 0x and 40 hex digits. Mixed case must satisfy EIP-55; all lower or all upper case
 * carries no checksum and is taken as it is. One address is one account on every EVM chain.
 */
export function readEvmAddress(text: string, blockchain: Blockchain, options: ParseOptions): AddressVerdict {
  if (!text.startsWith('0x')) {
    if (/^[0-9a-f]{64}$/i.test(text)) {
      return refuse(
        'PRIVATE_KEY',
        '64 hex digits are a private key or a transaction id, not an address. Never send a private key; send 0x and 40 hex digits.',
      );
    }
    return refuse(
      'PREFIX',
      `An address of ${BLOCKCHAIN_NAMES[blockchain]} starts with 0x (small x), followed by 40 hex digits.`,
    );
  }
  const digits = text.slice(2);
  if (digits.length === 64) {
    return refuse(
      'LENGTH',
      '0x and 64 hex digits are a transaction id or a key, not an address, which has 40. Send the address.',
    );
  }
  if (digits.length !== 40) return wrongLength(blockchain, text.length, '42: 0x and 40 hex digits');
  const foreign = digits.search(/[^0-9a-fA-F]/);
  if (foreign >= 0) {
    return refuse(
      'CHARACTERS',
      `Character ${foreign + 3}, "${digits.charAt(foreign)}", is not a hex digit (0-9, a-f). Copy the address again from its source.`,
    );
  }
  const bytes = hexToBytes(digits.toLowerCase());
  const canonical = checksumEvm(bytes);
  if (digits !== digits.toLowerCase() && digits !== digits.toUpperCase() && text !== canonical) {
    return refuse(
      'CHECKSUM',
      'The mixed upper and lower case does not match the EIP-55 checksum: at least one character is wrong. Copy the address again from its source.',
    );
  }
  return accept(blockchain, { form: 'EVM', canonical, payload: bytes }, options);
}
