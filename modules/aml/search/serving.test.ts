import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../../../server/testing.ts';
import { importList, untilServed } from '../index.ts';

const LIST = join(import.meta.dirname, '..', '..', '..', 'examples', 'watchlist.csv');

test('once an import says that every process serves it, each of them finds who is on it', async () => {
  const first = await startTestService();
  const second = await startTestService({ databaseUrl: first.databaseUrl, role: { api: true, worker: false } });
  try {
    const { dataset, version } = await importList(first.services, { format: 'csv', paths: [LIST] });
    assert.deepEqual(await untilServed(first.services, dataset, version), { serving: 2, behind: 0 });
    for (const service of [first, second]) {
      const answer = await service.call({
        path: '/aml/screenings',
        key: first.liveKey,
        body: { subject: { type: 'PERSON', name: 'Viktor Malenkov' } },
      });
      assert.equal(answer.json.data?.riskLevel, 'CRITICAL', answer.text);
    }
  } finally {
    await second.close();
    await first.close();
  }
});
