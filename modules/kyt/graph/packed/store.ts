import type { Direction } from '../../../../engines/wallets/index.ts';
import { first, type Queryable, type Sql, sql } from '../../../../platform/database/sql.ts';
import { walkedRows } from './walked/store.ts';

/** Of a node's edges this many of the largest lie beside its sums: a row stays well below what a page likes to hold. */
export const MOST_PACKED = 64;
/** Of a busier node none do: a walk ends there, by the usual policy. Those that it starts from lie apart. */
export const BUSY = 1_000;
/** They lie apart, this many of the largest. */
const MOST_APART = 20_000;
/** Of edges that lie apart the value of one in so many is kept beside them. */
const STEP = 250;
/** Bytes of a row before its edges, and of an edge: see `packed`. */
export const HEAD_BYTES = 22;
export const EDGE_BYTES = 12;

const SIDES: Readonly<Record<Direction, { near: Sql; there: Sql; here: Sql; degree: Sql; other: Sql; total: Sql }>> = {
  INCOMING: {
    near: sql`incoming`,
    here: sql`to_id`,
    there: sql`from_id`,
    degree: sql`payers`,
    other: sql`payees`,
    total: sql`received`,
  },
  OUTGOING: {
    near: sql`outgoing`,
    here: sql`from_id`,
    there: sql`to_id`,
    degree: sql`payees`,
    other: sql`payers`,
    total: sql`sent`,
  },
};

/**
 * One direction of a node in bytes: its number, its counterparties this way and the other way, all value this way, how
 * many edges follow; then the largest edges, counterparty and value each. Numbers as PostgreSQL sends them.
 */
function packed(direction: Direction): Sql {
  const { here, there, degree, other, total } = SIDES[direction];
  return sql`int4send(n.address_id) || int4send(n.${degree}) || int4send(n.${other}) || float8send(n.${total}::float8)
    || int2send(case when greatest(n.payers, n.payees) > ${BUSY} then 0 else least(n.${degree}, ${MOST_PACKED}) end::smallint)
    || coalesce((select string_agg(int4send(e.${there}) || float8send(e.units::float8), ''::bytea) from (
        select ${there}, units from chain_edges where ${here} = n.address_id and asset = n.asset
          and greatest(n.payers, n.payees) <= ${BUSY}
        order by units desc, ${there} limit ${MOST_PACKED}) e), ''::bytea)`;
}

/** Which nodes: those of a range of numbers, its end left out, or those of a list. */
export type Chosen = { from: number; to: number } | { nodes: readonly number[] };

/**
 * Packs those of some nodes that are not packed, in a transaction of its own. All of it is read from one snapshot: where
 * a node's payments change meanwhile the database refuses, and nothing was done.
 * @returns how many it packed
 */
