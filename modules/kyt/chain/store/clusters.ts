import { type Queryable, sql } from '../../../../platform/database/sql.ts';

/** The clusters of addresses: their own number and size 1 where they are alone. */
export function clustersOf(
  db: Queryable,
  ids: readonly number[],
): Promise<{ id: number; cluster: number; size: number }[]> {
  return db.query(
    sql`with asked as (
        select id, coalesce(cluster_id, id) as cluster, cluster_id from chain_addresses where id = any(${ids}::integer[])
      ), counted as (
        select cluster_id, count(*)::integer as size from chain_addresses
        where cluster_id in (select cluster_id from asked where cluster_id is not null) group by cluster_id
      )
      select asked.id, asked.cluster, coalesce(counted.size, 1) as size
      from asked left join counted on counted.cluster_id = asked.cluster_id order by asked.id`,
  );
}

/**
 * Gives the members of clusters (or lone addresses) to other clusters, and marks all of them anew by their labels.
 * @returns those that a label of a cluster now says something else of than before: whose mark changed, and all members
 *   of clusters that a label stands for, up to one more than `most`
 */
export async function moveClusters(
  db: Queryable,
  moves: readonly { from: number; to: number }[],
  most: number,
): Promise<number[]> {
  if (moves.length === 0) return [];
  const [from, to] = [moves.map((move) => move.from), moves.map((move) => move.to)];
  const given = sql`unnest(${from}::integer[], ${to}::integer[]) as given (source, target)`;
  await db.query(
    sql`update chain_addresses a set cluster_id = given.target from ${given} where a.cluster_id = given.source`,
  );
  await db.query(
    sql`update chain_addresses a set cluster_id = given.target from ${given}
        where a.id = given.source and a.cluster_id is null`,
  );
  await db.query(
    sql`update chain_addresses a set cluster_id = a.id where a.id = any(${to}::integer[]) and a.cluster_id is null`,
  );
  const marked = await db.query<{ id: number }>(
    sql`with clusters as (
          select m.cluster_id, max(l.confidence) as confidence
          from chain_addresses m join wallet_labels l on l.address_key = m.address_key and l.defines_cluster
          where m.cluster_id = any(${to}::integer[]) and m.defines_cluster group by m.cluster_id
        )
        update chain_addresses a set label_confidence = clusters.confidence from clusters
        where a.cluster_id = clusters.cluster_id and a.label_confidence < clusters.confidence returning a.id`,
  );
  // Of two labels the more severe counts, whichever is surer; and what members pay each other is their owner's own.
  const members = await db.query<{ id: number }>(
    sql`select m.id from chain_addresses m
      where m.cluster_id in (select d.cluster_id from chain_addresses d
        where d.cluster_id = any(${to}::integer[]) and d.defines_cluster)
      limit ${most + 1}`,
  );
  return [...new Set([...marked, ...members].map(({ id }) => id))];
}
