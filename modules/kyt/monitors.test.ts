import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Value from 'typebox/value';
import { WalletMonitor } from '../../contract/kyt.ts';
import { sql } from '../../platform/database/sql.ts';
import {
  eventually,
  startTestService,
  type TestRequest,
  type TestResponse,
  type TestService,
} from '../../server/testing.ts';
import { SANDBOX_ADDRESSES, SANDBOX_FORMS, type SandboxForm } from './sandbox-addresses.ts';
import { eventsOf, scenario } from './testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const watch = (body: Record<string, unknown>, more: Partial<TestRequest> = {}): Promise<TestResponse> =>
  service.call({ path: '/kyt/monitors', body: { blockchain: 'ETH', ...body }, environment: 'TEST', ...more });
const read = (monitoringId: string, more: Partial<TestRequest> = {}): Promise<TestResponse> =>
  service.call({ path: `/kyt/monitors/${monitoringId}`, environment: 'TEST', ...more });

/** Waits until the run that follows the creation in the sandbox has been made. */
const ran = (monitoringId: string) =>
  eventually(async () => {
    const { data } = (await read(monitoringId)).json;
    return data.lastRunAt > data.createdAt ? data : null;
  });

describe('POST /kyt/monitors', () => {
  test('201, and on …9019 an alert after the delay: 5 to 90, once', async () => {
    for (const form of Object.keys(SANDBOX_FORMS) as SandboxForm[]) {
      const blockchain = SANDBOX_FORMS[form];
      const address = SANDBOX_ADDRESSES[form]['9019'];
      const created = await watch({ address, blockchain, metadata: { case: 'B-2' } });
      assert.equal(created.status, 201, created.text);
      const { data } = created.json;
      assert.deepEqual(Value.Errors(WalletMonitor, data), []);
      assert.deepEqual([data.status, data.riskScore, data.riskLevel, data.threshold], ['ACTIVE', 5, 'LOW', 0]);
      assert.deepEqual(data.metadata, { case: 'B-2' });
      const later = await ran(data.monitoringId);
      assert.deepEqual([later.riskScore, later.riskLevel], [90, 'CRITICAL']);
      assert.deepEqual(await eventsOf(service, data.monitoringId), [
        {
          type: 'kyt.monitoring_alert',
          data: {
            monitoringId: data.monitoringId,
            address,
            blockchain,
            oldRiskScore: 5,
            newRiskScore: 90,
            oldRiskLevel: 'LOW',
            newRiskLevel: 'CRITICAL',
          },
        },
      ]);
    }
  });

  test('no alert where nothing changed, or where it stays below the threshold', async () => {
    const same = await watch({ address: scenario('9006') });
    await ran(same.json.data.monitoringId);
    assert.deepEqual(await eventsOf(service, same.json.data.monitoringId), []);
    const high = await watch({ address: scenario('9019'), threshold: 95 });
    assert.equal(high.json.data.threshold, 95);
    await ran(high.json.data.monitoringId);
    assert.deepEqual(await eventsOf(service, high.json.data.monitoringId), []);
  });

  test('no alert once it has ended', async () => {
    const slow = await startTestService({ env: { SANDBOX_DELAY_MS: '700' } });
    try {
      const created = await slow.call({
        path: '/kyt/monitors',
        body: { address: scenario('9019'), blockchain: 'ETH' },
        environment: 'TEST',
      });
      const { monitoringId } = created.json.data;
      await slow.call({ method: 'DELETE', path: `/kyt/monitors/${monitoringId}`, environment: 'TEST' });
      await eventually(async () => {
        const [row] = await slow.services.db.query<{ left: number }>(
          sql`select count(*) as left from graphile_worker.jobs where task_identifier = 'kyt.run_monitor'`,
        );
        return Number(row?.left) === 0;
      });
      assert.deepEqual(await eventsOf(slow, monitoringId), []);
    } finally {
      await slow.close();
    }
  });

  test('400, 401, 403 and 503', async () => {
    for (const body of [
      {},
      { address: 'nonsense' },
      { address: scenario('9001'), blockchain: undefined },
      { address: scenario('9001'), threshold: 101 },
      { address: scenario('9001'), threshold: 0.5 },
      { address: scenario('9001'), applicantId: 'app_01jq8zv3k4f6t9c2m5x7w0r1ab' },
      { address: scenario('9001'), callbackUrl: 'http://example.com/' },
    ]) {
      assert.equal((await watch(body)).status, 400, JSON.stringify(body));
    }
    assert.equal((await watch({ address: scenario('9001') }, { key: null })).status, 401);
    const reader = await service.addKey(service.organizationId, 'TEST', ['kyt:read']);
    assert.equal((await watch({ address: scenario('9001') }, { key: reader })).status, 403);
    const down = await watch({ address: scenario('9016') });
    assert.deepEqual([down.status, down.json.error.code], [503, 'CHAIN_DATA_UNAVAILABLE']);
  });
});

