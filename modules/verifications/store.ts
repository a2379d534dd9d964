import type { Tenant } from '../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../platform/database/list.ts';
import { empty, first, join, type Queryable, type Sql, sql } from '../../platform/database/sql.ts';
import type { VerificationRow } from './verification.ts';

const TABLE = sql`verifications`;
const COLUMNS = sql`id, applicant_id as "applicantId", profile_type as "profileType", status, result, decided_by as "decidedBy", credits,
  checks, extracted, breakdown, failure_reasons as "failureReasons", review_reason as "reviewReason", review, proposed_review as "proposedReview", files,
  upload_issues as "uploadIssues", tries, token_hash as "tokenHash", sealed_token as "sealedToken", locale,
  callback_url as "callbackUrl", metadata, expires_at as "expiresAt", created_at as "createdAt", updated_at as "updatedAt",
  completed_at as "completedAt"`;

export const countedVerifications = { resource: 'verifications', from: TABLE };

export interface VerificationFilters {
  status?: string;
  result?: string;
  profileType?: string;
  applicantId?: string;
}

export function insertVerification(tenant: Tenant, row: VerificationRow): Sql {
  return sql`insert into verifications (id, organization_id, environment, applicant_id, profile_type, status, credits, checks,
      token_hash, sealed_token, locale, callback_url, metadata, expires_at, created_at, updated_at)
    values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.applicantId}, ${row.profileType}, ${row.status},
      ${row.credits}, ${JSON.stringify(row.checks)}::json, ${row.tokenHash}, ${row.sealedToken}, ${row.locale}, ${row.callbackUrl},
      ${JSON.stringify(row.metadata)}::json, ${row.expiresAt}, ${row.createdAt}, ${row.updatedAt})`;
}

/** Everything of a row that can change after its creation. */
export function updateVerification(tenant: Tenant, row: VerificationRow): Sql {
  return sql`update verifications set status = ${row.status}, result = ${row.result}, decided_by = ${row.decidedBy},
      checks = ${JSON.stringify(row.checks)}::json, extracted = ${row.extracted && JSON.stringify(row.extracted)}::json,
      breakdown = ${JSON.stringify(row.breakdown)}::json, failure_reasons = ${row.failureReasons}::text[],
      review_reason = ${row.reviewReason}, review = ${row.review && JSON.stringify(row.review)}::json,
      proposed_review = ${row.proposedReview && JSON.stringify(row.proposedReview)}::json,
      files = ${JSON.stringify(row.files)}::json, upload_issues = ${JSON.stringify(row.uploadIssues)}::json, tries = ${row.tries},
      token_hash = ${row.tokenHash}, sealed_token = ${row.sealedToken}, callback_url = ${row.callbackUrl},
      metadata = ${JSON.stringify(row.metadata)}::json, expires_at = ${row.expiresAt}, updated_at = ${row.updatedAt},
      completed_at = ${row.completedAt}
    where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${row.id}`;
}

const one = (tenant: Tenant, id: string): Sql =>
  sql`select ${COLUMNS} from verifications
    where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}`;

export const findVerification = (db: Queryable, tenant: Tenant, id: string): Promise<VerificationRow | undefined> =>
  first<VerificationRow>(db, one(tenant, id));

export const lockVerification = (db: Queryable, tenant: Tenant, id: string): Promise<VerificationRow | undefined> =>
  first<VerificationRow>(db, sql`${one(tenant, id)} for update`);

const conditions = (filters: VerificationFilters): Sql[] => [
  ...(filters.status === undefined ? [] : [sql`status = ${filters.status}`]),
  ...(filters.result === undefined ? [] : [sql`result = ${filters.result}`]),
  ...(filters.profileType === undefined ? [] : [sql`profile_type = ${filters.profileType}`]),
  ...(filters.applicantId === undefined ? [] : [sql`applicant_id = ${filters.applicantId}`]),
];

export function pageOfVerifications(
  db: Queryable,
  request: ListRequest,
  filters: VerificationFilters,
): Promise<VerificationRow[]> {
  return db.query<VerificationRow>(
    pageStatement(sql`select ${COLUMNS} from verifications`, request, conditions(filters)),
  );
}

