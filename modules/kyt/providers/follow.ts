import { putBlocks } from '../chain/store/blocks.ts';
import { lockChain, refreshStatistics } from '../chain/store/chain.ts';
import { addRecords } from '../chain/take-in.ts';
import { askToLook } from '../watch/ask.ts';
import type { BitcoinCore } from './bitcoin-core.ts';
import type { Budget } from './budget.ts';
import { BudgetSpent, ProviderFailed } from './failure.ts';
import { giveUpFrom, type SessionServices, undoGivenUp } from './session.ts';
import * as store from './store.ts';

/** Blocks taken in between two looks at the statistics of the tables. */
const STATISTICS_EVERY = 1_000;

/**
 * Takes in the blocks that a node has and the service has not, one transaction a block, until the budget is spent.
 * Blocks that the chain gave up are undone first. Begins at the node's `fromBlock`, or behind the blocks imported from
 * files. Safe to run twice at once and to be cut off anywhere.
 * @returns how many blocks were taken in
 * @throws ProviderFailed
 */
export async function follow(services: SessionServices, node: BitcoinCore, budget: Budget): Promise<number> {
  const { db, clock } = services;
  const { blockchain } = node;
  const note = (row: Omit<store.FollowedRow, 'updatedAt'>): Promise<void> =>
    store.noteFollowed(db, blockchain, { ...row, updatedAt: clock.now() });
  let taken = 0;
  try {
    await undoGivenUp(services, node, budget);
    const tip = await node.tip(budget);
    let at = await position(services, node);
    if (at) await note({ ...at, tip: tip.height });
    while ((at?.height ?? node.fromBlock - 1) < tip.height) {
      const height: number = (at?.height ?? node.fromBlock - 1) + 1;
      const hash = await node.hashAt(height, budget);
      const block = await node.block(height, hash, budget);
      const before = at;
      if (before && before.height === height - 1 && block.previous !== before.hash) {
        // The chain went another way since the look at its start.
        await db.transaction(async (transaction) => {
          await lockChain(transaction, blockchain);
          await giveUpFrom(transaction, blockchain, before.height, clock.now());
        });
        at = await position(services, node);
        continue;
      }
      const now = clock.now();
      const row = { fromHeight: before?.fromHeight ?? height, height, hash, tip: tip.height, updatedAt: now };
      await db.transaction(async (transaction) => {
        await lockChain(transaction, blockchain);
        const records = block.records.map(({ blockHash, ...record }) => ({
          ...record,
          ...(blockHash === null ? {} : { blockHash }),
        }));
        const { added } = await addRecords(transaction, blockchain, records, now);
        if (added > 0) askToLook(transaction);
        await putBlocks(transaction, blockchain, [{ height, hash }]);
        await store.noteFollowed(transaction, blockchain, row);
      });
      at = row;
      taken += 1;
      if (taken % STATISTICS_EVERY === 0) await refreshStatistics(db);
    }
  } catch (error) {
    // The next run goes on where this one stopped.
    if (!(error instanceof BudgetSpent)) throw error;
  }
  return taken;
}

/** The last block that is still here; what was followed before it was undone is taken up from there. */
async function position({ db }: SessionServices, node: BitcoinCore): Promise<store.FollowedRow | undefined> {
  const { blockchain } = node;
  const [followed, [newest]] = await Promise.all([
    store.findFollowed(db, blockchain),
    store.lastBlocks(db, blockchain, 1),
  ]);
  if (!newest) return undefined;
  if (!followed) {
    // Blocks imported from files come first, where they reach as far as the node is to be followed from.
    if (newest.height < node.fromBlock) return undefined;
    return { fromHeight: newest.height + 1, ...newest, tip: newest.height, updatedAt: new Date(0) };
  }
  if (newest.height < followed.fromHeight - 1) {
    throw new ProviderFailed('REORGANISED', `The chain of ${blockchain} was undone below where it is followed from.`);
  }
  return { ...followed, height: newest.height, hash: newest.hash };
}
