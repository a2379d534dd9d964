import {
  type Category,
  type Direction,
  type LoadedEdges,
  type LoadedNode,
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

/** What is known of the address that a walk starts from. */
export async function startOf(
  db: Queryable,
  node: number,
  direction: Direction,
  { asset, minimumConfidence }: { asset: string; minimumConfidence: number },
): Promise<LoadedNode | undefined> {
  const sums = await sumsOf(db, node, asset);
  if (!sums) return undefined;
  const [degree, otherDegree, total] =
    direction === 'INCOMING' ? [sums.payers, sums.payees, sums.received] : [sums.payees, sums.payers, sums.sent];
  return { node, flags: flagsOf(sums.confidence, minimumConfidence), degree, otherDegree, total };
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
  'node' | 'neighbour' | 'value' | 'confidence' | 'degree' | 'otherDegree' | 'total' | 'first' | 'last',
  string | null
>;

const column = (text: string | null | undefined): number[] =>
  text ? (JSON.parse(`[${text.slice(1, -1)}]`) as number[]) : [];

/** A label counts for a walk where it is as sure as the policy asks for. */
export const flagsOf = (confidence: number, minimumConfidence: number): number =>
  confidence > 0 && confidence >= minimumConfidence ? NODE.LABELLED : 0;

/**
 * The edges of nodes in one direction with their times, as a walk in the order of time asks for them: all of each node,
 * which costs one probe of an index that holds its edges in order, and each neighbour one more.
 */
export async function timedEdgesOf(
  db: Queryable,
  nodes: readonly number[],
  direction: Direction,
  { asset, minimumConfidence }: { asset: string; minimumConfidence: number },
): Promise<LoadedEdges> {
  const { here, there, degree, otherDegree, total } = SEEN[direction];
  const row = await first<Columns>(
    db,
    sql`select array_agg(${here})::text as node, array_agg(${there})::text as neighbour,
        array_agg(e.units)::text as value, array_agg(n.label_confidence)::text as confidence,
        array_agg(${degree})::text as degree, array_agg(${otherDegree})::text as "otherDegree",
        array_agg(${total})::text as total, array_agg(e.first_at)::text as first, array_agg(e.last_at)::text as last
      from chain_edges e join chain_nodes n on n.address_id = ${there} and n.asset = ${asset}
      where ${here} = any(${nodes}::integer[]) and e.asset = ${asset}`,
  );
  return {
    node: column(row?.node),
    neighbour: column(row?.neighbour),
    value: column(row?.value),
    flags: column(row?.confidence).map((confidence) => flagsOf(confidence, minimumConfidence)),
    degree: column(row?.degree),
    otherDegree: column(row?.otherDegree),
    total: column(row?.total),
    first: column(row?.first),
    last: column(row?.last),
  };
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
