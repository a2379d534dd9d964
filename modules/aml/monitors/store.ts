import type { Tenant } from '../../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../../platform/database/list.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Configuration } from '../checks.ts';
import type { Subject } from '../subject.ts';
import type { Watched } from './watched-names.ts';

const TABLE = sql`aml_monitors`;
export const countedMonitors = { resource: 'aml_monitors', from: TABLE };

export type MonitorStatus = 'ACTIVE' | 'SUSPENDED' | 'ENDED';

export interface MonitorRow {
  id: string;
  organizationId: string;
  environment: Tenant['environment'];
  status: MonitorStatus;
  applicantId: string | null;
  subjectKey: string;
  subject: Subject | null;
  configuration: Configuration;
  callbackUrl: string | null;
  metadata: Record<string, string>;
  screeningId: string;
  lastRunAt: Date;
  chargedAt: Date | null;
  nextChargeAt: Date | null;
  suspendedAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
}

const COLUMNS = sql`id, organization_id as "organizationId", environment, status, applicant_id as "applicantId",
  subject_key as "subjectKey", subject, configuration, callback_url as "callbackUrl", metadata,
  screening_id as "screeningId", case when environment = 'LIVE' and status = 'ACTIVE' then greatest(last_run_at, (select looked_at
    from aml_monitor_runs)) else last_run_at end as "lastRunAt", charged_at as "chargedAt", next_charge_at as "nextChargeAt",
  suspended_at as "suspendedAt", ended_at as "endedAt", created_at as "createdAt"`;

const own = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

export async function insertMonitor(db: Queryable, row: MonitorRow): Promise<void> {
  await db.query(
    sql`insert into aml_monitors (id, organization_id, environment, status, applicant_id, subject_key, subject, configuration,
        callback_url, metadata, screening_id, last_run_at, charged_at, next_charge_at, created_at)
      values (${row.id}, ${row.organizationId}, ${row.environment}, ${row.status}, ${row.applicantId}, ${row.subjectKey},
        ${JSON.stringify(row.subject)}::json, ${JSON.stringify(row.configuration)}::jsonb, ${row.callbackUrl},
        ${JSON.stringify(row.metadata)}::jsonb, ${row.screeningId}, ${row.lastRunAt}, ${row.chargedAt},
        ${row.nextChargeAt}, ${row.createdAt})`,
  );
}

export function findMonitor(db: Queryable, tenant: Tenant, id: string): Promise<MonitorRow | undefined> {
  return first<MonitorRow>(db, sql`select ${COLUMNS} from aml_monitors where ${own(tenant)} and id = ${id}`);
}

export function lockMonitor(db: Queryable, tenant: Tenant, id: string): Promise<MonitorRow | undefined> {
  return first<MonitorRow>(db, sql`select ${COLUMNS} from aml_monitors where ${own(tenant)} and id = ${id} for update`);
}

export function pageOfMonitors(
  db: Queryable,
  request: ListRequest,
  status: MonitorStatus | undefined,
  applicantId: string | undefined,
): Promise<MonitorRow[]> {
  return db.query<MonitorRow>(
    pageStatement(sql`select ${COLUMNS} from aml_monitors`, request, [
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(applicantId === undefined ? [] : [sql`applicant_id = ${applicantId}`]),
    ]),
  );
}

