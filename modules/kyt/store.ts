import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Tenant } from '../../platform/context.ts';
import type { RowStatement } from '../../platform/database/deferred.ts';
import { type ListRequest, pageStatement } from '../../platform/database/list.ts';
import { first, type Queryable, type Sql, sql } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { CheckDetail, CheckRow, WholeCheck } from './check.ts';
import type { MonitorRow } from './monitor.ts';

export const countedChecks = { resource: 'kyt_checks', from: sql`kyt_checks` };
export const countedMonitors = { resource: 'kyt_monitors', from: sql`kyt_monitors` };

const own = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

const json = (value: unknown): string => JSON.stringify(value);

/** Findings as they are kept: their text, pressed together here, where it costs least. */
const toFindings = (detail: CheckDetail): Buffer => zstdCompressSync(json(detail));

/** As read: in bytes, or of a record from before as they stand. */
interface KeptFindings {
  findings: Buffer | null;
  detailText: string | null;
}
const FINDINGS = sql`findings, detail::text as "detailText"`;

const textOf = ({ findings, detailText }: KeptFindings): string =>
  findings ? zstdDecompressSync(findings).toString() : (detailText ?? '');

function whole<Row extends CheckRow & KeptFindings>({ findings, detailText, ...row }: Row) {
  const text = textOf({ findings, detailText });
  return { row: { ...row, detail: JSON.parse(text) as CheckDetail }, text };
}

const HEAD = sql`id, applicant_id as "applicantId", address, address_normalized as "addressNormalized",
  address_key as "addressKey", blockchain, status, risk_score as "riskScore", risk_level as "riskLevel",
  top_risks as "topRisks", metadata, callback_url as "callbackUrl", created_at as "createdAt", completed_at as "completedAt"`;

interface NewCheck {
  tenant: Tenant;
  row: WholeCheck;
}

const CHECKS: RowStatement<NewCheck> = {
  write: (checks) => {
    const column = <T>(of: (row: WholeCheck) => T): T[] => checks.map(({ row }) => of(row));
    return sql`insert into kyt_checks (id, organization_id, environment, status, applicant_id, address, address_normalized,
        address_key, blockchain, risk_score, risk_level, top_risks, findings, callback_url, metadata, created_at, completed_at)
      select id, organization_id, environment, status, applicant_id, address, address_normalized, address_key, blockchain,
        risk_score, risk_level, top_risks::jsonb, findings, callback_url, metadata::jsonb, created_at, completed_at
      from unnest(${column(({ id }) => id)}::text[], ${checks.map(({ tenant }) => tenant.organizationId)}::text[],
        ${checks.map(({ tenant }) => tenant.environment)}::text[], ${column(({ status }) => status)}::text[],
        ${column(({ applicantId }) => applicantId)}::text[], ${column(({ address }) => address)}::text[],
        ${column((row) => row.addressNormalized)}::text[], ${column(({ addressKey }) => addressKey)}::text[],
        ${column(({ blockchain }) => blockchain)}::text[], ${column(({ riskScore }) => riskScore)}::smallint[],
        ${column(({ riskLevel }) => riskLevel)}::text[], ${column(({ topRisks }) => json(topRisks))}::text[],
        ${column(({ detail }) => toFindings(detail))}::bytea[], ${column(({ callbackUrl }) => callbackUrl)}::text[],
        ${column(({ metadata }) => json(metadata))}::text[], ${column(({ createdAt }) => createdAt)}::timestamptz[],
        ${column(({ completedAt }) => completedAt)}::timestamptz[])
        as given (id, organization_id, environment, status, applicant_id, address, address_normalized, address_key,
          blockchain, risk_score, risk_level, top_risks, findings, callback_url, metadata, created_at, completed_at)`;
  },
};

/** Records a check with the commit of the transaction. */
export const putCheck = (transaction: Transaction, { organizationId, environment }: Tenant, row: WholeCheck): void =>
  transaction.deferRow(CHECKS, { tenant: { organizationId, environment }, row });

export async function findCheck(db: Queryable, tenant: Tenant, id: string): Promise<WholeCheck | undefined> {
  const row = await first<CheckRow & KeptFindings>(
    db,
    sql`select ${HEAD}, ${FINDINGS} from kyt_checks where ${own(tenant)} and id = ${id}`,
  );
  return row && whole(row).row;
}

