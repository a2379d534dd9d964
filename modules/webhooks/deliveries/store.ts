import type { Tenant } from '../../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../../platform/database/list.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';
import { type AttemptRow, type DeliveryFilter, type DeliveryRow, SHOWN_ATTEMPTS } from './delivery.ts';

const COLUMNS = sql`id, endpoint_id as "endpointId", event, event_id as "eventId", status, attempts, success,
  response_code as "responseCode", duration, attempted_at as "attemptedAt", created_at as "createdAt",
  (select q.due_at from webhook_queue q where q.delivery_id = d.id) as "dueAt"`;

/** The deliveries of one endpoint with their compound count keys as status. */
export const countedDeliveries = (endpointId: string): { resource: string; from: Sql } => ({
  resource: `deliveries:${endpointId}`,
  from: sql`(select organization_id, environment, created_at, delivery_count_key(status, event, success) as status
    from webhook_deliveries where endpoint_id = ${endpointId}) counted`,
});

export function pageOfDeliveries(
  db: Queryable,
  request: ListRequest,
  endpointId: string,
  filter: DeliveryFilter,
): Promise<DeliveryRow[]> {
  return db.query<DeliveryRow>(
    pageStatement(sql`select ${COLUMNS} from webhook_deliveries d`, request, [
      sql`endpoint_id = ${endpointId}`,
      ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
      ...(filter.event === undefined ? [] : [sql`event = ${filter.event}`]),
      ...(filter.success === undefined ? [] : [sql`success = ${filter.success}`]),
    ]),
  );
}

/** The latest attempts of each of the deliveries. */
export function attemptsOf(db: Queryable, deliveryIds: readonly string[]): Promise<AttemptRow[]> {
  return db.query<AttemptRow>(
    sql`select a.delivery_id as "deliveryId", a.attempt, a.started_at as "startedAt", a.duration,
        a.response_code as "responseCode", a.error, a.response_body as "responseBody"
      from unnest(${deliveryIds}::text[]) as wanted (id)
      cross join lateral (
        select * from webhook_attempts where delivery_id = wanted.id order by attempt desc limit ${SHOWN_ATTEMPTS}
      ) a`,
  );
}

export function findDelivery(
  db: Queryable,
  tenant: Tenant,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return first<DeliveryRow>(
    db,
    sql`select ${COLUMNS} from webhook_deliveries d
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
        and endpoint_id = ${endpointId} and id = ${id}`,
  );
}

/**
 * Queues one attempt out of turn. A delivery with retries to come keeps them for after it; one already asked for by
 * hand stays as it is.
 */
export async function queueManual(db: Queryable, delivery: DeliveryRow): Promise<void> {
  await db.query(
    sql`with asked as (
        insert into webhook_queue as q (delivery_id, lane, due_at, manual)
        values (${delivery.id}, ${delivery.endpointId}, ${delivery.createdAt}, true)
        on conflict (delivery_id) do update
          set manual = true, resume_at = case when q.manual then q.resume_at else q.due_at end, due_at = excluded.due_at
      ), waiting as (
        update webhook_deliveries set status = 'PENDING', finished_at = null where id = ${delivery.id} and status <> 'PENDING'
      )
      select wake_webhook_lane(${delivery.endpointId})`,
  );
}

/**
 * Queues again, with a new schedule, all that failed since a moment, save tests.
 * @param of one endpoint of a tenant, one endpoint, or everything of everyone (for operators); DISABLED endpoints are left out
 */
export async function requeueFailed(
  db: Queryable,
  since: Date,
  of: { tenant?: Tenant; endpointId?: string },
  now: Date,
): Promise<number> {
  const rows = await db.query<{ requeued: number }>(
    sql`with failed as (
        update webhook_deliveries d set status = 'PENDING', finished_at = null
        where d.status = 'FAILED' and d.finished_at >= ${since} and d.body is null
          and (${of.tenant?.organizationId ?? null}::text is null
            or d.organization_id = ${of.tenant?.organizationId ?? null} and d.environment = ${of.tenant?.environment ?? null})
          and (${of.endpointId ?? null}::text is null or d.endpoint_id = ${of.endpointId ?? null})
          and (d.endpoint_id is null
            or exists (select from webhook_endpoints w where w.id = d.endpoint_id and w.status <> 'DISABLED'))
        returning d.id, coalesce(d.endpoint_id, callback_lane(d.organization_id, d.environment, d.callback_url)) as lane
      ), queued as (
        insert into webhook_queue (delivery_id, lane, due_at) select id, lane, ${now} from failed
        on conflict (delivery_id) do nothing returning lane
      ), woken as (select wake_webhook_lane(lane) from (select distinct lane from queued) lanes)
      select (select count(*) from queued) as requeued, (select count(*) from woken) as lanes`,
  );
  return rows[0]?.requeued ?? 0;
}

export interface TestDelivery {
  id: string;
  endpointId: string;
  event: string;
  eventId: string;
  body: string;
  startedAt: Date;
  duration: number;
  success: boolean;
  responseCode: number | null;
  error: string | null;
  responseBody: string | null;
}

/** The log of a test that is over: a delivery with its one attempt. */
export async function insertTestDelivery(db: Queryable, tenant: Tenant, row: TestDelivery): Promise<void> {
  const status = row.success ? 'SUCCEEDED' : 'FAILED';
  const finishedAt = new Date(row.startedAt.getTime() + row.duration);
  await db.query(
    sql`with attempt as (
        insert into webhook_attempts (delivery_id, attempt, started_at, duration, response_code, error, response_body)
        values (${row.id}, 1, ${row.startedAt}, ${row.duration}, ${row.responseCode}, ${row.error}, ${row.responseBody})
      )
      insert into webhook_deliveries (id, organization_id, environment, endpoint_id, event_id, event, body, status, attempts,
        success, response_code, duration, attempted_at, created_at, finished_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.endpointId}, ${row.eventId}, ${row.event},
        ${row.body}, ${status}, 1, ${row.success}, ${row.responseCode}, ${row.duration}, ${row.startedAt}, ${row.startedAt}, ${finishedAt})`,
  );
}

/** Removes up to `limit` deliveries that succeeded before `before`, or whose endpoint is gone. @returns how many */
export async function removeOldDeliveries(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query<{ removed: number }>(
    sql`with old as (
        (select id from webhook_deliveries where created_at < ${before} and status = 'SUCCEEDED' limit ${limit})
        union
        (select id from webhook_deliveries d where endpoint_id is not null and created_at < ${before}
          and not exists (select from webhook_endpoints w where w.id = d.endpoint_id) limit ${limit})
      ), removed as (delete from webhook_deliveries where id in (select id from old) returning id),
      attempts as (delete from webhook_attempts where delivery_id in (select id from removed))
      select count(*) as removed from removed`,
  );
  return rows[0]?.removed ?? 0;
}