export async function pack(transaction: Queryable, chosen: Chosen): Promise<number> {
  await transaction.query(sql`set transaction isolation level repeatable read`);
  // Lost in a crash, they are packed again.
  await transaction.query(
    sql`select set_config('synchronous_commit', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
  );
  const which =
    'nodes' in chosen
      ? sql`n.address_id = any(${chosen.nodes}::integer[])`
      : sql`n.address_id >= ${chosen.from} and n.address_id < ${chosen.to}`;
  const row = await first<{ packed: number; busy: number[] | null }>(
    transaction,
    sql`with packed as (
        update chain_nodes n set incoming = ${packed('INCOMING')}, outgoing = ${packed('OUTGOING')}
        where ${which} and n.incoming is null
        returning n.address_id, n.asset, greatest(n.payers, n.payees) > ${BUSY} as busy
      ), stale as (
        delete from chain_hubs h using packed where h.address_id = packed.address_id and h.asset = packed.asset
      ), gone as (
        delete from chain_walk_rows w using packed where w.address_id = packed.address_id and w.asset = packed.asset
      )
      select count(*) as packed, array_agg(distinct address_id) filter (where busy) as busy from packed`,
  );
  if (row?.busy) {
    await putApart(transaction, row.busy, 'INCOMING');
    await putApart(transaction, row.busy, 'OUTGOING');
  }
  return row?.packed ?? 0;
}

/** The value of the edge between the node of a row and one other: a look-up, which a join is not for the busiest. */
const valueOf = (direction: Direction, row: Sql, far: Sql): Sql => {
  const { here, there } = SIDES[direction];
  return sql`(select v.units::float8 from chain_edges v
    where v.${here} = ${row}.address_id and v.${there} = ${far} and v.asset = ${row}.asset)`;
};

/** Writes down the largest edges of busy nodes. */
async function putApart(transaction: Queryable, nodes: readonly number[], direction: Direction): Promise<void> {
  const { here, there, degree } = SIDES[direction];
  await transaction.query(
    sql`insert into chain_hubs (address_id, asset, direction, edges, counterparties, steps, largest_total, marked, marked_values)
      select n.address_id, n.asset, ${direction}, e.edges, e.counterparties, e.steps, e.total, m.marked, m.marked_values
      from chain_nodes n cross join lateral (
        select string_agg(int4send(l.${there}) || float8send(l.units::float8), ''::bytea order by l.place) as edges,
          array_agg(l.${there} order by l.${there}) as counterparties,
          array_agg(l.units::float8 order by l.place) filter (where (l.place - 1) % ${STEP}::integer = 0) as steps,
          sum(l.units::float8 order by l.place) as total
        from (
          select ${there}, units, row_number() over (order by units desc, ${there}) as place
          from chain_edges where ${here} = n.address_id and asset = n.asset
          order by units desc, ${there} limit ${MOST_APART}) l
      ) e cross join lateral (
        select array_agg(l.address_id) as marked, array_agg(${valueOf(direction, sql`n`, sql`l.address_id`)}) as marked_values
        from ${labelledAmong(sql`e.counterparties`, sql`n.asset`, 0)}
      ) m
      where n.address_id = any(${nodes}::integer[]) and greatest(n.payers, n.payees) > ${BUSY} and n.${degree} > 0
      on conflict (address_id, asset, direction) do update set edges = excluded.edges, counterparties = excluded.counterparties,
        steps = excluded.steps, largest_total = excluded.largest_total, marked = excluded.marked,
        marked_values = excluded.marked_values`,
  );
}

/** The last number of a node, and how far changes are packed: null where everything is to be looked through. */
export async function packingState(db: Queryable): Promise<{ last: number; snapshot: string | null; now: string }> {
  const row = await first<{ last: number | null; snapshot: string | null; now: string }>(
    db,
    sql`select (select max(address_id) from chain_nodes) as last, (select snapshot from chain_packed) as snapshot,
        pg_current_snapshot()::text as now`,
  );
  return { last: row?.last ?? 0, snapshot: row?.snapshot ?? null, now: row?.now ?? '' };
}

export async function notePacked(db: Queryable, snapshot: string): Promise<void> {
  await db.query(sql`update chain_packed set snapshot = ${snapshot}`);
}

/** Every packed row leaves an older version behind: room for the next. */
export async function tidy(db: Queryable): Promise<void> {
  await db.query(sql`vacuum chain_nodes`);
}

/** Nodes as a walk meets them: those that are packed in one piece, the others with their sums, and all labels. */
export interface NodeRows {
  packed: Buffer | null;
  /** Columns of one length: nodes that are not packed. */
  node: string | null;
  degree: string | null;
  otherDegree: string | null;
  total: string | null;
  /** Columns of one length: nodes that a label is on. */
  labelled: string | null;
  confidence: string | null;
}

function nodeColumns(direction: Direction): Sql {
  const { near, degree, other, total } = SIDES[direction];
  const bare = sql`filter (where n.${near} is null)`;
  const labelled = sql`filter (where n.label_confidence > 0)`;
  return sql`string_agg(n.${near}, ''::bytea) as packed, (array_agg(n.address_id) ${bare})::text as node,
    (array_agg(n.${degree}) ${bare})::text as degree, (array_agg(n.${other}) ${bare})::text as "otherDegree",
    (array_agg(n.${total}) ${bare})::text as total, (array_agg(n.address_id) ${labelled})::text as labelled,
    (array_agg(n.label_confidence) ${labelled})::text as confidence`;
}

/** What lies at these nodes, each given once, seen in one direction: a look-up in an index each. */
export function nodesAt(
  db: Queryable,
  nodes: readonly number[],
  direction: Direction,
  asset: string,
): Promise<NodeRows | undefined> {
  return first<NodeRows>(
    db,
    sql`select ${nodeColumns(direction)} from chain_nodes n
      where n.address_id = any(${listOf(nodes)}::integer[]) and n.asset = ${asset}`,
  );
}

const INT4 = 23;

/**
 * Numbers as PostgreSQL sends an integer[] itself, which the driver hands on as it is: the text of thousands took longer
 * to write than the look-ups of some hundred.
 */
export function listOf(numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(20 + 8 * numbers.length);
  bytes.writeInt32BE(1, 0); // dimensions
  bytes.writeInt32BE(0, 4); // no nulls
  bytes.writeInt32BE(INT4, 8);
  bytes.writeInt32BE(numbers.length, 12);
  bytes.writeInt32BE(1, 16); // of the first
  let at = 20;
  for (const number of numbers) {
    bytes.writeInt32BE(4, at); // bytes of one
    at = bytes.writeInt32BE(number, at + 4);
  }
  return bytes;
}

/** The largest edges of a node, counterparty and value each in bytes; and which counterparties are labelled. */
export interface StartRows {
  edges: Buffer | null;
  labelled: string | null;
}

/**
 * The same of a node whose edges lie apart. Where \`largestTotal\` is there, \`edges\` holds all that are followed, and
 * \`small\` the smaller ones to labelled counterparties; it is the value of all that would else have been sent.
 */
export interface BusyStartRows extends StartRows {
  small: Buffer | null;
  largestTotal: number | null;
  /** Rows of nodes that the walk will meet; which of these are labelled, and which rows are of before. */
  rows: Buffer | null;
  metLabelled: string | null;
  changed: string | null;
}

/** Which of some nodes are labelled, looked for all at once in an index that holds nobody else. */
const labelledAmong = (far: Sql, asset: Sql, minimumConfidence: number): Sql =>
  sql`(select l.address_id from chain_nodes l where l.address_id = any(${far})
    and l.asset = ${asset} and l.label_confidence > 0 and l.label_confidence >= ${minimumConfidence}) l`;
const nodesText = (nodes: Sql): Sql => sql`(select array_agg(l.address_id)::text from ${nodes})`;

/** As {@link startAt}, of a node whose edges lie apart and are of now; undefined of any other. */
export function busyStartAt(
  db: Queryable,
  { node, least, limit }: { node: number; least: number; limit: number | undefined },
  direction: Direction,
  { asset, minimumConfidence }: { asset: string; minimumConfidence: number },
): Promise<BusyStartRows | undefined> {
  const { degree } = SIDES[direction];
  // With a budget smaller than what lies apart, it is not known of all of it what the budget reaches.
  const isPart = sql`(${limit === undefined || limit >= MOST_APART}::boolean and h.steps is not null)`;
  const labelled = labelledAmong(sql`h.counterparties`, sql`h.asset`, minimumConfidence);
  return first<BusyStartRows>(
    db,
    sql`select substring(h.edges for case when ${isPart}
            then ${STEP * EDGE_BYTES}::integer * (select count(*) from unnest(h.steps) as step where step >= ${least}::float8)::integer
            else ${Math.min(limit ?? MOST_APART, MOST_APART) * EDGE_BYTES}::integer end) as edges,
        case when not ${isPart} then ${nodesText(labelled)} end as labelled,
        case when ${isPart} then (select string_agg(int4send(s.far) || float8send(s.value), ''::bytea order by s.value desc, s.far)
          from (select l.address_id as far, coalesce(m.value, ${valueOf(direction, sql`h`, sql`l.address_id`)}) as value
            from ${labelled} left join unnest(h.marked, h.marked_values) as m (far, value) on m.far = l.address_id) s
          where s.value < ${least}::float8) end as small,
        case when ${isPart} then h.largest_total end as "largestTotal",
        walked.rows, walked.changed, ${nodesText(labelledAmong(sql`walked.nodes`, sql`h.asset`, minimumConfidence))} as "metLabelled"
      from chain_hubs h join chain_nodes n on n.address_id = h.address_id and n.asset = h.asset ${walkedRows(sql`h`)}
      where h.address_id = ${node} and h.asset = ${asset} and h.direction = ${direction}
        and n.incoming is not null and least(n.${degree}, ${limit ?? null}) <= ${MOST_APART}`,
  );
}

/**
 * A node's largest edges, as many as the limit, and which of the counterparties of those below a value are labelled, and
 * perhaps of others.
 */
export function startAt(
  db: Queryable,
  start: { node: number; least: string; limit: number | undefined },
  direction: Direction,
  { asset, minimumConfidence }: { asset: string; minimumConfidence: number },
): Promise<StartRows | undefined> {
  const { here, there } = SIDES[direction];
  const small = sql`array(select far from nearby where units < ${start.least}::numeric)`;
  return first<StartRows>(
    db,
    sql`with nearby as materialized (
        select ${there} as far, units from chain_edges where ${here} = ${start.node} and asset = ${asset}
        order by units desc, ${there} limit ${start.limit ?? null}
      )
      select (select string_agg(int4send(far) || float8send(units::float8), ''::bytea) from nearby) as edges,
        ${nodesText(labelledAmong(small, sql`${asset}`, minimumConfidence))} as labelled`,
  );
}

/** The edges of nodes, of each those of at least a value: node, counterparty and value each, in bytes. */
export async function edgesAtLeast(
  db: Queryable,
  requests: readonly { node: number; least: string }[],
  direction: Direction,
  asset: string,
): Promise<Buffer | null> {
  const { here, there } = SIDES[direction];
  const row = await first<{ edges: Buffer | null }>(
    db,
    sql`select string_agg(int4send(r.node) || int4send(e.${there}) || float8send(e.units::float8), ''::bytea) as edges
      from unnest(${requests.map(({ node }) => node)}::integer[], ${requests.map(({ least }) => least)}::numeric[])
        as r (node, least)
      join chain_edges e on e.${here} = r.node and e.asset = ${asset} and e.units >= r.least`,
  );
  return row?.edges ?? null;
}
