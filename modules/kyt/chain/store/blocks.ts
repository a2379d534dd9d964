import { first, type Queryable, sql } from '../../../../platform/database/sql.ts';
import type { Stage } from './stage.ts';

export interface BlockRow {
  height: number;
  hash: string;
}

/** Blocks of these heights that were taken in. */
export function blocksAt(db: Queryable, blockchain: string, heights: readonly number[]): Promise<BlockRow[]> {
  return db.query<BlockRow>(
    sql`select height, hash from chain_blocks where blockchain = ${blockchain} and height = any(${heights}::bigint[])`,
  );
}

export async function heightOfBlock(db: Queryable, blockchain: string, hash: string): Promise<number | undefined> {
  const row = await first<{ height: number }>(
    db,
    sql`select height from chain_blocks where blockchain = ${blockchain} and hash = ${hash}`,
  );
  return row?.height;
}

export async function putBlocks(db: Queryable, blockchain: string, blocks: readonly BlockRow[]): Promise<void> {
  if (blocks.length === 0) return;
  await db.query(
    sql`insert into chain_blocks (blockchain, height, hash)
      select ${blockchain}, * from unnest(${blocks.map(({ height }) => height)}::bigint[],
        ${blocks.map(({ hash }) => hash)}::text[])
      on conflict do nothing`,
  );
}

/** Notes which records blocks brought. */
export async function noteRecords(
  db: Queryable,
  blockchain: string,
  records: readonly { height: number; digests: Buffer }[],
): Promise<void> {
  if (records.length === 0) return;
  await db.query(
    sql`insert into chain_block_records (blockchain, height, digests)
      select ${blockchain}, height, decode(hex, 'hex')
      from unnest(${records.map(({ height }) => height)}::bigint[],
        ${records.map(({ digests }) => digests.toString('hex'))}::text[]) as given (height, hex)`,
  );
}

/** Forgets what older blocks brought: they are not undone any more. */
export async function forgetBelow(db: Queryable, blockchain: string, height: number): Promise<void> {
  await db.query(sql`delete from chain_block_records where blockchain = ${blockchain} and height < ${height}`);
  await db.query(sql`delete from chain_block_edges where blockchain = ${blockchain} and height < ${height}`);
  await db.query(sql`delete from chain_block_outputs where blockchain = ${blockchain} and height < ${height}`);
}

/** The digests of the records that blocks from a height on brought, 20 bytes each. */
export async function recordsFrom(db: Queryable, blockchain: string, height: number): Promise<string[]> {
  const rows = await db.query<{ digests: Buffer }>(
    sql`select digests from chain_block_records where blockchain = ${blockchain} and height >= ${height}`,
  );
  return rows.flatMap(({ digests }) =>
    Array.from({ length: Math.floor(digests.length / 20) }, (_, i) => digests.toString('latin1', i * 20, i * 20 + 20)),
  );
}

/** Forgets records, so that they are taken in again where they come again. */
export async function forgetRecords(stage: Stage, blockchain: string, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return;
  const staged = await stage.digests(digests);
  await stage.query(
    sql`delete from chain_seen s using ${staged} where s.blockchain = ${blockchain} and s.digest = staged.digest`,
  );
}

/**
 * Takes the payments of blocks from a height on out of the edges and the sums of their ends. The times of an edge that
 * stays become what they were, where nothing was added to it besides blocks since then; else they stay as wide as they
 * are.
 * @returns the numbers of the addresses concerned
 */
