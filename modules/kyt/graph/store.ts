import {
  type Category,
  type Direction,
  type EdgeRequest,
  type LoadedEdges,
  NODE,
  type OwnEdges,
} from '../../../engines/wallets/index.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

/** What a node's edges in one asset add up to, and the confidence of the label on it. */
export interface NodeSums {
  confidence: number;
  payers: number;
  payees: number;
  received: number;
  sent: number;
}

export function sumsOf(db: Queryable, node: number, asset: string): Promise<NodeSums | undefined> {
  return first<NodeSums>(
    db,
    sql`select label_confidence as confidence, payers, payees, received::float8 as received, sent::float8 as sent
      from chain_nodes where address_id = ${node} and asset = ${asset}`,
  );
}

/** The columns' names as seen from a direction: the end walked from, the end walked to, and the sums of the latter. */
const SEEN: Readonly<Record<Direction, { here: Sql; there: Sql; degree: Sql; otherDegree: Sql; total: Sql }>> = {
  INCOMING: {
    here: sql`e.to_id`,
    there: sql`e.from_id`,
    degree: sql`n.payers`,
    otherDegree: sql`n.payees`,
    total: sql`n.received`,
  },
  OUTGOING: {
    here: sql`e.from_id`,
    there: sql`e.to_id`,
    degree: sql`n.payees`,
    otherDegree: sql`n.payers`,
    total: sql`n.sent`,
  },
};

/** A column of numbers as one text: a row each would cost the driver more than the database. */
type Columns = Record<
  'node' | 'neighbour' | 'value' | 'confidence' | 'degree' | 'otherDegree' | 'total',
  string | null
> &
  Partial<Record<'first' | 'last', string | null>>;

const column = (text: string | null | undefined): number[] =>
  text ? (JSON.parse(`[${text.slice(1, -1)}]`) as number[]) : [];

/** A label counts for a walk where it is as sure as the policy asks for. */
export const flagsOf = (confidence: number, minimumConfidence: number): number =>
  confidence > 0 && confidence >= minimumConfidence ? NODE.LABELLED : 0;

/** Times are columns of their own only where they are needed: the rest is answered from indexes alone. */
export interface EdgeOptions {
  asset: string;
  minimumConfidence: number;
  times: boolean;
}

/**
 * The edges that a walk asks for, in one direction: for every hop one statement, in which each node asked for costs
 * one probe of an index that holds its edges in order, and each neighbour one more.
 */
export async function edgesOf(
  db: Queryable,
  requests: readonly EdgeRequest[],
  direction: Direction,
  { asset, minimumConfidence, times }: EdgeOptions,
): Promise<LoadedEdges> {
  const { here, there, degree, otherDegree, total } = SEEN[direction];
  const least = ({ least: units }: EdgeRequest): string => BigInt(Math.floor(Math.max(0, units))).toString();
  const timesOf = (alias: Sql): Sql => (times ? sql`, ${alias}.first_at, ${alias}.last_at` : sql``);
  const columns = sql`array_agg(w.near)::text as node, array_agg(w.far)::text as neighbour,
    array_agg(w.units)::text as value, array_agg(n.label_confidence)::text as confidence,
    array_agg(${degree})::text as degree, array_agg(${otherDegree})::text as "otherDegree",
    array_agg(${total})::text as total
    ${times ? sql`, array_agg(w.first_at)::text as first, array_agg(w.last_at)::text as last` : sql``}`;
  const neighbours = sql`join chain_nodes n on n.address_id = w.far and n.asset = ${asset}`;
  const [start] = requests;
  const found =
    start?.labelled === true
      ? // The address itself: of its largest edges those that carry enough, and those to labelled neighbours, which are
        // looked for all at once, in the order of an index that holds nobody else.
        sql`with nearby as materialized (
            select ${start.node}::integer as near, ${there} as far, e.units ${timesOf(sql`e`)} from chain_edges e
            where ${here} = ${start.node} and e.asset = ${asset}
            order by e.units desc, ${there} limit ${start.limit ?? null}
          ), labelled as materialized (
            select l.address_id from chain_nodes l
            where l.address_id = any(array(
                select far from nearby where units < ${least(start)}::numeric order by far)::integer[])
              and l.asset = ${asset} and l.label_confidence > 0 and l.label_confidence >= ${minimumConfidence}
          )
          select ${columns} from nearby w ${neighbours}
          where w.units >= ${least(start)}::numeric or w.far in (select address_id from labelled)`
      : sql`select ${columns}
          from (
            select r.node as near, ${there} as far, e.units ${timesOf(sql`e`)}
            from unnest(${requests.map(({ node }) => node)}::integer[], ${requests.map(least)}::numeric[]) as r (node, least)
            join chain_edges e on ${here} = r.node and e.asset = ${asset} and e.units >= r.least
          ) w ${neighbours}`;
  const row = await first<Columns>(db, found);
  return {
    node: column(row?.node),
    neighbour: column(row?.neighbour),
    value: column(row?.value),
    flags: column(row?.confidence).map((confidence) => flagsOf(confidence, minimumConfidence)),
    degree: column(row?.degree),
    otherDegree: column(row?.otherDegree),
    total: column(row?.total),
    ...(times ? { first: column(row?.first), last: column(row?.last) } : {}),
  };
}

/** Value of a node's largest edges, this many. */
export async function largestTotal(
  db: Queryable,
  node: number,
  count: number,
  direction: Direction,
  asset: string,
): Promise<number> {
  const { here, there } = SEEN[direction];
  const row = await first<{ total: number }>(
    db,
    sql`select coalesce(sum(units), 0)::float8 as total from (
      select e.units from chain_edges e where ${here} = ${node} and e.asset = ${asset}
      order by e.units desc, ${there} limit ${count}) largest`,
  );
  return row?.total ?? 0;
}

/** A cluster, and whom its label says it belongs to. */
export interface OwnCluster {
  clusterId: number;
  category: Category;
  entity: string;
}

/**
 * Of a node's largest edges, this many, those to other addresses of its cluster: neighbour to value. An address that a
 * label of its own says belongs to somebody else, or is something else, is left where it is.
 */
export async function edgesWithin(
  db: Queryable,
  node: number,
  { clusterId, category, entity }: OwnCluster,
  count: number,
  direction: Direction,
  asset: string,
): Promise<OwnEdges> {
  const { here, there } = SEEN[direction];
  const row = await first<{ node: string | null; value: string | null }>(
    db,
    sql`select array_agg(l.far order by l.far)::text as node, array_agg(l.units::float8 order by l.far)::text as value
      from (select ${there} as far, e.units from chain_edges e where ${here} = ${node} and e.asset = ${asset}
        order by e.units desc, ${there} limit ${count}) l
      join chain_addresses a on a.id = l.far
      where a.cluster_id = ${clusterId} and not exists (
        select from wallet_labels w
        where w.address_key = a.address_key and (w.category <> ${category} or w.entity <> ${entity}))`,
  );
  const values = column(row?.value);
  return new Map(column(row?.node).map((far, i) => [far, values[i] ?? 0]));
}
