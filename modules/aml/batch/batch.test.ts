import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { sql } from '../../../platform/database/sql.ts';
import { importText, listOf, served } from '../testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ credits: 5000 });
  await importText(service, listOf([{ id: 'c1', name: 'Valdemar Østerlund' }]));
  await served(service, 'csv', 1);
});
after(async () => service.close());

test('a thousand subjects: progress only ever rises to 100, and each is screened, charged and told once', async () => {
  const subjects = Array.from({ length: 1000 }, (_, n) => ({
    type: 'PERSON',
    name: n % 100 === 0 ? 'Valdemar Osterlund' : `Person Numbered ${n}`,
  }));
  const created = await service.call({ path: '/aml/batch', body: { subjects } });
  assert.equal(created.status, 202, created.text);
  const { jobId } = created.json.data;
  const seen: number[] = [];
  await eventually(async () => {
    const { data } = (await service.call({ path: `/aml/batch/${jobId}` })).json;
    seen.push(data.progress);
    assert.equal(data.progress, Math.floor(((data.completed + data.failed) / 1000) * 100));
    return data.status === 'COMPLETED';
  }, 120_000);
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
  assert.equal(seen.at(-1), 100);
  assert.ok(new Set(seen).size > 2, 'progress was seen on the way');
  const results: { index: number; matchCount: number; screeningId: string }[] = [];
  for (let cursor = ''; ;) {
    const page = (await service.call({ path: `/aml/batch/${jobId}/results?limit=100${cursor && `&cursor=${cursor}`}` }))
      .json;
    results.push(...page.data);
    if (!page.pagination.hasMore) break;
    cursor = page.pagination.nextCursor;
  }
  assert.deepEqual(
    results.map(({ index }) => index),
    Array.from({ length: 1000 }, (_, n) => n),
  );
  assert.equal(new Set(results.map(({ screeningId }) => screeningId)).size, 1000);
  assert.equal(results.filter(({ matchCount }) => matchCount === 1).length, 10);
  const [told] = await service.services.db.query<{ completed: number; found: number }>(
    sql`select count(*) filter (where type = 'aml.screening_completed') as completed,
        count(*) filter (where type = 'aml.match_found') as found from events`,
  );
  assert.deepEqual(told, { completed: 1000, found: 10 });
  const balance = (await service.call({ path: '/credits/balance' })).json.data;
  assert.deepEqual([balance.balance, balance.held], [4000, 0]);
});
