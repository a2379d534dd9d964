import type { Tenant } from '../../platform/context.ts';
import { first, type Queryable, sql } from '../../platform/database/sql.ts';

/** Whether the organisation works with real people already. */
export async function hasLiveRecords(db: Queryable, organizationId: string): Promise<boolean> {
  const row = await first<{ found: boolean }>(
    db,
    sql`select exists (select from applicants where organization_id = ${organizationId} and environment = 'LIVE')
      or exists (select from aml_screenings where organization_id = ${organizationId} and environment = 'LIVE')
      or exists (select from kyt_checks where organization_id = ${organizationId} and environment = 'LIVE')
      or exists (select from deepfake_jobs where organization_id = ${organizationId} and environment = 'LIVE') as found`,
  );
  return row?.found === true;
}

/** Moves a finished example into the past: a verification waits for a result of now, however old it is meant to be. */
export async function moveBack(db: Queryable, tenant: Tenant, verificationId: string, days: number): Promise<void> {
  await db.query(
    sql`update verifications set created_at = created_at - make_interval(days => ${days}::integer),
        updated_at = updated_at - make_interval(days => ${days}::integer), completed_at = completed_at - make_interval(days => ${days}::integer),
        expires_at = expires_at - make_interval(days => ${days}::integer)
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${verificationId}
        and environment = 'TEST' and status in ('COMPLETED', 'MANUAL_REVIEW')`,
  );
  await db.query(
    sql`update review_queue set opened_at = opened_at - make_interval(days => ${days}::integer),
        due_at = due_at - make_interval(days => ${days}::integer), updated_at = clock_timestamp()
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${verificationId}`,
  );
}
