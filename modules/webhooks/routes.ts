import {
  createWebhook,
  deleteWebhook,
  getSourceAddresses,
  getWebhook,
  listWebhooks,
  promoteWebhookSecret,
  rotateWebhookSecret,
  updateWebhook,
} from '../../contract/webhooks.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Endpoint, read, write } from '../../platform/http/endpoint.ts';
import { ApiError, notFound } from '../../platform/http/errors.ts';
import { listRequest, listTotal, toPage } from '../../platform/http/list-request.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/module.ts';
import { requireAllowedUrl } from '../../platform/outbound/callback.ts';
import { chooseSecret, sealSecret } from './secrets.ts';
import * as store from './store.ts';
import {
  changeWebhook,
  inOverlap,
  MAX_WEBHOOKS,
  present,
  promoteSecret,
  rotateSecret,
  type WebhookRow,
} from './webhook.ts';

export function webhookEndpoints(services: Services): Endpoint[] {
  const { db, cursors, vault, config } = services;
  return [
    write(createWebhook, async (call, transaction) => {
      const secret = chooseSecret(call.body.secret);
      await requireAllowedUrl(services, call.body.url, '/url');
      const id = newId('wh');
      const row: WebhookRow = {
        id,
        url: call.body.url,
        events: call.body.events,
        description: call.body.description ?? null,
        status: 'ACTIVE',
        sealedSecret: sealSecret(vault, id, secret),
        sealedPreviousSecret: null,
        previousSecretUntil: null,
        failedAt: null,
        createdAt: call.now,
        updatedAt: call.now,
      };
      if (!(await store.insertWebhook(transaction, call, row, MAX_WEBHOOKS))) {
        throw new ApiError('CONFLICT', `There are ${MAX_WEBHOOKS} endpoints already. Remove one that is not used.`, {
          maximum: MAX_WEBHOOKS,
        });
      }
      audit(transaction, call, { action: 'webhook.create', resourceId: id, details: { events: row.events } });
      return { ...present(row, call.now), secret };
    }),

    read(listWebhooks, async (call) => {
      const list = listRequest('webhooks', call, call.query, cursors);
      const { status } = call.query;
      const [rows, total] = await Promise.all([
        store.pageOfWebhooks(db, list.request, status),
        listTotal(db, store.countedWebhooks, list.request, status ? [status] : null),
      ]);
      return toPage(
        rows,
        total,
        list,
        cursors,
        (row) => row.id,
        (row) => present(row, call.now),
      );
    }),

    read(getSourceAddresses, async () => ({ sourceAddresses: config.webhookSourceAddresses })),

    read(getWebhook, async (call) => {
      const row = await store.findWebhook(db, call, call.params['webhookId'] ?? '');
      if (!row) throw notFound('webhook');
      return present(row, call.now);
    }),

    write(updateWebhook, async (call, transaction) => {
      if (call.body.url !== undefined) await requireAllowedUrl(services, call.body.url, '/url');
      const row = await store.lockWebhook(transaction, call, call.params['webhookId'] ?? '');
      if (!row) throw notFound('webhook');
      const changed = changeWebhook(row, call.body, call.now);
      await store.updateWebhook(transaction, call, changed);
      if (changed.status === 'DISABLED') await store.failWaiting(transaction, [row.id], call.now);
      const fields = Object.keys(call.body).filter((name) => name !== 'organizationId');
      audit(transaction, call, {
        action: 'webhook.update',
        resourceId: row.id,
        details: { fields, status: changed.status },
      });
      return present(changed, call.now);
    }),

    write(deleteWebhook, async (call, transaction) => {
      const { webhookId = '' } = call.params;
      if (!(await store.deleteWebhook(transaction, call, webhookId))) throw notFound('webhook');
      audit(transaction, call, { action: 'webhook.delete', resourceId: webhookId });
      return { webhookId, deleted: true as const };
    }),

    write(rotateWebhookSecret, async (call, transaction) => {
      const secret = chooseSecret(call.body.secret);
      const row = await store.lockWebhook(transaction, call, call.params['webhookId'] ?? '');
      if (!row) throw notFound('webhook');
      const changed = rotateSecret(row, sealSecret(vault, row.id, secret), call.body.overlapSeconds, call.now);
      await store.updateWebhook(transaction, call, changed);
      const until = changed.previousSecretUntil?.toISOString() ?? null;
      audit(transaction, call, { action: 'webhook.secret.rotate', resourceId: row.id, details: { until } });
      return { ...present(changed, call.now), secret };
    }),

    write(promoteWebhookSecret, async (call, transaction) => {
      const row = await store.lockWebhook(transaction, call, call.params['webhookId'] ?? '');
      if (!row) throw notFound('webhook');
      if (!inOverlap(row, call.now)) return present(row, call.now);
      const changed = promoteSecret(row, call.now);
      await store.updateWebhook(transaction, call, changed);
      audit(transaction, call, { action: 'webhook.secret.promote', resourceId: row.id });
      return present(changed, call.now);
    }),
  ];
}
