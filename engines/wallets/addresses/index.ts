import { bytesToHex } from '@noble/hashes/utils.js';
import { BLOCKCHAIN_NAMES, type Blockchain, BLOCKCHAINS, type ChainFamily, chainFamily } from './blockchains.ts';
import { readEvmAddress } from './evm.ts';
import { readMoneroAddress } from './monero.ts';
import { readSolanaAddress } from './solana.ts';
import { readTronAddress } from './tron.ts';
import { readUtxoAddress } from './utxo.ts';
import {
  type AddressErrorCode,
  type AddressReader,
  type AddressVerdict,
  type InvalidAddress,
  type ParseOptions,
  refuse,
  type ValidAddress,
} from './verdict.ts';
import { readXrpAddress } from './xrp.ts';

export {
  BLOCKCHAIN_NAMES,
  BLOCKCHAINS,
  type Blockchain,
  type ChainFamily,
  chainFamily,
  EVM_BLOCKCHAINS,
  isBlockchain,
} from './blockchains.ts';
export { checksumEvm } from './evm.ts';
export { addressOfScript } from './script.ts';
export type {
  AddressErrorCode,
  AddressVerdict,
  InvalidAddress,
  Network,
  ParseOptions,
  ValidAddress,
} from './verdict.ts';

const READERS: Record<ChainFamily, AddressReader> = {
  btc: readUtxoAddress,
  ltc: readUtxoAddress,
  doge: readUtxoAddress,
  bch: readUtxoAddress,
  evm: readEvmAddress,
  trx: readTronAddress,
  sol: readSolanaAddress,
  xrp: readXrpAddress,
  xmr: readMoneroAddress,
};

/** No form of any chain is longer (BIP-352's limit); longer texts are refused before anything is read. */
const LONGEST = 1023;

/** What is wrong with a text whatever the chain: nothing in it, too long, blanks, letters that only look right. */
function refuseText(text: string): InvalidAddress | undefined {
  if (text.length === 0) return refuse('EMPTY', 'The address is empty. Send an address.');
  if (text.length > LONGEST) {
    return refuse(
      'LENGTH',
      `The address has ${text.length} characters; no address has more than ${LONGEST}. Send one address.`,
    );
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x20 && code < 0x7f) continue;
    if (/\s/.test(text.charAt(i))) {
      return refuse('WHITESPACE', `Character ${i + 1} is white space. Send the address without blanks or line breaks.`);
    }
    const point = (text.codePointAt(i) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return refuse(
      'CHARACTERS',
      `Character ${i + 1} is U+${point}, which no address holds, though it may look like a letter or digit or not show at all. Copy the address again from its source.`,
    );
  }
  return undefined;
}

// Refusals that stay true whatever other chain the text might be read for.
const DECISIVE: ReadonlySet<AddressErrorCode> = new Set(['TESTNET', 'RETIRED_FORM', 'PRIVATE_KEY', 'NOT_A_KEY']);

/**
 * Reads an address of a named blockchain: form, checksum and network.
 * @param text the address, exactly: no white space around it
 * @param blockchain the chain it is said to be of
 * @returns the address in its canonical text and bytes, or what is wrong with it and the remedy. Never throws, and
 * never repeats the text in a message (it may be a secret sent by mistake). Sources: each chain's own reader.
 */
export function parseAddress(text: string, blockchain: Blockchain, options: ParseOptions = {}): AddressVerdict {
  const refused = refuseText(text);
  if (refused) return refused;
  const verdict = READERS[chainFamily(blockchain)](text, blockchain, options);
  if (verdict.valid || DECISIVE.has(verdict.code)) return verdict;
  const others = fitting(text, options).filter((other) => chainFamily(other) !== chainFamily(blockchain));
  if (others.length === 0) return verdict;
  return refuse(
    'OTHER_BLOCKCHAIN',
    `The address has the form of ${listOf(others)}, not of ${BLOCKCHAIN_NAMES[blockchain]}. Send the blockchain that it belongs to.`,
  );
}

function listOf(blockchains: readonly Blockchain[]): string {
  return blockchains.map((chain) => `${BLOCKCHAIN_NAMES[chain]} (${chain})`).join(', ');
}

function fitting(text: string, options: ParseOptions): Blockchain[] {
  const byFamily = new Map<ChainFamily, boolean>();
  return BLOCKCHAINS.filter((chain) => {
    const family = chainFamily(chain);
    const known = byFamily.get(family) ?? READERS[family](text, chain, options).valid;
    byFamily.set(family, known);
    return known;
  });
}

/** Every blockchain whose address form the text has, checksum included; none where it is no address. Never throws. */
export function inferBlockchains(text: string, options: ParseOptions = {}): Blockchain[] {
  return refuseText(text) ? [] : fitting(text, options);
}

/** An address read without its blockchain being named. */
export type InferredVerdict =
  | AddressVerdict
  | { valid: false; code: 'AMBIGUOUS'; message: string; blockchains: Blockchain[] };

/** The more a refusal knows about the text, the better it explains; the first of these found is the one given. */
const TELLING: readonly AddressErrorCode[] = [
  'PRIVATE_KEY',
  'TESTNET',
  'NOT_A_KEY',
  'RETIRED_FORM',
  'LETTER_CASE',
  'CHECKSUM',
  'UNKNOWN_FORM',
];

/**
 * Reads an address whose blockchain is left out: the chain is inferred where only one fits; where several fit
 * (every 0x address, every Bitcoin address in base58), the refusal lists them.
 */
export function parseAnyAddress(text: string, options: ParseOptions = {}): InferredVerdict {
  const refused = refuseText(text);
  if (refused) return refused;
  const blockchains = fitting(text, options);
  const [only, ...more] = blockchains;
  if (only && more.length > 0) {
    return {
      valid: false,
      code: 'AMBIGUOUS',
      message: `The address form fits ${listOf(blockchains)}. Send blockchain to say which.`,
      blockchains,
    };
  }
  if (only) return READERS[chainFamily(only)](text, only, options);
  const refusals = BLOCKCHAINS.map((chain) => READERS[chainFamily(chain)](text, chain, options)).filter(
    (verdict) => !verdict.valid,
  );
  for (const code of TELLING) {
    const found = refusals.find((refusal) => refusal.code === code);
    if (found) return found;
  }
  return refuse(
    'UNKNOWN_FORM',
    `The text has the address form of no supported blockchain (${BLOCKCHAINS.join(', ')}). Copy the address again, whole.`,
  );
}

/**
 * The key under which everything about an address is stored: `family:hex`, equal exactly where the address is.
 * Test network addresses carry `~test` after the family, so that they never meet a main network's.
 */
export function canonicalKey(address: ValidAddress): string {
  const family = address.network === 'TEST' ? `${address.family}~test` : address.family;
  return `${family}:${bytesToHex(address.bytes.subarray(2))}`;
}
