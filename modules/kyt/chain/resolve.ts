import type { Blockchain } from '../../../engines/wallets/index.ts';
import { refusedAt } from '../refused.ts';
import { type CoinParty, recordOf } from './coins.ts';
import * as store from './store/outputs.ts';
import type { Stage, StagedOutput } from './store/stage.ts';
import type { ChainRecord, PendingCoins } from './transfer.ts';

/**
 * Finds what the inputs of transactions spend: outputs of the same batch, or of what was taken in before. Outputs that
 * are spent are forgotten, the others kept for later. An input whose output is not known counts as unknown.
 * @param records in the order of the chain, each new
 * @param notedFrom from this height on it is noted what blocks created and spent, for them to be undone
 * @returns the same records with their payments
 */
export async function resolveCoins(
  stage: Stage,
  blockchain: Blockchain,
  records: readonly ChainRecord[],
  notedFrom: number,
): Promise<ChainRecord[]> {
  const pending = records.flatMap(({ pending: coins }) => coins ?? []);
  if (pending.length === 0) return [...records];
  const noted = (height: number | null): number | null => (height !== null && height >= notedFrom ? height : null);
  const known = new Map<string, CoinParty>();
  for (const { created } of pending)
    for (const { outpoint, owner, value } of created) known.set(outpoint, { owner, value });
  const spent = pending.flatMap(({ spent: outpoints, transaction }) =>
    outpoints.map((outpoint) => ({ outpoint, height: noted(transaction.height) })),
  );
  const older = spent.filter(({ outpoint }) => !known.has(outpoint));
  const taken: StagedOutput[] = [];
  const found =
    older.length === 0
      ? new Map<number, never>()
      : await store.takeOutputs(
          stage,
          blockchain,
          older.map(({ outpoint }) => outpoint),
        );
  for (const [n, { key, address, value }] of found) {
    const { outpoint = '', height = null } = older[n] ?? {};
    known.set(outpoint, { owner: { key, address }, value });
    taken.push({ outpoint, key, address, value, height });
  }
  const here = spentWithin(pending, noted);
  await store.noteOutputs(stage, blockchain, [...taken, ...here.spent], true);
  await store.noteOutputs(stage, blockchain, here.created, false);
  const gone = new Set(spent.map(({ outpoint }) => outpoint));
  const unspent = pending.flatMap(({ created, transaction }) =>
    created
      .filter(({ outpoint, value }) => value > 0n && !gone.has(outpoint))
      .map(({ outpoint, owner, value }) => ({ outpoint, ...owner, value, height: noted(transaction.height) })),
  );
  if (unspent.length > 0) {
    await store.putOutputs(stage, blockchain, unspent);
    await store.noteOutputs(stage, blockchain, unspent, false);
  }
  return records.map((record) => {
    if (!record.pending) return record;
    const { transaction, spent: outpoints, created, place } = record.pending;
    try {
      const resolved = recordOf(blockchain, {
        ...transaction,
        inputs: outpoints.map((outpoint) => known.get(outpoint) ?? null),
        outputs: created,
      });
      return record.blockHash == null ? resolved : { ...resolved, blockHash: record.blockHash };
    } catch (error) {
      throw refusedAt(place, error instanceof Error ? error.message : 'the transaction does not add up.');
    }
  });
}

/** Outputs of one block that a later one of the same batch spends: undoing the later one alone gives them back. */
function spentWithin(
  pending: readonly PendingCoins[],
  noted: (height: number | null) => number | null,
): { created: StagedOutput[]; spent: StagedOutput[] } {
  const created = new Map<string, StagedOutput>();
  for (const { created: outputs, transaction } of pending) {
    const height = noted(transaction.height);
    if (height === null) continue;
    for (const { outpoint, owner, value } of outputs) created.set(outpoint, { outpoint, ...owner, value, height });
  }
  const pairs = pending.flatMap(({ spent, transaction }) => {
    const height = noted(transaction.height);
    return spent.flatMap((outpoint) => {
      const output = created.get(outpoint);
      return output && height !== null && output.height !== height ? [{ output, height }] : [];
    });
  });
  return {
    created: pairs.map(({ output }) => output),
    spent: pairs.map(({ output, height }) => ({ ...output, height })),
  };
}
