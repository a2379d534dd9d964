import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { sql } from '../../../platform/database/sql.ts';
import { importText, listOf, served } from '../testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false } });
});
after(async () => service.close());

const MONITORS = 60;
const BASE = [{ id: 'k0', name: 'Nobody Inparticular', programs: 'EX-A' }];

/** A worker in a process of its own, on the same database. */
function startWorker(): ChildProcess {
  const program = `
    import { startTestService } from ${JSON.stringify(import.meta.resolve('../../../server/testing.ts'))};
    await startTestService({ databaseUrl: process.env.OTHER_DATABASE, role: { api: false, worker: true } });`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, OTHER_DATABASE: service.databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const alerts = async (): Promise<string[]> => {
  const rows = await service.services.db.query<{ id: string }>(
    sql`select resource_id as id from events where type = 'aml.monitoring_alert'`,
  );
  return rows.map(({ id }) => id);
};

test('workers killed in the middle of alerting: each monitor is told each change exactly once', async () => {
  await importText(service, listOf(BASE));
  await served(service, 'csv', 1);
  const monitors: string[] = [];
  for (let n = 0; n < MONITORS; n += 1) {
    const body = { subject: { type: 'PERSON', name: 'Thaddeus Wolkenstein' } };
    const answer = await service.call({ path: '/aml/monitors', body });
    assert.equal(answer.status, 201, answer.text);
    monitors.push(answer.json.data.monitoringId);
  }
  await importText(service, listOf([...BASE, { id: 'k1', name: 'Thaddeus Wolkenstein', programs: 'EX-B' }]));
  let worker = startWorker();
  try {
    for (const enough of [5, 25]) {
      await eventually(async () => (await alerts()).length >= enough, 120_000);
      worker.kill('SIGKILL');
      worker = startWorker();
    }
    await eventually(async () => (await alerts()).length >= MONITORS, 120_000);
    // Time for an alert too many, if there were one: the job ends, and the next would begin.
    await eventually(async () => {
      const rows = await service.services.db.query<{ left: number }>(
        sql`select count(*) as left from graphile_worker.jobs where task_identifier = 'aml.watch'`,
      );
      return rows[0]?.left === 0;
    }, 120_000);
    assert.deepEqual((await alerts()).toSorted(), monitors.toSorted());
  } finally {
    worker.kill('SIGKILL');
  }
});
