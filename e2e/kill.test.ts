import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { client, postUntilAnswered } from './lib/client.ts';
import { startReceiver } from './lib/receiver.ts';
import { freePorts, printedKeys, spawnService, untilReady } from './lib/service-process.ts';

const CLI = join(import.meta.dirname, '..', 'cli', 'main.ts');
const WATCHLIST = join(import.meta.dirname, '..', 'examples', 'watchlist.csv');

/** What is killed in each round, without warning. */
type Victim = 'server' | 'postgres' | 'both';

const env = { SANDBOX_DELAY_MS: '300', WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' };

async function postmasterPid(dataDir: string): Promise<number> {
  const found =
    execFileSync('find', [dataDir, '-name', 'postmaster.pid'], { encoding: 'utf8' }).trim().split('\n')[0] ?? '';
  return Number((await readFile(found, 'utf8')).split('\n')[0]);
}

test(
  'killed under load again and again: nothing acknowledged is lost, every event arrives, no credit is taken twice',
  { timeout: 180_000 },
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
    const dataDir = join(dir, 'data');
    const ports = await freePorts(3);
    const receiver = await startReceiver();
    let service = spawnService(ports, { DATA_DIR: dataDir, ...env });
    const cli = (...args: string[]): string =>
      execFileSync(process.execPath, [CLI, ...args, '--json'], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
        timeout: 60_000,
      });
    try {
      await untilReady(service);
      const keys = printedKeys(service);
      cli('lists', 'import', 'csv', WATCHLIST);
      const sandbox = client(service.sandbox, keys.test);
      const live = client(service.production, keys.live);
      const hook = await sandbox.post('/webhooks', { url: receiver.url, events: ['verification.completed'] });
      assert.equal(hook.status, 201, JSON.stringify(hook.data));
      const before = (await live.get('/credits/balance')).data;

      const state = { over: false };
      const verifications: string[] = [];
      const screenings: string[] = [];
      const load = async (lane: number): Promise<void> => {
        for (let n = 0; !state.over; n += 1) {
          const person = { firstName: 'Load', lastName: `Test${lane}` };
          const applicant = await postUntilAnswered(() => sandbox, '/applicants', person, `app-${lane}-${n}`);
          assert.equal(applicant.status, 201, JSON.stringify(applicant.data));
          const body = { applicantId: applicant.data['applicantId'], profileType: 'STANDARD' };
          const verification = await postUntilAnswered(() => sandbox, '/verifications', body, `ver-${lane}-${n}`);
          assert.equal(verification.status, 201, JSON.stringify(verification.data));
          verifications.push(String(verification.data['verificationId']));
          const subject = { subject: { type: 'PERSON', name: `Nobody Number ${lane} ${n}` } };
          const screening = await postUntilAnswered(() => live, '/aml/screenings', subject, `scr-${lane}-${n}`);
          assert.equal(screening.status, 201, JSON.stringify(screening.data));
          screenings.push(String(screening.data['screeningId']));
          // Below the plan's 500 requests a minute, all together.
          await new Promise((resolve) => {
            setTimeout(resolve, 400);
          });
        }
      };
      const lanes = [0, 1, 2].map(load);
      for (const victim of ['server', 'postgres', 'both', 'server'] satisfies Victim[]) {
        await new Promise((resolve) => {
          setTimeout(resolve, 2_500);
        });
        const pid = await postmasterPid(dataDir);
        if (victim !== 'server') process.kill(pid, 'SIGKILL');
        if (victim !== 'postgres') {
          await service.kill();
          service = spawnService(ports, { DATA_DIR: dataDir, ...env });
        }
        await untilReady(service);
      }
      state.over = true;
      await Promise.all(lanes);

      assert.ok(verifications.length >= 6, `only ${verifications.length} verifications were made`);
      assert.equal(new Set(verifications).size, verifications.length);
      for (const id of verifications) assert.equal((await sandbox.get(`/verifications/${id}`)).status, 200, id);
      for (const id of screenings) assert.equal((await live.get(`/aml/screenings/${id}`)).status, 200, id);

      // Each exactly one event; it may be delivered more than once, then under one delivery id.
      const deadline = Date.now() + 60_000;
      const told = (): Set<string> =>
        new Set(receiver.received.map((one) => JSON.parse(one.body).data.verificationId as string));
      while (told().size < verifications.length && Date.now() < deadline) {
        await new Promise((resolve) => {
          setTimeout(resolve, 200);
        });
      }
      assert.deepEqual([...told()].toSorted(), verifications.toSorted());
      assert.equal(new Set(receiver.received.map((one) => one.deliveryId)).size, verifications.length);

      const after = (await live.get('/credits/balance')).data;
      assert.equal(Number(before['balance']) - Number(after['balance']), screenings.length);
      assert.equal((await live.get('/aml/screenings?limit=1')).total, screenings.length);
      assert.equal(JSON.parse(cli('ledger', 'verify')).valid, true);
      assert.equal(JSON.parse(cli('audit', 'verify')).valid, true);
    } finally {
      await service.stop();
      await receiver.close();
      await rm(dir, { recursive: true, force: true });
    }
  },
);
