import { DEFAULT_POLICY, exposureFromSource } from '../../../../../engines/wallets/index.ts';
import type { Database } from '../../../../../platform/database/database.ts';
import type { Queryable } from '../../../../../platform/database/sql.ts';
import { withSnapshot } from '../../snapshot.ts';
import { startOf } from '../../store.ts';
import { Nearby } from '../nearby.ts';
import * as store from './store.ts';

/**
 * Lays the rows together that walks from the busiest addresses meet, where they are not yet: by walking there. Of each
 * row as much as the walk needed; walks under another policy need others besides, and look these up.
 * @returns for how many starts
 */
export async function layWalkedRows(db: Database): Promise<number> {
  await store.dropUseless(db);
  const starts = await store.withoutRows(db);
  for (const start of starts) {
    await store.layRows(db, start, await withSnapshot(db, (snapshot) => metFrom(snapshot, start)));
  }
  return starts.length;
}

async function metFrom(db: Queryable, { node, asset, direction }: store.Start) {
  const { minimumConfidence, limits } = DEFAULT_POLICY;
  const nearby = new Nearby(db, { direction, asset, minimumConfidence });
  const source = {
    start: () => startOf(db, node, direction, { asset, minimumConfidence }),
    edges: nearby.edges.bind(nearby),
    labels: async () => () => undefined,
  };
  await exposureFromSource(source, node, direction, { ...limits, timeOrdered: false });
  return { snapshot: await store.snapshotOf(db), ...nearby.rows() };
}
