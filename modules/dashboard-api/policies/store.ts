import type { PolicyKind, PolicyTry } from '../../../contract/dashboard/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

export interface VersionRow {
  id: string | null;
  version: string;
  hash: string;
  policy: Record<string, unknown> | null;
  author: string | null;
  authorName: string | null;
  reason: string | null;
  createdAt: Date;
}

/** Policies of wallet scores that the organisation ever had, by whatever way they were set; the newest first. */
export function walletVersions(db: Queryable, organizationId: string): Promise<VersionRow[]> {
  return db.query<VersionRow>(
    sql`select v.id, coalesce(k.version, 'default') as version, k.hash, k.policy, v.author, u.name as "authorName", v.reason,
        k.created_at as "createdAt"
      from kyt_policies k
      left join policy_versions v on v.organization_id = k.organization_id and v.kind = 'WALLET' and v.hash = k.hash and v.created_at = k.created_at
      left join dashboard_users u on u.id = v.author
      where k.organization_id = ${organizationId} order by k.id desc limit 200`,
  );
}

export function screeningVersions(db: Queryable, organizationId: string): Promise<VersionRow[]> {
  return db.query<VersionRow>(
    sql`select v.id, v.version, v.hash, v.policy, v.author, u.name as "authorName", v.reason, v.created_at as "createdAt"
      from policy_versions v left join dashboard_users u on u.id = v.author
      where v.organization_id = ${organizationId} and v.kind = 'SCREENING' order by v.created_at desc, v.id desc limit 200`,
  );
}

export async function insertVersion(
  db: Queryable,
  row: {
    id: string;
    organizationId: string;
    kind: PolicyKind;
    version: string;
    hash: string;
    policy: unknown;
    author: string;
    reason: string;
    tryId: string | null;
    createdAt: Date;
  },
): Promise<void> {
  await db.query(
    sql`insert into policy_versions (id, organization_id, kind, version, hash, policy, author, reason, try_id, created_at)
      values (${row.id}, ${row.organizationId}, ${row.kind}, ${row.version}, ${row.hash}, ${JSON.stringify(row.policy)}::jsonb,
        ${row.author}, ${row.reason}, ${row.tryId}, ${row.createdAt})`,
  );
}

export interface TryRow {
  id: string;
  kind: PolicyKind;
  status: PolicyTry['status'];
  progress: number;
  policy: Record<string, unknown> | null;
  result: PolicyTry['result'];
  error: string | null;
  createdAt: Date;
  createdBy: string;
  createdByName: string | null;
  finishedAt: Date | null;
}

const own = (tenant: Tenant): Sql =>
  sql`t.organization_id = ${tenant.organizationId} and t.environment = ${tenant.environment}`;

export async function insertTry(db: Queryable, tenant: Tenant, row: TryRow): Promise<void> {
  await db.query(
    sql`insert into policy_tries (id, organization_id, environment, kind, status, progress, policy, created_at, created_by, updated_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.kind}, ${row.status}, ${row.progress},
        ${row.policy && JSON.stringify(row.policy)}::jsonb, ${row.createdAt}, ${row.createdBy}, clock_timestamp())`,
  );
}

export function findTry(db: Queryable, tenant: Tenant, id: string): Promise<TryRow | undefined> {
  return first<TryRow>(
    db,
    sql`select t.id, t.kind, t.status, t.progress, t.policy, t.result, t.error, t.created_at as "createdAt", t.created_by as "createdBy",
        u.name as "createdByName", t.finished_at as "finishedAt"
      from policy_tries t left join dashboard_users u on u.id = t.created_by where ${own(tenant)} and t.id = ${id}`,
  );
}

export async function updateTry(
  db: Queryable,
  tenant: Tenant,
  id: string,
  change: Pick<TryRow, 'status' | 'progress' | 'result' | 'error' | 'finishedAt'>,
): Promise<void> {
  await db.query(
    sql`update policy_tries t set status = ${change.status}, progress = ${change.progress},
        result = ${change.result && JSON.stringify(change.result)}::jsonb, error = ${change.error}, finished_at = ${change.finishedAt},
        updated_at = clock_timestamp()
      where ${own(tenant)} and t.id = ${id}`,
  );
}

/** The latest decided records, the newest first. */
export async function latestIds(db: Queryable, tenant: Tenant, kind: PolicyKind, limit: number): Promise<string[]> {
  const table = kind === 'WALLET' ? sql`kyt_checks` : sql`aml_screenings`;
  const status = sql`status = 'COMPLETED'`;
  const kept = kind === 'WALLET' ? status : sql`${status} and erased_at is null`;
  const rows = await db.query<{ id: string }>(
    sql`select id from ${table} where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and ${kept}
      order by created_at desc, id desc limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** Open items whose matches fall below the threshold that holds now leave the queue; counts of the others are made anew. */
export async function reconsiderScreenings(db: Queryable, organizationId: string, now: Date): Promise<void> {
  await db.query(
    sql`select queue_screening_row(s, ${now}) from aml_screenings s join review_queue q on q.id = s.id
      where q.organization_id = ${organizationId} and q.kind = 'SCREENING' and q.closed_at is null`,
  );
}
