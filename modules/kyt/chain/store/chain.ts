import { first, type Queryable, sql } from '../../../../platform/database/sql.ts';
import type { Owner } from '../transfer.ts';
import type { BlockSums, EdgeSums, NodeSums } from '../sums.ts';
import type { Stage } from './stage.ts';

/**
 * Keeps other imports of this blockchain out until the transaction ends, and imports of labels too: an address that
 * comes new while labels change would miss its mark.
 */
export async function lockChain(db: Queryable, blockchain: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(7233402, hashtext(${`chain ${blockchain}`}))`);
  await db.query(sql`select version from wallet_label_version for share`);
}

/**
 * Settings of a transaction that takes in very many rows: what would be read again after a crash anyway need not reach
 * the disk before the next part begins, and sets are put in order in memory.
 */
export async function prepareLoad(db: Queryable): Promise<void> {
  await db.query(
    sql`select set_config('synchronous_commit', 'off', true), set_config('work_mem', '128MB', true),
      set_config('jit', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
  );
}

export interface FileOfChain {
  blockchain: string;
  format: string;
  sha256: string;
}

/** How many records of a file were taken in before. */
export async function recordsRead(db: Queryable, file: FileOfChain): Promise<number> {
  const row = await first<{ records: number }>(
    db,
    sql`select records from chain_imports
      where blockchain = ${file.blockchain} and format = ${file.format} and sha256 = ${file.sha256}`,
  );
  return row?.records ?? 0;
}

export async function noteRead(
  db: Queryable,
  file: FileOfChain,
  records: number,
  finished: boolean,
  at: Date,
): Promise<void> {
  await db.query(
    sql`insert into chain_imports (blockchain, format, sha256, records, finished_at, updated_at)
      values (${file.blockchain}, ${file.format}, ${file.sha256}, ${records}, ${finished ? at : null}, ${at})
      on conflict (blockchain, format, sha256) do update set records = greatest(chain_imports.records, excluded.records),
        finished_at = excluded.finished_at, updated_at = excluded.updated_at`,
  );
}

/** Remembers records by their digests, each given once, under the blockchain's lock. @returns the positions of those that were known already */
export async function rememberNew(stage: Stage, blockchain: string, digests: readonly string[]): Promise<Set<number>> {
  const staged = await stage.digests(digests);
  const rows = await stage.query<{ n: number }>(
    // Asked for one by one, in order: however large the table, that is a look-up in its index each, and no scan of it.
    sql`with given as materialized (
        select n, digest,
          (select true from chain_seen s where s.digest = staged.digest and s.blockchain = ${blockchain}) as known
        from (select n, digest from ${staged} order by digest) as staged
      ), put as (
        insert into chain_seen (blockchain, digest) select ${blockchain}, digest from given where known is null
      )
      select n::integer as n from given where known`,
  );
  return new Set(rows.map(({ n }) => n));
}

/**
 * The numbers of owners, each given once, under the blockchain's lock; those not seen before get one, and the mark of
 * the labels that are on them already.
 * @returns a number for each, in their order
 */
export async function numberOwners(stage: Stage, blockchain: string, owners: readonly Owner[]): Promise<Int32Array> {
  const staged = await stage.owners(owners);
  const rows = await stage.query<{ n: number; id: number }>(
    sql`with known as materialized (
        select staged.n, staged.key, staged.address, a.id from ${staged}
        left join chain_addresses a on a.address_key = staged.key and a.blockchain = ${blockchain}
      ), fresh as materialized (
        select n, key, address, nextval((select pg_get_serial_sequence('chain_addresses', 'id')::regclass))::integer as id
        from known where id is null
      ), labels as materialized (
        select l.address_key as key, max(l.confidence) as confidence, bool_or(l.defines_cluster) as defines_cluster
        from fresh join wallet_labels l on l.address_key = fresh.key group by 1
      ), put as (
        insert into chain_addresses (id, blockchain, address_key, address, label_confidence, defines_cluster)
        overriding system value
        select fresh.id, ${blockchain}, fresh.key, fresh.address, coalesce(labels.confidence, 0),
          coalesce(labels.defines_cluster, false)
        from fresh left join labels using (key) order by fresh.key
      )
      select n, id from known where id is not null union all select n, id from fresh`,
  );
  const numbers = new Int32Array(owners.length);
  for (const { n, id } of rows) numbers[n] = id;
  return numbers;
}

