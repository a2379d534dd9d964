import { DEFAULT_POLICY, type Direction } from '../../../engines/wallets/index.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Policy } from '../../../engines/wallets/index.ts';
import { policiesInForce } from '../policies/store.ts';
import * as store from './store.ts';

/** Clusters up to this size are taken along whatever the label says. */
const SMALL_CLUSTER = 1_000;
/** With more addresses within reach, all monitors are looked at: that is quicker than to find out which. */
const MOST_REACHED = 300_000;

/**
 * Of the share that leads back to a change, what is lost where nodes are not gone on from is less than the bound for
 * that at each hop: with a bound of a twentieth of the threshold, less than half of it within ten hops.
 */
const CAUTION = 20;

const DIRECTIONS: readonly Direction[] = ['OUTGOING', 'INCOMING'];

/** As far, and through as much, as the widest of the policies in force may walk. */
function widest(policies: readonly Policy[]): store.ReachLimits & { maxHops: number; shareThreshold: number } {
  const most = (pick: (policy: Policy) => number): number => Math.max(...policies.map(pick));
  // Where payments count in the order of their times, those left out make the shares of the others larger.
  const inOrder = policies.some(({ limits }) => limits.timeOrdered);
  const shareThreshold = inOrder ? 0 : Math.min(...policies.map(({ limits }) => limits.shareThreshold));
  return {
    shareThreshold,
    least: shareThreshold / CAUTION,
    maxHops: most(({ limits }) => limits.maxHops),
    minimumConfidence: Math.max(
      1,
      most(({ minimumConfidence }) => minimumConfidence),
    ),
    serviceDegree: most(({ limits }) => limits.serviceDegree),
  };
}

/**
 * The monitors that changes can concern: of the addresses themselves, and of those from which a walk may come to them:
 * within the same number of hops, over the same payments, not through addresses that absorb, and not with less than the
 * share that a walk follows, save from next to the change. It may name one whose score then turns out the same; it
 * leaves none out. Where changes reach too far it names all of the blockchain.
 */
export async function concerned(
  transaction: Transaction,
  changes: readonly store.ChangeRow[],
): Promise<{ organizationId: string; id: string }[]> {
  const found = new Map<string, { organizationId: string; id: string }>();
  const add = (watchers: readonly { organizationId: string; id: string }[]): void => {
    for (const watcher of watchers) found.set(watcher.id, watcher);
  };
  const all = new Set(changes.flatMap(({ everything, blockchain }) => (everything && blockchain ? [blockchain] : [])));
  for (const blockchain of all) add(await store.watchersOfChain(transaction, blockchain));
  const keys = [...new Set(changes.flatMap(({ addressKeys }) => addressKeys))];
  if (keys.length > 0) add(await store.watchersOfKeys(transaction, keys));
  const nodes = new Set([
    ...changes.flatMap(({ blockchain, nodes: ids }) => (blockchain && all.has(blockchain) ? [] : ids)),
    ...(keys.length > 0 ? await store.nodesOfKeys(transaction, keys, SMALL_CLUSTER) : []),
  ]);
  if (nodes.size === 0) return [...found.values()];

  const own = (await policiesInForce(transaction)).flatMap(({ policy }) => policy ?? []);
  const limits = widest([DEFAULT_POLICY, ...own]);
  await store.prepareReach(transaction);
  for (const direction of DIRECTIONS) {
    await store.beginReach(transaction, [...nodes]);
    let reached = nodes.size;
    for (let hop = 1; hop <= limits.maxHops; hop += 1) {
      const added = await store.nextHop(transaction, hop, direction, limits);
      reached += added;
      if (added === 0 || reached > MOST_REACHED) break;
    }
    if (reached > MOST_REACHED) {
      add(await store.watchersOfChain(transaction, null));
      break;
    }
    add(await store.watchersReached(transaction, limits.shareThreshold / 2));
  }
  return [...found.values()];
}
