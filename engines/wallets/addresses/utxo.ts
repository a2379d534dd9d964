import { decodeBase58Check, encodeBase58Check, refuseOtherBase58 } from './base58check.ts';
import { BLOCKCHAIN_NAMES, type Blockchain } from './blockchains.ts';
import { encodeCashAddr, looksLikeCashAddr, readCashAddr } from './cashaddr.ts';
import { PAYLOAD, payloadOf } from './payload.ts';
import { looksLikeBech32, readBech32 } from './segwit.ts';
import { accept, type AddressVerdict, type Network, type ParseOptions, refuse } from './verdict.ts';

type Version = { form: 'P2PKH' | 'P2SH'; network: Network; retired?: true };

/**
 * Base58check version bytes, from each reference client's chainparams (Bitcoin Core, Litecoin Core, Dogecoin
 * Core, Bitcoin Cash Node). Litecoin's 0x05 and 0xc4 gave way to 0x32 and 0x3a because Bitcoin's P2SH
 * addresses look the same.
 */
const VERSIONS: Partial<Record<Blockchain, Record<number, Version>>> = {
  BTC: {
    0x00: { form: 'P2PKH', network: 'MAIN' },
    0x05: { form: 'P2SH', network: 'MAIN' },
    0x6f: { form: 'P2PKH', network: 'TEST' },
    0xc4: { form: 'P2SH', network: 'TEST' },
  },
  LTC: {
    0x30: { form: 'P2PKH', network: 'MAIN' },
    0x32: { form: 'P2SH', network: 'MAIN' },
    0x05: { form: 'P2SH', network: 'MAIN', retired: true },
    0x6f: { form: 'P2PKH', network: 'TEST' },
    0x3a: { form: 'P2SH', network: 'TEST' },
    0xc4: { form: 'P2SH', network: 'TEST' },
  },
  DOGE: {
    0x1e: { form: 'P2PKH', network: 'MAIN' },
    0x16: { form: 'P2SH', network: 'MAIN' },
    0x71: { form: 'P2PKH', network: 'TEST' },
    0x6f: { form: 'P2PKH', network: 'TEST' },
    0xc4: { form: 'P2SH', network: 'TEST' },
  },
  BCH: {
    0x00: { form: 'P2PKH', network: 'MAIN' },
    0x05: { form: 'P2SH', network: 'MAIN' },
    0x6f: { form: 'P2PKH', network: 'TEST' },
    0xc4: { form: 'P2SH', network: 'TEST' },
  },
};

/** The version byte with which this chain writes a form today. */
function currentVersion(blockchain: Blockchain, form: Version['form'], network: Network): number {
  for (const [byte, version] of Object.entries(VERSIONS[blockchain] ?? {})) {
    if (version.form === form && version.network === network && !version.retired) return Number(byte);
  }
  throw new Error(`No base58 version for ${blockchain} ${form} ${network}`);
}

/** The canonical text of a 20-byte hash on a UTXO chain: CashAddr for Bitcoin Cash, base58check for the others. */
export function encodeHash(
  blockchain: Blockchain,
  form: Version['form'],
  hash: Uint8Array,
  network: Network = 'MAIN',
): string {
  if (blockchain === 'BCH') {
    return encodeCashAddr(form === 'P2SH' ? 1 : 0, hash, network === 'MAIN' ? 'bitcoincash' : 'bchtest');
  }
  return encodeBase58Check(Uint8Array.from([currentVersion(blockchain, form, network), ...hash]));
}

/** Reads an address of BTC, LTC, DOGE or BCH in any form: base58check, SegWit, CashAddr, silent payment, MWEB. */
export function readUtxoAddress(text: string, blockchain: Blockchain, options: ParseOptions): AddressVerdict {
  if (looksLikeBech32(text, blockchain)) return readBech32(text, blockchain, options);
  if (blockchain === 'BCH' && looksLikeCashAddr(text)) return readCashAddr(text, options);
  const body = decodeBase58Check(text, blockchain);
  if (!(body instanceof Uint8Array)) return body;
  if (body.length !== 21) return refuseOtherBase58(body, text.length, blockchain);
  const hash = body.slice(1);
  const version = VERSIONS[blockchain]?.[body[0] ?? -1];
  if (!version) {
    return refuse(
      'PREFIX',
      `The checksum is good, but no ${BLOCKCHAIN_NAMES[blockchain]} address starts like this (version byte ${body[0]}). Send the blockchain that the address belongs to.`,
    );
  }
  const canonical = encodeHash(blockchain, version.form, hash, version.network);
  if (version.retired && options.retiredForms !== true) {
    return refuse(
      'RETIRED_FORM',
      `Litecoin gave up P2SH addresses that start with 3, because Bitcoin's look the same. If this is one of Litecoin, its present form is ${canonical}; else name the blockchain it belongs to.`,
    );
  }
  return accept(
    blockchain,
    {
      form: version.form,
      canonical,
      payload: payloadOf(version.form === 'P2SH' ? PAYLOAD.P2SH : PAYLOAD.P2PKH, hash),
      network: version.network,
    },
    options,
  );
}
