import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Blockchain } from './blockchains.ts';
import { encodeCashAddr } from './cashaddr.ts';
import { encodeWitness, witnessForm } from './segwit.ts';
import { encodeHash } from './utxo.ts';

const OP = { DUP: 0x76, HASH160: 0xa9, EQUALVERIFY: 0x88, CHECKSIG: 0xac, EQUAL: 0x87, HASH256: 0xaa } as const;

/**
 * The address that a transaction output pays to, where its script has a standard form: P2PK (shown, as block
 * explorers do, as the P2PKH address of its key), P2PKH, P2SH, 32-byte P2SH (BCH), and any witness program
 * (BTC, LTC; BIP-141).
 * @returns canonical text and form, or undefined where the script names no address (data, bare multi-signature)
 */
export function addressOfScript(
  script: Uint8Array,
  blockchain: Blockchain,
): { canonical: string; form: string } | undefined {
  const n = script.length;
  const at = (i: number): number => script[i] ?? -1;
  if (
    n === 25 &&
    at(0) === OP.DUP &&
    at(1) === OP.HASH160 &&
    at(2) === 20 &&
    at(23) === OP.EQUALVERIFY &&
    at(24) === OP.CHECKSIG
  ) {
    return { canonical: encodeHash(blockchain, 'P2PKH', script.subarray(3, 23)), form: 'P2PKH' };
  }
  if (n === 23 && at(0) === OP.HASH160 && at(1) === 20 && at(22) === OP.EQUAL) {
    return { canonical: encodeHash(blockchain, 'P2SH', script.subarray(2, 22)), form: 'P2SH' };
  }
  const compressed = n === 35 && at(0) === 33 && (at(1) === 2 || at(1) === 3) && at(34) === OP.CHECKSIG;
  const uncompressed = n === 67 && at(0) === 65 && at(1) === 4 && at(66) === OP.CHECKSIG;
  if (compressed || uncompressed) {
    const hash = ripemd160(sha256(script.subarray(1, -1)));
    return { canonical: encodeHash(blockchain, 'P2PKH', hash), form: 'P2PK' };
  }
  if (blockchain === 'BCH' && n === 35 && at(0) === OP.HASH256 && at(1) === 32 && at(34) === OP.EQUAL) {
    return { canonical: encodeCashAddr(1, script.slice(2, 34)), form: 'P2SH32' };
  }
  const version = at(0) === 0 ? 0 : at(0) >= 0x51 && at(0) <= 0x60 ? at(0) - 0x50 : -1;
  if ((blockchain === 'BTC' || blockchain === 'LTC') && version >= 0 && n >= 4 && n <= 42 && at(1) === n - 2) {
    const program = script.slice(2);
    if (version === 0 && program.length !== 20 && program.length !== 32) return undefined;
    return { canonical: encodeWitness(version, program, blockchain), form: witnessForm(version, program) };
  }
  return undefined;
}
