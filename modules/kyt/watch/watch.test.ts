import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { DEFAULT_POLICY } from '../../../engines/wallets/index.ts';
import { liveStrategy } from '../live/live.ts';
import { EDGE_HEADER, eventsOf, evm, importChainText, importLabelText, LABEL_HEADER } from '../testing.ts';
import { lookAtChanges, RUN_MANY } from './look.ts';
import { runMonitors } from './run.ts';
import { verifySample } from './sample.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false }, env: { WALLET_GRAPH_MEMORY_MB: '0' } });
});
after(() => service.close());
beforeEach(() => service.services.db.query(sql`delete from kyt_monitors`));

const strategy = () =>
  liveStrategy(DEFAULT_POLICY, {
    db: service.services.db,
    reads: service.services.db,
    graphs: null,
    maskOf: async () => null,
  });
const watch = async (number: number): Promise<string> => {
  const made = await service.call({ path: '/kyt/monitors', body: { address: evm(number), blockchain: 'ETH' } });
  assert.equal(made.status, 201, made.text);
  return made.json.data.monitoringId as string;
};
const payments = (rows: readonly (readonly [from: number, to: number, value: number])[], name: string) =>
  importChainText(
    service,
    'edges-csv',
    'ETH',
    EDGE_HEADER + rows.map(([from, to, value], i) => `${name}${i},0,${evm(from)},${evm(to)},${value},ETH\n`).join(''),
  );
const label = (number: number, category: string, entity: string, confidence = 100) =>
  importLabelText(service, 'csv', 'l.csv', `${LABEL_HEADER}${evm(number)},ETH,${category},${entity},${confidence},R\n`);
/** Whoever began just now is looked at with every change, lest one be missed; these began long ago. */
const grow = () => service.services.db.query(sql`update kyt_monitors set created_at = created_at - interval '1 hour'`);
/** The monitors that the jobs that wait are to run; the jobs are taken away. */
const askedFor = async (): Promise<string[]> => {
  const rows = await service.services.db.query<{ payload: { monitors: [string, string][] } }>(
    sql`select p.payload from graphile_worker._private_jobs p
      join graphile_worker._private_tasks t on t.id = p.task_id where t.identifier = ${RUN_MANY}`,
  );
  await service.services.db.query(sql`delete from graphile_worker._private_jobs`);
  return rows.flatMap(({ payload }) => payload.monitors.map(([, id]) => id)).toSorted();
};
const run = (ids: readonly string[]) =>
  runMonitors(
    service.services,
    strategy(),
    ids.map((monitoringId) => ({ organizationId: service.organizationId, environment: 'LIVE', monitoringId })),
  );

describe('a change', () => {
  test('leaves out nobody whose figures change, on random graphs', async () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let [told, spared] = [0, 0];
    for (let round = 0; round < 6; round += 1) {
      const base = 10_000 * (round + 1);
      await payments(
        Array.from({ length: 40 }, () => [base + random(30), base + random(30), 10 ** random(5)] as const),
        `g${round}.`,
      );
      for (let i = 0; i < 4; i += 1) await label(base + random(30), 'EXCHANGE', `E${i}`);
      const ids = new Map<string, number>();
      for (let i = 0; i < 30; i += 1) ids.set(await watch(base + i), base + i);
      await grow();
      await lookAtChanges(service.services);
      await askedFor();
      const scores = async () => {
        const rows = await service.services.db.query<{ id: string; hash: string }>(
          sql`select id, findings_hash as hash from kyt_monitors`,
        );
        return new Map(rows.map(({ id, hash }) => [id, hash]));
      };
      await run([...ids.keys()]);
      for (const change of ['label', 'payment', 'withdrawal'] as const) {
        const earlier = await scores();
        const at = base + random(30);
        if (change === 'payment') await payments([[at, base + random(30), 5]], `n${round}.`);
        else await label(base + 1, 'RANSOMWARE', 'New', change === 'label' ? 90 : 0);
        await lookAtChanges(service.services);
        const asked = new Set(await askedFor());
        await run([...ids.keys()]);
        const later = await scores();
        for (const id of ids.keys()) {
          if (earlier.get(id) !== later.get(id)) {
            told += 1;
            assert.ok(asked.has(id), `${change} of round ${round}: ${ids.get(id)} changed and was not looked at`);
          } else if (!asked.has(id)) spared += 1;
        }
      }
      await service.services.db.query(sql`delete from kyt_monitors`);
    }
    assert.ok(told > 30, `only ${told} changes`);
    assert.ok(spared > 30, `only ${spared} were not looked at`);
  });

  test('that was missed while a monitor began is looked for', async () => {
    const id = await watch(501);
    await lookAtChanges(service.services);
    await askedFor();
    await service.services.db.query(sql`update kyt_monitors set data_version = 'older' where id = ${id}`);
    assert.equal(await lookAtChanges(service.services), 1);
    assert.deepEqual(await askedFor(), [id]);
  });
});