describe('GET and DELETE /kyt/monitors', () => {
  test('lists by status, blockchain and address', async () => {
    const { testKey: key } = await service.addOrganization();
    const made: string[] = [];
    for (const digits of ['9001', '9002', '9003']) {
      made.unshift((await watch({ address: scenario(digits) }, { key })).json.data.monitoringId);
    }
    const list = (query: string) => service.call({ path: `/kyt/monitors${query}`, environment: 'TEST', key });
    const all = await list('');
    assert.deepEqual(
      all.json.data.map((item: { id: string }) => item.id),
      made,
    );
    for (const item of all.json.data) assert.deepEqual(Value.Errors(WalletMonitor, item), []);
    const gone = await service.call({
      method: 'DELETE',
      path: `/kyt/monitors/${made[0]}`,
      environment: 'TEST',
      key,
    });
    assert.equal(gone.status, 200);
    for (const [query, total] of [
      ['?status=ACTIVE', 2],
      ['?status=ENDED', 1],
      ['?status=SUSPENDED', 0],
      [`?address=${scenario('9001')}`, 1],
      ['?blockchain=BTC', 0],
    ] as const) {
      const found = await list(query);
      assert.deepEqual([found.json.pagination.total, found.json.data.length], [total, total], query);
    }
    assert.equal((await list('?status=PAUSED')).status, 400);
    const pages = await list('?limit=2');
    assert.equal((await list(`?limit=2&cursor=${pages.json.pagination.nextCursor}`)).json.data.length, 1);
  });

  test('DELETE ends it, and again answers the same', async () => {
    const created = await watch({ address: scenario('9001') });
    const { monitoringId } = created.json.data;
    const remove = () => service.call({ method: 'DELETE', path: `/kyt/monitors/${monitoringId}`, environment: 'TEST' });
    const first = await remove();
    assert.equal(first.status, 200, first.text);
    const { endedAt, ...rest } = first.json.data;
    assert.deepEqual(rest, { monitoringId, deleted: true, status: 'ENDED' });
    assert.equal((await remove()).json.data.endedAt, endedAt);
    const { data } = (await read(monitoringId)).json;
    assert.deepEqual(
      [data.status, data.statusReason, data.endedAt, data.nextChargeAt],
      ['ENDED', 'DELETED', endedAt, null],
    );
  });

  test('404: unknown, of another organisation, of the other environment', async () => {
    const created = await watch({ address: scenario('9001') });
    const { monitoringId } = created.json.data;
    const other = await service.addOrganization();
    const path = `/kyt/monitors/${monitoringId}`;
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await service.call({ method, path, environment: 'TEST', key: other.testKey })).status, 404);
      assert.equal((await service.call({ method, path })).status, 404);
      const unknown = '/kyt/monitors/mon_01jq8zv3k4f6t9c2m5x7w0r1ab';
      assert.equal((await service.call({ method, path: unknown, environment: 'TEST' })).status, 404);
    }
  });
});
