import type { FreshNode } from '../../../../engines/wallets/index.ts';
import { first, type Queryable, sql } from '../../../../platform/database/sql.ts';
import { flagsOf } from '../store.ts';

/** The data as one snapshot of the database shows it. */
export interface Stamp {
  /** As PostgreSQL writes a snapshot (pg_current_snapshot). */
  snapshot: string;
  chains: Record<string, number>;
  labels: number;
}

export async function stampNow(db: Queryable): Promise<Stamp> {
  const row = await first<Stamp>(
    db,
    sql`select pg_current_snapshot()::text as snapshot, v.version as labels,
        coalesce((select json_object_agg(blockchain, version) from chain_data), '{}'::json) as chains
      from wallet_label_version v`,
  );
  if (!row) throw new Error('wallet_label_version is empty');
  return row;
}

export interface AssetSize {
  asset: string;
  edges: number;
  /** Values whose sums doubles cannot hold in the way that arrays add them up. */
  beyondDoubles: boolean;
}

/** The assets with edges, the largest first, and the number of the last address. */
export async function assetSizes(db: Queryable): Promise<{ assets: AssetSize[]; lastNode: number }> {
  const [assets, last] = await Promise.all([
    db.query<AssetSize>(
      sql`select asset, sum(payees)::float8 as edges,
          bool_or((received > 9007199254740991 and payers < 16) or (sent > 9007199254740991 and payees < 16)
            or received >= 18446744073709551616 or sent >= 18446744073709551616) as "beyondDoubles"
        from chain_nodes group by asset order by 2 desc, 1`,
    ),
    first<{ id: number | null }>(db, sql`select max(id) as id from chain_addresses`),
  ]);
  return { assets, lastNode: last?.id ?? 0 };
}

/** Whether the name of an asset can stand in a statement: plain text. Assets are names from files. */
export const isCopyable = (asset: string): boolean => /^[^\p{C}]{1,200}$/u.test(asset);

/** A copy of an asset's edges in PostgreSQL's binary form: payer, payee, units. COPY takes no parameters. */
export function copyOfEdges(asset: string): string {
  if (!isCopyable(asset)) throw new RangeError('The name of the asset is not plain text');
  return `copy (select from_id, to_id, least(units, 9223372036854775807)::bigint from chain_edges
    where asset = '${asset.replaceAll("'", "''")}') to stdout with (format binary)`;
}

/** Nodes of an asset that a label of this confidence is on. */
export async function labelledNodes(db: Queryable, asset: string, minimumConfidence: number): Promise<number[]> {
  const row = await first<{ nodes: string | null }>(
    db,
    sql`select array_agg(address_id)::text as nodes from chain_nodes
      where asset = ${asset} and label_confidence > 0 and label_confidence >= ${minimumConfidence}`,
  );
  return numbersOf(row?.nodes);
}

/** Whether changes since a snapshot were taken away already, so that what is left does not tell all. */
export async function isPastFloor(db: Queryable, snapshot: string): Promise<boolean> {
  const row = await first<{ past: boolean }>(
    db,
    sql`select xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot()) as past
      from chain_changes_floor`,
  );
  return row?.past ?? true;
}

/** Nodes that changed since a snapshot; without an asset, those whose label changed. `everything`: too many to name. */
export async function changesSince(
  db: Queryable,
  snapshot: string,
): Promise<{ asset: string | null; nodes: number[]; everything: boolean }[]> {
  const rows = await db.query<{ asset: string | null; nodes: string; everything: boolean }>(
    sql`select asset, nodes::text as nodes, everything from chain_changes
      where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`,
  );
  return rows.map(({ asset, nodes, everything }) => ({ asset, nodes: numbersOf(nodes), everything }));
}

const numbersOf = (text: string | null | undefined): number[] =>
  text ? (JSON.parse(`[${text.slice(1, -1)}]`) as number[]) : [];

/** The confidence of the label on each of these nodes that has one. */
export async function confidences(db: Queryable, nodes: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; confidence: number }>(
    sql`select id, label_confidence as confidence from chain_addresses
      where id = any(${nodes}::integer[]) and label_confidence > 0`,
  );
  return new Map(rows.map(({ id, confidence }) => [id, confidence]));
}

/** Nodes as they are now: their sums, and their edges where neither direction has more than `mostEdges`. */
export async function freshNodes(
  db: Queryable,
  asset: string,
  nodes: readonly number[],
  { minimumConfidence, mostEdges }: { minimumConfidence: number; mostEdges: number },
): Promise<FreshNode[]> {
  const sums = await db.query<{
    node: number;
    confidence: number;
    payers: number;
    payees: number;
    received: number;
    sent: number;
  }>(
    sql`select address_id as node, label_confidence as confidence, payers, payees, received::float8 as received, sent::float8 as sent
      from chain_nodes where asset = ${asset} and address_id = any(${nodes}::integer[])`,
  );
  const found = new Map(sums.map((row) => [row.node, row]));
  const held = nodes.filter((node) => {
    const row = found.get(node);
    return !row || Math.max(row.payers, row.payees) <= mostEdges;
  });
  const [incoming, outgoing] = await Promise.all([
    rowsOf(db, sql`to_id`, sql`from_id`, asset, held),
    rowsOf(db, sql`from_id`, sql`to_id`, asset, held),
  ]);
  const isHeld = new Set(held);
  const nothing = { neighbours: [], values: [] };
  return nodes.map((node) => {
    const row = found.get(node);
    const edges = (rows: Rows) => (isHeld.has(node) ? { edges: rows.get(node) ?? nothing } : {});
    return {
      node,
      flags: flagsOf(row?.confidence ?? 0, minimumConfidence),
      INCOMING: { degree: row?.payers ?? 0, total: row?.received ?? 0, ...edges(incoming) },
      OUTGOING: { degree: row?.payees ?? 0, total: row?.sent ?? 0, ...edges(outgoing) },
    };
  });
}

type Rows = Map<number, { neighbours: number[]; values: number[] }>;

async function rowsOf(
  db: Queryable,
  here: ReturnType<typeof sql>,
  there: ReturnType<typeof sql>,
  asset: string,
  nodes: readonly number[],
): Promise<Rows> {
  const rows = await db.query<{ node: number; neighbours: string; values: string }>(
    sql`select ${here} as node, array_agg(${there} order by units desc, ${there})::text as neighbours,
        array_agg(units::float8 order by units desc, ${there})::text as values
      from chain_edges where asset = ${asset} and ${here} = any(${nodes}::integer[]) group by ${here}`,
  );
  return new Map(
    rows.map(({ node, neighbours, values }) => [
      node,
      { neighbours: numbersOf(neighbours), values: numbersOf(values) },
    ]),
  );
}
