import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { confinement, IsolatedPool, IsolatedProcess, IsolationFailure, Refusal, removeLeftFolders } from './index.ts';

const limits = {
  memoryBytes: 400 * 2 ** 20,
  cpuSeconds: 20,
  wallMs: 3_000,
  fileBytes: 2 ** 20,
  openFiles: 64,
};
const program = { entry: join(import.meta.dirname, 'testing', 'program.ts'), limits };

const running: IsolatedProcess[] = [];
after(() => Promise.all(running.map((child) => child.stop())));
async function start(options: Partial<typeof program> & { mayStartPrograms?: boolean } = {}): Promise<IsolatedProcess> {
  const child = await IsolatedProcess.start({ ...program, ...options });
  running.push(child);
  return child;
}

const failure = (reason: string) => (error: unknown) => error instanceof IsolationFailure && error.reason === reason;

test('a task is answered, with its bytes and its progress', async () => {
  const child = await start();
  const seen: number[] = [];
  const bytes = new Uint8Array(3_000_000).fill(7);
  const answer = await child.run<{ length: number; last: number; folder: string }>({ do: 'echo', bytes }, (percent) =>
    seen.push(percent),
  );
  assert.deepEqual({ length: answer.length, last: answer.last }, { length: 3_000_000, last: 7 });
  assert.equal(answer.folder, child.folder);
  assert.deepEqual(seen, [50]);
  assert.ok(existsSync(child.folder));
  await child.stop();
  assert.ok(!existsSync(child.folder), 'its folder goes with it');
});

test('what hangs is ended, and says so', async () => {
  const child = await start({ limits: { ...limits, wallMs: 500 } });
  await assert.rejects(child.run({ do: 'hang' }), failure('TIMED_OUT'));
  assert.equal(child.alive, false);
});

test('processor time is limited apart from the clock', async () => {
  const child = await start({ limits: { ...limits, cpuSeconds: 1, wallMs: 60_000 } });
  await assert.rejects(child.run({ do: 'hang' }), failure('OUT_OF_PROCESSOR_TIME'));
});

for (const what of ['allocate', 'grow']) {
  test(`memory is limited: ${what}`, async () => {
    const child = await start({ limits: { ...limits, wallMs: 60_000 } });
    await assert.rejects(child.run({ do: what }), (error: unknown) => {
      // Buffers past the limit on data throw inside the process before the watch sees them.
      assert.ok(error instanceof IsolationFailure);
      assert.match(error.reason, /OUT_OF_MEMORY|CRASHED/);
      return true;
    });
  });
}

test('a process that ends by itself fails its task', async () => {
  const child = await start();
  await assert.rejects(child.run({ do: 'die' }), failure('CRASHED'));
});

test('an unexpected error tells nothing of what was in the file', async () => {
  const child = await start();
  await assert.rejects(child.run({ do: 'throw' }), (error: unknown) => {
    assert.ok(failure('CRASHED')(error));
    assert.doesNotMatch((error as Error).message, /Jane|1980/);
    return true;
  });
  assert.ok(child.alive);
});

test('a refusal comes with its code', async () => {
  const child = await start();
  await assert.rejects(child.run({ do: 'refuse' }), (error: unknown) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'UNPROCESSABLE_MEDIA');
    return true;
  });
});

test('it inherits no environment', async () => {
  process.env['SECRET_FOR_THIS_TEST'] = 'hidden';
  const child = await start();
  const environment = await child.run<Record<string, string>>({ do: 'environment' });
  delete process.env['SECRET_FOR_THIS_TEST'];
  assert.deepEqual(
    Object.keys(environment).filter((name) => !/^(TMPDIR|HOME|LANG|PWD|OLDPWD|SHLVL|_)$/.test(name)),
    [],
  );
});

test('it reads the program and its own folder, nothing else, and writes to its folder alone, little', async () => {
  const child = await start();
  assert.equal(await child.run({ do: 'read', path: '/etc/passwd' }), 'ERR_ACCESS_DENIED');
  assert.equal(await child.run({ do: 'write', path: 'small' }), 'written');
  assert.equal(await child.run({ do: 'read', path: join(child.folder, 'small') }), 'read');
  assert.equal(await child.run({ do: 'write', path: '../outside' }), 'ERR_ACCESS_DENIED');
  const large = await start();
  await assert.rejects(
    large.run({ do: 'write', path: 'large', size: 3 * 2 ** 20 }).then((outcome) => {
      if (outcome !== 'written') throw new IsolationFailure('CRASHED', String(outcome));
    }),
    IsolationFailure,
  );
});

