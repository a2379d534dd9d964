import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

const ENDED = sql`v.status in ('COMPLETED', 'EXPIRED', 'CANCELLED') and json_array_length(v.files) > 0`;
const ENDED_AT = sql`coalesce(v.completed_at, v.updated_at)`;

/** Verifications that ended before this and still have pictures. */
export async function countMedia(
  db: Queryable,
  organizationId: string,
  before: Date,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await first<{ count: number; oldestAt: Date | null }>(
    db,
    sql`select count(*) as count, min(${ENDED_AT}) as "oldestAt" from verifications v
      where v.organization_id = ${organizationId} and ${ENDED} and ${ENDED_AT} < ${before}`,
  );
  return row ?? { count: 0, oldestAt: null };
}

/** Takes the pictures out of the records of some of them, locked; the files themselves are the caller's to remove. */
export function takeMedia(
  db: Queryable,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<(Tenant & { id: string })[]> {
  return db.query(
    sql`update verifications set files = '[]' where id in (
        select v.id from verifications v where v.organization_id = ${organizationId} and ${ENDED} and ${ENDED_AT} < ${before}
        order by v.id limit ${limit} for update skip locked)
      returning id, organization_id as "organizationId", environment`,
  );
}
