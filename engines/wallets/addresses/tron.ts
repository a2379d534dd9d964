import { hexToBytes } from '@noble/hashes/utils.js';
import { decodeBase58Check, encodeBase58Check, refuseOtherBase58 } from './base58check.ts';
import type { Blockchain } from './blockchains.ts';
import { accept, type AddressVerdict, type ParseOptions, refuse } from './verdict.ts';

const VERSION = 0x41;
/** Version byte of the test network that TRON ran until 2019; today's test networks share the main network's. */
const OLD_TEST_VERSION = 0xa0;

/** Writes the 20 account bytes as TRON's base58check address. */
export function encodeTron(account: Uint8Array): string {
  return encodeBase58Check(Uint8Array.from([VERSION, ...account]));
}

/**
 * Reads a TRON address: base58check with version 0x41 (starts with T), or the same 21 bytes in hex (starts with
 * 41, no checksum), as TRON's node API writes them (TRON protocol documentation, "Account address format").
 */
export function readTronAddress(text: string, blockchain: Blockchain, options: ParseOptions): AddressVerdict {
  let body: Uint8Array;
  const hex = /^41[0-9a-f]{40}$/i.test(text);
  if (hex) body = hexToBytes(text.toLowerCase());
  else {
    const decoded = decodeBase58Check(text, blockchain);
    if (!(decoded instanceof Uint8Array)) return decoded;
    body = decoded;
  }
  if (body.length !== 21) return refuseOtherBase58(body, text.length, blockchain);
  if (body[0] !== VERSION && body[0] !== OLD_TEST_VERSION) {
    return refuse(
      'PREFIX',
      'The checksum is good, but a TRON address starts with T. Send the blockchain it belongs to.',
    );
  }
  if (body[0] === OLD_TEST_VERSION) {
    return refuse(
      'TESTNET',
      'This is an address of a TRON test network that was shut down in 2019. Send one that starts with T.',
    );
  }
  const account = body.slice(1);
  return accept(
    blockchain,
    { form: hex ? 'TRON_HEX' : 'TRON', canonical: encodeTron(account), payload: account },
    options,
  );
}
