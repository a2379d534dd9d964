import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { importChain } from '../index.ts';
import { EDGE_HEADER, evm, wrongSums } from '../testing.ts';

const RECORDS = 60_000;
let [killed, whole]: (TestService | undefined)[] = [];
let folder: string;
before(async () => {
  killed = await startTestService({ role: { api: false, worker: false } });
  whole = await startTestService({ role: { api: false, worker: false } });
  folder = await mkdtemp(join(tmpdir(), 'kyt-killed-'));
});
after(async () => {
  await killed?.close();
  await whole?.close();
  await rm(folder, { recursive: true, force: true });
});

const edges = (service: TestService) =>
  service.services.db.query(
    sql`select f.address as "from", t.address as "to", e.units::text as units, e.payments from chain_edges e
      join chain_addresses f on f.id = e.from_id join chain_addresses t on t.id = e.to_id order by 1, 2`,
  );

test('an import that is killed at random points, over and over, ends as one that never was', async () => {
  assert.ok(killed && whole);
  const path = join(folder, 'payments.csv');
  const row = (i: number): string =>
    `k${i},${1_700_000_000 + i},${evm(100 + ((i * 7) % 5_003))},${evm(9_000 + ((i * 13) % 4_001))},1.5,ETH\n`;
  await writeFile(path, EDGE_HEADER + Array.from({ length: RECORDS }, (_, i) => row(i)).join(''));
  const script = join(import.meta.dirname, 'fixtures', 'import-process.ts');
  let kills = 0;
  for (let run = 0; run < 40; run += 1) {
    const child = spawn(process.execPath, [script, killed.databaseUrl, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = new Promise<number | null>((resolve) => child.on('close', (status) => resolve(status)));
    // The first sign of life comes with the first part that is written; the kill follows at any moment after the start.
    const lived = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
    await Promise.race([lived, exit]);
    const timer = setTimeout(() => child.kill('SIGKILL'), run < 6 ? (run * 137) % 400 : 60_000);
    const status = await exit;
    clearTimeout(timer);
    if (status === 0) break;
    kills += 1;
  }
  assert.ok(kills > 0, 'no process was killed');
  await importChain(whole.services, { format: 'edges-csv', paths: [path], blockchain: 'ETH' });
  assert.deepEqual(await edges(killed), await edges(whole));
  assert.equal(await wrongSums(killed), 0);
  const last = await importChain(killed.services, { format: 'edges-csv', paths: [path], blockchain: 'ETH' });
  assert.deepEqual([last.records, last.added], [RECORDS, 0]);
});
