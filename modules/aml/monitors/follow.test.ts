import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Database } from '../../../platform/database/database.ts';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { importText, listOf, served } from '../testing.ts';
import { FollowedNames } from './follow.ts';

let service: TestService;
let db: Database;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false } });
  db = new Database({ connectionString: service.databaseUrl, max: 2, applicationName: 'follow-test' });
  await importText(service, listOf([{ id: 'f1', name: 'Gundula Morgenthaler' }]));
  await served(service, 'csv', 1);
});
after(async () => {
  await db.close();
  await service.close();
});

const watch = async (name: string): Promise<string> => {
  const answer = await service.call({ path: '/aml/monitors', body: { subject: { type: 'PERSON', name } } });
  assert.equal(answer.status, 201, answer.text);
  return answer.json.data.monitoringId as string;
};

test('the index is built once and follows what begins, changes and ends, in the order that transactions commit', async () => {
  const first = await watch('Gundula Morgenthaler');
  const names = new FollowedNames(db);
  const whom = async (): Promise<string[]> => (await names.look('csv', 1)).concerned.toSorted();
  assert.deepEqual(await whom(), [first]);
  const second = await watch('Gundula Morgentaler');
  await watch('Ekkehard Nimmersatt');
  assert.deepEqual(await whom(), [first, second].toSorted());

  // One that was begun before another and commits after it, and after a look, is seen all the same.
  const slow = await db.connect();
  await slow.query('begin');
  await slow.query(`update aml_monitors set status = 'SUSPENDED' where id = $1`, [first]);
  const third = await watch('Gundula Morgenthaler');
  assert.deepEqual(await whom(), [first, second, third].toSorted());
  await slow.query('commit');
  slow.release();
  assert.deepEqual(await whom(), [second, third].toSorted());
  await service.call({ method: 'DELETE', path: `/aml/monitors/${second}` });
  assert.deepEqual(await whom(), [third]);
  assert.deepEqual(await whom(), [third]);
});

test('what is no change of whom is watched is not followed', async () => {
  const names = new FollowedNames(db);
  // While a transaction of another database holds the horizon back, what was seen is looked at again.
  const segments = await eventually(async () => {
    const [one, other] = [await names.look('csv', 1), await names.look('csv', 1)];
    return one.segments === other.segments && one.segments;
  });
  await db.query(sql`update aml_monitors set last_run_at = now(), status = status`);
  assert.equal((await names.look('csv', 1)).segments, segments);
});