/** A check, of any tenant, with the text of its findings as they were written. */
export async function findAnyCheck(
  db: Queryable,
  id: string,
): Promise<{ tenant: Tenant; check: WholeCheck; detailText: string } | undefined> {
  const found = await first<CheckRow & KeptFindings & Tenant>(
    db,
    sql`select ${HEAD}, ${FINDINGS}, organization_id as "organizationId", environment from kyt_checks where id = ${id}`,
  );
  if (!found) return undefined;
  const { row, text } = whole(found);
  const { organizationId, environment, ...check } = row;
  return { tenant: { organizationId, environment }, check, detailText: text };
}

export function lockCheck(db: Queryable, tenant: Tenant, id: string): Promise<CheckRow | undefined> {
  return first<CheckRow>(db, sql`select ${HEAD} from kyt_checks where ${own(tenant)} and id = ${id} for update`);
}

/** Writes what was found out into a check that waited for it. */
export async function completeCheck(db: Queryable, tenant: Tenant, row: WholeCheck): Promise<void> {
  await db.query(
    sql`update kyt_checks set status = ${row.status}, risk_score = ${row.riskScore}, risk_level = ${row.riskLevel},
        top_risks = ${json(row.topRisks)}::jsonb, findings = ${toFindings(row.detail)}, detail = null,
        completed_at = ${row.completedAt}
      where ${own(tenant)} and id = ${row.id}`,
  );
}

/** Checks, of any tenant, that wait since before a time. */
export function waitingChecks(db: Queryable, since: Date, limit: number): Promise<(Tenant & { id: string })[]> {
  return db.query(
    sql`select organization_id as "organizationId", environment, id from kyt_checks
      where status = 'PROCESSING' and created_at < ${since} order by created_at limit ${limit}`,
  );
}

export interface CheckFilters {
  status: string | undefined;
  blockchain: string | undefined;
  addressKeys: readonly string[] | undefined;
  riskLevel: string | undefined;
  applicantId: string | undefined;
}

/** Whether a list is narrowed by more than its status, so that its rows must be counted one by one. */
export const isFiltered = ({ blockchain, addressKeys, riskLevel, applicantId }: Partial<CheckFilters>): boolean =>
  [blockchain, addressKeys, riskLevel, applicantId].some((value) => value !== undefined);

const conditions = ({ status, blockchain, addressKeys, riskLevel, applicantId }: Partial<CheckFilters>): Sql[] => [
  ...(status === undefined ? [] : [sql`status = ${status}`]),
  ...(blockchain === undefined ? [] : [sql`blockchain = ${blockchain}`]),
  ...(addressKeys === undefined ? [] : [sql`address_key = any(${addressKeys}::text[])`]),
  ...(riskLevel === undefined ? [] : [sql`risk_level = ${riskLevel}`]),
  ...(applicantId === undefined ? [] : [sql`applicant_id = ${applicantId}`]),
];

export function pageOfChecks(db: Queryable, request: ListRequest, filters: CheckFilters): Promise<CheckRow[]> {
  return db.query<CheckRow>(pageStatement(sql`select ${HEAD} from kyt_checks`, request, conditions(filters)));
}

/** How many rows there are under filters that no counts are kept for. */
export async function countFiltered(
  db: Queryable,
  table: { from: Sql },
  { tenant, created }: ListRequest,
  filters: Partial<CheckFilters>,
): Promise<number> {
  const all = conditions(filters).reduce((joined, filter) => sql`${joined} and ${filter}`, own(tenant));
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from ${table.from} where ${all}
      and created_at >= coalesce(${created.from}, '-infinity'::timestamptz)
      and created_at <= coalesce(${created.to}, 'infinity'::timestamptz)`,
  );
  return row?.total ?? 0;
}

/** Which of these applicants had a wallet checked since. */
export async function applicantsCheckedSince(
  db: Queryable,
  tenant: Tenant,
  applicantIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const rows = await db.query<{ applicantId: string }>(
    sql`select distinct applicant_id as "applicantId" from kyt_checks
      where ${own(tenant)} and applicant_id = any(${applicantIds}::text[]) and created_at >= ${since}`,
  );
  return rows.map(({ applicantId }) => applicantId);
}

/** Takes an applicant out of checks: the link, and what the organisation wrote beside it. */
export async function forgetApplicant(db: Queryable, tenant: Tenant, applicantId: string): Promise<void> {
  await db.query(
    sql`update kyt_checks set applicant_id = null, metadata = '{}'
      where ${own(tenant)} and applicant_id = ${applicantId}`,
  );
}

/** The organisations' own scores of high risk (settings.kyt.highRiskThreshold), or null, each in its place. */
export async function ownThresholds(db: Queryable, organizationIds: readonly string[]): Promise<(number | null)[]> {
  const distinct = [...new Set(organizationIds)];
  // One alone has a statement of its own, which the database need not plan anew each time.
  const whose = distinct.length === 1 ? sql`id = ${distinct[0]}` : sql`id = any(${distinct}::text[])`;
  const rows = await db.query<{ id: string; threshold: string | null }>(
    sql`select id, settings #>> '{kyt,highRiskThreshold}' as threshold from organizations where ${whose}`,
  );
  const found = new Map(rows.map(({ id, threshold }) => [id, threshold ?? '']));
  return organizationIds.map((id) => {
    const text = found.get(id) ?? '';
    return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : null;
  });
}

