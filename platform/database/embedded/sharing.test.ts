import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { startEmbeddedPostgres, StartupError } from './index.ts';
import { endChildren, query, scratch, startChild } from './fixtures/harness.ts';
import { isRunning } from './processes.ts';

after(endChildren);

test('a second server is refused with the pid of the first and the remedy, in its own process and another', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const first = startChild({ ...place, purpose: 'server' });
  const { connectionString } = await first.expect('ready');
  const second = startChild({ ...place, purpose: 'server' });
  const refused = await second.expect('refused');
  assert.equal(refused.known, true);
  assert.match(
    refused.message ?? '',
    new RegExp(`in use by another server \\(pid ${first.pid}\\)\\. Stop that server first`),
  );
  await assert.rejects(startEmbeddedPostgres({ ...place, purpose: 'server' }), StartupError);
  assert.deepEqual(await query(connectionString, 'select 1 as one'), [{ one: 1 }]);
  await first.stop();
});

test('two servers started at once: one serves, one is refused', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const both = [startChild({ ...place, purpose: 'server' }), startChild({ ...place, purpose: 'server' })];
  const outcomes = await Promise.allSettled(both.map((child) => child.expect('ready')));
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  await Promise.all(both.map((child) => child.stop()));
});

test('a tool uses a running server and leaves it running, started before or after it is ready', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const server = startChild({ ...place, purpose: 'server' });
  const early = startChild({ ...place, purpose: 'tool' });
  // Whichever took the directory first, both must come to work on the same database.
  const [one, two] = await Promise.all([
    server.expect('ready'),
    early.expect('ready').then(async (ready) => {
      await query(ready.connectionString, 'create table if not exists seen (n int)');
      await early.stop();
      return ready;
    }),
  ]);
  assert.equal(one.ownsProcess, true);
  assert.equal(one.connectionString, two.connectionString);
  const late = startChild({ ...place, purpose: 'tool' });
  const joined = await late.expect('ready');
  assert.equal(joined.ownsProcess, false);
  assert.equal(joined.postmaster, one.postmaster);
  await late.stop();
  assert.deepEqual(await query(one.connectionString, 'select count(*)::int as n from seen'), [{ n: 0 }]);
  await server.stop();
});

test('a tool alone starts the database and stops it', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const tool = startChild({ ...place, purpose: 'tool' });
  const ready = await tool.expect('ready');
  assert.equal(ready.ownsProcess, true);
  await query(ready.connectionString, 'create table seen (n int)');
  await tool.stop();
  assert.equal(isRunning(ready.postmaster), false);
});

test('of two tools the one that started the database waits for the other, and a waiting server gets its turn', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const first = startChild({ ...place, purpose: 'tool' });
  const owner = await first.expect('ready');
  const second = startChild({ ...place, purpose: 'tool' });
  const guest = await second.expect('ready');
  assert.equal(guest.ownsProcess, false);
  const server = startChild({ ...place, purpose: 'server' });
  const ended = first.stop();
  await sleep(400);
  assert.ok(isRunning(owner.postmaster), 'the database was stopped under the second tool');
  assert.deepEqual(await query(guest.connectionString, 'select 1 as one'), [{ one: 1 }]);
  assert.equal(
    server.told.some(({ event }) => event === 'ready'),
    false,
  );
  await second.stop();
  await ended;
  const served = await server.expect('ready');
  assert.equal(served.ownsProcess, true);
  assert.ok(
    server.told.some(({ message }) => message === `waiting for a command that uses the database (pid ${first.pid})`),
  );
  await server.stop();
});

test('a server that waits too long for a tool says which', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const tool = startChild({ ...place, purpose: 'tool' });
  await tool.expect('ready');
  const server = startChild({ ...place, purpose: 'server', waitMs: 300 });
  const refused = await server.expect('refused');
  assert.match(refused.message ?? '', new RegExp(`in use by a command \\(pid ${tool.pid}\\)\\. Wait until`));
  await tool.stop();
});

test('many short tools at once all do their work', { timeout: 60_000 }, async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const tools = Array.from({ length: 4 }, () => startChild({ ...place, purpose: 'tool' }));
  await Promise.all(
    tools.map(async (tool) => {
      const { connectionString } = await tool.expect('ready');
      await query(connectionString, 'create table if not exists t' + String(tool.pid) + ' (n int)');
      await tool.stop();
      assert.ok(tool.told.some(({ event }) => event === 'stopped'));
    }),
  );
  const check = startChild({ ...place, purpose: 'tool' });
  const { connectionString, ownsProcess } = await check.expect('ready');
  assert.equal(ownsProcess, true);
  const [row] = await query(connectionString, `select count(*)::int as n from pg_tables where tableowner = 'service'`);
  assert.deepEqual(row, { n: 4 });
  await check.stop();
});

test('a killed tool leaves the directory free', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const tool = startChild({ ...place, purpose: 'tool' });
  await tool.expect('ready');
  await tool.kill();
  const server = startChild({ ...place, purpose: 'server' });
  await server.expect('ready');
  await server.stop();
});
