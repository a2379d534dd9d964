import type { WebhookStatus } from '../../contract/webhooks.ts';
import type { Tenant } from '../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../platform/database/list.ts';
import { first, type Queryable, sql } from '../../platform/database/sql.ts';
import type { WebhookRow } from './webhook.ts';

const TABLE = sql`webhook_endpoints`;
const COLUMNS = sql`id, url, events, description, status, sealed_secret as "sealedSecret",
  sealed_previous_secret as "sealedPreviousSecret", previous_secret_until as "previousSecretUntil",
  failed_at as "failedAt", created_at as "createdAt", updated_at as "updatedAt"`;

export const countedWebhooks = { resource: 'webhooks', from: TABLE };

/** Adds an endpoint, unless the tenant has `maximum` already. @returns whether it was added */
export async function insertWebhook(db: Queryable, tenant: Tenant, row: WebhookRow, maximum: number): Promise<boolean> {
  const added = await db.query(
    sql`insert into webhook_endpoints (id, organization_id, environment, url, events, description, status, sealed_secret, created_at, updated_at)
      select ${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.url}, ${row.events}::text[], ${row.description},
        ${row.status}, ${row.sealedSecret}, ${row.createdAt}, ${row.updatedAt}
      where (select count(*) from webhook_endpoints
        where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}) < ${maximum}
      returning id`,
  );
  return added.length > 0;
}

export function findWebhook(db: Queryable, tenant: Tenant, id: string): Promise<WebhookRow | undefined> {
  return first<WebhookRow>(
    db,
    sql`select ${COLUMNS} from webhook_endpoints
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}`,
  );
}

/** For operators, who name an endpoint by its identifier alone. */
export async function statusOfWebhook(db: Queryable, id: string): Promise<WebhookStatus | undefined> {
  const row = await first<{ status: WebhookStatus }>(db, sql`select status from webhook_endpoints where id = ${id}`);
  return row?.status;
}

export function lockWebhook(db: Queryable, tenant: Tenant, id: string): Promise<WebhookRow | undefined> {
  return first<WebhookRow>(
    db,
    sql`select ${COLUMNS} from webhook_endpoints
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id} for update`,
  );
}

export function pageOfWebhooks(
  db: Queryable,
  request: ListRequest,
  status: WebhookStatus | undefined,
): Promise<WebhookRow[]> {
  return db.query<WebhookRow>(
    pageStatement(
      sql`select ${COLUMNS} from webhook_endpoints`,
      request,
      status === undefined ? [] : [sql`status = ${status}`],
    ),
  );
}

export async function updateWebhook(db: Queryable, tenant: Tenant, row: WebhookRow): Promise<void> {
  await db.query(
    sql`update webhook_endpoints set url = ${row.url}, events = ${row.events}::text[], description = ${row.description},
        status = ${row.status}, failed_at = ${row.failedAt}, sealed_secret = ${row.sealedSecret},
        sealed_previous_secret = ${row.sealedPreviousSecret}, previous_secret_until = ${row.previousSecretUntil},
        updated_at = ${row.updatedAt}
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${row.id}`,
  );
}

/** The endpoint and what waits for it are gone at once; its deliveries go in the background. */
export async function deleteWebhook(db: Queryable, tenant: Tenant, id: string): Promise<boolean> {
  const removed = await db.query(
    sql`with removed as (
        delete from webhook_endpoints
        where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id} returning id
      ), unqueued as (delete from webhook_queue where lane in (select id from removed))
      select id from removed`,
  );
  return removed.length > 0;
}

/** Ends all that is still to be sent to an endpoint: FAILED, so that it can be sent again later. */
export async function failWaiting(db: Queryable, endpointIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`with ended as (delete from webhook_queue where lane = any(${endpointIds}::text[]) returning delivery_id)
      update webhook_deliveries d set status = 'FAILED', success = false, finished_at = ${now}
      from ended where d.id = ended.delivery_id`,
  );
}

/** Endpoints marked FAILED before `before` become DISABLED. */
export function disableLongFailed(db: Queryable, before: Date, now: Date): Promise<(Tenant & { id: string })[]> {
  return db.query(
    sql`update webhook_endpoints set status = 'DISABLED', failed_at = null, updated_at = ${now}
      where failed_at <= ${before}
      returning id, organization_id as "organizationId", environment`,
  );
}

export async function forgetOldSecrets(db: Queryable, now: Date): Promise<void> {
  await db.query(
    sql`update webhook_endpoints set sealed_previous_secret = null, previous_secret_until = null
      where previous_secret_until <= ${now}`,
  );
}

export async function findCallbackSecret(db: Queryable, tenant: Tenant): Promise<Buffer | undefined> {
  const row = await first<{ sealed: Buffer }>(
    db,
    sql`select sealed_secret as sealed from callback_secrets
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`,
  );
  return row?.sealed;
}

/** Keeps the first secret offered by anyone. */
export async function offerCallbackSecret(db: Queryable, tenant: Tenant, sealed: Buffer, now: Date): Promise<void> {
  await db.query(
    sql`insert into callback_secrets (organization_id, environment, sealed_secret, created_at)
      values (${tenant.organizationId}, ${tenant.environment}, ${sealed}, ${now}) on conflict do nothing`,
  );
}
