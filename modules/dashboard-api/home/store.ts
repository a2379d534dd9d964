import type { Tenant } from '../../../platform/context.ts';
import { type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

const own = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

export interface CountedDay {
  day: string;
  what: string;
  count: number;
}

/** How many records were made on each day: from the counts of lists, whatever their number. */
export function recordsByDay(db: Queryable, tenant: Tenant, since: string): Promise<CountedDay[]> {
  return db.query<CountedDay>(
    sql`select day::text as day, resource as what, sum(count)::bigint as count from (
        select day, resource, count from list_counts where ${own(tenant)}
          and resource in ('verifications', 'aml_screenings', 'kyt_checks', 'deepfake_jobs') and day >= ${since}::date
        union all
        select day, resource, change from list_count_changes where ${own(tenant)}
          and resource in ('verifications', 'aml_screenings', 'kyt_checks', 'deepfake_jobs') and day >= ${since}::date
      ) counted group by 1, 2`,
  );
}

/** How many of them came out how. */
export function outcomesByDay(db: Queryable, tenant: Tenant, since: Date): Promise<CountedDay[]> {
  const day = sql`(created_at at time zone 'UTC')::date::text as day`;
  return db.query<CountedDay>(
    sql`select ${day}, result as what, count(*) as count from verifications
        where ${own(tenant)} and status = 'COMPLETED' and created_at >= ${since} group by 1, 2
      union all
      select ${day}, 'screening ' || risk_level, count(*) from aml_screenings
        where ${own(tenant)} and risk_level in ('MEDIUM', 'HIGH', 'CRITICAL') and created_at >= ${since} group by 1, 2
      union all
      select ${day}, 'wallet ' || risk_level, count(*) from kyt_checks
        where ${own(tenant)} and risk_level in ('HIGH', 'CRITICAL') and created_at >= ${since} group by 1, 2
      union all
      select ${day}, 'media ' || recommendation, count(*) from deepfake_jobs
        where ${own(tenant)} and recommendation in ('REVIEW', 'REJECT') and created_at >= ${since} group by 1, 2`,
  );
}

export interface UsageRow {
  day: string;
  operation: string;
  credits: number;
  entries: number;
}

/** Credits that were spent, by day and operation. */
export function usageByDay(db: Queryable, tenant: Tenant, since: Date): Promise<UsageRow[]> {
  return db.query<UsageRow>(
    sql`select (created_at at time zone 'UTC')::date::text as day, operation, sum(amount)::bigint as credits, count(*) as entries
      from credit_transactions where ${own(tenant)} and type in ('CHARGE', 'CAPTURE') and created_at >= ${since}
      group by 1, 2 order by 1, 2`,
  );
}

export interface HealthRow {
  webhookId: string;
  url: string;
  status: string;
  succeeded: number;
  failed: number;
  pending: number;
  lastFailureAt: Date | null;
}

export function webhookHealth(db: Queryable, tenant: Tenant, since: Date): Promise<HealthRow[]> {
  return db.query<HealthRow>(
    sql`select e.id as "webhookId", e.url, e.status,
        count(d.id) filter (where d.status = 'SUCCEEDED') as succeeded, count(d.id) filter (where d.status = 'FAILED') as failed,
        count(d.id) filter (where d.status = 'PENDING') as pending, max(d.attempted_at) filter (where not d.success) as "lastFailureAt"
      from webhook_endpoints e left join webhook_deliveries d on d.organization_id = e.organization_id and d.environment = e.environment
        and d.endpoint_id = e.id and d.created_at >= ${since}
      where e.organization_id = ${tenant.organizationId} and e.environment = ${tenant.environment}
      group by e.id, e.url, e.status, e.created_at order by e.created_at, e.id`,
  );
}
