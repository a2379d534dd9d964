import type { Blockchain, Direction } from '../../../engines/wallets/index.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

export interface FetchedRow {
  provider: string;
  state: 'COMPLETE' | 'PARTIAL';
  /** Last block up to which all payments are here; below 0 where there is none. */
  height: number;
  cursor: string | null;
  payments: number;
  fetchedAt: Date;
  expandedAt: Date | null;
  counterparties: number;
  counterpartiesMissing: number;
}

const FETCHED = sql`f.provider, f.state, f.height, f.cursor, f.payments, f.fetched_at as "fetchedAt",
  f.expanded_at as "expandedAt", f.counterparties, f.counterparties_missing as "counterpartiesMissing"`;

/** How far an address was fetched, where it was. */
export function findFetched(db: Queryable, blockchain: string, key: string): Promise<FetchedRow | undefined> {
  return first<FetchedRow>(
    db,
    sql`select ${FETCHED} from chain_fetched f where f.address_key = ${key} and f.blockchain = ${blockchain}`,
  );
}

export async function noteFetched(
  db: Queryable,
  blockchain: string,
  key: string,
  row: Pick<FetchedRow, 'provider' | 'state' | 'height' | 'cursor' | 'payments' | 'fetchedAt'>,
): Promise<void> {
  await db.query(
    sql`insert into chain_fetched as f (blockchain, address_key, provider, state, height, cursor, payments, fetched_at)
      values (${blockchain}, ${key}, ${row.provider}, ${row.state}, ${row.height}, ${row.cursor}, ${row.payments},
        ${row.fetchedAt})
      on conflict (address_key, blockchain) do update set provider = excluded.provider, state = excluded.state,
        height = excluded.height, cursor = excluded.cursor, fetched_at = excluded.fetched_at,
        payments = f.payments + excluded.payments`,
  );
}

export async function noteExpanded(
  db: Queryable,
  blockchain: string,
  key: string,
  row: { at: Date; counterparties: number; missing: number },
): Promise<void> {
  await db.query(
    sql`update chain_fetched set expanded_at = ${row.at}, counterparties = ${row.counterparties},
        counterparties_missing = ${row.missing}
      where address_key = ${key} and blockchain = ${blockchain}`,
  );
}

/** A blockchain of which an address was asked for is known of, even where nothing was found. */
export async function ensureChain(db: Queryable, blockchain: string, at: Date): Promise<void> {
  await db.query(
    sql`insert into chain_data (blockchain, version, transactions, height, latest_at, updated_at)
      values (${blockchain}, 1, 0, null, null, ${at}) on conflict do nothing`,
  );
}

/** Keeps the decimals of tokens. @returns those that are kept otherwise */
export async function otherDecimals(
  db: Queryable,
  blockchain: string,
  decimals: ReadonlyMap<string, number>,
): Promise<string[]> {
  if (decimals.size === 0) return [];
  const [assets, places] = [[...decimals.keys()], [...decimals.values()]];
  await db.query(
    sql`insert into chain_tokens (blockchain, asset, decimals)
      select ${blockchain}, asset, decimals from unnest(${assets}::text[], ${places}::smallint[]) as given (asset, decimals)
      order by asset on conflict do nothing`,
  );
  const rows = await db.query<{ asset: string }>(
    sql`select t.asset from chain_tokens t
      join unnest(${assets}::text[], ${places}::smallint[]) as given (asset, decimals) on given.asset = t.asset
      where t.blockchain = ${blockchain} and t.decimals <> given.decimals`,
  );
  return rows.map(({ asset }) => asset);
}

export interface KnownBlock {
  height: number;
  hash: string;
}

/** Blocks taken in last, the highest first. */
export function lastBlocks(db: Queryable, blockchain: string, limit: number): Promise<KnownBlock[]> {
  return db.query<KnownBlock>(
    sql`select height, hash from chain_blocks where blockchain = ${blockchain} order by height desc limit ${limit}`,
  );
}

/** Whether files were imported: then the operator vouches for what they hold, and every address may be walked through. */
export async function hasImports(db: Queryable, blockchain: string): Promise<boolean> {
  const row = await first<{ any: boolean }>(
    db,
    sql`select exists (select from chain_imports where blockchain = ${blockchain} and records > 0) as any`,
  );
  return row?.any ?? false;
}

export interface Counterparty {
  id: number;
  key: string;
  address: string;
  /** Of whose payments. */
  of: number;
  /** Of all value of that one in the asset and direction. */
  share: number;
  labelled: boolean;
  state: FetchedRow['state'] | null;
  provider: string | null;
  fetchedAt: Date | null;
}

