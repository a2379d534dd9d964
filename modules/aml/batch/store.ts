import type { Tenant } from '../../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../../platform/database/list.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Configuration } from '../checks.ts';
import type { Subject } from '../subject.ts';

export type BatchStatus = 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
export type ItemStatus = 'PENDING' | 'COMPLETED' | 'FAILED';

export interface BatchRow {
  id: string;
  status: BatchStatus;
  configuration: Configuration;
  /** Credits held for each subject. */
  price: number;
  total: number;
  completed: number;
  failed: number;
  /** Credits taken so far. */
  captured: number;
  errorCode: string | null;
  callbackUrl: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
  completedAt: Date | null;
}

const own = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

export interface NewItem {
  id: string;
  applicantId: string | null;
  subject: Subject | null;
}

export async function insertBatch(
  db: Queryable,
  tenant: Tenant,
  row: BatchRow,
  items: readonly NewItem[],
): Promise<void> {
  const { organizationId, environment } = tenant;
  await Promise.all([
    db.query(
      sql`insert into aml_batch_jobs (id, organization_id, environment, status, configuration, price, total, callback_url,
          metadata, created_at)
        values (${row.id}, ${organizationId}, ${environment}, ${row.status}, ${JSON.stringify(row.configuration)}::jsonb,
          ${row.price}, ${row.total}, ${row.callbackUrl}, ${JSON.stringify(row.metadata)}::jsonb, ${row.createdAt})`,
    ),
    db.query(
      sql`insert into aml_batch_items (job_id, id, organization_id, environment, status, applicant_id, subject, created_at)
        select ${row.id}, id, ${organizationId}, ${environment}, 'PENDING', applicant_id, subject::json, ${row.createdAt}
        from unnest(${items.map((item) => item.id)}::text[], ${items.map((item) => item.applicantId)}::text[],
          ${items.map((item) => (item.subject === null ? null : JSON.stringify(item.subject)))}::text[])
          as given (id, applicant_id, subject)`,
    ),
  ]);
}

const COLUMNS = sql`id, status, configuration, price, total, completed, failed, captured, error_code as "errorCode",
  callback_url as "callbackUrl", metadata, created_at as "createdAt", completed_at as "completedAt"`;

export function findBatch(db: Queryable, tenant: Tenant, id: string): Promise<BatchRow | undefined> {
  return first<BatchRow>(db, sql`select ${COLUMNS} from aml_batch_jobs where ${own(tenant)} and id = ${id}`);
}

export function lockBatch(db: Queryable, tenant: Tenant, id: string): Promise<BatchRow | undefined> {
  return first<BatchRow>(db, sql`select ${COLUMNS} from aml_batch_jobs where ${own(tenant)} and id = ${id} for update`);
}

export async function updateBatch(db: Queryable, tenant: Tenant, row: BatchRow): Promise<void> {
  await db.query(
    sql`update aml_batch_jobs set status = ${row.status}, completed = ${row.completed}, failed = ${row.failed},
        captured = ${row.captured}, error_code = ${row.errorCode}, completed_at = ${row.completedAt}
      where ${own(tenant)} and id = ${row.id}`,
  );
}

/** The next subjects to screen, in the order of the request. */
export function pendingItems(db: Queryable, tenant: Tenant, jobId: string, limit: number): Promise<NewItem[]> {
  return db.query<NewItem>(
    sql`select id, applicant_id as "applicantId", subject from aml_batch_items
      where ${own(tenant)} and job_id = ${jobId} and status = 'PENDING' order by id limit ${limit}`,
  );
}

export interface ItemOutcome {
  id: string;
  status: ItemStatus;
  screeningId: string | null;
  riskLevel: string | null;
  matchCount: number | null;
  errorCode: string | null;
}

/** What came of the items; the subjects, which their screenings hold now, are not kept twice. */
export async function finishItems(
  db: Queryable,
  tenant: Tenant,
  jobId: string,
  outcomes: readonly ItemOutcome[],
): Promise<void> {
  await db.query(
    sql`update aml_batch_items i set status = given.status, subject = null, screening_id = given.screening_id,
        risk_level = given.risk_level, match_count = given.match_count, error_code = given.error_code
      from unnest(${outcomes.map((item) => item.id)}::text[], ${outcomes.map((item) => item.status)}::text[],
        ${outcomes.map((item) => item.screeningId)}::text[], ${outcomes.map((item) => item.riskLevel)}::text[],
        ${outcomes.map((item) => item.matchCount)}::integer[], ${outcomes.map((item) => item.errorCode)}::text[])
        as given (id, status, screening_id, risk_level, match_count, error_code)
      where i.organization_id = ${tenant.organizationId} and i.environment = ${tenant.environment}
        and i.job_id = ${jobId} and i.id = given.id`,
  );
}

/** What is left of a job that cannot go on. */
export async function failPending(db: Queryable, tenant: Tenant, jobId: string, errorCode: string): Promise<number> {
  const row = await first<{ failed: number }>(
    db,
    sql`with failed as (
        update aml_batch_items set status = 'FAILED', subject = null, error_code = ${errorCode}
        where ${own(tenant)} and job_id = ${jobId} and status = 'PENDING' returning 1)
      select count(*) as failed from failed`,
  );
  return row?.failed ?? 0;
}

export interface ResultRow extends ItemOutcome {
  applicantId: string | null;
  createdAt: Date;
}

export function pageOfResults(
  db: Queryable,
  request: ListRequest,
  jobId: string,
  status: ItemStatus | undefined,
): Promise<ResultRow[]> {
  return db.query<ResultRow>(
    pageStatement(
      sql`select id, status, applicant_id as "applicantId", screening_id as "screeningId", risk_level as "riskLevel",
        match_count as "matchCount", error_code as "errorCode", created_at as "createdAt" from aml_batch_items`,
      request,
      [sql`job_id = ${jobId}`, ...(status === undefined ? [] : [sql`status = ${status}`])],
    ),
  );
}

export async function countResults(
  db: Queryable,
  request: ListRequest,
  jobId: string,
  status: ItemStatus | undefined,
): Promise<number> {
  const { tenant, created } = request;
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from aml_batch_items where ${own(tenant)} and job_id = ${jobId}
      and (${status ?? null}::text is null or status = ${status ?? null})
      and created_at >= coalesce(${created.from}, '-infinity'::timestamptz)
      and created_at <= coalesce(${created.to}, 'infinity'::timestamptz)`,
  );
  return row?.total ?? 0;
}
