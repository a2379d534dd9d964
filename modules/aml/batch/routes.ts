import { createBatch, getBatch, listBatchResults } from '../../../contract/aml.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { hold } from '../../../platform/credits/ledger.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { listRequest, toPage } from '../../../platform/http/list-request.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { requireAllowedUrl } from '../../../platform/outbound/callback.ts';
import { configurationOf, priceOf } from '../checks.ts';
import type { AmlServices } from '../module-services.ts';
import { batchRules, presentBatch, presentResult, toItems } from './batch.ts';
import * as store from './store.ts';

export function batchEndpoints(services: AmlServices): Endpoint[] {
  const { db, cursors, config } = services;
  return [
    write(
      createBatch,
      async (call, transaction) => {
        const { body, query } = call;
        const asked = {
          ...(query.profile === undefined || body.checks !== undefined ? {} : { profile: query.profile }),
          ...(query.threshold === undefined ? {} : { threshold: query.threshold }),
          ...body,
        };
        if (body.callbackUrl !== undefined) await requireAllowedUrl(services, body.callbackUrl, '/callbackUrl');
        const strategy = services.strategyOf(call);
        await strategy.ready();
        const configuration = configurationOf(asked);
        const price = priceOf(configuration, strategy.plan(configuration).performed);
        const items = toItems(body.subjects);
        const row: store.BatchRow = {
          id: newId('job'),
          status: 'QUEUED',
          configuration,
          price: price.amount,
          total: items.length,
          completed: 0,
          failed: 0,
          captured: 0,
          errorCode: null,
          callbackUrl: body.callbackUrl ?? null,
          metadata: { ...body.metadata },
          createdAt: call.now,
          completedAt: null,
        };
        await Promise.all([
          store.insertBatch(transaction, call, row, items),
          hold(transaction, call, {
            operation: price.operation,
            amount: price.amount * items.length,
            resourceId: row.id,
            at: call.now,
          }),
        ]);
        const { organizationId, environment } = call;
        enqueue(transaction, {
          task: 'aml.batch',
          payload: { organizationId, environment, jobId: row.id },
          ...(environment === 'TEST' ? { runAt: new Date(call.now.getTime() + config.sandboxDelayMs) } : {}),
          maxAttempts: 12,
        });
        audit(transaction, call, { action: 'batch.create', resourceId: row.id, details: { subjects: items.length } });
        return presentBatch(row);
      },
      batchRules,
    ),

    read(getBatch, async (call) => {
      const row = await store.findBatch(db, call, call.params['jobId'] ?? '');
      if (!row) throw notFound('batch');
      return presentBatch(row);
    }),

    read(listBatchResults, async (call) => {
      const jobId = call.params['jobId'] ?? '';
      const { status } = call.query;
      const query = { ...call.query, order: call.query.order ?? ('asc' as const) };
      const list = listRequest(`aml_batch ${jobId}`, call, query, cursors);
      const [job, rows, total] = await Promise.all([
        store.findBatch(db, call, jobId),
        store.pageOfResults(db, list.request, jobId, status),
        store.countResults(db, list.request, jobId, status),
      ]);
      if (!job) throw notFound('batch');
      return toPage(rows, total, list, cursors, (row) => row.id, presentResult);
    }),
  ];
}
