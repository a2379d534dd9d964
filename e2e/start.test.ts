import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePorts, printedKeys, type ServiceProcess, spawnService, untilReady } from './lib/service-process.ts';

const created: string[] = [];
async function newDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
  created.push(dir);
  return join(dir, 'data');
}
after(async () => {
  for (const dir of created) await rm(dir, { recursive: true, force: true });
});

const authorized = (key: string): RequestInit => ({ headers: { authorization: `Bearer ${key}` } });

/** The one line that a refused start writes. */
async function refusal(service: ServiceProcess): Promise<string> {
  assert.equal(await service.exited, 1, service.stdout());
  const lines = service.stderr().trim().split('\n');
  assert.equal(lines.length, 1, service.stderr());
  return lines[0] ?? '';
}

describe('the start', () => {
  let dataDir: string;
  let ports: number[];
  let service: ServiceProcess;
  let keys: { live: string; test: string };

  before(async () => {
    dataDir = await newDataDir();
    ports = await freePorts(3);
    service = spawnService(ports, { DATA_DIR: dataDir });
    await untilReady(service);
    keys = printedKeys(service);
  });
  after(async () => {
    await service.stop();
  });

  test('both environments listen and know their keys', async () => {
    assert.equal((await fetch(`${service.production}/auth/me`, authorized(keys.live))).status, 200);
    assert.equal((await fetch(`${service.sandbox}/auth/me`, authorized(keys.test))).status, 200);
    assert.equal((await fetch(`${service.sandbox}/auth/me`, authorized(keys.live))).status, 403);
  });

  test('health, readiness and metrics are on the operations port and not on the public ones', async () => {
    assert.equal((await fetch(`${service.admin}/healthz`)).status, 200);
    assert.match(await (await fetch(`${service.admin}/metrics`)).text(), /http_requests_total/);
    assert.equal((await fetch(`${service.production.replace('/api/v3', '')}/metrics`)).status, 404);
  });

  test('the keys are on standard output once, and in no log line', async () => {
    assert.equal(service.stdout().split(keys.live).length, 2);
    for (const line of service.stdout().split('\n')) if (line.startsWith('{')) assert.ok(!line.includes('cvs_'), line);
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8').catch(() => '');
    assert.ok(!log.includes(keys.live));
  });

  test('a second server on the same directory is refused in one line', async () => {
    const second = spawnService(await freePorts(3), { DATA_DIR: dataDir });
    assert.match(await refusal(second), new RegExp(String(service.child.pid)));
  });

  test('a used port is refused in one line', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => {
      blocker.once('listening', resolve);
    });
    const address = blocker.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const [sandbox = 0, admin = 0] = await freePorts(2);
    const second = spawnService([port, sandbox, admin], { DATA_DIR: await newDataDir() });
    assert.match(await refusal(second), new RegExp(`Port ${port} is in use`));
    blocker.close();
  });

  test('it stops on SIGTERM, and starts again with the same keys and no new ones', async () => {
    assert.equal(await service.stop(), 0);
    service = spawnService(ports, { DATA_DIR: dataDir });
    await untilReady(service);
    assert.ok(!service.stdout().includes('cvs_'));
    assert.equal((await fetch(`${service.production}/auth/me`, authorized(keys.live))).status, 200);
  });
});

test('a start that cannot go on says why and how to mend it, in one line', async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: 'eighty' }, /^PORT is "eighty"; set it to a whole number/],
    [{ ROLE: 'boss' }, /^ROLE is "boss"; set it to one of all, api, worker/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /cannot be reached at DATABASE_URL/],
    [{ DATABASE_URL: 'not a url' }, /DATABASE_URL/],
    [{ MASTER_KEY: 'short' }, /MASTER_KEY must hold 32 bytes/],
  ];
  for (const [env, expected] of cases) {
    const service = spawnService(await freePorts(3), { DATA_DIR: await newDataDir(), ...env });
    assert.match(await refusal(service), expected);
  }
});

test('a data directory that is a file is refused in one line', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
  created.push(dir);
  const file = join(dir, 'data');
  await writeFile(file, '');
  assert.match(await refusal(spawnService(await freePorts(3), { DATA_DIR: file })), /DATA_DIR/);
});

test(
  'it runs as another user than root',
  { skip: process.getuid?.() === 0 ? false : 'this run is not root' },
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
    created.push(dir);
    execFileSync('chown', ['nobody', dir]);
    const [port = 0, sandbox = 0, admin = 0] = await freePorts(3);
    const script = join(import.meta.dirname, 'lib', 'as-nobody.sh');
    const printed = execFileSync(
      'bash',
      [script, process.execPath, dir, String(port), String(sandbox), String(admin)],
      {
        encoding: 'utf8',
        timeout: 60_000,
      },
    );
    assert.match(printed, /ready as nobody/);
  },
);

test('a signal to `npm start` reaches the service: it drains and stops', async () => {
  const [port = 0, sandbox = 0, admin = 0] = await freePorts(3);
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandbox),
      ADMIN_PORT: String(admin),
      LISTS_AUTO_UPDATE: 'false',
      DATA_DIR: await newDataDir(),
    },
  });
  let printed = '';
  npm.stdout.on('data', (piece: Buffer) => (printed += piece.toString()));
  const ended = new Promise((resolve) => {
    npm.once('close', resolve);
  });
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${admin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  const until = async (wanted: boolean): Promise<void> => {
    for (let tries = 0; tries < 300 && (await answers()) !== wanted; tries += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    assert.equal(await answers(), wanted, printed);
  };
  await until(true);
  npm.kill('SIGTERM');
  await ended;
  await until(false);
  assert.match(printed, /"signal":"SIGTERM"/);
});
