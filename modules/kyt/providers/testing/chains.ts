import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { base58, base58xrp } from '@scure/base';
import { bech32 } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';

/** 32 bytes in hex that stand for a text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const bytesOf = (text: string, length: number): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(text).digest().subarray(0, length));

/** Made-up addresses of the right form. */
export const btc = (name: string): string => bech32.encode('bc', [0, ...bech32.toWords(bytesOf(name, 20))]);
export const evm = (name: string): string => `0x${Buffer.from(bytesOf(name, 20)).toString('hex')}`;
export const tron = (name: string): string =>
  createBase58check(sha256).encode(Uint8Array.from([0x41, ...bytesOf(name, 20)]));
export const tronHex = (name: string): string => `41${Buffer.from(bytesOf(name, 20)).toString('hex')}`;
export const xrp = (name: string): string => {
  const body = Uint8Array.from([0, ...bytesOf(name, 20)]);
  return base58xrp.encode(Uint8Array.from([...body, ...sha256(sha256(body)).subarray(0, 4)]));
};
export const sol = (name: string): string => base58.encode(bytesOf(name, 32));
export const signature = (name: string): string =>
  base58.encode(Uint8Array.from([1, ...bytesOf(name, 31), ...bytesOf(`${name}'`, 32)]));
