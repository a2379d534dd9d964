import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/sql.ts';
import type { Module } from '../../platform/module.ts';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import { recoverDeliveries } from './index.ts';
import { Receiver, status } from './testing/receiver.ts';
import { emit, LOOPBACK, startDelivering } from './testing/service.ts';

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

describe('dispatchers', () => {
  let service: TestService;
  let receiver: Receiver;
  let live: { organizationId: string; environment: 'LIVE' };
  let key: string;
  const running: Module[] = [];
  const others: Receiver[] = [];

  before(async () => {
    service = await startTestService({ env: LOOPBACK, role: { api: true, worker: false } });
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await Receiver.start();
    const organization = await service.addOrganization();
    live = { organizationId: organization.organizationId, environment: 'LIVE' };
    key = organization.liveKey;
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(async (module) => module.stop?.()));
    await Promise.all([receiver, ...others.splice(0)].map((each) => each.close()));
  });

  const start = async (options = {}): Promise<Module> => {
    const delivering = await startDelivering(service.services, options);
    running.push(delivering);
    return delivering;
  };
  const create = async (url = receiver.url): Promise<string> =>
    (await service.call({ path: '/webhooks', body: { url, events: ['*'] }, key })).json.data.webhookId;
  const count = async (status_: string): Promise<number> => {
    const rows = await service.services.db.query<{ n: number }>(
      sql`select count(*) as n from webhook_deliveries where organization_id = ${live.organizationId} and status = ${status_}`,
    );
    return rows[0]?.n ?? 0;
  };

  test('two at once send each delivery once, at most eight at a time to one endpoint', async () => {
    receiver.answer = (response) => {
      setTimeout(() => response.writeHead(200).end(), 5);
    };
    await Promise.all([start(), start()]);
    for (let index = 0; index < 4; index += 1) await create(`${receiver.url}/${index}`);
    for (let index = 0; index < 100; index += 1) await emit(service.services, live, 'credits.depleted');
    await eventually(async () => (await count('SUCCEEDED')) === 400);
    const ids = receiver.received.map((received) => received.headers['webhook-id']);
    assert.equal(ids.length, 400);
    assert.equal(new Set(ids).size, 400);
    assert.ok(receiver.mostOpen <= 32, `${receiver.mostOpen} at a time`);
    const rows = await service.services.db.query<{ attempts: number; most: number; left: number }>(
      sql`select count(*) as attempts, max(attempt)::int8 as most, (select count(*) from webhook_queue) as left
        from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where d.organization_id = ${live.organizationId}`,
    );
    assert.deepEqual(rows[0], { attempts: 400, most: 1, left: 0 });
  });

  test('one endpoint never has more than eight attempts at a time', async () => {
    receiver.answer = (response) => {
      setTimeout(() => response.writeHead(200).end(), 10);
    };
    await create();
    for (let index = 0; index < 120; index += 1) await emit(service.services, live, 'credits.depleted');
    await Promise.all([start(), start()]);
    await eventually(async () => (await count('SUCCEEDED')) === 120);
    assert.equal(receiver.mostOpen, 8);
    assert.equal(receiver.received.length, 120);
  });

  test('stopping waits for what is under way, logs it, and begins nothing new', async () => {
    const delivering = await start();
    receiver.answer = (response) => {
      setTimeout(() => response.writeHead(200).end(), 400);
    };
    await create();
    for (let index = 0; index < 20; index += 1) await emit(service.services, live, 'credits.depleted');
    await eventually(async () => receiver.received.length > 0);
    await delivering.stop?.();
    const sent = receiver.received.length;
    assert.equal(receiver.open, 0);
    assert.ok(sent < 20);
    assert.equal(await count('SUCCEEDED'), sent);
    await sleep(300);
    assert.equal(receiver.received.length, sent);
    const rows = await service.services.db.query(sql`select id from webhook_lanes`);
    assert.equal(rows.length, 0);
    receiver.answer = status(200);
    await start();
    await eventually(async () => (await count('SUCCEEDED')) === 20);
    assert.equal(receiver.received.length, 20);
  });

  test('killed in the middle of attempts: the same attempts are made again, with the same ids', async () => {
    receiver.answer = () => {};
    await create();
    await emit(service.services, live, 'credits.depleted');
    await emit(service.services, live, 'credits.depleted');
    const child: ChildProcess = spawn(
      process.execPath,
      [join(import.meta.dirname, 'testing', 'worker.ts'), service.databaseUrl],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      await eventually(async () => receiver.received.length === 2);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const ids = receiver.received.map((received) => received.headers['webhook-id']);
    receiver.answer = status(200);
    await start();
    await sleep(1_500);
    assert.equal(receiver.received.length, 2, 'before its lease has ended nobody takes its place');
    await eventually(async () => (await count('SUCCEEDED')) === 2, 20_000);
    const again = receiver.received.slice(2).map((received) => received.headers['webhook-id']);
    assert.deepEqual(new Set(again), new Set(ids));
    const rows = await service.services.db.query<{ attempts: number }>(
      sql`select attempts from webhook_deliveries where organization_id = ${live.organizationId}`,
    );
    assert.deepEqual(
      rows.map((row) => row.attempts),
      [1, 1],
    );
  });

  test('a single event is delivered within 50 ms (median), woken or polled', async () => {
    await start();
    await create();
    for (const pause of [120, 1_300]) {
      const took: number[] = [];
      for (let index = 0; index < 7; index += 1) {
        await sleep(pause);
        const before = receiver.received.length;
        await emit(service.services, live, 'credits.depleted');
        const committed = Date.now();
        await eventually(async () => receiver.received.length > before);
        took.push((receiver.received.at(-1)?.at ?? 0) - committed);
      }
      const median = took.toSorted((a, b) => a - b)[3] ?? Infinity;
      assert.ok(median <= 50, `${took.join(', ')} ms with ${pause} ms between`);
    }
  });

  test('a database that breaks connections: notices come again, and nothing is lost', async () => {
    await start();
    await create();
    await service.services.db.query(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await eventually(async () => {
      try {
        await emit(service.services, live, 'credits.depleted');
        return true;
      } catch {
        return false;
      }
    });
    await eventually(async () => (await count('SUCCEEDED')) >= 1);
    assert.equal(await count('PENDING'), 0);
  });

  test('many dead receivers delay none that lives', async () => {
    const dead = await Receiver.start();
    others.push(dead);
    dead.answer = () => {};
    for (let index = 0; index < 40; index += 1) await create(`${dead.url}/${index}`);
    await start();
    for (let index = 0; index < 10; index += 1) await emit(service.services, live, 'credits.depleted');
    await sleep(1_500);
    await create();
    const started = Date.now();
    for (let index = 0; index < 10; index += 1) await emit(service.services, live, 'credits.depleted');
    await eventually(async () => receiver.received.length === 10);
    assert.ok(Date.now() - started < 1_500, `${Date.now() - started} ms`);
  });

  test('an operator recovers all that failed since a moment, callbacks too', async () => {
    receiver.answer = status(500);
    const first = await start({ retryDelaysMs: [10, 10] });
    const webhookId = await create();
    await emit(service.services, live, 'credits.depleted', { callbackUrl: `${receiver.url}/callback` });
    await eventually(async () => (await count('FAILED')) === 2);
    await first.stop?.();
    receiver.answer = status(200);
    await start();
    const since = new Date(Date.now() - 60_000);
    assert.equal(await recoverDeliveries(service.services, { since, endpointId: webhookId }), 1);
    assert.equal(await recoverDeliveries(service.services, { since }), 1);
    assert.equal(await recoverDeliveries(service.services, { since }), 0);
    await eventually(async () => (await count('SUCCEEDED')) === 2);
    // An endpoint that is named must be there, and must be one that gets deliveries.
    const nowhere = `wh_${'0'.repeat(26)}`;
    await assert.rejects(recoverDeliveries(service.services, { since, endpointId: nowhere }), { code: 'NOT_FOUND' });
    await service.call({ path: `/webhooks/${webhookId}`, method: 'PATCH', body: { status: 'DISABLED' }, key });
    await assert.rejects(recoverDeliveries(service.services, { since, endpointId: webhookId }), {
      code: 'INVALID_STATE',
    });
  });

  test('metrics tell of attempts, the queue and its age', async () => {
    const { metrics } = service.services;
    const text = await metrics.registry.metrics();
    for (const name of [
      'webhook_attempts_total',
      'webhook_queue_deliveries{state="DUE"}',
      'webhook_queue_oldest_seconds',
    ]) {
      assert.ok(text.includes(name), name);
    }
  });
});
