import { first, type Queryable, sql } from '../../../platform/database/sql.ts';
import type { WebhookStatus } from '../../../contract/webhooks.ts';
import type { Outgoing } from './attempt.ts';

/** A delivery that is due. */
export interface Due extends Outgoing {
  lane: string;
  scheduled: number;
  manual: boolean;
  resumeAt: Date | null;
  /** Of the endpoint; null for a callbackUrl. */
  status: WebhookStatus | null;
}

/**
 * Takes lanes that nobody serves, for `leaseMs` by the database's clock. Lanes of a dead dispatcher are free when its
 * lease has ended; rows locked by another taker are left to it.
 * @returns those that are the owner's now
 */
export async function takeLanes(
  db: Queryable,
  owner: string,
  lanes: readonly string[],
  leaseMs: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`with freed as (
        select l.id from webhook_lanes l
        where l.id = any(${lanes}::text[]) and (l.owner = ${owner} or l.lease_until < clock_timestamp())
        for update skip locked
      ), taken as (
        update webhook_lanes l set owner = ${owner}, lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        from freed where l.id = freed.id returning l.id
      ), made as (
        insert into webhook_lanes (id, owner, lease_until)
        select wanted.id, ${owner}, clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        from unnest(${lanes}::text[]) as wanted (id)
        where not exists (select from webhook_lanes l where l.id = wanted.id)
        order by wanted.id
        on conflict (id) do nothing returning id
      )
      select id from taken union all select id from made`,
  );
  return rows.map((row) => row.id);
}

/** @returns the lanes that are still the owner's, their leases begun anew */
export async function renewLanes(
  db: Queryable,
  owner: string,
  lanes: readonly string[],
  leaseMs: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`update webhook_lanes set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = any(${lanes}::text[]) and owner = ${owner} returning id`,
  );
  return rows.map((row) => row.id);
}

export async function releaseLanes(db: Queryable, owner: string, lanes: readonly string[]): Promise<void> {
  await db.query(sql`delete from webhook_lanes where id = any(${lanes}::text[]) and owner = ${owner}`);
}

/** The first due time of every lane with work before `horizon` that no other dispatcher serves. */
export function scanLanes(
  db: Queryable,
  owner: string,
  horizon: Date,
  limit: number,
): Promise<{ lane: string; dueAt: Date }[]> {
  return db.query(
    sql`with recursive lanes as (
        (select lane, due_at from webhook_queue order by lane, due_at limit 1)
        union all
        select following.lane, following.due_at from lanes
        cross join lateral (select lane, due_at from webhook_queue where lane > lanes.lane order by lane, due_at limit 1) following
      )
      select lane, due_at as "dueAt" from lanes
      where due_at <= ${horizon}
        and not exists (select from webhook_lanes l where l.id = lane and l.owner <> ${owner} and l.lease_until > clock_timestamp())
      order by due_at limit ${limit}`,
  );
}

/** What is due in the given lanes, the longest due first, at most `counts` of each, without what is under way. */
export function fetchDue(
  db: Queryable,
  lanes: readonly string[],
  counts: readonly number[],
  busy: readonly string[],
  now: Date,
): Promise<Due[]> {
  return db.query<Due>(
    sql`select q.delivery_id as "deliveryId", q.lane, q.scheduled, q.manual, q.resume_at as "resumeAt", d.event,
        d.organization_id as "organizationId", d.environment, d.endpoint_id as "endpointId",
        coalesce(d.body, e.body) as body, coalesce(d.callback_url, w.url) as url, w.status,
        w.sealed_secret as "sealedSecret", w.sealed_previous_secret as "sealedPreviousSecret",
        w.previous_secret_until as "previousSecretUntil"
      from unnest(${lanes}::text[], ${counts}::int[]) as wanted (lane, count)
      cross join lateral (
        select * from webhook_queue q
        where q.lane = wanted.lane and q.due_at <= ${now} and q.delivery_id <> all(${busy}::text[])
        order by q.due_at, q.delivery_id limit wanted.count
      ) q
      join webhook_deliveries d on d.id = q.delivery_id
      left join events e on e.id = d.event_id
      left join webhook_endpoints w on w.id = d.endpoint_id
      where (d.callback_url is not null or w.status <> 'DISABLED') and coalesce(d.body, e.body) is not null
      order by q.due_at, q.delivery_id`,
  );
}

export interface Result {
  deliveryId: string;
  scheduled: number;
  manual: boolean;
  startedAt: Date;
  finishedAt: Date;
  duration: number;
  success: boolean;
  responseCode: number | null;
  error: string | null;
  responseBody: string | null;
  /** When to try again; null where this was the last attempt or succeeded. */
  retryAt: Date | null;
}

/**
 * Logs attempts and moves their deliveries on, in one statement. A result whose place in the schedule is no longer the
 * delivery's (another dispatcher went on after this one's lease had ended, or the endpoint was disabled meanwhile) is
 * logged, and decides nothing unless it is a success. An attempt asked for by hand meanwhile stays asked for.
 */
