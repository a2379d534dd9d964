import type { Tenant } from '../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../platform/database/list.ts';
import { first, join, type Queryable, type Sql, sql } from '../../platform/database/sql.ts';
import type { JobRow } from './deepfake-job.ts';

const TABLE = sql`deepfake_jobs`;
const COLUMNS = sql`id, media_type as "mediaType", status, progress, credits, is_deepfake as "isDeepfake", confidence,
  manipulation_type as "manipulationType", recommendation, detectors, artefacts, error_code as "errorCode",
  error_message as "errorMessage", file_name as "fileName", media, sealed_url as "sealedUrl", callback_url as "callbackUrl",
  metadata, created_at as "createdAt", updated_at as "updatedAt", completed_at as "completedAt"`;

export const countedJobs = { resource: 'deepfake_jobs', from: TABLE };

export interface JobFilters {
  status?: string;
  mediaType?: string;
  recommendation?: string;
}

export function insertJob(tenant: Tenant, row: JobRow): Sql {
  return sql`insert into deepfake_jobs (id, organization_id, environment, media_type, status, progress, credits, file_name, media,
      sealed_url, callback_url, metadata, created_at, updated_at)
    values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.mediaType}, ${row.status}, ${row.progress}, ${row.credits},
      ${row.fileName}, ${row.media && JSON.stringify(row.media)}::json, ${row.sealedUrl}, ${row.callbackUrl},
      ${JSON.stringify(row.metadata)}::json, ${row.createdAt}, ${row.updatedAt})`;
}

/** Everything of a row that can change after its creation. */
export function updateJob(tenant: Tenant, row: JobRow): Sql {
  return sql`update deepfake_jobs set status = ${row.status}, progress = ${row.progress}, is_deepfake = ${row.isDeepfake},
      confidence = ${row.confidence}, manipulation_type = ${row.manipulationType}, recommendation = ${row.recommendation},
      detectors = ${JSON.stringify(row.detectors)}::json, artefacts = ${JSON.stringify(row.artefacts)}::json,
      error_code = ${row.errorCode}, error_message = ${row.errorMessage}, sealed_url = ${row.sealedUrl},
      updated_at = ${row.updatedAt}, completed_at = ${row.completedAt}
    where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${row.id}`;
}

const one = (tenant: Tenant, id: string): Sql =>
  sql`select ${COLUMNS} from deepfake_jobs
    where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}`;

export const findJob = (db: Queryable, tenant: Tenant, id: string): Promise<JobRow | undefined> =>
  first<JobRow>(db, one(tenant, id));

export const lockJob = (db: Queryable, tenant: Tenant, id: string): Promise<JobRow | undefined> =>
  first<JobRow>(db, sql`${one(tenant, id)} for update`);

/** How far the analysis is; never back, and only while it runs. */
export async function noteProgress(db: Queryable, tenant: Tenant, id: string, progress: number): Promise<void> {
  await db.query(
    sql`update deepfake_jobs set progress = ${progress}
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}
        and status = 'PROCESSING' and progress < ${progress}`,
  );
}

export async function deleteJob(db: Queryable, tenant: Tenant, id: string): Promise<void> {
  await db.query(
    sql`delete from deepfake_jobs
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}`,
  );
}

const conditions = (filters: JobFilters): Sql[] => [
  ...(filters.status === undefined ? [] : [sql`status = ${filters.status}`]),
  ...(filters.mediaType === undefined ? [] : [sql`media_type = ${filters.mediaType}`]),
  ...(filters.recommendation === undefined ? [] : [sql`recommendation = ${filters.recommendation}`]),
];

export function pageOfJobs(db: Queryable, request: ListRequest, filters: JobFilters): Promise<JobRow[]> {
  return db.query<JobRow>(pageStatement(sql`select ${COLUMNS} from deepfake_jobs`, request, conditions(filters)));
}

export async function countJobs(db: Queryable, { tenant, created }: ListRequest, filters: JobFilters): Promise<number> {
  const all = [
    sql`organization_id = ${tenant.organizationId}`,
    sql`environment = ${tenant.environment}`,
    ...conditions(filters),
    created.from ? sql`created_at >= ${created.from}` : sql`true`,
    created.to ? sql`created_at <= ${created.to}` : sql`true`,
  ];
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from deepfake_jobs where ${join(all, ' and ')}`,
  );
  return row?.total ?? 0;
}

/**
 * Locks unfinished jobs that nobody will finish: the queue has no work for them that is still to be tried or is being
 * tried. Skips those that another process has.
 * @param since moved later than this, a job is left alone
 */
export function lockAbandoned(
  db: Queryable,
  keys: readonly Sql[],
  since: Date,
  limit: number,
): Promise<(JobRow & Tenant)[]> {
  return db.query<JobRow & Tenant>(
    sql`select ${COLUMNS}, organization_id as "organizationId", environment from deepfake_jobs
      where status in ('QUEUED', 'PROCESSING') and updated_at <= ${since} and not exists (
        select from graphile_worker.jobs queued where queued.key in (${join(keys)})
          and (queued.attempts < queued.max_attempts or queued.locked_at > ${since}))
      order by id limit ${limit} for update skip locked`,
  );
}

/** The queue's key of a job's task, as in SQL. */
export const keyOfRow = (prefix: string): Sql => sql`${prefix}::text || deepfake_jobs.id`;
