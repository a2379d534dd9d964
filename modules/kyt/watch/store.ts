import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';
import type { MonitorRow } from '../monitor.ts';

export interface ChangeRow {
  id: string;
  blockchain: string | null;
  addressKeys: string[];
  nodes: number[];
  everything: boolean;
}

/** One look at changes at a time; whoever comes second finds nothing left. */
export async function lockLook(db: Queryable): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(7233402, hashtext('wallet changes'))`);
}

export function takeChanges(db: Queryable, limit: number): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(
    sql`delete from kyt_changes where id in (select id from kyt_changes order by id limit ${limit})
      returning id::text as id, blockchain, address_keys as "addressKeys", nodes, everything`,
  );
}

/** Whether anybody watches addresses of a blockchain in production. */
export async function isWatched(db: Queryable, blockchain: string): Promise<boolean> {
  const row = await first<{ watched: boolean }>(
    db,
    sql`select exists (select from kyt_monitors
      where blockchain = ${blockchain} and status = 'ACTIVE' and environment = 'LIVE') as watched`,
  );
  return row?.watched === true;
}

/** Notes nodes of the value graph of a blockchain whose edges changed. */
export async function noteNodes(
  db: Queryable,
  blockchain: string,
  nodes: readonly number[],
  everything: boolean,
  at: Date,
): Promise<void> {
  await db.query(
    sql`insert into kyt_changes (blockchain, address_keys, nodes, everything, created_at)
      values (${blockchain}, '{}', ${nodes}::integer[], ${everything}, ${at})`,
  );
}

/**
 * The nodes on which labels of these addresses bear: their own, and those of their clusters where a label stands, or
 * stood, for a cluster, or the cluster is small.
 */
export async function nodesOfKeys(db: Queryable, keys: readonly string[], smallCluster: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`with named as materialized (
        select a.id, a.cluster_id, a.address_key from chain_addresses a where a.address_key = any(${keys}::text[])
      ), clusters as materialized (
        select distinct cluster_id from named where cluster_id is not null and (
          exists (select from wallet_labels l where l.address_key = named.address_key and l.defines_cluster)
          or exists (select from wallet_labels_ended l where l.address_key = named.address_key and l.defines_cluster)
          or (select count(*) from (select from chain_addresses m where m.cluster_id = named.cluster_id
            limit ${smallCluster + 1}) members) <= ${smallCluster})
      )
      select id from named
      union
      select m.id from chain_addresses m join clusters using (cluster_id)`,
  );
  return rows.map(({ id }) => id);
}

/** Readies a place for nodes within reach; what is in it goes when the transaction ends. */
export async function prepareReach(db: Queryable): Promise<void> {
  await db.query(
    sql`create temp table if not exists reach (node integer, asset text collate "C", hop smallint, share float8)
      on commit delete rows`,
  );
}

export async function beginReach(db: Queryable, nodes: readonly number[]): Promise<void> {
  await db.query(sql`truncate reach`);
  await db.query(
    sql`insert into reach (node, asset, hop, share)
      select n.address_id, n.asset, 0, 1 from chain_nodes n where n.address_id = any(${nodes}::integer[])`,
  );
}

export interface ReachLimits {
  minimumConfidence: number;
  serviceDegree: number;
  /** Nodes to whom less of a share leads back are not gone on from. */
  least: number;
}

/**
 * One hop on from those that the hop before reached, over outgoing or incoming payments, with the share of each one's
 * value that leads back to where it began: the sum over all ways. A walk does not go through addresses that absorb: with
 * a label that counts for everybody, or of very high degree.
 * @returns how many came to be reached
 */
export async function nextHop(
  db: Queryable,
  hop: number,
  direction: 'INCOMING' | 'OUTGOING',
  { minimumConfidence, serviceDegree, least }: ReachLimits,
): Promise<number> {
  const [here, there, total] =
    direction === 'OUTGOING'
      ? [sql`e.from_id`, sql`e.to_id`, sql`t.received`]
      : [sql`e.to_id`, sql`e.from_id`, sql`t.sent`];
  const rows = await db.query<{ added: number }>(
    sql`with open as materialized (
        select r.node, r.asset, r.share from reach r join chain_nodes n on n.address_id = r.node and n.asset = r.asset
        where r.hop = ${hop - 1} and r.share >= ${least}::float8 and (${hop === 1}
          or (n.label_confidence < ${minimumConfidence} and greatest(n.payers, n.payees) <= ${serviceDegree}))
      ), put as (
        insert into reach (node, asset, hop, share)
        select ${there}, e.asset, ${hop}::smallint, sum(open.share * e.units::float8 / greatest(${total}::float8, 1))
        from open join chain_edges e on ${here} = open.node and e.asset = open.asset
        join chain_nodes t on t.address_id = ${there} and t.asset = e.asset
        group by ${there}, e.asset returning 1
      )
      select count(*) as added from put`,
  );
  return rows[0]?.added ?? 0;
}

interface Watcher {
  organizationId: string;
  id: string;
}

/** Monitors of addresses that were reached: next to a change, or with at least this share that leads back to one. */
export function watchersReached(db: Queryable, least: number): Promise<Watcher[]> {
  return db.query<Watcher>(
    sql`select distinct m.organization_id as "organizationId", m.id from reach r
      join chain_addresses a on a.id = r.node
      join kyt_monitors m on m.address_key = a.address_key and m.blockchain = a.blockchain
        and m.status = 'ACTIVE' and m.environment = 'LIVE'
      where r.hop <= 1 or r.share >= ${least}::float8`,
  );
}

export function watchersOfKeys(db: Queryable, keys: readonly string[]): Promise<Watcher[]> {
  return db.query<Watcher>(
    sql`select organization_id as "organizationId", id from kyt_monitors
      where address_key = any(${keys}::text[]) and status = 'ACTIVE' and environment = 'LIVE'`,
  );
}

export function watchersOfOrganization(db: Queryable, organizationId: string): Promise<Watcher[]> {
  return db.query<Watcher>(
    sql`select organization_id as "organizationId", id from kyt_monitors
      where organization_id = ${organizationId} and environment = 'LIVE' and status = 'ACTIVE'`,
  );
}

/** All monitors of a blockchain. @param blockchain null: of every blockchain */
export function watchersOfChain(db: Queryable, blockchain: string | null): Promise<Watcher[]> {
  return db.query<Watcher>(
    sql`select organization_id as "organizationId", id from kyt_monitors
      where (${blockchain}::text is null or blockchain = ${blockchain}) and status = 'ACTIVE' and environment = 'LIVE'`,
  );
}

/** Monitors begun since a moment on other data than there is now: what changed meanwhile may have missed them. */
export function begunOnOtherData(
  db: Queryable,
  versions: readonly { blockchain: string; version: string }[],
  since: Date,
): Promise<Watcher[]> {
  return db.query<Watcher>(
    sql`select m.organization_id as "organizationId", m.id
      from unnest(${versions.map(({ blockchain }) => blockchain)}::text[], ${versions.map(({ version }) => version)}::text[])
        as now (blockchain, version)
      join kyt_monitors m on m.blockchain = now.blockchain and m.data_version <> now.version
      where m.created_at >= ${since} and m.status = 'ACTIVE' and m.environment = 'LIVE'`,
  );
}

export interface SampledMonitor
  extends Tenant, Pick<MonitorRow, 'id' | 'address' | 'blockchain' | 'riskScore' | 'riskLevel' | 'lastRunAt'> {
  findingsHash: string | null;
}

/** Whether changes, or runs that follow from them, are still to be looked at. */
export async function isBehind(db: Queryable, tasks: readonly string[]): Promise<boolean> {
  const row = await first<{ behind: boolean }>(
    db,
    sql`select exists (select from kyt_changes) or exists (
      select from graphile_worker.jobs where task_identifier = any(${tasks}::text[]) and attempts < max_attempts) as behind`,
  );
  return row?.behind === true;
}

/** Monitors to be scored from nothing. @param draw which of them; the same draw gives the same ones */
export function sampleOfMonitors(db: Queryable, draw: string, limit: number): Promise<SampledMonitor[]> {
  return db.query<SampledMonitor>(
    sql`select organization_id as "organizationId", environment, id, address, blockchain, risk_score as "riskScore",
        risk_level as "riskLevel", findings_hash as "findingsHash", last_run_at as "lastRunAt" from kyt_monitors
      where status = 'ACTIVE' and environment = 'LIVE' order by md5(${draw} || id), id limit ${limit}`,
  );
}

/** Brings runs of many monitors to their rows at once. */
export async function updateRuns(
  db: Queryable,
  rows: readonly (Pick<
    MonitorRow,
    'id' | 'riskScore' | 'riskLevel' | 'toldScore' | 'toldLevel' | 'dataVersion' | 'lastRunAt'
  > & { findingsHash: string | null })[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    sql`update kyt_monitors m set risk_score = r.risk_score, risk_level = r.risk_level, told_score = r.told_score,
        told_level = r.told_level, data_version = r.data_version, last_run_at = r.last_run_at,
        findings_hash = coalesce(r.findings_hash, m.findings_hash)
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ riskScore }) => riskScore)}::smallint[],
        ${rows.map(({ riskLevel }) => riskLevel)}::text[], ${rows.map(({ toldScore }) => toldScore)}::smallint[],
        ${rows.map(({ toldLevel }) => toldLevel)}::text[], ${rows.map(({ dataVersion }) => dataVersion)}::text[],
        ${rows.map(({ lastRunAt }) => lastRunAt)}::timestamptz[],
        ${rows.map(({ findingsHash }) => findingsHash)}::text[])
        as r (id, risk_score, risk_level, told_score, told_level, data_version, last_run_at, findings_hash)
      where m.id = r.id`,
  );
}
