import type { Tenant } from '../../../platform/context.ts';
import { type Queryable, sql } from '../../../platform/database/sql.ts';

/** What staff wrote about an applicant's cases goes; who decided what, and when, stays. */
export async function forgetWords(db: Queryable, tenant: Tenant, applicantId: string): Promise<void> {
  const { organizationId, environment } = tenant;
  const items = sql`select q.id from review_queue q where q.organization_id = ${organizationId} and q.environment = ${environment}
    and q.applicant_id = ${applicantId}`;
  await db.query(
    sql`update case_reviews set reason = '' where organization_id = ${organizationId} and environment = ${environment}
      and id in (${items})`,
  );
  await db.query(
    sql`update dashboard_bulks b set action = b.action || '{"reason": ""}', updated_at = clock_timestamp()
      where b.organization_id = ${organizationId} and b.environment = ${environment} and b.action ? 'reason'
        and exists (select from jsonb_array_elements(b.items) i where i ->> 'itemId' in (${items}))`,
  );
}

/** About which of these applicants something waits for a person. */
export async function applicantsWaiting(
  db: Queryable,
  tenant: Tenant,
  applicantIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ applicantId: string }>(
    sql`select distinct applicant_id as "applicantId" from review_queue
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
        and applicant_id = any(${applicantIds}::text[]) and closed_at is null`,
  );
  return rows.map(({ applicantId }) => applicantId);
}
