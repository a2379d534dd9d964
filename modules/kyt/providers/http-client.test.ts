import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { BudgetSpent, ProviderFailed } from './failure.ts';
import type { ProviderClient } from './http-client.ts';
import { FakeServer, faults } from './testing/fake-server.ts';
import { budget, client } from './testing/harness.ts';

const fake = await FakeServer.start(({ path }) =>
  path === '/numbers' ? { text: '{"a": 12345678901234567890, "b": 0.00000001, "c": 7}' } : { body: { ok: true } },
);
const clients: ProviderClient[] = [];
const made = (more = {}): ProviderClient => {
  const one = client(fake.url, more);
  clients.push(one);
  return one;
};
after(async () => {
  await Promise.all(clients.map((one) => one.close()));
  await fake.close();
});
beforeEach(() => {
  fake.faults.length = 0;
  fake.always = null;
  fake.asked.length = 0;
});
const plain = (value: unknown): unknown => value;
const failedAs = (reason: string) => (error: unknown) => error instanceof ProviderFailed && error.reason === reason;

describe('one request', () => {
  test('is made again after what may pass, and only so often', async () => {
    fake.faults.push(faults.status(503), faults.status(429), faults.cut);
    assert.deepEqual(await made().ask({}, budget(), plain), { ok: true });
    assert.equal(fake.asked.length, 4);
    fake.always = faults.status(502);
    await assert.rejects(made().ask({}, budget(), plain), failedAs('UNAVAILABLE'));
    assert.equal(fake.asked.length, 8);
  });

  test('waits as long as Retry-After says; not for one that says too long', async () => {
    fake.faults.push(faults.status(429, { 'retry-after': '1' }));
    const started = performance.now();
    await made({ backoffMs: 1 }).ask({}, budget(), plain);
    assert.ok(performance.now() - started >= 990);
    fake.faults.push(faults.status(429, { 'retry-after': '3600' }));
    await assert.rejects(made().ask({}, budget(), plain), failedAs('UNAVAILABLE'));
    assert.equal(fake.asked.length, 3);
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
    fake.faults.push(faults.status(503, { date, 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }));
    await assert.rejects(made().ask({}, budget(), plain), failedAs('UNAVAILABLE'));
  });

  test('a silent server is given up after the timeout', async () => {
    fake.always = faults.silent;
    await assert.rejects(made({ timeoutMs: 30, attempts: 2 }).ask({}, budget(), plain), failedAs('UNAVAILABLE'));
  });

  test('what is no JSON, is too large or leads elsewhere is refused at once', async () => {
    for (const fault of [faults.html, faults.garbage, faults.large(2_000)]) {
      fake.faults.push(fault);
      await assert.rejects(made({ maxBytes: 1_000 }).ask({}, budget(), plain), failedAs('MALFORMED'));
    }
    fake.faults.push(faults.redirect('http://127.0.0.1:1/'), faults.status(401));
    await assert.rejects(made().ask({}, budget(), plain), failedAs('REFUSED'));
    await assert.rejects(made().ask({}, budget(), plain), failedAs('REFUSED'));
    assert.equal(fake.asked.length, 5);
  });

  test('a limit told with 403 is a limit', async () => {
    fake.faults.push(
      faults.body({ Error: 'The key exceeds the frequency limit(15), and the query server is suspended for 0 s' }, 403),
    );
    assert.deepEqual(await made().ask({}, budget(), plain), { ok: true });
  });

  test('messages hold neither address nor key', async () => {
    fake.always = faults.status(500);
    const secret = made({ url: `${fake.url}/v3/s3cr3tkey`, attempts: 1 });
    await assert.rejects(
      secret.ask({ path: '/x', query: { apikey: 's3cr3tkey' } }, budget(), plain),
      (error: Error) => {
        assert.ok(!error.message.includes('s3cr3tkey') && !error.message.includes('127.0.0.1'));
        return true;
      },
    );
    const nobody = client('http://127.0.0.1:1', { attempts: 1 });
    await assert.rejects(nobody.ask({}, budget(), plain), failedAs('UNAVAILABLE'));
    await nobody.close();
  });

  test('numbers that a double cannot hold come as their text', async () => {
    const value = await made().ask({ path: '/numbers' }, budget(), plain);
    assert.deepEqual(value, { a: '12345678901234567890', b: '0.00000001', c: 7 });
  });
});

describe('budget and rate', () => {
  test('a request waits no longer than its task may', async () => {
    fake.always = faults.silent;
    await assert.rejects(
      made({ timeoutMs: 60_000, attempts: 2 }).ask({}, budget(10, 0.2), plain),
      (error: unknown) => error instanceof BudgetSpent,
    );
  });

  test('retries count, and what is spent is spent', async () => {
    fake.faults.push(faults.status(503), faults.status(503));
    await assert.rejects(made().ask({}, budget(2), plain), (error: unknown) => error instanceof BudgetSpent);
    assert.equal(fake.asked.length, 2);
  });

  test('no more a second than allowed', async () => {
    const slow = made({ perSecond: 20 });
    const started = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => slow.ask({}, budget(), plain)));
    assert.ok(performance.now() - started >= 195);
  });

  test('a place in the row that comes after the time is up is not waited for', async () => {
    const slow = made({ perSecond: 1 });
    await slow.ask({}, budget(), plain);
    await assert.rejects(slow.ask({}, budget(10, 0.2), plain), (error: unknown) => error instanceof BudgetSpent);
  });
});
