import {
  type Blockchain,
  canonicalKey,
  type Category,
  EVM_BLOCKCHAINS,
  inferBlockchains,
  parseAddress,
} from '../../../engines/wallets/index.ts';
import { refusedAt } from '../refused.ts';

/** A statement about an address, as it is kept. */
export interface StoredLabel {
  addressKey: string;
  category: Category;
  entity: string;
  confidence: number;
  source: string;
  definesCluster: boolean;
  sanction: { list: string; program: string | null; entityId: string | null; listedAt: string | null } | null;
  since: string | null;
}

/** What currency tags of labels and lists mean. A tag is not always the chain: tokens are found by the address form. */
const CHAIN_OF_CURRENCY: Readonly<Record<string, Blockchain>> = {
  BTC: 'BTC',
  XBT: 'BTC',
  LTC: 'LTC',
  DOGE: 'DOGE',
  XDG: 'DOGE',
  BCH: 'BCH',
  ETH: 'ETH',
  ETC: 'ETH',
  BEP20: 'BSC',
  BSC: 'BSC',
  BNB: 'BSC',
  MATIC: 'POLYGON',
  POL: 'POLYGON',
  POLYGON: 'POLYGON',
  ARB: 'ARBITRUM',
  ARBITRUM: 'ARBITRUM',
  OP: 'OPTIMISM',
  OPTIMISM: 'OPTIMISM',
  BASE: 'BASE',
  AVAX: 'AVALANCHE',
  AVALANCHE: 'AVALANCHE',
  TRX: 'TRX',
  TRON: 'TRX',
  SOL: 'SOL',
  XRP: 'XRP',
  RIPPLE: 'XRP',
  XMR: 'XMR',
};

/** Tokens that live on several chains; OMNI tokens on addresses of Bitcoin's form. */
const TOKENS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'DAI', 'BUSD', 'TUSD', 'WBTC', 'OMNI']);

/** Whether labels and lists use this tag for a currency that the service reads. */
export const isCurrencyTag = (tag: string): boolean => Object.hasOwn(CHAIN_OF_CURRENCY, tag) || TOKENS.has(tag);

/**
 * The key of an address by the tag of its currency.
 * @returns undefined where the currency is none that the service reads, or the address is malformed
 */
export function keyByCurrency(address: string, currency: string): string | undefined {
  const tag = currency.toUpperCase();
  const chain = CHAIN_OF_CURRENCY[tag];
  if (chain) return keyOn(address, chain);
  if (!TOKENS.has(tag)) return undefined;
  const [first] = inferBlockchains(address, { retiredForms: false });
  return first ? keyOn(address, first) : undefined;
}

/** The key of an address on a blockchain, or undefined where it is malformed. */
export function keyOn(address: string, blockchain: Blockchain): string | undefined {
  const verdict = parseAddress(address, blockchain);
  return verdict.valid ? canonicalKey(verdict) : undefined;
}

/** The key of an address whose blockchain is not named: where all chains that fit mean the same, as on EVM chains. */
export function keyOfAny(address: string): string | undefined {
  const keys = new Set(inferBlockchains(address).map((chain) => keyOn(address, chain)));
  const [only, ...more] = keys;
  return more.length === 0 ? only : undefined;
}

export const isEvm = (blockchain: Blockchain): boolean => EVM_BLOCKCHAINS.includes(blockchain);

/**
 * A day of a list: 2018-11-28, or a moment of it.
 * @returns the day as the list means it, or null where none is given
 * @throws ImportRefused naming the place
 */
export function readDay(text: string, place: string): string | null {
  if (text === '') return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ][0-9:.]{5,15}(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)?.[1];
  const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
  if (day === undefined || date === undefined || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) {
    throw refusedAt(place, 'must be a day such as 2018-11-28.');
  }
  return day;
}
