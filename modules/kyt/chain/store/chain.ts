import { first, type Queryable, sql } from '../../../../platform/database/sql.ts';
import type { Owner } from '../transfer.ts';

/**
 * Keeps other imports of this blockchain out until the transaction ends, and imports of labels too: an address that
 * comes new while labels change would miss its mark.
 */
export async function lockChain(db: Queryable, blockchain: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(7233402, hashtext(${`chain ${blockchain}`}))`);
  await db.query(sql`select version from wallet_label_version for share`);
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

/** Remembers records. @returns the digests, in hex, of those that are new */
export async function rememberNew(db: Queryable, blockchain: string, digests: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ digest: string }>(
    sql`insert into chain_seen (blockchain, digest)
      select ${blockchain}, decode(digest, 'hex') from unnest(${digests}::text[]) as given (digest)
      on conflict do nothing returning encode(digest, 'hex') as digest`,
  );
  return new Set(rows.map(({ digest }) => digest));
}

/** The numbers of owners, under the blockchain's lock; those not seen before get one, and the mark of the labels that are on them already. */
export async function numberOwners(
  db: Queryable,
  blockchain: string,
  owners: readonly Owner[],
): Promise<Map<string, number>> {
  const keys = owners.map(({ key }) => key);
  await db.query(
    sql`insert into chain_addresses (blockchain, address_key, address, label_confidence, defines_cluster)
      select ${blockchain}, given.key, given.address,
        coalesce((select max(confidence) from wallet_labels l where l.address_key = given.key), 0),
        exists (select from wallet_labels l where l.address_key = given.key and l.defines_cluster)
      from unnest(${keys}::text[], ${owners.map(({ address }) => address)}::text[]) as given (key, address)
      where not exists (
        select from chain_addresses a where a.blockchain = ${blockchain} and a.address_key = given.key)
      order by given.key`,
  );
  const rows = await db.query<{ key: string; id: number }>(
    sql`select address_key as key, id from chain_addresses
      where blockchain = ${blockchain} and address_key = any(${keys}::text[])`,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

export interface EdgeSum {
  from: number;
  to: number;
  asset: string;
  units: bigint;
  payments: number;
  /** Seconds since 1970; 0 where unknown. */
  first: number;
  last: number;
}

/** Adds payments to the edges and to the sums of their ends. */
export async function addEdges(db: Queryable, edges: readonly EdgeSum[]): Promise<void> {
  const column = <K extends keyof EdgeSum>(name: K): EdgeSum[K][] => edges.map((edge) => edge[name]);
  const units = edges.map((edge) => edge.units.toString());
  await db.query(
    sql`with given as (
        select * from unnest(${column('from')}::integer[], ${column('to')}::integer[], ${column('asset')}::text[],
          ${units}::numeric[], ${column('payments')}::integer[], ${column('first')}::bigint[], ${column('last')}::bigint[])
          as given (from_id, to_id, asset, units, payments, first_at, last_at)
      ), marked as (
        select g.*, not exists (
          select from chain_edges e where e.from_id = g.from_id and e.asset = g.asset and e.to_id = g.to_id) as is_new
        from given g
      ), put as (
        insert into chain_edges as e (from_id, to_id, asset, units, payments, first_at, last_at)
        select * from given order by from_id, asset, to_id
        on conflict (from_id, asset, to_id) do update set units = e.units + excluded.units,
          payments = e.payments + excluded.payments,
          first_at = case when e.first_at = 0 then excluded.first_at when excluded.first_at = 0 then e.first_at
            else least(e.first_at, excluded.first_at) end,
          last_at = greatest(e.last_at, excluded.last_at)
      ), sums as (
        select from_id as address_id, asset, 0 as payers, count(*) filter (where is_new) as payees, 0 as received,
          sum(units) as sent
        from marked group by 1, 2
        union all
        select to_id, asset, count(*) filter (where is_new), 0, sum(units), 0 from marked group by 1, 2
      )
      insert into chain_nodes as n (address_id, asset, payers, payees, received, sent)
      select address_id, asset, sum(payers), sum(payees), sum(received), sum(sent) from sums group by 1, 2 order by 1, 2
      on conflict (address_id, asset) do update set payers = n.payers + excluded.payers,
        payees = n.payees + excluded.payees, received = n.received + excluded.received, sent = n.sent + excluded.sent`,
  );
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
