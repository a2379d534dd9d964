import type { Blockchain } from '../../../engines/wallets/index.ts';
import { refusedAt } from '../refused.ts';
import type { Batch } from './batch.ts';
import * as store from './store/blocks.ts';
import type { Stage } from './store/stage.ts';
import { topOf } from './store/chain.ts';
import type { ChainRecord } from './transfer.ts';

/** Blocks further below the last one than this are taken to be settled: what they brought is not kept apart. */
export const UNDOABLE_BLOCKS = 1_000;

/** What the blocks of a batch mean for those taken in before. */
export interface BlocksOfBatch {
  /** Records of blocks from this height on are noted, for the blocks to be undone. */
  notedFrom: number;
  /** Blocks of the blockchain that were given up for those of the batch. */
  undone: { fromHeight: number; addresses: number[] } | null;
}

/** Whether a record names another block of a height than a batch has already: then it begins a new batch. */
export function beginsAnotherChain(blocks: Map<number, string>, { height, blockHash }: ChainRecord): boolean {
  if (height === null || blockHash == null) return false;
  const known = blocks.get(height);
  if (known === undefined) blocks.set(height, blockHash);
  return known !== undefined && known !== blockHash;
}

/**
 * Makes room for the blocks of a batch: where another block was taken in at the height of one of them, the chain gave
 * that one up, and it is undone with all that were built on it.
 * @throws ImportRefused where that one is settled
 */
export async function makeRoom(
  stage: Stage,
  blockchain: Blockchain,
  { heights, blocks }: Pick<Batch, 'heights' | 'blocks'>,
  at: Date,
): Promise<BlocksOfBatch> {
  const highest = heights.reduce((a, b) => Math.max(a, b), -1);
  if (highest < 0) return { notedFrom: Infinity, undone: null };
  const stored = await topOf(stage, blockchain);
  const top = Math.max(highest, stored ?? 0);
  let undone: BlocksOfBatch['undone'] = null;
  if (blocks.size > 0) {
    const before = await store.blocksAt(stage, blockchain, [...blocks.keys()]);
    const replaced = before.filter(({ height, hash }) => blocks.get(height) !== hash).map(({ height }) => height);
    if (replaced.length > 0) {
      const from = replaced.reduce((a, b) => Math.min(a, b));
      if (from < (stored ?? 0) - UNDOABLE_BLOCKS) {
        throw refusedAt(
          `block ${from}`,
          `another block of this height was taken in, more than ${UNDOABLE_BLOCKS} below the last one: it is settled and cannot be undone. Is the file of another chain, or of blocks that the chain gave up?`,
        );
      }
      undone = { fromHeight: from, addresses: await undoFrom(stage, blockchain, from, at) };
    }
    await store.putBlocks(
      stage,
      blockchain,
      [...blocks].map(([height, hash]) => ({ height, hash })),
    );
  }
  return { notedFrom: top - UNDOABLE_BLOCKS, undone };
}

/** Takes back all that blocks from a height on brought. Clusters stay: who signed together did so, whatever the chain kept. */
export async function undoFrom(stage: Stage, blockchain: Blockchain, height: number, at: Date): Promise<number[]> {
  const digests = await store.recordsFrom(stage, blockchain, height);
  await store.forgetRecords(stage, blockchain, digests);
  const addresses = await store.undoEdges(stage, blockchain, height);
  await store.undoOutputs(stage, blockchain, height);
  await store.forgetFrom(stage, blockchain, height, { transactions: digests.length, at });
  return addresses;
}
