import { first, type Queryable, sql } from '../../../../platform/database/sql.ts';
import type { Owner } from '../transfer.ts';
import type { EdgeSum, Stage } from './stage.ts';

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
      set_config('jit', 'off', true)`,
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
 * Adds payments to the edges and to the sums of their ends, and notes what those did that have a block, for it to be
 * undone.
 */
export async function addEdges(stage: Stage, blockchain: string, edges: readonly EdgeSum[]): Promise<void> {
  const staged = await stage.edges(edges);
  const inBlocks = edges.some(({ height }) => height !== null);
  const given = inBlocks
    ? sql`select from_id, to_id, asset, sum(units) as units, sum(payments)::integer as payments,
        coalesce(min(first_at) filter (where first_at > 0), 0) as first_at, max(last_at) as last_at
        from ${staged} group by from_id, to_id, asset`
    : sql`select from_id, to_id, asset, units, payments, first_at, last_at from ${staged}`;
  if (inBlocks) {
    await stage.query(
      sql`insert into chain_block_edges (blockchain, height, from_id, to_id, asset, units, payments, first_at, last_at,
          payments_before, first_before, last_before)
        select ${blockchain}, staged.height, staged.from_id, staged.to_id, staged.asset, staged.units, staged.payments,
          staged.first_at, staged.last_at, coalesce(e.payments, 0), coalesce(e.first_at, 0), coalesce(e.last_at, 0)
        from ${staged} left join chain_edges e
          on e.from_id = staged.from_id and e.asset = staged.asset and e.to_id = staged.to_id
        where staged.height is not null`,
    );
  }
  await stage.query(
    sql`with marked as materialized (
        select g.*, e.from_id is null as is_new from (${given}) g
        left join chain_edges e on e.from_id = g.from_id and e.asset = g.asset and e.to_id = g.to_id
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
      ), sides as (
        select from_id as address_id, asset, 0 as payers, is_new::integer as payees, 0 as received, units as sent
        from marked
        union all
        select to_id, asset, is_new::integer, 0, units, 0 from marked
      ), sums as materialized (
        select address_id, asset, sum(payers) as payers, sum(payees) as payees, sum(received) as received,
          sum(sent) as sent
        from sides group by 1, 2
      )
      insert into chain_nodes as n (address_id, asset, payers, payees, received, sent)
      select address_id, asset, payers, payees, received, sent from sums order by 1, 2
      on conflict (address_id, asset) do update set payers = n.payers + excluded.payers,
        payees = n.payees + excluded.payees, received = n.received + excluded.received, sent = n.sent + excluded.sent`,
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

/** Lets the database know how large the tables have become, so that it looks things up the right way at once. */
export async function refreshStatistics(db: Queryable): Promise<void> {
  await db.query(sql`analyze chain_addresses, chain_edges, chain_nodes, chain_outputs, wallet_labels`);
}