test('each change is told once, whatever is killed, and whoever runs it again', async () => {
  await payments(
    Array.from({ length: 40 }, (_, i) => [600, 700 + i, 1] as const),
    'k',
  );
  const ids: string[] = [];
  for (let i = 0; i < 40; i += 1) ids.push(await watch(700 + i));
  await lookAtChanges(service.services);
  await askedFor();
  const script = join(import.meta.dirname, 'fixtures', 'watch-process.ts');
  await label(600, 'RANSOMWARE', 'Locker');
  let kills = 0;
  for (let tries = 0; tries < 25; tries += 1) {
    const child = spawn(process.execPath, [script, service.databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = new Promise<number | null>((resolve) => child.on('close', (status) => resolve(status)));
    await Promise.race([new Promise<void>((resolve) => child.stdout.once('data', () => resolve())), exit]);
    const timer = setTimeout(() => child.kill('SIGKILL'), tries < 5 ? (tries * 61) % 250 : 60_000);
    const status = await exit;
    clearTimeout(timer);
    if (status === 0) break;
    kills += 1;
  }
  assert.ok(kills > 0);
  for (const id of ids) {
    const seen = await eventsOf(service, id);
    assert.deepEqual(
      seen.map(({ type, data }) => [type, data['oldRiskScore'], data['newRiskScore']]),
      [['kyt.monitoring_alert', 0, 90]],
    );
  }
  await run(ids);
  assert.equal((await eventsOf(service, ids[0] ?? '')).length, 1);
});

test('each night a sample is scored from nothing; what differs is counted, logged and told', async () => {
  await payments([[801, 802, 5]], 's');
  const ids = [await watch(802), await watch(803)];
  await grow();
  await run(ids);
  const counts: string[] = [];
  const lines: object[] = [];
  const verify = () =>
    verifySample(
      {
        ...service.services,
        log: { error: (line: object) => lines.push(line) } as unknown as typeof service.services.log,
      },
      strategy(),
      { checked: (outcome) => counts.push(outcome) },
    );
  await lookAtChanges(service.services);
  await askedFor();
  assert.deepEqual(await verify(), []);
  assert.deepEqual([counts, lines], [['SAME', 'SAME'], []]);
  // A change that nobody noted.
  await service.services.db.query(sql`update chain_edges set units = units * 2`);
  await label(801, 'RANSOMWARE', 'Hidden');
  await service.services.db.query(sql`delete from kyt_changes`);
  await askedFor();
  assert.deepEqual(await verify(), [ids[0]]);
  assert.equal(lines.length, 1);
  assert.deepEqual(counts.slice(2).toSorted(), ['DIFFERENT', 'SAME']);
  assert.equal((await eventsOf(service, ids[0] ?? '')).length, 1);
  assert.deepEqual(await verify(), []);
});
