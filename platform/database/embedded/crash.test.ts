import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { endChildren, pidInFile, query, scratch, startChild, type Child } from './fixtures/harness.ts';
import { isRunning } from './processes.ts';
import { poll } from './wait.ts';

after(endChildren);

/** A client that inserts one row after another until the connection breaks, counting what was acknowledged. */
async function writer(url: string): Promise<{ acknowledged: () => number; broken: Promise<void> }> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table if not exists written (n int primary key)');
  const { rows } = await client.query<{ n: number }>('select coalesce(max(n), 0)::int as n from written');
  let last = rows[0]?.n ?? 0;
  const broken = (async () => {
    for (;;) {
      try {
        await client.query('insert into written values ($1)', [last + 1]);
        last += 1;
      } catch {
        return;
      }
    }
  })();
  return { acknowledged: () => last, broken };
}

/** Starts a server on the directory and checks that nothing acknowledged is missing in it. */
async function reopened(dataDir: string, acknowledged: () => number): Promise<Child> {
  const startedAt = performance.now();
  const next = startChild({ dataDir, purpose: 'server' });
  const { connectionString } = await next.expect('ready');
  assert.ok(performance.now() - startedAt < 15_000, 'the next start took more than 15 s');
  const [row] = await query<{ n: number; top: number }>(
    connectionString,
    'select count(*)::int as n, coalesce(max(n), 0)::int as top from written',
  );
  const least = acknowledged();
  // Every acknowledged row is there, without a gap; at most the one in flight came in addition.
  assert.ok(row && row.n >= least && row.n <= least + 1 && row.n === row.top, `${JSON.stringify(row)} of ${least}`);
  return next;
}

const gone = (pid: number, limitMs = 10_000) => poll(limitMs, 10, () => (isRunning(pid) ? undefined : true));

for (const setpriv of [undefined, false] as const) {
  const how = setpriv === false ? 'the watchdog' : 'the kernel';
  test(`after kill -9 of the server ${how} stops the database, and nothing acknowledged is lost`, async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    const child = startChild({ ...place, purpose: 'server', ...(setpriv === false && { setpriv }) });
    const ready = await child.expect('ready');
    const work = await writer(ready.connectionString);
    await sleep(200);
    await child.kill();
    assert.ok(await gone(ready.postmaster), 'the orphan still runs after 10 s');
    await work.broken;
    assert.ok(work.acknowledged() > 0);
    await (await reopened(place.dataDir, work.acknowledged)).stop();
  });
}

test('a start in the very moment of the kill waits for the orphan', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const ready = await child.expect('ready');
  const work = await writer(ready.connectionString);
  await sleep(100);
  child.process.kill('SIGKILL');
  await (await reopened(place.dataDir, work.acknowledged)).stop();
  await work.broken;
});

test('an orphan that nothing stopped is stopped by the next start', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const { postmaster, connectionString } = await child.expect('ready');
  const work = await writer(connectionString);
  // Frozen, it cannot follow the kernel's request: as on a system that has neither setpriv nor a watchdog.
  process.kill(postmaster, 'SIGSTOP');
  await child.kill();
  await sleep(50);
  assert.ok(isRunning(postmaster));
  const resume = setTimeout(() => process.kill(postmaster, 'SIGCONT'), 400);
  const next = startChild({ ...place, purpose: 'server' });
  await next.expect('ready');
  clearTimeout(resume);
  assert.ok(next.told.some(({ message }) => message?.includes(`left running (pid ${postmaster})`)));
  assert.equal(isRunning(postmaster), false);
  await next.stop();
  await work.broken;
  await (await reopened(place.dataDir, work.acknowledged)).stop();
});

test('an orphan that does not answer at all is killed, with its backends', { timeout: 60_000 }, async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const { postmaster, connectionString } = await child.expect('ready');
  const work = await writer(connectionString);
  await sleep(100);
  process.kill(postmaster, 'SIGSTOP');
  await child.kill();
  const next = await reopened(place.dataDir, work.acknowledged);
  assert.equal(isRunning(postmaster), false);
  await next.stop();
});

