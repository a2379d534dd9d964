import type { Database } from '../../../../platform/database/database.ts';
import { isRetryable } from '../../../../platform/database/errors.ts';
import { changesSince, isPastFloor } from '../memory/store.ts';
import * as store from './store.ts';
import { layWalkedRows } from './walked/lay.ts';

/** Numbers of nodes of one transaction: what changes payments waits for it at the most. */
const RANGE = 20_000;
const LIST = 5_000;
/** With more changed nodes than this, all are looked through. */
const MOST_CHANGED = 500_000;
/** A part that meets a change of payments is tried again this often; then the next run sees to it. */
const TRIES = 3;
const MANY = 100_000;

/**
 * Packs the nodes whose payments changed since the last time; where that cannot be told, or was very many, all that are
 * not packed. A walk finds the same figures whether a node is packed or not.
 * @returns how many it packed
 */
export async function packNodes(db: Database): Promise<number> {
  const { last, snapshot, now } = await store.packingState(db);
  let packed = 0;
  for (const chosen of (await changed(db, snapshot)) ?? ranges(last)) packed += await packPart(db, chosen);
  await store.notePacked(db, now);
  if (packed > MANY) await store.tidy(db);
  await layWalkedRows(db);
  return packed;
}

/** The nodes that changed since a snapshot, in parts; null where that cannot be told. */
async function changed(db: Database, snapshot: string | null): Promise<store.Chosen[] | null> {
  if (snapshot === null || (await isPastFloor(db, snapshot))) return null;
  const changes = await changesSince(db, snapshot);
  if (changes.some(({ everything }) => everything)) return null;
  // Without an asset it was a label, which is no part of what is packed.
  const nodes = new Set(changes.flatMap((change) => (change.asset === null ? [] : change.nodes)));
  if (nodes.size > MOST_CHANGED) return null;
  const all = [...nodes];
  return Array.from({ length: Math.ceil(all.length / LIST) }, (_, i) => ({
    nodes: all.slice(i * LIST, (i + 1) * LIST),
  }));
}

function* ranges(last: number): Generator<store.Chosen> {
  for (let from = 0; from <= last; from += RANGE) yield { from, to: from + RANGE };
}

async function packPart(db: Database, chosen: store.Chosen): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction((transaction) => store.pack(transaction, chosen));
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (tries === TRIES) return 0;
    }
  }
}
