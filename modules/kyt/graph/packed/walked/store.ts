import type { Direction } from '../../../../../engines/wallets/index.ts';
import { first, type Queryable, type Sql, sql } from '../../../../../platform/database/sql.ts';

/** With more changed nodes than this since the rows were laid together, finding out which would cost more than it saves. */
const MOST_CHANGED = 20_000;

/** Where a walk begins. */
export interface Start {
  node: number;
  asset: string;
  direction: Direction;
}

/** What a transaction changed that a snapshot does not show. The rows that a statement joins it to are called `w`. */
const since = (asset: Sql): Sql =>
  sql`c.xid >= pg_snapshot_xmin(w.snapshot::pg_snapshot) and not pg_visible_in_snapshot(c.xid, w.snapshot::pg_snapshot)
    and c.asset = ${asset}`;

/** Whether all that changed since can still be told, and is not too much to name. */
const isTold = (asset: Sql): Sql =>
  sql`w.xmin = w.xid::xid and not exists (select from chain_changes_floor f
      where f.xid >= pg_snapshot_xmin(w.snapshot::pg_snapshot) and f.xid < pg_snapshot_xmax(pg_current_snapshot()))
    and (select coalesce(sum(c.size), 0) <= ${MOST_CHANGED} and not coalesce(bool_or(c.everything), false)
      from chain_changes c where ${since(asset)})`;

/**
 * For a statement that knows of `start` (address_id, asset, direction): `rows` that are laid together, whose `nodes`
 * they are, and which of these (and others) have `changed` since, so that their rows are of before. Null where none are.
 */
export const walkedRows = (start: Sql): Sql =>
  sql`left join lateral (
    select w.rows, w.nodes, (select array_agg(node)::text from chain_changes c cross join unnest(c.nodes) as node
        where ${since(sql`w.asset`)}) as changed
      from chain_walk_rows w
      where w.address_id = ${start}.address_id and w.asset = ${start}.asset and w.direction = ${start}.direction
        and ${isTold(sql`w.asset`)}) walked on true`;

/** Takes away what walks use no more. */
export async function dropUseless(db: Queryable): Promise<void> {
  await db.query(sql`delete from chain_walk_rows w where not (${isTold(sql`w.asset`)})
    or not exists (select from chain_hubs h
      where h.address_id = w.address_id and h.asset = w.asset and h.direction = w.direction)`);
}

/** The starts whose largest edges lie apart, and for which no rows are laid together. */
export function withoutRows(db: Queryable): Promise<Start[]> {
  return db.query<Start>(
    sql`select h.address_id as node, h.asset, h.direction from chain_hubs h
      where not exists (select from chain_walk_rows w
        where w.address_id = h.address_id and w.asset = h.asset and w.direction = h.direction)
      order by 1, 2, 3`,
  );
}

/** What the statements of a transaction that reads one snapshot see. */
export async function snapshotOf(db: Queryable): Promise<string> {
  const row = await first<{ snapshot: string }>(db, sql`select pg_current_snapshot()::text as snapshot`);
  return row?.snapshot ?? '';
}

/** Lays rows together. @param met these nodes' rows, read from the snapshot */
export async function layRows(
  db: Queryable,
  { node, asset, direction }: Start,
  { snapshot, nodes, rows }: { snapshot: string; nodes: readonly number[]; rows: Buffer },
): Promise<void> {
  await db.query(
    sql`insert into chain_walk_rows (address_id, asset, direction, snapshot, nodes, rows)
      values (${node}, ${asset}, ${direction}, ${snapshot}, ${nodes}::integer[], ${rows})
      on conflict (address_id, asset, direction) do update set xid = default, snapshot = excluded.snapshot,
        nodes = excluded.nodes, rows = excluded.rows`,
  );
}
