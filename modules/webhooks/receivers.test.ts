import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { sql } from '../../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import { type Answer, Receiver, status } from './testing/receiver.ts';
import { emit, LOOPBACK } from './testing/service.ts';

const megabyte = Buffer.alloc(1024 * 1024, 'a');

describe('receivers', () => {
  let service: TestService;
  let receiver: Receiver;
  const others: Receiver[] = [];
  let live: { organizationId: string; environment: 'LIVE' };

  before(async () => {
    service = await startTestService({ env: LOOPBACK });
    live = { organizationId: service.organizationId, environment: 'LIVE' };
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    const list = (await service.call({ path: '/webhooks?limit=100' })).json.data;
    for (const { webhookId } of list) await service.call({ method: 'DELETE', path: `/webhooks/${webhookId}` });
    await Promise.all([receiver, ...others.splice(0)].map((each) => each.close()));
  });
  const another = async (): Promise<Receiver> => {
    const other = await Receiver.start();
    others.push(other);
    return other;
  };

  const create = async (url = receiver.url) =>
    (await service.call({ path: '/webhooks', body: { url, events: ['*'] } })).json.data;
  const records = async (id: string) =>
    (await service.call({ path: `/webhooks/${id}/deliveries?limit=100` })).json.data;
  const attempted = (id: string, count = 1, timeoutMs = 10_000) =>
    eventually(async () => {
      const [record] = await records(id);
      return record?.attempts.length === count && record;
    }, timeoutMs);

  const failures: readonly [string, Answer, number | null, string][] = [
    ['201', status(201), 201, 'STATUS'],
    ['204', status(204), 204, 'STATUS'],
    ['500', status(500), 500, 'STATUS'],
    ['a reset', (response) => response.destroy(), null, 'CONNECTION_REFUSED'],
    [
      'a 200 that breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x');
        setTimeout(() => response.destroy(), 20);
      },
      200,
      'CONNECTION_REFUSED',
    ],
  ];
  for (const [what, answer, code, error] of failures) {
    test(`${what} is a failure`, async () => {
      receiver.answer = answer;
      const { webhookId } = await create();
      await emit(service.services, live, 'credits.depleted');
      const record = await attempted(webhookId);
      assert.deepEqual([record.status, record.responseCode, record.success], ['PENDING', code, false]);
      assert.equal(record.attempts[0].error, error);
    });
  }

  test('a redirect is a failure and never followed', async () => {
    const target = await another();
    receiver.answer = status(301, { location: target.url });
    const { webhookId } = await create();
    await emit(service.services, live, 'credits.depleted');
    const record = await attempted(webhookId);
    assert.deepEqual([record.responseCode, record.attempts[0].error], [301, 'STATUS']);
    assert.equal(target.received.length, 0);
  });

  test('a receiver that hangs, and one that answers after 6 s, fail after 5 s and delay nobody else', async () => {
    receiver.answer = (response) => {
      setTimeout(() => response.writeHead(200).end(), 6_000);
    };
    const silent = await another();
    silent.answer = () => {};
    const well = await another();
    const slow = [await create(), await create(silent.url)];
    const { webhookId } = await create(well.url);
    for (let index = 0; index < 30; index += 1) await emit(service.services, live, 'credits.depleted');
    const started = Date.now();
    await eventually(async () => well.received.length === 30, 2_000);
    assert.ok(Date.now() - started < 1_000, `${Date.now() - started} ms`);
    for (const each of slow) {
      const failed = await eventually(async () => {
        const found = await records(each.webhookId);
        return found.find((record: { attempts: unknown[] }) => record.attempts.length === 1);
      });
      assert.deepEqual([failed.responseCode, failed.attempts[0].error], [null, 'TIMEOUT']);
      assert.ok(failed.duration >= 4_990 && failed.duration < 5_500, `${failed.duration} ms`);
    }
    const before = well.received.length;
    await emit(service.services, live, 'credits.depleted');
    await eventually(async () => well.received.length === before + 1, 1_000);
    assert.equal((await records(webhookId))[0].retryCount, undefined);
  });

  test('an answer of 64 MB is read to 64 KiB, and its start is logged', async () => {
    let sent = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = (): void => {
        while (sent < 64 && !response.destroyed) {
          sent += 1;
          if (!response.write(megabyte)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    };
    const { webhookId } = await create();
    await emit(service.services, live, 'credits.depleted');
    const record = await attempted(webhookId);
    assert.deepEqual([record.status, record.responseCode], ['SUCCEEDED', 200]);
    assert.equal(record.attempts[0].responseBody, 'a'.repeat(1024));
    assert.ok(sent < 40, `${sent} MB were taken`);
  });

  test('an address that has become an inner one is not connected to', async () => {
    const { webhookId } = await create();
    await service.services.db.query(
      sql`update webhook_endpoints set url = 'http://169.254.169.254/latest' where id = ${webhookId}`,
    );
    await emit(service.services, live, 'credits.depleted');
    const record = await attempted(webhookId);
    assert.deepEqual([record.responseCode, record.attempts[0].error], [null, 'BLOCKED_ADDRESS']);
  });

  test('POST test answers after its attempt, is logged, and changes no status', async () => {
    const { webhookId, secret } = await create();
    const path = `/webhooks/${webhookId}/test`;
    const done = await service.call({ path, body: { event: 'aml.match_found' } });
    assert.equal(done.status, 200, done.text);
    assert.deepEqual([done.json.data.responseCode, done.json.data.success, done.json.data.error], [200, true, null]);
    const [received] = receiver.received;
    assert.equal(received?.headers['x-service-delivery'], done.json.data.deliveryId);
    assert.equal(received?.headers['x-service-event'], 'aml.match_found');
    new StandardWebhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>);
    assert.equal(JSON.parse(received?.body.toString() ?? '').event, 'aml.match_found');

    receiver.answer = (response) => response.destroy();
    const broken = await service.call({
      path,
      body: { event: 'aml.match_found' },
      headers: { 'idempotency-key': 'test-1' },
    });
    assert.equal(broken.status, 200);
    assert.deepEqual([broken.json.data.responseCode, broken.json.data.error], [null, 'CONNECTION_REFUSED']);
    const log = (await service.call({ path: `/webhooks/${webhookId}/deliveries` })).json;
    assert.deepEqual(
      log.data.map((record: { status: string }) => record.status),
      ['FAILED', 'SUCCEEDED'],
    );
    assert.equal(log.pagination.total, 2);
    assert.equal((await service.call({ path: `/webhooks/${webhookId}` })).json.data.status, 'ACTIVE');
    assert.equal((await service.call({ path, body: { event: '*' } })).status, 400);
    const since = { since: new Date(0).toISOString() };
    const recovered = await service.call({ path: `/webhooks/${webhookId}/recover`, body: since });
    assert.equal(recovered.json.data.requeued, 0);
    receiver.answer = status(200);
    const again = await service.call({
      path: `/webhooks/${webhookId}/deliveries/${broken.json.data.deliveryId}/redeliver`,
      method: 'POST',
    });
    assert.equal(again.status, 202);
    await eventually(async () => (await records(webhookId))[0].status === 'SUCCEEDED');
    assert.deepEqual(receiver.received.at(-1)?.body, receiver.received.at(-2)?.body);
  });

  test('while a test hangs, no transaction is open', async () => {
    receiver.answer = () => {};
    const { webhookId } = await create();
    const hanging = service.call({ path: `/webhooks/${webhookId}/test`, body: { event: 'credits.depleted' } });
    await eventually(async () => receiver.received.length === 1);
    const rows = await service.services.db.query<{ open: number }>(
      sql`select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    assert.equal(rows[0]?.open, 0);
    const { json } = await hanging;
    assert.deepEqual([json.data.responseCode, json.data.error, json.data.success], [null, 'TIMEOUT', false]);
  });

  test('redelivery: the same id and bytes, the secret of now, one more attempt, no retries', async () => {
    const { webhookId, secret } = await create();
    await emit(service.services, live, 'credits.depleted');
    const record = await eventually(async () =>
      (await records(webhookId)).find((r: { success: boolean }) => r.success),
    );
    const path = `/webhooks/${webhookId}/deliveries/${record.deliveryId}/redeliver`;
    const { secret: newer } = (
      await service.call({ path: `/webhooks/${webhookId}/secret/rotate`, body: { overlapSeconds: 0 } })
    ).json.data;
    receiver.answer = status(500);
    const asked = await service.call({ path, method: 'POST' });
    assert.equal(asked.status, 202);
    assert.equal(asked.json.data.status, 'PENDING');
    assert.equal(asked.json.data.deliveryId, record.deliveryId);
    assert.ok(asked.json.data.nextAttemptAt !== null);
    const failed = await attempted(webhookId, 2);
    assert.deepEqual([failed.status, failed.success, failed.retryCount], ['FAILED', false, 1]);
    assert.equal(failed.nextAttemptAt, null);
    const [first, second] = receiver.received;
    assert.ok(first && second && first.body.equals(second.body));
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
    const signature = String(second.headers['x-service-signature']);
    assert.equal(await verify(newer, second.body.toString(), signature), true);
    assert.equal(await verify(secret, second.body.toString(), signature), false);
    assert.equal((await service.call({ path: `/webhooks/${webhookId}` })).json.data.status, 'ACTIVE');
    const unknown = `/webhooks/${webhookId}/deliveries/dlv_01k9x2v7q8e5m3r4t6y8z0a1b2/redeliver`;
    assert.equal((await service.call({ path: unknown, method: 'POST' })).status, 404);
  });

  test('redelivery of one that waits for its retry comes at once, and the retry stays as planned', async () => {
    receiver.answer = status(500);
    const { webhookId } = await create();
    await emit(service.services, live, 'credits.depleted');
    const record = await attempted(webhookId);
    const path = `/webhooks/${webhookId}/deliveries/${record.deliveryId}/redeliver`;
    await service.call({ path, method: 'POST' });
    const failed = await attempted(webhookId, 2);
    assert.deepEqual([failed.status, failed.nextAttemptAt], ['PENDING', record.nextAttemptAt]);
    receiver.answer = status(200);
    await service.call({ path, method: 'POST' });
    const done = await attempted(webhookId, 3);
    assert.deepEqual([done.status, done.nextAttemptAt, done.retryCount], ['SUCCEEDED', null, 2]);
  });

  test('a rotation: both secrets work until it is promoted; then only the new one', async () => {
    const { webhookId, secret: old } = await create();
    const rotated = await service.call({ path: `/webhooks/${webhookId}/secret/rotate`, method: 'POST' });
    const { secret: next } = rotated.json.data;
    const deliver = async () => {
      const before = receiver.received.length;
      await emit(service.services, live, 'credits.depleted');
      await eventually(async () => receiver.received.length > before);
      const received = receiver.received.at(-1);
      assert.ok(received);
      const text = received.body.toString();
      const standard = (secret: string): boolean => {
        try {
          new StandardWebhook(secret).verify(text, received.headers as Record<string, string>);
          return true;
        } catch {
          return false;
        }
      };
      const own = (secret: string) => verify(secret, text, String(received.headers['x-service-signature']));
      return [standard(old), standard(next), await own(old), await own(next)];
    };
    assert.deepEqual(await deliver(), [true, true, true, false]);
    await service.call({ path: `/webhooks/${webhookId}/secret/promote`, method: 'POST' });
    assert.deepEqual(await deliver(), [false, true, false, true]);
  });

  test('the overlap ends by itself', async () => {
    const { webhookId, secret: old } = await create();
    const body = { secret: 'a chosen new secret', overlapSeconds: 1 };
    await service.call({ path: `/webhooks/${webhookId}/secret/rotate`, body });
    await new Promise((resolve) => {
      setTimeout(resolve, 1_050);
    });
    await emit(service.services, live, 'credits.depleted');
    await eventually(async () => receiver.received.length > 0);
    const [received] = receiver.received;
    const signature = String(received?.headers['x-service-signature']);
    assert.equal(await verify(body.secret, received?.body.toString() ?? '', signature), true);
    assert.equal(await verify(old, received?.body.toString() ?? '', signature), false);
  });
});
