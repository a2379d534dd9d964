import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from './fixtures/harness.ts';
import { openLog } from './log.ts';

test('the log is private, moves to .1 past its limit, and tells only what was written since it was opened', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const path = join(place.path, 'postgres.log');
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  writeFileSync(path, 'earlier\n', { mode: 0o644 });
  const small = await openLog(path, owner, 100);
  writeSync(small.fd, 'now\n');
  assert.equal(await small.tail(), 'now\n');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  await small.close();
  await small.close();

  writeFileSync(path, 'x'.repeat(101));
  const rotated = await openLog(path, owner, 100);
  assert.equal(readFileSync(`${path}.1`, 'latin1'), 'x'.repeat(101));
  assert.equal(statSync(`${path}.1`).mode & 0o777, 0o600);
  writeSync(rotated.fd, 'after\n');
  assert.equal(readFileSync(path, 'latin1'), 'after\n');
  assert.equal(await rotated.tail(), 'after\n');
  await rotated.close();
});

test('a log that grows while the database runs is cut as well', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const place = scratch();
  t.after(() => place.remove());
  const path = join(place.path, 'postgres.log');
  const log = await openLog(path, { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }, 100);
  t.after(() => log.close());
  writeSync(log.fd, 'y'.repeat(150));
  t.mock.timers.tick(10_000);
  while (statSync(path).size > 0) await new Promise((resolve) => setImmediate(resolve));
  writeSync(log.fd, 'after\n');
  assert.equal(readFileSync(path, 'latin1'), 'after\n');
  assert.equal(readFileSync(`${path}.1`, 'latin1').length, 150);
});
