import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOfScript, DEFAULT_POLICY } from '../../../engines/wallets/index.ts';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { liveStrategy } from '../live/live.ts';
import { eventsOf, importChainText, importLabelText } from '../testing.ts';
import { lookAtChanges, RUN_MANY } from './look.ts';
import { runMonitors } from './run.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false }, env: { WALLET_GRAPH_MEMORY_MB: '0' } });
});
after(() => service.close());

function btc(number: number): string {
  const script = Buffer.alloc(22);
  script.set([0, 20]);
  script.writeUInt32BE(number, 18);
  return addressOfScript(script, 'BTC')?.canonical ?? '';
}
const pay = (txid: string, from: readonly number[], to: readonly number[]) => {
  const parties = (numbers: readonly number[], value: number): object[] =>
    numbers.map((number) => ({ address: btc(number), value }));
  const line = { txid, time: 1_300_000_000, vin: parties(from, to.length * 1e6), vout: parties(to, from.length * 1e6) };
  return importChainText(service, 'utxo-ndjson', 'BTC', `${JSON.stringify(line)}\n`);
};
const label = (number: number, entity: string, kind: string) =>
  importLabelText(
    service,
    'tagpack',
    `${entity}.yaml`,
    `title: ${entity}\ncreator: C\ncurrency: BTC\nconfidence: ownership\nsource: s\ntags:\n  - {address: ${btc(number)}, label: ${entity}, ${kind}, is_cluster_definer: true}\n`,
  );
const askedFor = async (): Promise<string[]> => {
  const rows = await service.services.db.query<{ payload: { monitors: [string, string][] } }>(
    sql`select p.payload from graphile_worker._private_jobs p
      join graphile_worker._private_tasks t on t.id = p.task_id where t.identifier = ${RUN_MANY}`,
  );
  await service.services.db.query(sql`delete from graphile_worker._private_jobs`);
  return rows.flatMap(({ payload }) => payload.monitors.map(([, id]) => id)).toSorted();
};

test('two labelled clusters become one: whoever was paid by an address of either is told at once', async () => {
  const [A, A2, B, B2, WATCHED, SPARED] = [1, 2, 3, 4, 5, 6];
  await pay('a', [A, A2], [20]);
  await pay('b', [B, B2], [21]);
  await label(A, 'Bazaar', 'abuse: scam');
  await label(B, 'Exchange', 'category: exchange');
  await pay('c', [B2], [WATCHED]);
  await pay('d', [22], [SPARED]);
  const watch = async (number: number): Promise<string> => {
    const made = await service.call({ path: '/kyt/monitors', body: { address: btc(number), blockchain: 'BTC' } });
    assert.equal(made.status, 201, made.text);
    return made.json.data.monitoringId as string;
  };
  const [watched, spared] = [await watch(WATCHED), await watch(SPARED)];
  // Those that began just now are looked at with every change.
  await service.services.db.query(sql`update kyt_monitors set created_at = created_at - interval '1 hour'`);
  await lookAtChanges(service.services);
  await askedFor();

  // Neither B2 nor the watched address has part in it, and the surest label on B2 is as sure as before.
  await pay('e', [A2, B], [23]);
  await lookAtChanges(service.services);
  const asked = await askedFor();
  assert.deepEqual(asked, [watched]);
  assert.ok(!asked.includes(spared));
  const { db } = service.services;
  const strategy = liveStrategy(DEFAULT_POLICY, { db, reads: db, graphs: null, maskOf: async () => null });
  await runMonitors(service.services, strategy, [
    { organizationId: service.organizationId, environment: 'LIVE', monitoringId: watched },
  ]);
  const alerts = (await eventsOf(service, watched)).filter(({ type }) => type === 'kyt.monitoring_alert');
  assert.equal(alerts.length, 1);
  assert.equal(alerts[0]?.data['oldRiskScore'], 0);
  assert.equal(alerts[0]?.data['newRiskScore'], 80);
});