export async function recordAttempts(db: Queryable, results: readonly Result[]): Promise<void> {
  const column = <K extends keyof Result>(name: K): Result[K][] => results.map((result) => result[name]);
  await db.query(
    sql`with made as (
        select * from unnest(${column('deliveryId')}::text[], ${column('scheduled')}::int[], ${column('manual')}::boolean[],
          ${column('startedAt')}::timestamptz[], ${column('finishedAt')}::timestamptz[], ${column('duration')}::int[],
          ${column('success')}::boolean[], ${column('responseCode')}::int[], ${column('error')}::text[],
          ${column('responseBody')}::text[], ${column('retryAt')}::timestamptz[])
        as made (id, scheduled, manual, started_at, finished_at, duration, success, response_code, error, response_body, retry_at)
      ), judged as (
        select made.*, coalesce(q.manual and not made.manual, false) as asked,
          coalesce(q.scheduled = made.scheduled and (q.manual or not made.manual), false) as current,
          not made.success and q.delivery_id is null and d.status = 'SUCCEEDED' as superseded
        from made join webhook_deliveries d on d.id = made.id left join webhook_queue q on q.delivery_id = made.id
      ), logged as (
        update webhook_deliveries d set attempts = d.attempts + 1, success = j.success or j.superseded,
          response_code = case when j.superseded then d.response_code else j.response_code end,
          duration = case when j.superseded then d.duration else j.duration end,
          attempted_at = case when j.superseded then d.attempted_at else j.started_at end,
          status = case when j.success then 'SUCCEEDED' when j.current and j.retry_at is null and not j.asked then 'FAILED' else d.status end,
          finished_at = case when j.success or j.current and j.retry_at is null and not j.asked then j.finished_at else d.finished_at end
        from judged j where d.id = j.id
        returning d.id, d.attempts
      ), log as (
        insert into webhook_attempts (delivery_id, attempt, started_at, duration, response_code, error, response_body)
        select logged.id, logged.attempts, j.started_at, j.duration, j.response_code, j.error, j.response_body
        from logged join judged j on j.id = logged.id
      ), finished as (
        delete from webhook_queue q using judged j
        where q.delivery_id = j.id and (j.success or j.current and j.retry_at is null and not j.asked)
      )
      update webhook_queue q set
        scheduled = q.scheduled + case when j.manual then 0 else 1 end,
        manual = j.asked,
        due_at = case when j.asked then q.due_at else j.retry_at end,
        resume_at = case when j.asked then j.retry_at end
      from judged j
      where q.delivery_id = j.id and not j.success and j.current and (j.asked or j.retry_at is not null)`,
  );
}

/** An exhausted delivery marks its endpoint. */
export async function markFailed(db: Queryable, endpointIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`update webhook_endpoints set status = 'FAILED', failed_at = ${now}, updated_at = ${now}
      where id = any(${endpointIds}::text[]) and status = 'ACTIVE'`,
  );
}

/** A success clears the mark. */
export async function markActive(db: Queryable, endpointIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`update webhook_endpoints set status = 'ACTIVE', failed_at = null, updated_at = ${now}
      where id = any(${endpointIds}::text[]) and status = 'FAILED'`,
  );
}

/**
 * Mends what no dispatcher would ever send: work of endpoints that are disabled or gone (written while they were),
 * and times so far ahead that only a clock set wrong can have made them.
 */
export async function mendQueue(db: Queryable, now: Date, furthest: Date): Promise<void> {
  await db.query(
    sql`with recursive lanes as (
        (select lane from webhook_queue order by lane limit 1)
        union all
        select following.lane from lanes
        cross join lateral (select lane from webhook_queue where lane > lanes.lane order by lane limit 1) following
      ), stray as (
        delete from webhook_queue q using lanes l
        where q.lane = l.lane and l.lane not like 'callback:%'
          and not exists (select from webhook_endpoints w where w.id = l.lane and w.status <> 'DISABLED')
        returning q.delivery_id as id
      )
      update webhook_deliveries set status = 'FAILED', success = false, finished_at = ${now} where id in (select id from stray)`,
  );
  await db.query(sql`update webhook_queue set due_at = ${now} where due_at > ${furthest}`);
  await db.query(sql`delete from webhook_lanes where lease_until < clock_timestamp() - interval '1 hour'`);
}

export interface QueueState {
  due: number;
  scheduled: number;
  /** Seconds that the longest due delivery waits. */
  oldest: number;
}

export async function queueState(db: Queryable, now: Date): Promise<QueueState> {
  const row = await first<QueueState>(
    db,
    sql`select count(*) filter (where due_at <= ${now}) as due, count(*) filter (where due_at > ${now}) as scheduled,
        coalesce(greatest(extract(epoch from ${now} - min(due_at)), 0), 0)::float8 as oldest from webhook_queue`,
  );
  return row ?? { due: 0, scheduled: 0, oldest: 0 };
}
