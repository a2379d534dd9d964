import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { client } from './lib/client.ts';
import { sleep, startLoad } from './lib/load.ts';
import { openSocket, portOf } from './lib/raw-http.ts';
import { type ServiceOnTestDatabase, startOnTestDatabase } from './lib/service-on-test-database.ts';
import { freePorts, type ServiceProcess, spawnService, untilReady } from './lib/service-process.ts';

/** Waits, where little is left of this minute of the database's clock, for the next; so that what follows fits in one. */
async function inOneMinute(target: ServiceOnTestDatabase, neededSeconds: number): Promise<void> {
  const [row] = await target.query<{ left: string }>(
    'select 60 - extract(epoch from clock_timestamp())::numeric % 60 as left',
  );
  const left = Number(row?.left);
  if (left < neededSeconds) await sleep(left * 1000 + 50);
}

describe('three API processes and one database', () => {
  let target: ServiceOnTestDatabase;
  const processes: ServiceProcess[] = [];
  before(async () => {
    target = await startOnTestDatabase();
    processes.push(target.service);
    const more = await Promise.all([1, 2].map(async () => freePorts(3)));
    for (const ports of more) {
      // The master key is in the data directory, which they share.
      processes.push(spawnService(ports, { ROLE: 'api', DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl }));
    }
    await Promise.all(processes.map((service) => untilReady(service)));
  });
  after(async () => {
    await Promise.all(processes.slice(1).map((service) => service.stop()));
    await target.stop();
  });

  test('plan FREE: of 100 requests at once exactly 10 are admitted in the minute', async () => {
    await target.query(`update organizations set plan = 'FREE', requests_per_minute = null, requests_per_day = null`);
    // Keys, and the limits known with them, are trusted for less than a second.
    await sleep(1_000);
    await inOneMinute(target, 15);
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const response = await fetch(`${processes[n % 3]?.production}/applicants`, {
          headers: { authorization: `Bearer ${target.keys.live}` },
        });
        return { status: response.status, headers: response.headers, body: await response.json() };
      }),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    assert.equal(admitted.length, 10);
    const left = admitted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    assert.ok(left.includes(0) && left.every((value) => value >= 0 && value <= 9), left.join());
    assert.equal(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size, 1, 'one minute');
    for (const { status, headers, body } of answers.filter((answer) => answer.status !== 200)) {
      assert.equal(status, 429);
      const { error } = body as { error: { code: string; details: { window: string } } };
      assert.deepEqual([error.code, error.details.window], ['RATE_LIMIT_EXCEEDED', 'MINUTE']);
      assert.equal(headers.get('x-ratelimit-limit'), '10');
      assert.equal(headers.get('x-ratelimit-remaining'), '0');
      const wait = Number(headers.get('retry-after'));
      assert.ok(wait >= 1 && wait <= 60, String(wait));
    }
    // The refused did not count, and the sandbox has windows of its own.
    const [row] = await target.query<{ minute_count: number; day_count: number }>(
      `select minute_count, day_count from rate_windows where subject like 'org_%:LIVE'`,
    );
    assert.deepEqual([row?.minute_count, row?.day_count], [10, 10]);
    assert.equal((await client(target.service.sandbox, target.keys.test).get('/applicants')).status, 200);
    await target.query(`update organizations set plan = 'ENTERPRISE', requests_per_minute = 1000000`);
    await sleep(1_000);
  });

  test('a key revoked through one process is refused by all within a second', async () => {
    const [first, ...others] = processes;
    const owner = client(first?.production ?? '', target.keys.live);
    const made = (await owner.post('/auth/keys', { name: 'To be revoked' })).data;
    const statusAt = async (service: ServiceProcess): Promise<number> =>
      (await client(service.production, String(made['key'])).get('/auth/me')).status;
    for (const service of processes) assert.equal(await statusAt(service), 200);

    // The others use it all the time, so that it is fresh in their memory at the moment of the revocation.
    const accepted: { sentAt: number }[] = [];
    const load = startLoad(others.length, async (lane) => {
      const sentAt = performance.now();
      const service = others[lane];
      if (service && (await statusAt(service)) === 200) accepted.push({ sentAt });
    });
    await sleep(300);
    const response = await fetch(`${first?.production}/auth/keys/${String(made['keyId'])}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${target.keys.live}` },
    });
    const revokedAt = performance.now();
    assert.equal(response.status, 200);
    await sleep(2_000);
    await load.stop();
    assert.ok(accepted.length > 0);
    const latest = Math.max(...accepted.map(({ sentAt }) => sentAt)) - revokedAt;
    assert.ok(latest < 1_000, `it was accepted ${Math.round(latest)} ms after it was revoked`);
    // Refused for the key, or by now, as one without a key, for asking too often.
    for (const service of processes) assert.ok([401, 429].includes(await statusAt(service)));
  });

  test('an Idempotency-Key is one across processes', async () => {
    const body = { firstName: 'Only', lastName: 'Once' };
    const before = (await client(target.service.production, target.keys.live).get('/applicants')).total;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        client(processes[n % 3]?.production ?? '', target.keys.live).post('/applicants', body, 'across-processes'),
      ),
    );
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ data }) => data['applicantId']));
    assert.equal(made.size, 1);
    assert.ok(answers.every(({ status, data }) => status === 201 || data['code'] === 'IDEMPOTENCY_IN_PROGRESS'));
    assert.equal((await client(target.service.production, target.keys.live).get('/applicants')).total, before + 1);
  });

  test('SIGTERM under load: all that was accepted is answered, and the process ends well within 10 s', async () => {
    const service = processes.pop();
    assert.ok(service);
    // Clients that will never come to an end do not keep the process from its own.
    const half = await openSocket(portOf(service.production));
    half.write(`POST /api/v3/applicants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${target.keys.live}\r\nContent-`);
    const silent = await openSocket(portOf(service.production));
    const cut: string[] = [];
    let answered = 0;
    let refused = 0;
    const load = startLoad(16, async (lane, n) => {
      if (service.child.exitCode !== null) return sleep(20);
      const body = JSON.stringify({ firstName: 'Drain', lastName: `${lane} ${n}` });
      const headers = { authorization: `Bearer ${target.keys.live}`, 'content-type': 'application/json' };
      try {
        const response = await fetch(`${service.production}/applicants`, { method: 'POST', headers, body });
        const text = await response.text();
        if (response.status !== 201) cut.push(`${response.status} ${text}`);
        answered += 1;
      } catch (error) {
        // Refused connections were never accepted; a connection that ends with a request on it was.
        const code = String((error as { cause?: { code?: string } }).cause?.code);
        if (code === 'ECONNREFUSED') refused += 1;
        else cut.push(code);
        await sleep(10);
      }
    });
    await sleep(1_000);
    const begun = performance.now();
    assert.equal(await service.stop(), 0);
    assert.ok(performance.now() - begun < 10_000);
    await sleep(100);
    await load.stop();
    assert.ok(answered > 10, `${answered} answered, ${refused} refused`);
    half.destroy();
    silent.destroy();
    assert.deepEqual(cut, []);
    const [row] = await target.query<{ count: string }>('select count(*) from applicants');
    // What was made was told to somebody: one more is the one that all processes made together before.
    assert.equal(Number(row?.count), answered + 1);
    assert.equal(service.stderr(), '');
  });
});
