import type { Tenant } from '../../../platform/context.ts';
import type { ListRequest } from '../../../platform/database/list.ts';
import { pageStatement } from '../../../platform/database/list.ts';
import { first, join, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Answered } from '../../../platform/http/answered.ts';

export interface RequestRow {
  id: string;
  createdAt: Date;
  method: string;
  route: string | null;
  status: number;
  errorCode: string | null;
  durationMs: number;
  actorType: string;
  actorId: string;
  resourceId: string | null;
  idempotent: boolean;
}

export async function insertRequests(db: Queryable, rows: readonly Answered[]): Promise<void> {
  const column = <T>(of: (row: Answered) => T): T[] => rows.map(of);
  await db.query(
    sql`insert into api_requests (id, organization_id, environment, created_at, method, route, status, error_code, duration_ms,
        actor_type, actor_id, resource_id, idempotent)
      select * from unnest(${column(({ requestId }) => requestId)}::text[], ${column((row) => row.organizationId)}::text[],
        ${column((row) => row.environment)}::text[], ${column(({ at }) => at)}::timestamptz[], ${column(({ method }) => method)}::text[],
        ${column(({ route }) => route)}::text[], ${column(({ status }) => status)}::smallint[],
        ${column((row) => row.errorCode)}::text[], ${column((row) => row.durationMs)}::real[],
        ${column(({ actor }) => actor.type)}::text[], ${column(({ actor }) => actor.id)}::text[],
        ${column((row) => row.resourceId)}::text[], ${column(({ idempotent }) => idempotent)}::boolean[])`,
  );
}

export interface RequestFilters {
  class?: '2xx' | '4xx' | '5xx' | undefined;
  method?: string | undefined;
  keyId?: string | undefined;
  route?: string | undefined;
  requestId?: string | undefined;
}

const LEAST = { '2xx': 200, '4xx': 400, '5xx': 500 } as const;

function conditions(filters: RequestFilters): Sql[] {
  const { method, keyId, route, requestId } = filters;
  const least = filters.class && LEAST[filters.class];
  return [
    ...(least === undefined ? [] : [sql`status >= ${least} and status < ${least + 100}`]),
    ...(method === undefined ? [] : [sql`method = ${method}`]),
    ...(keyId === undefined ? [] : [sql`actor_id = ${keyId}`]),
    ...(route === undefined ? [] : [sql`route = ${route}`]),
    ...(requestId === undefined ? [] : [sql`id = ${requestId}`]),
  ];
}

const COLUMNS = sql`id, date_trunc('milliseconds', created_at) as "createdAt", method, route, status, error_code as "errorCode",
  duration_ms as "durationMs", actor_type as "actorType", actor_id as "actorId", resource_id as "resourceId", idempotent`;

export function pageOfRequests(db: Queryable, request: ListRequest, filters: RequestFilters): Promise<RequestRow[]> {
  return db.query<RequestRow>(pageStatement(sql`select ${COLUMNS} from api_requests`, request, conditions(filters)));
}

/** How many there are; counted up to a limit, for there may be very many. */
export async function countRequests(
  db: Queryable,
  request: ListRequest,
  filters: RequestFilters,
  most: number,
): Promise<number> {
  const { tenant, created } = request;
  const all = [
    sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`,
    ...(created.from ? [sql`created_at >= ${created.from}`] : []),
    ...(created.to ? [sql`created_at <= ${created.to}`] : []),
    ...conditions(filters),
  ];
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from (select 1 from api_requests where ${join(all, ' and ')} limit ${most}) counted`,
  );
  return row?.total ?? 0;
}

export const FORGOTTEN_AT_ONCE = 20_000;

/** Removes what is older, some at a time. @returns how many */
export async function forgetRequests(db: Queryable, before: Date): Promise<number> {
  const rows = await db.query(
    sql`delete from api_requests where ctid = any(array(select ctid from api_requests where created_at < ${before} limit ${FORGOTTEN_AT_ONCE})) returning 1`,
  );
  return rows.length;
}

/** Calls of one organisation that are older. */
export async function countOldRequests(
  db: Queryable,
  organizationId: string,
  before: Date,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await first<{ count: number; oldestAt: Date | null }>(
    db,
    sql`select count(*) as count, min(created_at) as "oldestAt" from api_requests
      where organization_id = ${organizationId} and created_at < ${before}`,
  );
  return row ?? { count: 0, oldestAt: null };
}

/** Removes some of them. @returns how many */
export async function forgetRequestsOf(db: Queryable, organizationId: string, before: Date): Promise<number> {
  const rows = await db.query(
    sql`delete from api_requests where ctid = any(array(select ctid from api_requests
      where organization_id = ${organizationId} and created_at < ${before} limit ${FORGOTTEN_AT_ONCE})) returning 1`,
  );
  return rows.length;
}

export interface SentRow {
  deliveryId: string;
  eventId: string;
  url: string;
  body: string;
}

/** What a delivery sends, and where to. */
export function findSent(db: Queryable, tenant: Tenant, deliveryId: string): Promise<SentRow | undefined> {
  return first<SentRow>(
    db,
    sql`select d.id as "deliveryId", d.event_id as "eventId", coalesce(w.url, d.callback_url) as url, coalesce(d.body, e.body) as body
      from webhook_deliveries d left join events e on e.id = d.event_id left join webhook_endpoints w on w.id = d.endpoint_id
      where d.organization_id = ${tenant.organizationId} and d.environment = ${tenant.environment} and d.id = ${deliveryId}
        and coalesce(d.body, e.body) is not null and coalesce(w.url, d.callback_url) is not null`,
  );
}