export async function undoEdges(db: Queryable, blockchain: string, height: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`with gone as materialized (
        select from_id, to_id, asset, sum(units) as units, sum(payments)::integer as payments
        from chain_block_edges where blockchain = ${blockchain} and height >= ${height} group by 1, 2, 3
      ), noted as materialized (
        select b.* from chain_block_edges b join gone using (from_id, to_id, asset) where b.blockchain = ${blockchain}
      ), oldest as (
        select distinct on (from_id, to_id, asset) from_id, to_id, asset, payments_before, first_before, last_before
        from noted order by from_id, to_id, asset, serial
      ), kept as (
        select from_id, to_id, asset, sum(payments)::integer as payments, min(nullif(first_at, 0)) as first_at,
          max(last_at) as last_at
        from noted where height < ${height} group by 1, 2, 3
      ), removed as (
        delete from chain_edges e using gone g
        where e.from_id = g.from_id and e.to_id = g.to_id and e.asset = g.asset and e.payments <= g.payments
        returning e.from_id, e.to_id, e.asset
      ), lowered as (
        update chain_edges e set units = e.units - g.units, payments = e.payments - g.payments,
          first_at = case when o.payments_before + g.payments + coalesce(k.payments, 0) <> e.payments then e.first_at
            else coalesce(least(nullif(o.first_before, 0), k.first_at), 0) end,
          last_at = case when o.payments_before + g.payments + coalesce(k.payments, 0) <> e.payments then e.last_at
            else greatest(o.last_before, coalesce(k.last_at, 0)) end
        from gone g join oldest o using (from_id, to_id, asset) left join kept k using (from_id, to_id, asset)
        where e.from_id = g.from_id and e.to_id = g.to_id and e.asset = g.asset and e.payments > g.payments
      ), sides as (
        select g.from_id as address_id, g.asset, 0 as payers, (r.from_id is not null)::integer as payees,
          0 as received, g.units as sent
        from gone g left join removed r using (from_id, to_id, asset)
        union all
        select g.to_id, g.asset, (r.from_id is not null)::integer, 0, g.units, 0
        from gone g left join removed r using (from_id, to_id, asset)
      ), sums as materialized (
        select address_id, asset, sum(payers) as payers, sum(payees) as payees, sum(received) as received,
          sum(sent) as sent
        from sides group by 1, 2
      ), nodes as (
        update chain_nodes n set payers = n.payers - s.payers, payees = n.payees - s.payees,
          received = n.received - s.received, sent = n.sent - s.sent, incoming = null, outgoing = null
        from sums s where n.address_id = s.address_id and n.asset = s.asset
      )
      select distinct address_id as id from sums order by 1`,
  );
  const ids = rows.map(({ id }) => id);
  await db.query(sql`delete from chain_nodes where address_id = any(${ids}::integer[]) and payers = 0 and payees = 0`);
  return ids;
}

/** Takes away outputs that blocks from a height on created, and gives back those that they spent. */
export async function undoOutputs(db: Queryable, blockchain: string, height: number): Promise<void> {
  await db.query(
    sql`delete from chain_outputs o using chain_block_outputs b
      where b.blockchain = ${blockchain} and b.height >= ${height} and not b.spent
        and o.blockchain = b.blockchain and o.outpoint = b.outpoint`,
  );
  await db.query(
    sql`insert into chain_outputs (blockchain, outpoint, owner_key, owner, value)
      select b.blockchain, b.outpoint, b.owner_key, b.owner, b.value from chain_block_outputs b
      where b.blockchain = ${blockchain} and b.height >= ${height} and b.spent and not exists (
        select from chain_block_outputs c where c.blockchain = b.blockchain and c.height >= ${height}
          and not c.spent and c.outpoint = b.outpoint)
      on conflict do nothing`,
  );
}

/** Forgets blocks from a height on, and what they brought. */
export async function forgetFrom(
  db: Queryable,
  blockchain: string,
  height: number,
  undone: { transactions: number; at: Date },
): Promise<void> {
  await db.query(sql`delete from chain_block_records where blockchain = ${blockchain} and height >= ${height}`);
  await db.query(sql`delete from chain_block_edges where blockchain = ${blockchain} and height >= ${height}`);
  await db.query(sql`delete from chain_block_outputs where blockchain = ${blockchain} and height >= ${height}`);
  await db.query(sql`delete from chain_blocks where blockchain = ${blockchain} and height >= ${height}`);
  // Addresses that a provider was asked for are whole up to there only; where a position in time goes with it, not at all.
  await db.query(
    sql`delete from chain_fetched where blockchain = ${blockchain} and height >= ${height} and cursor is not null`,
  );
  await db.query(
    sql`update chain_fetched set height = ${height - 1}, expanded_at = null
      where blockchain = ${blockchain} and height >= ${height}`,
  );
  await db.query(
    sql`update chain_data set version = version + 1, transactions = transactions - ${undone.transactions},
        height = ${height === 0 ? null : height - 1}::bigint, updated_at = ${undone.at}
      where blockchain = ${blockchain}`,
  );
}
