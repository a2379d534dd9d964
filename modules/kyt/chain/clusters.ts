import { DEFAULT_CLUSTER_LIMITS } from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import * as store from './store/clusters.ts';

/**
 * Joins addresses that were spent from together into clusters, kept from import to import. A cluster is named by the
 * number of the address that stood for its larger part; none grows beyond the engine's limits, and two large ones are
 * never joined.
 * @param groups numbers of addresses, a group for each transaction, in the order of the chain
 * @param most named of addresses that changed, where there are more it is one more
 * @returns addresses of which a label says something else now than before
 */
export async function joinClusters(
  db: Queryable,
  groups: readonly (readonly number[])[],
  most: number,
): Promise<number[]> {
  if (groups.length === 0) return [];
  const members = await store.clustersOf(db, [...new Set(groups.flat())]);
  const parent = new Map<number, number>();
  const sizes = new Map<number, number>();
  const clusterOf = new Map<number, number>();
  for (const { id, cluster, size } of members) {
    clusterOf.set(id, cluster);
    sizes.set(cluster, size);
  }
  const rootOf = (cluster: number): number => {
    let at = cluster;
    for (let up = parent.get(at); up !== undefined; up = parent.get(at)) at = up;
    return at;
  };
  for (const group of groups) {
    const [head, ...others] = group;
    for (const other of others) {
      if (head === undefined) break;
      const a = rootOf(clusterOf.get(head) ?? head);
      const b = rootOf(clusterOf.get(other) ?? other);
      if (a === b) continue;
      const [sizeA, sizeB] = [sizes.get(a) ?? 1, sizes.get(b) ?? 1];
      const { maxSize, largeSize } = DEFAULT_CLUSTER_LIMITS;
      if (sizeA + sizeB > maxSize || Math.min(sizeA, sizeB) >= largeSize) continue;
      const [large, small] = sizeA > sizeB || (sizeA === sizeB && a < b) ? [a, b] : [b, a];
      parent.set(small, large);
      sizes.set(large, sizeA + sizeB);
    }
  }
  const moves = [...parent.keys()].map((from) => ({ from, to: rootOf(from) }));
  return store.moveClusters(db, moves, most);
}
