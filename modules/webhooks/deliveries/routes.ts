import { listDeliveries, recoverWebhook, redeliver, testWebhook } from '../../../contract/webhooks.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tenant } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { invalidState, notFound } from '../../../platform/http/errors.ts';
import { listRequest, listTotal, toPage } from '../../../platform/http/list-request.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/module.ts';
import type { Attempts } from '../dispatch/attempt.ts';
import { EXAMPLE_EVENTS } from '../example-events.ts';
import { findWebhook } from '../store.ts';
import type { WebhookRow } from '../webhook.ts';
import { countKeys, present } from './delivery.ts';
import * as store from './store.ts';

export function deliveryEndpoints(services: Services, attempts: Attempts): Endpoint[] {
  const { db, cursors, clock } = services;
  return [
    write(testWebhook, async (call, transaction) => {
      // Read and sent outside the transaction, which would otherwise stay open as long as the receiver pleases.
      const webhook = await requireWebhook(db, call, call.params['webhookId']);
      const { event } = call.body;
      const [id, startedAt] = [newId('dlv'), clock.now()];
      const body = JSON.stringify({ event, timestamp: startedAt.toISOString(), data: EXAMPLE_EVENTS[event] });
      const result = await attempts.make(
        { deliveryId: id, event, body, ...webhook, endpointId: webhook.id, ...tenantOf(call) },
        startedAt,
      );
      const { success, responseCode, duration, error, responseBody } = result;
      await store.insertTestDelivery(transaction, call, {
        id,
        endpointId: webhook.id,
        event,
        eventId: newId('evt'),
        body,
        startedAt,
        duration,
        success,
        responseCode,
        error,
        responseBody,
      });
      audit(transaction, call, { action: 'webhook.test', resourceId: webhook.id, details: { event, success } });
      return {
        deliveryId: id,
        webhookId: webhook.id,
        event,
        responseCode,
        success,
        duration,
        error,
        timestamp: startedAt.toISOString(),
      };
    }),

    read(listDeliveries, async (call) => {
      const { status, event, success } = call.query;
      const webhook = await requireWebhook(db, call, call.params['webhookId']);
      const list = listRequest(`deliveries ${webhook.id}`, call, call.query, cursors);
      const filter = { status, event, success };
      const [rows, total] = await Promise.all([
        store.pageOfDeliveries(db, list.request, webhook.id, filter),
        listTotal(db, store.countedDeliveries(webhook.id), list.request, countKeys(filter)),
      ]);
      const made = await store.attemptsOf(
        db,
        rows.map((row) => row.id),
      );
      return toPage(
        rows,
        total,
        list,
        cursors,
        (row) => row.id,
        (row) => present(row, made),
      );
    }),

    write(redeliver, async (call, transaction) => {
      const webhook = await requireWebhook(transaction, call, call.params['webhookId']);
      const find = () => store.findDelivery(transaction, call, webhook.id, call.params['deliveryId'] ?? '');
      const delivery = await find();
      if (!delivery) throw notFound('delivery');
      refuseDisabled(webhook);
      await store.queueManual(transaction, delivery);
      audit(transaction, call, { action: 'webhook.redeliver', resourceId: delivery.id });
      const [queued, made] = await Promise.all([find(), store.attemptsOf(transaction, [delivery.id])]);
      return present(queued ?? delivery, made);
    }),

    write(recoverWebhook, async (call, transaction) => {
      const webhook = await requireWebhook(transaction, call, call.params['webhookId']);
      refuseDisabled(webhook);
      const since = new Date(call.body.since);
      const requeued = await store.requeueFailed(
        transaction,
        since,
        { tenant: tenantOf(call), endpointId: webhook.id },
        call.now,
      );
      audit(transaction, call, {
        action: 'webhook.recover',
        resourceId: webhook.id,
        details: { since: since.toISOString(), requeued },
      });
      return { webhookId: webhook.id, since: since.toISOString(), requeued };
    }),
  ];
}

const tenantOf = ({ organizationId, environment }: Tenant): Tenant => ({ organizationId, environment });

async function requireWebhook(db: Queryable, tenant: Tenant, id: string | undefined): Promise<WebhookRow> {
  const webhook = await findWebhook(db, tenant, id ?? '');
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** @throws ApiError INVALID_STATE */
export function refuseDisabled(webhook: Pick<WebhookRow, 'status'>): void {
  if (webhook.status !== 'DISABLED') return;
  throw invalidState('This endpoint is disabled and gets no deliveries. Set its status to ACTIVE first.', 'DISABLED', [
    'ACTIVE',
    'FAILED',
  ]);
}