test('kill -9 of the postmaster alone: the server is told, busy backends do not bar the next start', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const { postmaster, connectionString } = await child.expect('ready');
  const work = await writer(connectionString);
  // A backend that works without ever waiting does not notice the postmaster's death for a long time.
  const busy = new Client({ connectionString });
  busy.on('error', () => undefined);
  await busy.connect();
  const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid');
  const endless = busy.query('select count(*) from generate_series(1, 1000000000) n').catch(() => undefined);
  await sleep(200);
  process.kill(postmaster, 'SIGKILL');
  await child.expect('exited');
  await work.broken;
  assert.ok(isRunning(rows[0]?.pid ?? -1), 'the busy backend ended too early for this test');
  await child.kill();
  const next = await reopened(place.dataDir, work.acknowledged);
  assert.equal(isRunning(rows[0]?.pid ?? -1), false);
  await endless;
  await next.stop();
});

test('kill -9 of the server and the postmaster at once', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const { postmaster, connectionString } = await child.expect('ready');
  const work = await writer(connectionString);
  await sleep(150);
  child.process.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await work.broken;
  await (await reopened(place.dataDir, work.acknowledged)).stop();
});

test('the same process may stop and start again after the postmaster was killed', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const { postmaster, connectionString } = await child.expect('ready');
  await query(connectionString, 'create table written (n int)');
  process.kill(postmaster, 'SIGKILL');
  await child.expect('exited');
  await child.stop();
  assert.ok(child.told.some(({ event }) => event === 'stopped'));
  await (await reopened(place.dataDir, () => 0)).stop();
});

test('a stale postmaster.pid whose pid now belongs to somebody else is no bar', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const { connectionString } = await child.expect('ready');
  await query(connectionString, 'create table written (n int)');
  await child.stop();
  const pidFile = join(place.dataDir, 'postgres/data/postmaster.pid');
  // This test process: alive, and not a PostgreSQL.
  writeFileSync(
    pidFile,
    `${process.pid}\n${place.dataDir}/postgres/data\n1700000000\n5432\n\n\n  1234 5678\nready   \n`,
  );
  const run = join(place.dataDir, 'postgres/run');
  mkdirSync(run, { recursive: true });
  writeFileSync(join(run, '.s.PGSQL.5432'), '');
  writeFileSync(join(run, '.s.PGSQL.5432.lock'), `${process.pid}\n`);
  const next = await reopened(place.dataDir, () => 0);
  assert.notEqual(pidInFile(place.dataDir), process.pid);
  await next.stop();
});

test(
  'kill -9 at any moment of the first start leaves nothing that bars the next one',
  { timeout: 120_000 },
  async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    for (const [round, delay] of [60, 150, 250, 350, 450, 550, 650, 750].entries()) {
      const dataDir = join(place.path, `round-${round}`);
      const child = startChild({ dataDir, purpose: 'server' });
      await sleep(delay);
      await child.kill();
      const next = startChild({ dataDir, purpose: 'server' });
      const { connectionString } = await next.expect('ready');
      assert.deepEqual(await query(connectionString, 'select 1 as one'), [{ one: 1 }]);
      await next.stop();
      // What an initdb wrote after its parent's death goes with the start after.
      const last = startChild({ dataDir, purpose: 'server' });
      await last.expect('ready');
      await last.stop();
      const left = readdirSync(join(dataDir, 'postgres')).filter((name) => !['data', 'run'].includes(name));
      assert.deepEqual(left, [], `after ${delay} ms`);
    }
  },
);

test('fast shutdown does not wait for clients, and Ctrl-C in a terminal does not reach the database', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const { connectionString, postmaster } = await child.expect('ready');
  // Its own session and process group: signals to the terminal's foreground group pass it by.
  const stat = readFileSync(`/proc/${postmaster}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  assert.equal(Number(stat[3]), postmaster);
  const idle = new Client({ connectionString });
  idle.on('error', () => undefined);
  await idle.connect();
  await idle.query('begin');
  const startedAt = performance.now();
  await child.stop();
  assert.ok(performance.now() - startedAt < 5_000);
  assert.equal(existsSync(join(place.dataDir, 'postgres/data/postmaster.pid')), false);
});
