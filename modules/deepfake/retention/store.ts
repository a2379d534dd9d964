import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

/** Media of jobs that are done, handed in before this; where only an address was given, the drawings of its states. */
const due = (organizationId: string, before: Date) => sql`f.organization_id = ${organizationId}
  and f.kind in ('MEDIA', 'REVISIONS') and f.created_at < ${before} and j.id = f.owner_id
  and j.status in ('COMPLETED', 'FAILED')`;

export async function countOldMedia(
  db: Queryable,
  organizationId: string,
  before: Date,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await first<{ count: number; oldestAt: Date | null }>(
    db,
    sql`select count(distinct j.id) as count, min(f.created_at) as "oldestAt" from files f, deepfake_jobs j
      where ${due(organizationId, before)}`,
  );
  return row ?? { count: 0, oldestAt: null };
}

/** Jobs whose media are due; their files are locked. One can be told twice. */
export function oldMedia(
  db: Queryable,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<(Tenant & { jobId: string })[]> {
  return db.query(
    sql`select j.id as "jobId", f.organization_id as "organizationId", f.environment from files f, deepfake_jobs j
      where ${due(organizationId, before)} order by f.created_at limit ${limit} for update of f skip locked`,
  );
}

/** Everything of a job that goes with its media. */
export async function mediaFilesOf(db: Queryable, tenant: Tenant, jobId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from files where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
      and owner_id = ${jobId} and kind in ('MEDIA', 'REVISIONS', 'REVISION_PAGE')`,
  );
  return rows.map(({ id }) => id);
}

/** When the media of a job go; null where the service keeps none of it. */
export async function expiryOf(db: Queryable, tenant: Tenant, jobId: string): Promise<Date | null> {
  const row = await first<{ expiresAt: Date | null }>(
    db,
    sql`select expires_at as "expiresAt" from files where organization_id = ${tenant.organizationId}
      and environment = ${tenant.environment} and owner_id = ${jobId} and kind = 'MEDIA'`,
  );
  return row?.expiresAt ?? null;
}
