import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, startTestService, type TestResponse, type TestService } from '../../../server/testing.ts';
import { chargeDueMonitors } from '../jobs.ts';
import { oneMonthAfter } from '../monitor.ts';
import { lookAtChanges } from '../watch/look.ts';
import { eventsOf, evm, importLabelText, LABEL_HEADER, ledgerOf } from '../testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  await importLabelText(service, 'csv', 'l.csv', `${LABEL_HEADER}${evm(1)},ETH,EXCHANGE,Exchange,100,R\n`);
});
after(() => service.close());

const watch = (address: string, key = service.liveKey): Promise<TestResponse> =>
  service.call({ path: '/kyt/monitors', body: { address, blockchain: 'ETH' }, key });
const read = async (id: string, key = service.liveKey) =>
  (await service.call({ path: `/kyt/monitors/${id}`, key })).json.data;
const clockAt = (time: Date) => ({ now: () => time });
/** Waits until all that follows from changes so far has been done. @returns how many runs the last look asked for */
const settled = async (): Promise<number> => {
  const asked = await lookAtChanges(service.services);
  await eventually(async () => {
    const rows = await service.services.db.query(
      sql`select 1 from kyt_changes union all select 1 from graphile_worker.jobs
        where task_identifier in ('kyt.run_monitor', 'kyt.run_monitors', 'kyt.watch_data') and run_at <= now()`,
    );
    return rows.length === 0;
  });
  return asked;
};
const chargeAt = (time: Date) => chargeDueMonitors({ db: service.services.db, clock: clockAt(time) });

describe('the monthly credit', () => {
  test('the first month at once, each following one once', async () => {
    const created = await watch(evm(2));
    assert.equal(created.status, 201, created.text);
    const { monitoringId, createdAt, nextChargeAt } = created.json.data;
    const first = new Date(createdAt);
    assert.equal(nextChargeAt, oneMonthAfter(first).toISOString());
    const entry = { type: 'CHARGE', operation: 'KYT_MONITORING', amount: 1 };
    assert.deepEqual(await ledgerOf(service, monitoringId), [entry]);
    assert.equal(await chargeAt(first), 0);
    const second = oneMonthAfter(first);
    assert.equal(await chargeAt(second), 1);
    assert.equal(await chargeAt(second), 0);
    assert.deepEqual(await ledgerOf(service, monitoringId), [entry, entry]);
    assert.equal((await read(monitoringId)).nextChargeAt, oneMonthAfter(second).toISOString());
    await service.call({ method: 'DELETE', path: `/kyt/monitors/${monitoringId}` });
    assert.equal(await chargeAt(oneMonthAfter(second)), 0);
  });

  test('402 without credits, and nothing is recorded', async () => {
    const poor = await service.addOrganization({ credits: 0 });
    const refused = await watch(evm(2), poor.liveKey);
    assert.deepEqual([refused.status, refused.json.error.code], [402, 'INSUFFICIENT_CREDITS']);
    const list = await service.call({ path: '/kyt/monitors', key: poor.liveKey });
    assert.equal(list.json.pagination.total, 0);
  });

  test('a monitor that cannot be paid is suspended, and goes on once it can', async () => {
    const poor = await service.addOrganization({ credits: 1 });
    const created = await watch(evm(2), poor.liveKey);
    const { monitoringId, nextChargeAt } = created.json.data;
    const due = new Date(nextChargeAt);
    await chargeAt(due);
    const suspended = await read(monitoringId, poor.liveKey);
    assert.deepEqual(
      [suspended.status, suspended.statusReason, suspended.suspendedAt],
      ['SUSPENDED', 'INSUFFICIENT_CREDITS', due.toISOString()],
    );
    await service.services.db.query(
      sql`update credit_balances set available = 5 where organization_id = ${poor.organizationId} and environment = 'LIVE'`,
    );
    assert.equal(await chargeAt(due), 0, 'tried again after an hour');
    const later = new Date(due.getTime() + 3_600_000);
    await chargeAt(later);
    const active = await read(monitoringId, poor.liveKey);
    assert.deepEqual(
      [active.status, active.statusReason, active.nextChargeAt],
      ['ACTIVE', null, oneMonthAfter(later).toISOString()],
    );
    await service.call({ method: 'DELETE', path: `/kyt/monitors/${monitoringId}`, key: poor.liveKey });
  });
});

describe('what a monitor finds', () => {
  test('new labels are told once, and only of those that they concern', async () => {
    const [bad, good] = [await watch(evm(7)), await watch(evm(8))].map(({ json }) => json.data);
    assert.deepEqual([bad.riskScore, bad.riskLevel], [0, 'UNKNOWN']);
    assert.equal(await settled(), 0, 'nothing new');
    await importLabelText(service, 'csv', 'l.csv', `${LABEL_HEADER}${evm(7)},ETH,SANCTIONS,Evil,100,List\n`);
    const alerted = await eventually(async () => {
      const seen = await eventsOf(service, bad.monitoringId);
      return seen.length > 0 && seen;
    });
    assert.deepEqual(alerted, [
      {
        type: 'kyt.monitoring_alert',
        data: {
          monitoringId: bad.monitoringId,
          address: evm(7),
          blockchain: 'ETH',
          oldRiskScore: 0,
          newRiskScore: 100,
          oldRiskLevel: 'UNKNOWN',
          newRiskLevel: 'CRITICAL',
        },
      },
    ]);
    await settled();
    assert.deepEqual(await eventsOf(service, good.monitoringId), []);
    assert.equal((await eventsOf(service, bad.monitoringId)).length, 1);
    assert.deepEqual([(await read(bad.monitoringId)).riskScore, (await read(good.monitoringId)).riskScore], [100, 0]);
  });

  test('a monitor whose data is gone waits for other data, and keeps what it found', async () => {
    const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    const pack = (tags: string): string =>
      `title: W\ncreator: C\ncurrency: TRX\nconfidence: ownership\nsource: s\ntags:\n${tags}`;
    await importLabelText(
      service,
      'tagpack',
      'w.yaml',
      pack(`  - {address: ${address}, label: M, category: mixing_service}\n`),
    );
    // Else the look that this import asks for may find the monitor, and run it while the data is there.
    await settled();
    const created = await service.call({ path: '/kyt/monitors', body: { address } });
    const { monitoringId, lastRunAt } = created.json.data;
    await importLabelText(service, 'tagpack', 'w.yaml', pack('  []\n'), true);
    await settled();
    const data = await read(monitoringId);
    assert.deepEqual([data.status, data.riskScore, data.lastRunAt], ['ACTIVE', 75, lastRunAt]);
    assert.deepEqual(await eventsOf(service, monitoringId), []);
  });
});