/**
 * Adds payments to the edges, and notes what single blocks brought to them, for these to be undone.
 * @returns the places of those edges that were there before
 */
export async function addEdges(
  stage: Stage,
  blockchain: string,
  edges: EdgeSums,
  inBlocks: BlockSums,
): Promise<Set<number>> {
  if (inBlocks.size > 0) {
    const noted = await stage.blockEdges(edges, inBlocks);
    await stage.query(
      sql`insert into chain_block_edges (blockchain, height, from_id, to_id, asset, units, payments, first_at, last_at,
          payments_before, first_before, last_before)
        select ${blockchain}, staged.height, staged.from_id, staged.to_id, staged.asset, staged.units, staged.payments,
          staged.first_at, staged.last_at, coalesce(e.payments, 0), coalesce(e.first_at, 0), coalesce(e.last_at, 0)
        from ${noted} left join chain_edges e
          on e.from_id = staged.from_id and e.asset = staged.asset and e.to_id = staged.to_id`,
    );
  }
  const staged = await stage.edges(edges);
  const rows = await stage.query<{ n: number }>(
    sql`with marked as materialized (
        select staged.*, e.from_id is null as is_new from ${staged}
        left join chain_edges e on e.from_id = staged.from_id and e.asset = staged.asset and e.to_id = staged.to_id
      ), put as (
        insert into chain_edges (from_id, to_id, asset, units, payments, first_at, last_at)
        select from_id, to_id, asset, units, payments, first_at, last_at from marked where is_new
        order by from_id, asset, to_id
      ), grown as (
        update chain_edges e set units = e.units + m.units, payments = e.payments + m.payments,
          first_at = case when e.first_at = 0 then m.first_at when m.first_at = 0 then e.first_at
            else least(e.first_at, m.first_at) end,
          last_at = greatest(e.last_at, m.last_at)
        from marked m
        where not m.is_new and e.from_id = m.from_id and e.asset = m.asset and e.to_id = m.to_id
      )
      select n from marked where not is_new`,
  );
  return new Set(rows.map(({ n }) => n));
}

/** Adds to the sums of addresses, each address and asset given once. What was packed of them is of before. */
export async function addToNodes(stage: Stage, nodes: NodeSums): Promise<void> {
  const staged = await stage.nodes(nodes);
  await stage.query(
    sql`with marked as materialized (
        select staged.*, n.address_id is null as is_new from ${staged}
        left join chain_nodes n on n.address_id = staged.address_id and n.asset = staged.asset
      ), put as (
        insert into chain_nodes (address_id, asset, payers, payees, received, sent)
        select address_id, asset, payers, payees, received, sent from marked where is_new order by address_id, asset
      )
      update chain_nodes n set payers = n.payers + m.payers, payees = n.payees + m.payees,
        received = n.received + m.received, sent = n.sent + m.sent, incoming = null, outgoing = null
      from marked m where not m.is_new and n.address_id = m.address_id and n.asset = m.asset`,
  );
}

/** The last block taken in; null where the data names none. */
export async function topOf(db: Queryable, blockchain: string): Promise<number | null> {
  const row = await first<{ height: number | null }>(
    db,
    sql`select height from chain_data where blockchain = ${blockchain}`,
  );
  return row?.height ?? null;
}

/** Counts the blockchain's version up. */
export async function noteChain(
  db: Queryable,
  blockchain: string,
  added: { transactions: number; height: number | null; latest: number },
  at: Date,
): Promise<void> {
  const latest = added.latest === 0 ? null : new Date(added.latest * 1000);
  await db.query(
    sql`insert into chain_data as c (blockchain, version, transactions, height, latest_at, updated_at)
      values (${blockchain}, 1, ${added.transactions}, ${added.height}, ${latest}, ${at})
      on conflict (blockchain) do update set version = c.version + 1, transactions = c.transactions + excluded.transactions,
        height = greatest(c.height, excluded.height), latest_at = greatest(c.latest_at, excluded.latest_at),
        updated_at = excluded.updated_at`,
  );
}

/**
 * Lets the database know how large the tables have become, and which of their pages everybody may see, so that it looks
 * things up the right way at once, and in indexes alone.
 */
export async function refreshStatistics(db: Queryable): Promise<void> {
  await db.query(sql`vacuum (analyze) chain_addresses, chain_edges, chain_nodes, chain_outputs, wallet_labels`);
}
