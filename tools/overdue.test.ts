import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { endOverdue } from './overdue.ts';

test('a test file that never ends is killed, named, and reported as failed; the others count', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const good = join(folder, 'good.test.ts');
  const hung = join(folder, 'hung.test.ts');
  writeFileSync(good, "import { test } from 'node:test'; test('good', () => {});");
  writeFileSync(hung, "import { test } from 'node:test'; test('hung', () => void setInterval(() => {}, 1000));");
  // As outside a test run: within one, the inner run would report to the outer.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const runner = spawn(process.execPath, ['--test', '--test-reporter=tap', good, hung], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => runner.kill('SIGKILL'));
  const said: string[] = [];
  const stop = endOverdue(runner.pid ?? 0, 3_000, (line) => said.push(line), 100);
  t.after(stop);
  let output = '';
  runner.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(runner, 'close')) as [number];
  assert.equal(code, 1);
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /hung\.test\.ts has not ended within 3 s/);
  assert.match(output, /ok \d+ - good/);
  assert.match(output, /# fail 1/);
});
