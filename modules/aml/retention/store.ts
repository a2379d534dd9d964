import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

/** Older than that, and nothing of it waits for a person. */
const due = (
  organizationId: string,
  before: Date,
) => sql`s.organization_id = ${organizationId} and s.created_at < ${before}
  and s.erased_at is null and not exists (select from review_queue q where q.id = s.id and q.closed_at is null)`;

export async function countOld(
  db: Queryable,
  organizationId: string,
  before: Date,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await first<{ count: number; oldestAt: Date | null }>(
    db,
    sql`select count(*) as count, min(s.created_at) as "oldestAt" from aml_screenings s where ${due(organizationId, before)}`,
  );
  return row ?? { count: 0, oldestAt: null };
}

/** Locks some of them. */
export function lockOld(
  db: Queryable,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<(Tenant & { id: string })[]> {
  return db.query(
    sql`select s.id, s.organization_id as "organizationId", s.environment from aml_screenings s
      where ${due(organizationId, before)} order by s.created_at limit ${limit} for update skip locked`,
  );
}
