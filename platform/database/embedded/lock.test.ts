import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { scratch } from './fixtures/harness.ts';
import { tryLock } from './lock.ts';
import { identify } from './processes.ts';

const noFlock = 'no-such-flock-program';

interface Contender {
  child: ChildProcess;
  outcome: string;
}

async function contend(t: TestContext, path: string, flock: string): Promise<Contender> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/lock-contender.ts'), path, flock], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // A failed assertion must not leave a process behind that keeps this one from ending.
  t.after(() => child.kill('SIGKILL'));
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, outcome: chunk.toString().trim() };
}

async function kill({ child }: Contender): Promise<void> {
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
}

for (const flock of ['flock', noFlock]) {
  const how = flock === noFlock ? 'by the identity in the file' : 'by flock';
  test(`${how}: one of many has the lock, the others learn its pid, and kill -9 frees it`, async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    const path = join(place.path, 'lock');
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(Array.from({ length: 4 }, () => contend(t, path, flock)));
      const winners = all.filter(({ outcome }) => outcome === 'taken');
      assert.equal(winners.length, 1, JSON.stringify(all.map(({ outcome }) => outcome)));
      const winner = winners[0]?.child.pid;
      for (const { outcome } of all) assert.ok(['taken', `held by ${winner}`, 'held by ?'].includes(outcome), outcome);
      const late = await contend(t, path, flock);
      assert.equal(late.outcome, `held by ${winner}`);
      await Promise.all([...all, late].map(kill));
      assert.notEqual(readFileSync(path, 'utf8'), '', 'the killed holder had no time to clear its name');
    }
    const attempt = await tryLock(path, 'tool', undefined, flock);
    assert.ok('lock' in attempt);
    await attempt.lock.release();
    assert.equal(readFileSync(path, 'utf8'), '');
  });

  test(`${how}: while the holder has not yet written its name, a killed one before it is not told`, async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    const path = join(place.path, 'lock');
    const killed = await contend(t, path, flock);
    await kill(killed);
    const left = readFileSync(path, 'utf8');
    const holder = await contend(t, path, flock);
    assert.equal(holder.outcome, 'taken');
    writeFileSync(path, left);
    const attempt = await tryLock(path, 'tool', undefined, flock);
    if (flock === noFlock) assert.ok('lock' in attempt, 'here the name is the lock');
    else assert.deepEqual(attempt, { holder: undefined });
    if ('lock' in attempt) await attempt.lock.release();
  });

  test(`${how}: a second try in the same process is refused, and a release frees the lock`, async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    const path = join(place.path, 'lock');
    const first = await tryLock(path, 'server', undefined, flock);
    assert.ok('lock' in first);
    const second = await tryLock(path, 'tool', undefined, flock);
    assert.ok('holder' in second);
    assert.equal(second.holder?.pid, process.pid);
    assert.equal(second.holder.purpose, 'server');
    await first.lock.release();
    const third = await tryLock(path, 'tool', undefined, flock);
    assert.ok('lock' in third);
    await third.lock.release();
  });

  test(`${how}: a pid handed out again, another boot, and rubbish in the file are no holders`, async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    const path = join(place.path, 'lock');
    const me = identify();
    assert.ok(me);
    const stale = [
      JSON.stringify({ ...me, startTime: '1', purpose: 'server' }),
      JSON.stringify({ ...me, bootId: 'another', purpose: 'server' }),
      JSON.stringify({ ...me, purpose: 'something' }),
      '{"pid":',
      'null',
      '\0'.repeat(2_000),
    ];
    for (const content of stale) {
      writeFileSync(path, content);
      const attempt = await tryLock(path, 'server', undefined, flock);
      assert.ok('lock' in attempt, content);
      assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { ...me, purpose: 'server' });
      await attempt.lock.release();
    }
    // The same identity, alive: held, whichever guard its holder used.
    writeFileSync(path, JSON.stringify({ ...me, purpose: 'tool' }));
    const attempt = await tryLock(path, 'server', undefined, flock);
    assert.ok('holder' in attempt);
  });
}
