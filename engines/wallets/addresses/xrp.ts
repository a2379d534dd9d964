import { base58xrp } from '@scure/base';
import { decodeBase58Check, encodeBase58Check } from './base58check.ts';
import type { Blockchain } from './blockchains.ts';
import { accept, type AddressVerdict, type ParseOptions, refuse } from './verdict.ts';

/** The XRP Ledger's base58 alphabet ("base58 Encodings" in its documentation): r stands for zero. */
const ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

const FAMILY_SEED = 0x21;
const ED25519_SEED = [0x01, 0xe1, 0x4b];

/** Writes a 20-byte account id as a classic address. */
export function encodeXrp(account: Uint8Array): string {
  return encodeBase58Check(Uint8Array.from([0, ...account]), base58xrp);
}

/**
 * Reads an XRP Ledger address: classic (type 0, starts with r; the same on every network) or X-address (XLS-5:
 * account, flag and destination tag in one; X on the main network, T on a test network). The tag is kept apart:
 * it says who behind a shared account is meant, and the ledger's history is the account's.
 */
export function readXrpAddress(text: string, blockchain: Blockchain, options: ParseOptions): AddressVerdict {
  const body = decodeBase58Check(text, blockchain, base58xrp, ALPHABET);
  if (!(body instanceof Uint8Array)) return body;
  const isSeed =
    (body.length === 17 && body[0] === FAMILY_SEED) ||
    (body.length === 19 && ED25519_SEED.every((byte, i) => body[i] === byte));
  if (isSeed) {
    return refuse(
      'PRIVATE_KEY',
      'This is an account seed (a secret), not an address. Never send it to anyone; move the funds, then send the address.',
    );
  }
  if (body.length === 21 && body[0] === 0) {
    const account = body.slice(1);
    return accept(blockchain, { form: 'CLASSIC', canonical: encodeXrp(account), payload: account }, options);
  }
  const main = body[0] === 0x05 && body[1] === 0x44;
  const test = body[0] === 0x04 && body[1] === 0x93;
  if (body.length === 31 && (main || test)) return readXAddress(body, main, blockchain, options);
  return refuse(
    body.length === 21 || body.length === 31 ? 'PREFIX' : 'LENGTH',
    'The checksum is good, but an XRP Ledger address starts with r (classic) or X. Send the account address.',
  );
}

function readXAddress(body: Uint8Array, main: boolean, blockchain: Blockchain, options: ParseOptions): AddressVerdict {
  const account = body.slice(2, 22);
  const flag = body[22];
  const tag = body.subarray(23);
  const view = new DataView(tag.buffer, tag.byteOffset, 8);
  const [low, high] = [view.getUint32(0, true), view.getUint32(4, true)];
  if ((flag !== 0 && flag !== 1) || high !== 0 || (flag === 0 && low !== 0)) {
    return refuse(
      'UNKNOWN_FORM',
      'The X-address carries a destination tag of an unknown kind. Send the classic address (r…).',
    );
  }
  return accept(
    blockchain,
    {
      form: 'X_ADDRESS',
      canonical: encodeXrp(account),
      payload: account,
      network: main ? 'MAIN' : 'TEST',
      ...(flag === 1 ? { destinationTag: low } : {}),
    },
    options,
  );
}
