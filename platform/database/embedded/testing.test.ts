import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { query } from './fixtures/harness.ts';
import { startTestPostgres } from './testing.ts';

test('throwaway clusters run side by side, may create databases, and leave nothing behind', async (t) => {
  const startedAt = performance.now();
  const both = await Promise.all([startTestPostgres(), startTestPostgres()]);
  t.diagnostic(`two at once: ${Math.round(performance.now() - startedAt)} ms`);
  const homes: string[] = [];
  for (const { connectionString } of both) {
    homes.push(dirname(dirname(dirname(new URL(connectionString).searchParams.get('host') ?? ''))));
    await query(connectionString, 'create database from_template template template0');
    const url = new URL(connectionString);
    url.pathname = '/from_template';
    assert.deepEqual(await query(url.href, `select current_setting('fsync') as fsync`), [{ fsync: 'off' }]);
  }
  assert.equal(new Set(homes).size, 2);
  for (const home of homes) assert.ok(existsSync(join(home, 'data/postgres.lock')), home);
  await Promise.all(both.map((one) => one.stop()));
  for (const home of homes) assert.equal(existsSync(home), false);
});

test('a shared cluster is used as it is', async () => {
  const given = await startTestPostgres('postgresql://somewhere/else');
  assert.equal(given.connectionString, 'postgresql://somewhere/else');
  await given.stop();
});

test('what a killed run left long ago is removed, what is new or in use is not', async () => {
  const make = (age: number, content?: string) => {
    const home = mkdtempSync(join(tmpdir(), 'test-postgres-'));
    mkdirSync(join(home, 'data'));
    if (content !== undefined) writeFileSync(join(home, 'data/postgres.lock'), content);
    const then = new Date(Date.now() - age);
    utimesSync(home, then, then);
    return home;
  };
  const hour = 3_600_000;
  const old = make(hour, '');
  const young = make(0, '');
  const running = await startTestPostgres();
  const home = dirname(dirname(dirname(new URL(running.connectionString).searchParams.get('host') ?? '')));
  utimesSync(home, new Date(Date.now() - hour), new Date(Date.now() - hour));
  const next = await startTestPostgres();
  assert.equal(existsSync(old), false);
  assert.equal(existsSync(young), true);
  assert.deepEqual(await query(running.connectionString, 'select 1 as one'), [{ one: 1 }]);
  await next.stop();
  await running.stop();
  utimesSync(young, new Date(Date.now() - hour), new Date(Date.now() - hour));
  await (await startTestPostgres()).stop();
  assert.equal(existsSync(young), false);
});