/** Those who paid (INCOMING), or were paid by, some nodes, as far as they matter; the most important first. */
export function counterpartiesOf(
  db: Queryable,
  blockchain: Blockchain,
  nodes: readonly number[],
  direction: Direction,
  options: { leastShare: number; minimumConfidence: number; limit: number },
): Promise<Counterparty[]> {
  const { leastShare, minimumConfidence, limit } = options;
  const [here, there, total] =
    direction === 'INCOMING'
      ? [sql`e.to_id`, sql`e.from_id`, sql`n.received`]
      : [sql`e.from_id`, sql`e.to_id`, sql`n.sent`];
  return db.query<Counterparty>(
    sql`select a.id, a.address_key as key, a.address, r.node as of, (e.units / ${total})::float8 as share,
        a.label_confidence >= ${minimumConfidence} and a.label_confidence > 0 as labelled,
        f.state, f.provider, f.fetched_at as "fetchedAt"
      from unnest(${nodes}::integer[]) as r (node)
      join chain_nodes n on n.address_id = r.node
      join chain_edges e on ${here} = r.node and e.asset = n.asset and e.units >= ${total} * ${leastShare}::numeric
      join chain_addresses a on a.id = ${there}
      left join chain_fetched f on f.address_key = a.address_key and f.blockchain = ${blockchain}
      order by share desc, a.id limit ${limit}`,
  );
}

export async function nodeOf(db: Queryable, blockchain: string, key: string): Promise<number | undefined> {
  const row = await first<{ id: number }>(
    db,
    sql`select id from chain_addresses where address_key = ${key} and blockchain = ${blockchain}`,
  );
  return row?.id;
}

/** What was fetched of nodes: nothing where a node is not among them. */
export async function statesOf(
  db: Queryable,
  blockchain: string,
  nodes: readonly number[],
): Promise<Map<number, FetchedRow['state']>> {
  const rows = await db.query<{ id: number; state: FetchedRow['state'] }>(
    sql`select a.id, f.state from chain_addresses a
      join chain_fetched f on f.address_key = a.address_key and f.blockchain = a.blockchain
      where a.id = any(${nodes}::integer[]) and a.blockchain = ${blockchain}`,
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

export interface FollowedRow {
  fromHeight: number;
  height: number;
  hash: string;
  tip: number;
  updatedAt: Date;
}

export function findFollowed(db: Queryable, blockchain: string): Promise<FollowedRow | undefined> {
  return first<FollowedRow>(
    db,
    sql`select from_height as "fromHeight", height, hash, tip, updated_at as "updatedAt"
      from chain_followed where blockchain = ${blockchain}`,
  );
}

export async function noteFollowed(db: Queryable, blockchain: string, row: FollowedRow): Promise<void> {
  await db.query(
    sql`insert into chain_followed (blockchain, from_height, height, hash, tip, updated_at)
      values (${blockchain}, ${row.fromHeight}, ${row.height}, ${row.hash}, ${row.tip}, ${row.updatedAt})
      on conflict (blockchain) do update set height = excluded.height, hash = excluded.hash, tip = excluded.tip,
        updated_at = excluded.updated_at`,
  );
}

export async function forgetFollowed(db: Queryable, blockchain: string): Promise<void> {
  await db.query(sql`delete from chain_followed where blockchain = ${blockchain}`);
}

/** The organisation lets checks be answered with what is known where a provider fails (settings.kyt.allowIncomplete). */
export async function allowsIncomplete(db: Queryable, organizationId: string): Promise<boolean> {
  const row = await first<{ allowed: boolean }>(
    db,
    sql`select coalesce(settings #> '{kyt,allowIncomplete}' = 'true'::jsonb, false) as allowed
      from organizations where id = ${organizationId}`,
  );
  return row?.allowed ?? false;
}

/** Whether a label that is as sure as this says that the address itself is sanctioned. */
export async function isSanctioned(db: Queryable, key: string, confidence: number): Promise<boolean> {
  const row = await first<{ found: boolean }>(
    db,
    sql`select exists (select from wallet_labels where address_key = ${key} and sanction is not null
      and confidence >= ${confidence}) as found`,
  );
  return row?.found ?? false;
}

/** Addresses that production watches on some blockchains and that were not asked for since a time. */
export function staleWatched(
  db: Queryable,
  blockchains: readonly string[],
  since: Date,
  limit: number,
): Promise<{ blockchain: Blockchain; address: string; key: string }[]> {
  return db.query(
    sql`select distinct on (m.address_key, m.blockchain) m.blockchain, m.address, m.address_key as key
      from kyt_monitors m
      left join chain_fetched f on f.address_key = m.address_key and f.blockchain = m.blockchain
      where m.status = 'ACTIVE' and m.environment = 'LIVE' and m.blockchain = any(${blockchains}::text[])
        and (f.fetched_at is null or f.fetched_at < ${since})
      order by m.address_key, m.blockchain limit ${limit}`,
  );
}
