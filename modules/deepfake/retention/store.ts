import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

/** Media of jobs that are done, handed in before this. */
const due = (organizationId: string, before: Date) => sql`f.organization_id = ${organizationId} and f.kind = 'MEDIA'
  and f.created_at < ${before} and j.id = f.owner_id and j.status in ('COMPLETED', 'FAILED')`;

export async function countOldMedia(
  db: Queryable,
  organizationId: string,
  before: Date,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await first<{ count: number; oldestAt: Date | null }>(
    db,
    sql`select count(*) as count, min(f.created_at) as "oldestAt" from files f, deepfake_jobs j where ${due(organizationId, before)}`,
  );
  return row ?? { count: 0, oldestAt: null };
}

export function oldMedia(
  db: Queryable,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<(Tenant & { fileId: string; jobId: string })[]> {
  return db.query(
    sql`select f.id as "fileId", j.id as "jobId", f.organization_id as "organizationId", f.environment from files f, deepfake_jobs j
      where ${due(organizationId, before)} order by f.created_at limit ${limit} for update of f skip locked`,
  );
}