export async function countVerifications(
  db: Queryable,
  { tenant, created }: ListRequest,
  filters: VerificationFilters,
): Promise<number> {
  const all = [
    sql`organization_id = ${tenant.organizationId}`,
    sql`environment = ${tenant.environment}`,
    ...conditions(filters),
    created.from ? sql`created_at >= ${created.from}` : sql`true`,
    created.to ? sql`created_at <= ${created.to}` : sql`true`,
  ];
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from verifications where ${join(all, ' and ')}`,
  );
  return row?.total ?? 0;
}

/** Whose verification a capture token is for. */
export function findByToken(
  db: Queryable,
  tokenHash: Buffer,
): Promise<(Tenant & { verificationId: string }) | undefined> {
  return first(
    db,
    sql`select organization_id as "organizationId", environment, id as "verificationId" from verifications where token_hash = ${tokenHash}`,
  );
}

export function latestOfApplicant(
  db: Queryable,
  tenant: Tenant,
  applicantId: string,
): Promise<VerificationRow | undefined> {
  return first<VerificationRow>(
    db,
    sql`select ${COLUMNS} from verifications
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and applicant_id = ${applicantId}
      order by created_at desc, id desc limit 1`,
  );
}

/** All of an applicant's, locked. */
export function lockOfApplicant(db: Queryable, tenant: Tenant, applicantId: string): Promise<VerificationRow[]> {
  return db.query<VerificationRow>(
    sql`select ${COLUMNS} from verifications
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and applicant_id = ${applicantId}
      order by id for update`,
  );
}

/** The status of one that is still under way, or undefined. */
export function findUnfinished(
  db: Queryable,
  tenant: Tenant,
  applicantId: string,
  now: Date,
): Promise<{ status: string } | undefined> {
  return first(
    db,
    sql`select status from verifications
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and applicant_id = ${applicantId}
        and (status in ('PROCESSING', 'MANUAL_REVIEW') or status in ('CREATED', 'PENDING_UPLOAD') and expires_at > ${now}) limit 1`,
  );
}

/** Which of these applicants have a verification that is open, or that something was done about since. */
export async function applicantsVerifiedSince(
  db: Queryable,
  tenant: Tenant,
  applicantIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const rows = await db.query<{ applicantId: string }>(
    sql`select distinct applicant_id as "applicantId" from verifications
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
        and applicant_id = any(${applicantIds}::text[])
        and (updated_at >= ${since} or status in ('CREATED', 'PENDING_UPLOAD', 'PROCESSING', 'MANUAL_REVIEW'))`,
  );
  return rows.map(({ applicantId }) => applicantId);
}

/** Locks verifications whose time to upload is over, skipping those that another process has; of one tenant, or of all. */
export function lockOverdue(
  db: Queryable,
  tenant: Tenant | null,
  now: Date,
  limit: number,
): Promise<(VerificationRow & Tenant)[]> {
  return db.query<VerificationRow & Tenant>(
    sql`select ${COLUMNS}, organization_id as "organizationId", environment from verifications
      where status in ('CREATED', 'PENDING_UPLOAD') and expires_at <= ${now}
        ${tenant ? sql`and organization_id = ${tenant.organizationId} and environment = ${tenant.environment}` : empty}
      order by organization_id, environment, id limit ${limit} for update ${tenant ? empty : sql`skip locked`}`,
  );
}

export async function hasOverdue(db: Queryable, tenant: Tenant, now: Date): Promise<boolean> {
  const rows = await db.query(
    sql`select id from verifications
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
        and status in ('CREATED', 'PENDING_UPLOAD') and expires_at <= ${now} limit 1`,
  );
  return rows.length > 0;
}

/**
 * Locks verifications in examination that nobody will finish: the queue has no work for them that is still to be tried
 * or is being tried. Skips those that another process has.
 * @param keyPrefix of the queue's keys, before the identifier
 * @param since moved later than this, a verification is left alone
 */
export function lockAbandoned(
  db: Queryable,
  keyPrefix: string,
  since: Date,
  limit: number,
): Promise<(VerificationRow & Tenant)[]> {
  return db.query<VerificationRow & Tenant>(
    sql`select ${COLUMNS}, organization_id as "organizationId", environment from verifications
      where status = 'PROCESSING' and updated_at <= ${since} and not exists (
        select from graphile_worker.jobs queued where queued.key = ${keyPrefix}::text || verifications.id
          and (queued.attempts < queued.max_attempts or queued.locked_at > ${since}))
      order by id limit ${limit} for update skip locked`,
  );
}

/** Per environment, how many verifications wait for a person, and since when the first of them. */
export function waitingReviews(db: Queryable): Promise<{ environment: string; waiting: number; since: Date | null }[]> {
  return db.query(
    sql`select environment, (select count(*) from verifications v where v.status = 'MANUAL_REVIEW' and v.environment = e.environment) as waiting,
        (select min(updated_at) from verifications v where v.status = 'MANUAL_REVIEW' and v.environment = e.environment) as since
      from unnest(array['LIVE', 'TEST']) as e (environment)`,
  );
}