export async function countMonitorsOf(
  db: Queryable,
  request: ListRequest,
  status: MonitorStatus | undefined,
  applicantId: string,
): Promise<number> {
  const { tenant, created } = request;
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from aml_monitors where ${own(tenant)} and applicant_id = ${applicantId}
      and (${status ?? null}::text is null or status = ${status ?? null})
      and created_at >= coalesce(${created.from}, '-infinity'::timestamptz)
      and created_at <= coalesce(${created.to}, 'infinity'::timestamptz)`,
  );
  return row?.total ?? 0;
}

export async function updateMonitor(db: Queryable, row: MonitorRow): Promise<void> {
  await db.query(
    sql`update aml_monitors set status = ${row.status}, subject = ${JSON.stringify(row.subject)}::json,
        screening_id = ${row.screeningId}, last_run_at = ${row.lastRunAt}, charged_at = ${row.chargedAt},
        next_charge_at = ${row.nextChargeAt}, suspended_at = ${row.suspendedAt}, ended_at = ${row.endedAt}
      where organization_id = ${row.organizationId} and environment = ${row.environment} and id = ${row.id}`,
  );
}

/**
 * Has the monitors of an applicant that are not ended watch this subject.
 * @returns identifiers of those that are at work
 */
export async function changeWatched(
  db: Queryable,
  tenant: Tenant,
  applicantId: string,
  subject: Subject,
): Promise<string[]> {
  const rows = await db.query<{ id: string; status: MonitorStatus }>(
    sql`update aml_monitors set subject = ${JSON.stringify(subject)}::json
      where ${own(tenant)} and applicant_id = ${applicantId} and status <> 'ENDED' returning id, status`,
  );
  return rows.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id);
}

/** Ends the monitors of an erased applicant and takes the person out of them. */
export async function eraseMonitors(db: Queryable, tenant: Tenant, applicantId: string, now: Date): Promise<void> {
  await db.query(
    sql`update aml_monitors set status = 'ENDED', subject = 'null', metadata = '{}', next_charge_at = null,
        ended_at = coalesce(ended_at, ${now})
      where ${own(tenant)} and applicant_id = ${applicantId}`,
  );
}

/** Any monitor whose month has ended; nobody else gets it until the transaction ends. */
export function lockDueMonitor(db: Queryable, now: Date): Promise<MonitorRow | undefined> {
  return first<MonitorRow>(
    db,
    sql`select ${COLUMNS} from aml_monitors where status <> 'ENDED' and next_charge_at <= ${now}
      order by next_charge_at limit 1 for update skip locked`,
  );
}

interface WatchedRow {
  id: string;
  subject: Subject | null;
  configuration: Configuration;
  status: MonitorStatus;
}

const toWatched = ({ id, subject, configuration, status }: WatchedRow): Watched | null =>
  status === 'ACTIVE' && subject !== null ? { id, subject, threshold: configuration.threshold } : null;

/** Whom production monitors watch, in order of id, at most `limit` after `after`. */
export async function watchedSubjects(db: Queryable, after: string, limit: number): Promise<Watched[]> {
  const rows = await db.query<WatchedRow>(
    sql`select id, subject, configuration, status from aml_monitors
      where environment = 'LIVE' and status = 'ACTIVE' and subject::text <> 'null' and id > ${after}
      order by id limit ${limit}`,
  );
  return rows.map(toWatched).filter((watched) => watched !== null);
}

/** The oldest transaction that is still under way, as text: what it and later ones change is not seen yet. */
export async function horizon(db: Queryable): Promise<string> {
  const row = await first<{ horizon: string }>(
    db,
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
  );
  return row?.horizon ?? '0';
}

/** Production monitors that a transaction of the horizon or a later one changed, in order of id, with what they are now. */
export async function changedSince(
  db: Queryable,
  since: string,
  after: string,
  limit: number,
): Promise<{ id: string; watched: Watched | null }[]> {
  const rows = await db.query<WatchedRow>(
    sql`select id, subject, configuration, status from aml_monitors
      where environment = 'LIVE' and changed_by >= ${since}::xid8 and id > ${after} order by id limit ${limit}`,
  );
  return rows.map((row) => ({ id: row.id, watched: toWatched(row) }));
}

/**
 * Of these, the monitors that watch a list.
 * @param owner whose list it is; null for one that everybody has
 */
export function monitorsOf(
  db: Queryable,
  ids: readonly string[],
  dataset: string,
  owner: Tenant | null,
): Promise<{ id: string; organizationId: string; environment: Tenant['environment'] }[]> {
  return db.query(
    sql`select id, organization_id as "organizationId", environment from aml_monitors
      where id = any(${[...ids]}::text[])
        and (coalesce(configuration -> 'datasets', 'null') = 'null' or configuration -> 'datasets' ? ${dataset})
        and (${owner?.organizationId ?? null}::text is null
          or (organization_id = ${owner?.organizationId ?? null} and environment = ${owner?.environment ?? null}))`,
  );
}

/** Monitors that know of any of these entities. */
export async function monitorsKnowing(db: Queryable, dataset: string, entityIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select distinct monitor_id as id from aml_monitor_matches
      where dataset = ${dataset} and entity_id = any(${[...entityIds]}::text[])`,
  );
  return rows.map(({ id }) => id);
}

/** Notes that all production monitors at work were looked at for a new version. */
export async function noteRun(db: Queryable, now: Date): Promise<void> {
  await db.query(
    sql`insert into aml_monitor_runs (looked_at) values (${now})
      on conflict (only_one) do update set looked_at = greatest(aml_monitor_runs.looked_at, excluded.looked_at)`,
  );
}

export interface KnownMatch {
  dataset: string;
  entityId: string;
  fingerprint: string;
}

export function knownMatches(db: Queryable, monitorId: string): Promise<KnownMatch[]> {
  return db.query<KnownMatch>(
    sql`select dataset, entity_id as "entityId", encode(fingerprint, 'hex') as fingerprint
      from aml_monitor_matches where monitor_id = ${monitorId}`,
  );
}

/** Of these monitors, those that are at work. */
export function monitorsAtWork(db: Queryable, ids: readonly string[]): Promise<MonitorRow[]> {
  return db.query<MonitorRow>(
    sql`select ${COLUMNS} from aml_monitors
      where id = any(${[...ids]}::text[]) and environment = 'LIVE' and status = 'ACTIVE'`,
  );
}

export function knownMatchesOf(
  db: Queryable,
  monitorIds: readonly string[],
): Promise<(KnownMatch & { monitorId: string })[]> {
  return db.query<KnownMatch & { monitorId: string }>(
    sql`select monitor_id as "monitorId", dataset, entity_id as "entityId", encode(fingerprint, 'hex') as fingerprint
      from aml_monitor_matches where monitor_id = any(${[...monitorIds]}::text[])`,
  );
}

export async function putKnownMatches(db: Queryable, monitorId: string, matches: readonly KnownMatch[]): Promise<void> {
  if (matches.length === 0) return;
  await db.query(
    sql`insert into aml_monitor_matches (monitor_id, dataset, entity_id, fingerprint)
      select ${monitorId}, dataset, entity_id, decode(fingerprint, 'hex')
      from unnest(${matches.map((match) => match.dataset)}::text[], ${matches.map((match) => match.entityId)}::text[],
        ${matches.map((match) => match.fingerprint)}::text[]) as given (dataset, entity_id, fingerprint)
      on conflict (monitor_id, dataset, entity_id) do update set fingerprint = excluded.fingerprint`,
  );
}

export async function forgetKnownMatches(
  db: Queryable,
  monitorId: string,
  matches: readonly Pick<KnownMatch, 'dataset' | 'entityId'>[],
): Promise<void> {
  if (matches.length === 0) return;
  await db.query(
    sql`delete from aml_monitor_matches where monitor_id = ${monitorId} and (dataset, entity_id) in (
      select * from unnest(${matches.map((match) => match.dataset)}::text[], ${matches.map((match) => match.entityId)}::text[]))`,
  );
}