test('it starts no programs unless it may', async () => {
  assert.equal(await (await start()).run({ do: 'start-program' }), 'ERR_ACCESS_DENIED');
  assert.equal(await (await start({ mayStartPrograms: true })).run({ do: 'start-program' }), 'started');
});

test('it reaches no network', async (context) => {
  const { network } = await confinement();
  if (network !== 'NONE') return context.skip('this machine allows no network namespaces');
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const child = await start();
  assert.match(await child.run<string>({ do: 'connect', port }), /ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL/);
  server.close();
});

test('a pool: as many at once as it may, each task in a process of its own', async () => {
  const pool = new IsolatedPool({ ...program, concurrency: 2, tasksPerProcess: 1, spareMs: 60_000 });
  const pids = await Promise.all([1, 2, 3, 4].map(() => pool.run<number>({ do: 'pid' })));
  assert.equal(new Set(pids).size, 4);
  await assert.rejects(pool.run({ do: 'die' }), failure('CRASHED'));
  assert.equal(typeof (await pool.run({ do: 'pid' })), 'number', 'the next task runs');
  const hanging = pool.run({ do: 'hang' });
  hanging.catch(() => {});
  await sleep(1_000);
  await pool.stop();
  await assert.rejects(hanging, failure('STOPPED'));
  await assert.rejects(pool.run({ do: 'pid' }), failure('STOPPED'));
});

test('two tasks that wait are not given the one process loaded ahead, though two others end in the same moment', async () => {
  const pool = new IsolatedPool({ ...program, concurrency: 2, tasksPerProcess: 1, spareMs: 60_000 });
  const gate = Promise.withResolvers<void>();
  const refused = async (): Promise<void> => {
    await gate.promise;
    throw new Error('not prepared');
  };
  const first = [1, 2].map(() => pool.run({ do: 'pid' }, undefined, refused));
  const next = [1, 2].map(() => pool.run<number>({ do: 'pid' }));
  // Until both of the first hold a process and wait at the gate.
  await sleep(500);
  gate.resolve();
  for (const task of first) await assert.rejects(task, /not prepared/);
  assert.equal(new Set(await Promise.all(next)).size, 2);
  await pool.stop();
});

test('a process takes one task at a time, though it is still loading', async () => {
  const child = await start();
  const task = child.run<number>({ do: 'pid' });
  await assert.rejects(child.run({ do: 'pid' }), /one task at a time/);
  assert.equal(typeof (await task), 'number');
});

test('a pool gives a process several tasks where it may', async () => {
  const pool = new IsolatedPool({ ...program, concurrency: 1, tasksPerProcess: 2, spareMs: 60_000 });
  const pids = [];
  for (let task = 0; task < 4; task++) pids.push(await pool.run<number>({ do: 'pid' }));
  await pool.stop();
  assert.equal(pids[0], pids[1]);
  assert.notEqual(pids[1], pids[2]);
  assert.equal(pids[2], pids[3]);
});

test('the files put there beforehand are read', async () => {
  const pool = new IsolatedPool({ ...program, concurrency: 1, tasksPerProcess: 1, spareMs: 0 });
  let path = '';
  const prepare = async (folder: string): Promise<void> => {
    path = join(folder, 'media');
    await writeFile(path, 'x');
  };
  assert.equal(await pool.run<string>({ do: 'read', path: 'media' }, undefined, prepare), 'read');
  await pool.stop();
  assert.ok(!existsSync(path));
});

test('when the parent is killed its processes go, and their folders at the next start', async () => {
  const script = `
    import { IsolatedProcess } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    const child = await IsolatedProcess.start(${JSON.stringify({ ...program, limits: { ...limits, wallMs: 60_000 } })});
    console.log(await child.run({ do: 'pid' }), child.folder);
    child.run({ do: 'hang' });`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid, folder] = await new Promise<string[]>((resolve) =>
    parent.stdout.once('data', (data: Buffer) => resolve(data.toString().trim().split(' '))),
  );
  await sleep(300);
  const parentGone = once(parent, 'exit');
  parent.kill('SIGKILL');
  // Until then its number counts as that of a running process.
  await parentGone;
  const gone = async (): Promise<boolean> => {
    for (let tries = 0; tries < 100; tries++) {
      if (!existsSync(`/proc/${pid}/exe`)) return true;
      await sleep(100);
    }
    return false;
  };
  assert.ok(await gone(), 'the hanging process ended with its parent');
  assert.ok(existsSync(folder ?? ''));
  const other = await mkdtemp(join(tmpdir(), 'compliance-isolated-not-a-number-'));
  assert.ok((await removeLeftFolders()) >= 1);
  assert.ok(!existsSync(folder ?? ''));
  assert.ok(existsSync(other), 'and nothing else');
  await rm(other, { recursive: true });
});
