import { type Blockchain } from '../../../engines/wallets/index.ts';
import { COINS } from '../assets.ts';
import type { Owner } from '../chain/transfer.ts';
import { type LiveRecord, unitsOf } from './provider.ts';

export interface EvmPlace {
  height: number;
  blockHash: string | null;
  time: number;
}

/** A payment of the chain's own coin. Named as a file of ethereum-etl would name it, so that neither counts twice. */
export function coinRecord(
  blockchain: Blockchain,
  identity: string,
  ends: { from: Owner; to: Owner },
  wei: bigint,
  place: EvmPlace,
): LiveRecord | undefined {
  const { symbol, decimals } = COINS[blockchain];
  const units = unitsOf(wei, decimals);
  if (units === undefined) return undefined;
  const { height, blockHash, time } = place;
  return { identity, transfers: [{ ...ends, asset: symbol, units, time }], height, blockHash, together: [] };
}

export interface TokenTransfer {
  txid: string;
  asset: string;
  from: Owner;
  to: Owner;
  amount: bigint;
  decimals: number;
  place: EvmPlace;
}

/**
 * Payments of tokens, named as rows of edges-csv would be: by transaction, what they say, and which of several that say
 * the same. All of a transaction's must be given together, in order.
 */
export function tokenRecords(transfers: readonly TokenTransfer[]): LiveRecord[] {
  const said = new Map<string, number>();
  return transfers.flatMap(({ txid, asset, from, to, amount, decimals, place }) => {
    const units = unitsOf(amount, decimals);
    if (units === undefined) return [];
    const what = [txid, from.key, to.key, asset, units].join(' ');
    const repetition = said.get(what) ?? 0;
    said.set(what, repetition + 1);
    const { height, blockHash, time } = place;
    return {
      identity: `${what} ${repetition}`,
      transfers: [{ from, to, asset, units, time }],
      height,
      blockHash,
      together: [],
    };
  });
}
