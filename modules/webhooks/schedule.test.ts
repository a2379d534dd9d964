import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/sql.ts';
import type { Module } from '../../platform/module.ts';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import { Receiver, status } from './testing/receiver.ts';
import { emit, LOOPBACK, startDelivering } from './testing/service.ts';
import { upkeep } from './upkeep.ts';

const DAY_MS = 86_400_000;

describe('the schedule', () => {
  let service: TestService;
  let receiver: Receiver;
  let delivering: Module | null = null;
  let tenant: { organizationId: string; environment: 'LIVE'; key: string };

  before(async () => {
    service = await startTestService({ env: LOOPBACK, role: { api: true, worker: false } });
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await Receiver.start();
    const { organizationId, liveKey: key } = await service.addOrganization();
    tenant = { organizationId, environment: 'LIVE', key };
  });
  afterEach(async () => {
    await delivering?.stop?.();
    delivering = null;
    await receiver.close();
  });

  const create = async (): Promise<string> => {
    const body = { url: receiver.url, events: ['*'] };
    return (await service.call({ path: '/webhooks', body, key: tenant.key })).json.data.webhookId;
  };
  const webhookStatus = async (id: string): Promise<string> =>
    (await service.call({ path: `/webhooks/${id}`, key: tenant.key })).json.data.status;
  const deliveries = async (id: string, query = '') =>
    (await service.call({ path: `/webhooks/${id}/deliveries${query}`, key: tenant.key })).json;
  const once = async (id: string, state: string) =>
    eventually(async () => {
      const [record] = (await deliveries(id)).data;
      return record?.status === state && record;
    });

  test('the real times: 30 s after the start of the first attempt, 5 minutes after that of the second', async () => {
    receiver.answer = status(500);
    delivering = await startDelivering(service.services);
    const webhookId = await create();
    await emit(service.services, tenant, 'credits.depleted');
    const record = await eventually(async () => {
      const [found] = (await deliveries(webhookId)).data;
      return found?.attempts.length === 1 && found;
    });
    assert.equal(record.status, 'PENDING');
    assert.equal(record.success, false);
    assert.equal(record.responseCode, 500);
    assert.equal('retryCount' in record, false);
    assert.equal(Date.parse(record.nextAttemptAt) - Date.parse(record.attempts[0].timestamp), 30_000);

    // As if 29.5 seconds had passed: the second attempt comes at its very time.
    await service.services.db.query(sql`update webhook_queue set due_at = due_at - interval '29.5 seconds'`);
    const dueAt = Date.parse(record.nextAttemptAt) - 29_500;
    const second = await eventually(async () => {
      const [found] = (await deliveries(webhookId)).data;
      return found?.attempts.length === 2 && found;
    });
    const lateness = Date.parse(second.attempts[1].timestamp) - dueAt;
    assert.ok(lateness >= 0 && lateness < 300, `${lateness} ms late`);
    assert.equal(second.retryCount, 1);
    assert.equal(Date.parse(second.nextAttemptAt) - Date.parse(second.attempts[1].timestamp), 300_000);
  });

  test('three failures: the delivery and its endpoint are FAILED; the same id and bytes each time', async () => {
    receiver.answer = status(503);
    delivering = await startDelivering(service.services, { retryDelaysMs: [60, 120] });
    const webhookId = await create();
    await emit(service.services, tenant, 'credits.depleted');
    const record = await once(webhookId, 'FAILED');
    assert.equal(record.attempts.length, 3);
    assert.equal(record.retryCount, 2);
    assert.equal(record.nextAttemptAt, null);
    assert.deepEqual(
      record.attempts.map((attempt: { error: string }) => attempt.error),
      ['STATUS', 'STATUS', 'STATUS'],
    );
    const times = record.attempts.map((attempt: { timestamp: string }) => Date.parse(attempt.timestamp));
    assert.ok(times[1] - times[0] >= 60 && times[1] - times[0] < 260, `second after ${times[1] - times[0]} ms`);
    assert.ok(times[2] - times[1] >= 120 && times[2] - times[1] < 320, `third after ${times[2] - times[1]} ms`);
    assert.equal(await webhookStatus(webhookId), 'FAILED');
    const [first] = receiver.received;
    assert.equal(receiver.received.length, 3);
    for (const received of receiver.received) {
      assert.equal(received.headers['webhook-id'], first?.headers['webhook-id']);
      assert.ok(first && received.body.equals(first.body));
    }
    for (const [query, total] of [
      ['', 1],
      ['?status=FAILED', 1],
      ['?status=SUCCEEDED', 0],
      ['?success=false', 1],
      ['?success=true', 0],
      ['?event=credits.depleted', 1],
      ['?event=credits.low_balance', 0],
      ['?status=FAILED&event=credits.depleted&success=false', 1],
    ] as const) {
      const page = await deliveries(webhookId, query);
      assert.deepEqual([page.pagination.total, page.data.length], [total, total], query);
    }
    assert.equal(
      (await service.call({ path: `/webhooks/${webhookId}/deliveries?event=x`, key: tenant.key })).status,
      400,
    );
  });

  test('a FAILED endpoint gets new events one at a time until one succeeds, which makes it ACTIVE', async () => {
    delivering = await startDelivering(service.services, { retryDelaysMs: [60_000, 60_000] });
    const webhookId = await create();
    await service.services.db.query(
      sql`update webhook_endpoints set status = 'FAILED', failed_at = now() where id = ${webhookId}`,
    );
    receiver.answer = (response) => {
      setTimeout(() => response.writeHead(500).end(), 50);
    };
    for (let index = 0; index < 6; index += 1) await emit(service.services, tenant, 'credits.depleted');
    await eventually(async () => receiver.received.length === 6);
    assert.equal(receiver.mostOpen, 1);
    assert.equal(await webhookStatus(webhookId), 'FAILED');
    receiver.answer = status(200);
    await emit(service.services, tenant, 'credits.depleted');
    await eventually(async () => (await webhookStatus(webhookId)) === 'ACTIVE');
  });

  test('after five days without a success it is DISABLED, gets none, and what waits can be recovered', async () => {
    receiver.answer = status(500);
    const webhookId = await create();
    await service.services.db.query(
      sql`update webhook_endpoints set status = 'FAILED', failed_at = now() - interval '5 days' + interval '1 minute' where id = ${webhookId}`,
    );
    await emit(service.services, tenant, 'credits.depleted');
    await upkeep(service.services);
    assert.equal(await webhookStatus(webhookId), 'FAILED');
    const later = { now: () => new Date(Date.now() + 61_000) };
    await upkeep({ ...service.services, clock: later });
    assert.equal(await webhookStatus(webhookId), 'DISABLED');
    await emit(service.services, tenant, 'credits.depleted');
    const page = await deliveries(webhookId);
    assert.equal(page.pagination.total, 1);
    assert.equal(page.data[0].status, 'FAILED');

    const recover = (since: Date) =>
      service.call({ path: `/webhooks/${webhookId}/recover`, body: { since: since.toISOString() }, key: tenant.key });
    const refused = await recover(new Date(Date.now() - DAY_MS));
    assert.deepEqual([refused.status, refused.json.error.details.status], [409, 'DISABLED']);
    receiver.answer = status(200);
    delivering = await startDelivering(service.services);
    const active = { status: 'ACTIVE' };
    await service.call({ method: 'PATCH', path: `/webhooks/${webhookId}`, body: active, key: tenant.key });
    assert.equal((await recover(new Date(Date.now() + DAY_MS))).json.data.requeued, 0);
    const recovered = await recover(new Date(Date.now() - DAY_MS));
    assert.deepEqual([recovered.status, recovered.json.data.requeued], [202, 1]);
    await once(webhookId, 'SUCCEEDED');
    assert.equal(receiver.received.length, 1);
  });

  test('DISABLED by hand: what waits fails at once and nothing more is sent', async () => {
    receiver.answer = status(500);
    delivering = await startDelivering(service.services, { retryDelaysMs: [1_500, 60_000] });
    const webhookId = await create();
    await emit(service.services, tenant, 'credits.depleted');
    await eventually(async () => (await deliveries(webhookId)).data[0]?.attempts.length === 1);
    const body = { status: 'DISABLED' };
    await service.call({ method: 'PATCH', path: `/webhooks/${webhookId}`, body, key: tenant.key });
    await emit(service.services, tenant, 'credits.depleted');
    await new Promise((resolve) => {
      setTimeout(resolve, 1_800);
    });
    const page = await deliveries(webhookId);
    assert.deepEqual([page.data.length, page.data[0].status, page.data[0].nextAttemptAt], [1, 'FAILED', null]);
    assert.equal(receiver.received.length, 1);
  });

  test('an endpoint that was removed gets nothing more, and its deliveries are cleared away', async () => {
    receiver.answer = status(500);
    const webhookId = await create();
    await emit(service.services, tenant, 'credits.depleted');
    await service.call({ method: 'DELETE', path: `/webhooks/${webhookId}`, key: tenant.key });
    delivering = await startDelivering(service.services);
    await emit(service.services, tenant, 'credits.depleted');
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    assert.equal(receiver.received.length, 0);
    await upkeep({ ...service.services, clock: { now: () => new Date(Date.now() + 31 * DAY_MS) } });
    const rows = await service.services.db.query<{ left: number }>(
      sql`select count(*) as left from webhook_deliveries where endpoint_id = ${webhookId}`,
    );
    assert.equal(rows[0]?.left, 0);
  });
});
