import type { Blockchain } from '../../../engines/wallets/index.ts';
import { toUnitsOf } from '../assets.ts';
import type { ChainRecord, Owner } from '../chain/transfer.ts';
import type { Budget } from './budget.ts';

/** A block that payments are complete up to. */
export interface Tip {
  height: number;
  /** null where the provider cannot tell. */
  hash: string | null;
  /** Seconds since 1970; 0 where not told. */
  time: number;
}

/** Payments that a provider does not tell of. */
export type Gap = 'NATIVE_PAYMENTS' | 'EARLIER_BLOCKS';

/** One transaction, or payment, as a provider tells it. */
export interface LiveRecord extends Omit<ChainRecord, 'blockHash'> {
  /** The block it stands in; null where the provider does not tell. */
  blockHash: string | null;
}

export interface FetchRequest {
  /** The address in its one spelling. */
  owner: Owner;
  /** Where the last fetch ended; null asks for everything. */
  after: { height: number; cursor: string | null } | null;
  upTo: Tip;
  /** Most payments. */
  limit: number;
  /** IF_FEW: where there are more than the limit, none of them are wanted. */
  wanted: 'ALL' | 'IF_FEW';
}

export interface Fetched {
  records: LiveRecord[];
  /** Whether these are all payments in question; where not, they are true and the older ones are missing. */
  complete: boolean;
  /** Where the next fetch begins, where height alone does not tell. */
  cursor: string | null;
  /** Asset → its decimals, of the tokens among the payments. */
  decimals: ReadonlyMap<string, number>;
}

/** Tells the payments of an address, of one blockchain. */
export interface ChainProvider {
  /** What it is; another one tells other things, and is asked from the beginning. */
  readonly kind: string;
  readonly blockchain: Blockchain;
  readonly gaps: readonly Gap[];
  /** The newest block that counts. @throws ProviderFailed, BudgetSpent */
  tip(budget: Budget): Promise<Tip>;
  /** The hash of the chain's block at a height; null where the provider cannot tell. */
  hashAt(height: number, budget: Budget): Promise<string | null>;
  /**
   * Nothing that is not of the form its interface promises, or that contradicts itself, comes through.
   * @throws ProviderFailed, BudgetSpent
   */
  fetch(request: FetchRequest, budget: Budget): Promise<Fetched>;
  close(): Promise<void>;
}

/** More than any asset there is; beyond it an amount is a token's joke. */
const MOST_UNITS = 10n ** 36n;

/** A payment of the smallest unit as units; undefined where it is nothing, or past all reason. */
export function unitsOf(amount: bigint, decimals: number): bigint | undefined {
  const units = toUnitsOf(amount, decimals);
  return amount > 0n && units <= MOST_UNITS ? units : undefined;
}
