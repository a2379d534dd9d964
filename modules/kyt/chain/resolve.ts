import type { Blockchain } from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { refusedAt } from '../refused.ts';
import { type CoinParty, recordOf } from './coins.ts';
import * as store from './store/outputs.ts';
import type { ChainRecord } from './transfer.ts';

/**
 * Finds what the inputs of transactions spend: outputs of the same batch, or of what was taken in before. Outputs that
 * are spent are forgotten, the others kept for later. An input whose output is not known counts as unknown.
 * @param records in the order of the chain, each new
 * @returns the same records with their payments
 */
export async function resolveCoins(
  db: Queryable,
  blockchain: Blockchain,
  records: readonly ChainRecord[],
): Promise<ChainRecord[]> {
  const pending = records.flatMap(({ pending: coins }) => coins ?? []);
  if (pending.length === 0) return [...records];
  const known = new Map<string, CoinParty>();
  for (const { created } of pending)
    for (const { outpoint, owner, value } of created) known.set(outpoint, { owner, value });
  const spent = pending.flatMap((coins) => coins.spent);
  const older = spent.filter((outpoint) => !known.has(outpoint));
  for (const { outpoint, key, address, value } of older.length === 0
    ? []
    : await store.takeOutputs(db, blockchain, older)) {
    known.set(outpoint, { owner: { key, address }, value });
  }
  const gone = new Set(spent);
  const unspent = pending.flatMap(({ created }) =>
    created
      .filter(({ outpoint, value }) => value > 0n && !gone.has(outpoint))
      .map(({ outpoint, owner, value }) => ({ outpoint, ...owner, value })),
  );
  if (unspent.length > 0) await store.putOutputs(db, blockchain, unspent);
  return records.map((record) => {
    if (!record.pending) return record;
    const { transaction, spent: outpoints, created, place } = record.pending;
    try {
      return recordOf(blockchain, {
        ...transaction,
        inputs: outpoints.map((outpoint) => known.get(outpoint) ?? null),
        outputs: created,
      });
    } catch (error) {
      throw refusedAt(place, error instanceof Error ? error.message : 'the transaction does not add up.');
    }
  });
}