export const ownThreshold = async (db: Queryable, organizationId: string): Promise<number | null> =>
  (await ownThresholds(db, [organizationId]))[0] ?? null;

const MONITOR = sql`id, status, address, address_normalized as "addressNormalized", address_key as "addressKey",
  blockchain, threshold, risk_score as "riskScore", risk_level as "riskLevel", told_score as "toldScore",
  told_level as "toldLevel", data_version as "dataVersion", last_run_at as "lastRunAt",
  next_charge_at as "nextChargeAt", suspended_at as "suspendedAt", ended_at as "endedAt",
  callback_url as "callbackUrl", metadata, created_at as "createdAt"`;

export async function insertMonitor(db: Queryable, tenant: Tenant, row: MonitorRow): Promise<void> {
  await db.query(
    sql`insert into kyt_monitors (id, organization_id, environment, status, address, address_normalized, address_key,
        blockchain, threshold, risk_score, risk_level, told_score, told_level, data_version, last_run_at, next_charge_at,
        callback_url, metadata, created_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.status}, ${row.address},
        ${row.addressNormalized}, ${row.addressKey}, ${row.blockchain}, ${row.threshold}, ${row.riskScore},
        ${row.riskLevel}, ${row.toldScore}, ${row.toldLevel}, ${row.dataVersion}, ${row.lastRunAt}, ${row.nextChargeAt},
        ${row.callbackUrl}, ${json(row.metadata)}::jsonb, ${row.createdAt})`,
  );
}

export function findMonitor(db: Queryable, tenant: Tenant, id: string): Promise<MonitorRow | undefined> {
  return first<MonitorRow>(db, sql`select ${MONITOR} from kyt_monitors where ${own(tenant)} and id = ${id}`);
}

export function lockMonitor(db: Queryable, tenant: Tenant, id: string): Promise<MonitorRow | undefined> {
  return first<MonitorRow>(db, sql`select ${MONITOR} from kyt_monitors where ${own(tenant)} and id = ${id} for update`);
}

export async function updateMonitor(db: Queryable, tenant: Tenant, row: MonitorRow): Promise<void> {
  await db.query(
    sql`update kyt_monitors set status = ${row.status}, risk_score = ${row.riskScore}, risk_level = ${row.riskLevel},
        told_score = ${row.toldScore}, told_level = ${row.toldLevel}, data_version = ${row.dataVersion},
        last_run_at = ${row.lastRunAt}, next_charge_at = ${row.nextChargeAt}, suspended_at = ${row.suspendedAt},
        ended_at = ${row.endedAt}
      where ${own(tenant)} and id = ${row.id}`,
  );
}

type MonitorFilters = Pick<CheckFilters, 'status' | 'blockchain' | 'addressKeys'>;

export function pageOfMonitors(db: Queryable, request: ListRequest, filters: MonitorFilters): Promise<MonitorRow[]> {
  return db.query<MonitorRow>(pageStatement(sql`select ${MONITOR} from kyt_monitors`, request, conditions(filters)));
}

/** A monitor, of any tenant, whose next month begins or whose charge is to be tried again; locked until the end. */
export function lockDueMonitor(db: Queryable, now: Date): Promise<(Tenant & MonitorRow) | undefined> {
  return first<Tenant & MonitorRow>(
    db,
    sql`select organization_id as "organizationId", environment, ${MONITOR} from kyt_monitors
      where status <> 'ENDED' and next_charge_at <= ${now}
      order by next_charge_at limit 1 for update skip locked`,
  );
}

/** Monitors of production that were run on other data than there is now. */
export function staleMonitors(
  db: Queryable,
  versions: readonly { blockchain: string; version: string }[],
  limit: number,
): Promise<{ organizationId: string; id: string }[]> {
  return db.query(
    sql`select m.organization_id as "organizationId", m.id
      from unnest(${versions.map(({ blockchain }) => blockchain)}::text[], ${versions.map(({ version }) => version)}::text[])
        as now (blockchain, version)
      join kyt_monitors m on m.blockchain = now.blockchain and m.data_version <> now.version
      where m.status = 'ACTIVE' and m.environment = 'LIVE' order by m.last_run_at, m.id limit ${limit}`,
  );
}
