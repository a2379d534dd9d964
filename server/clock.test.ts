import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { eventually, startTestService, type TestService } from './testing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The process's clock, which somebody sets; the database's goes on as it was. */
const clock = { stepMs: 0, now: () => new Date(Date.now() + clock.stepMs) };
let service: TestService;
before(async () => {
  service = await startTestService({
    clock,
    plan: 'FREE',
    env: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
});
after(async () => service.close());
afterEach(() => {
  clock.stepMs = 0;
});

test('an Idempotency-Key stands for its answer however the clock is set', async () => {
  const other = await service.addOrganization();
  const request = {
    path: '/applicants',
    key: other.liveKey,
    body: { firstName: 'Ida', lastName: 'Step' },
    headers: { 'idempotency-key': 'steps' },
  };
  const first = await service.call(request);
  assert.equal(first.status, 201, first.text);
  for (const stepMs of [25 * HOUR, -25 * HOUR, 400 * DAY, -400 * DAY]) {
    clock.stepMs = stepMs;
    const again = await service.call(request);
    assert.equal(again.headers.get('idempotency-replayed'), 'true', String(stepMs));
    assert.equal(again.text, first.text);
  }
});

test('limits are counted and told by the clock of the database alone', async () => {
  const seconds = new Date().getUTCSeconds();
  if (seconds > 45) {
    await new Promise((resolve) => {
      setTimeout(resolve, (61 - seconds) * 1000);
    });
  }
  const steps = [0, HOUR, -HOUR, 400 * DAY, -400 * DAY];
  const answers = [];
  for (let n = 0; n < 15; n += 1) {
    clock.stepMs = steps[n % steps.length] ?? 0;
    answers.push(await service.call({ path: '/applicants' }));
  }
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  for (const { status, headers } of answers) {
    const reset = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    assert.ok(reset > -1 && reset <= 61, String(reset));
    if (status === 429) {
      const wait = Number(headers.get('retry-after'));
      assert.ok(wait >= 1 && wait <= 61, String(wait));
    }
  }
});

test('a key expires by the clock, and is good again once a wrong clock is set right', async () => {
  const other = await service.addOrganization();
  const made = await service.call({
    path: '/auth/keys',
    key: other.liveKey,
    body: { name: 'short', expiresAt: new Date(Date.now() + HOUR).toISOString() },
  });
  assert.equal(made.status, 201, made.text);
  const status = async (): Promise<number> =>
    (await service.call({ path: '/auth/me', key: made.json.data.key })).status;
  assert.equal(await status(), 200);
  clock.stepMs = 2 * HOUR;
  assert.equal(await status(), 401);
  clock.stepMs = -2 * HOUR;
  assert.equal(await status(), 200);
});

test('a revoked key stays revoked, whatever the clock says', async () => {
  const other = await service.addOrganization();
  const made = await service.call({ path: '/auth/keys', key: other.liveKey, body: { name: 'gone' } });
  const { key, keyId } = made.json.data;
  assert.equal((await service.call({ path: '/auth/me', key })).status, 200);
  await service.call({ method: 'DELETE', path: `/auth/keys/${keyId}`, key: other.liveKey });
  for (const stepMs of [0, -DAY, DAY]) {
    clock.stepMs = stepMs;
    assert.equal((await service.call({ path: '/auth/me', key })).status, 401);
  }
});

test('what happens after a step of the clock is delivered at once', async () => {
  const other = await service.addOrganization();
  const got: string[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push((JSON.parse(Buffer.concat(parts).toString()) as { data: { screeningId: string } }).data.screeningId);
      response.end('ok');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    receiver.once('listening', resolve);
  });
  try {
    const { port } = receiver.address() as AddressInfo;
    const sandbox = { key: other.testKey, environment: 'TEST' as const };
    const hook = await service.call({
      ...sandbox,
      path: '/webhooks',
      body: { url: `http://127.0.0.1:${port}/`, events: ['aml.screening_completed'] },
    });
    assert.equal(hook.status, 201, hook.text);
    for (const stepMs of [0, HOUR, -HOUR, 400 * DAY, 0]) {
      clock.stepMs = stepMs;
      const made = await service.call({
        ...sandbox,
        path: '/aml/screenings',
        body: { subject: { type: 'PERSON', name: 'Nobody At All' } },
      });
      assert.equal(made.status, 201, made.text);
      await eventually(async () => got.includes(made.json.data.screeningId), 5_000);
    }
    assert.equal(got.length, 5, 'each once');
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
