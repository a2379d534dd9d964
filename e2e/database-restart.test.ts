import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runCli, WATCHLIST } from './lib/cli.ts';
import { client } from './lib/client.ts';
import { sleep, startLoad, until } from './lib/load.ts';
import { debianPostgres, type OutsidePostgres, startOutsidePostgres } from './lib/outside-postgres.ts';
import { type Receiver, startReceiver } from './lib/receiver.ts';
import { freePorts, printedKeys, type ServiceProcess, spawnService, untilReady } from './lib/service-process.ts';

const found = debianPostgres();
const skip = found ? false : 'no PostgreSQL of Debian is installed (apt-get install postgresql)';

describe('two API processes and a worker on an outside PostgreSQL', { skip }, () => {
  let dir: string;
  let postgres: OutsidePostgres;
  let env: Record<string, string>;
  let receiver: Receiver;
  let apis: ServiceProcess[];
  let worker: ServiceProcess;
  let keys: { live: string; test: string };

  const startWorker = async (): Promise<ServiceProcess> => spawnService(await freePorts(3), { ...env, ROLE: 'worker' });

  before(async () => {
    if (!found) return;
    dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
    postgres = await startOutsidePostgres(found);
    receiver = await startReceiver();
    env = {
      DATA_DIR: join(dir, 'data'),
      DATABASE_URL: postgres.url,
      SANDBOX_DELAY_MS: '200',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
    const first = spawnService(await freePorts(3), { ...env, ROLE: 'api' });
    await untilReady(first);
    keys = printedKeys(first);
    const second = spawnService(await freePorts(3), { ...env, ROLE: 'api' });
    worker = await startWorker();
    apis = [first, second];
    await Promise.all([untilReady(second), untilReady(worker)]);
    postgres.run('psql', postgres.url, '-qc', 'update organizations set requests_per_minute = 1000000');
    await sleep(1_000);
  });
  after(async () => {
    await Promise.all([...apis, worker].map((service) => service.stop()));
    await receiver.close();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  });

  test('the database restarts under load: requests fail with 503, and all recovers by itself', async () => {
    const headers = { authorization: `Bearer ${keys.test}`, 'content-type': 'application/json' };
    const hook = await client(apis[0]?.sandbox ?? '', keys.test).post('/webhooks', {
      url: receiver.url,
      events: ['verification.completed'],
    });
    assert.equal(hook.status, 201, JSON.stringify(hook.data));
    const made = new Map<string, string>();
    const wrong: string[] = [];
    let unavailable = 0;

    /** One request made until it is answered for good; every answer on the way must be a clear one. */
    const post = async (base: string, path: string, body: unknown, key: string): Promise<Record<string, unknown>> => {
      for (;;) {
        const response = await fetch(base + path, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': key },
          body: JSON.stringify(body),
        });
        const text = await response.text();
        const { data, error } = JSON.parse(text) as { data: Record<string, unknown>; error?: { code: string } };
        if (response.status === 201) return data;
        if (response.status === 503) {
          unavailable += 1;
          if (error?.code !== 'SERVICE_UNAVAILABLE' || !response.headers.get('retry-after')) wrong.push(text);
        } else if (error?.code !== 'IDEMPOTENCY_IN_PROGRESS') {
          wrong.push(`${response.status} ${text}`);
          return {};
        }
        await sleep(50);
      }
    };
    const load = startLoad(6, async (lane, n) => {
      const base = apis[lane % 2]?.sandbox ?? '';
      const person = { firstName: 'Restart', lastName: `No ${lane} ${n}` };
      const { applicantId } = await post(base, '/applicants', person, `app-${lane}-${n}`);
      const body = { applicantId, profileType: 'DOCUMENT' };
      const { verificationId } = await post(base, '/verifications', body, `ver-${lane}-${n}`);
      made.set(`${lane}-${n}`, String(verificationId));
      await sleep(50);
    });
    for (const [mode, downMs] of [
      ['fast', 0],
      ['immediate', 0],
      ['fast', 6_000],
    ] as const) {
      await sleep(1_000);
      await postgres.restart(mode, downMs);
    }
    await sleep(2_000);
    await load.stop();

    assert.deepEqual(wrong, []);
    assert.ok(unavailable > 0, 'no request met the database down');
    const all = [...made.values()];
    assert.equal(new Set(all).size, all.length);
    for (const service of [...apis, worker]) {
      await until('readiness', async () => (await fetch(`${service.admin}/readyz`)).status === 200);
      assert.equal(service.child.exitCode, null);
    }
    // Every acknowledged one is there, is brought to its end by the worker, and is told of once.
    const target = client(apis[1]?.sandbox ?? '', keys.test);
    assert.equal((await target.get('/verifications?limit=1')).total, all.length);
    const told = (): string[] =>
      receiver.received.map(
        (one) => (JSON.parse(one.body) as { data: { verificationId: string } }).data.verificationId,
      );
    await until('all events', () => new Set(told()).size === all.length, 60_000);
    assert.deepEqual([...new Set(told())].toSorted(), all.toSorted());
    assert.equal(new Set(receiver.received.map(({ deliveryId }) => deliveryId)).size, all.length);
    assert.equal((await runCli(env, 'audit', 'verify'))['valid'], true);
  });

  test('a worker killed in the middle of a batch: another finishes it, and each subject is charged once', async () => {
    await runCli(env, 'lists', 'import', 'csv', WATCHLIST);
    const live = client(apis[0]?.production ?? '', keys.live);
    const before = (await live.get('/credits/balance')).data;
    const subjects = Array.from({ length: 1000 }, (_, n) => ({ type: 'PERSON', name: `Nobody Number ${n}` }));
    const batch = await live.post('/aml/batch', { subjects });
    assert.equal(batch.status, 202, JSON.stringify(batch.data));
    const read = async (): Promise<Record<string, unknown>> =>
      (await live.get(`/aml/batch/${String(batch.data['jobId'])}`)).data;
    await until('the first subjects', async () => Number((await read())['completed']) > 0);
    await worker.kill();
    const half = await read();
    worker = await startWorker();
    await untilReady(worker);
    await until('the end of the batch', async () => (await read())['status'] === 'COMPLETED', 60_000);
    const end = await read();
    assert.equal(half['status'], 'PROCESSING', 'the worker was killed too late to show anything');
    assert.deepEqual([end['completed'], end['failed']], [1000, 0]);
    assert.equal((await live.get('/aml/screenings?limit=1')).total, 1000);
    const after = (await live.get('/credits/balance')).data;
    assert.deepEqual([Number(before['balance']) - Number(after['balance']), after['held']], [1000, 0]);
    assert.equal((await runCli(env, 'ledger', 'verify'))['valid'], true);
  });
});
