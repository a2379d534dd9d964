import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RATE_LIMITS } from '../../contract/enums.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { RateLimiter } from './limiter.ts';
import { forgetCallers } from './store.ts';

let service: TestService;
let pools: Database[];
before(async () => {
  service = await startTestService();
  pools = [1, 2, 3].map(
    (number) => new Database({ connectionString: service.databaseUrl, max: 4, applicationName: `limiter-${number}` }),
  );
});
after(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await service?.close();
});

/** A test that counts within one minute must not begin at its end. */
async function earlyInTheMinute(seconds = 8): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < seconds * 1000) {
    await new Promise((resolve) => {
      setTimeout(resolve, left + 50);
    });
  }
}

const limiters = (): [RateLimiter, RateLimiter, RateLimiter] => {
  const [one, two, three] = pools.map((pool) => new RateLimiter(pool));
  assert.ok(one && two && three);
  return [one, two, three];
};

const windowOf = async (caller: string) =>
  (
    await service.services.db.query<{ minuteCount: number; dayCount: number }>(
      sql`select minute_count as "minuteCount", day_count as "dayCount" from rate_windows where subject = ${caller}`,
    )
  )[0];

test('plan FREE, 100 requests at once over three processes: exactly 10 are admitted, and the refused do not count', async () => {
  await earlyInTheMinute();
  const all = limiters();
  const verdicts = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (all[index % 3] ?? all[0]).take('free', RATE_LIMITS.FREE)),
  );
  const admitted = verdicts.filter((verdict) => verdict.admitted);
  assert.equal(admitted.length, 10);
  assert.deepEqual(
    admitted.map((verdict) => verdict.remaining).toSorted((a, b) => b - a),
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    'each admitted request is told another number left',
  );
  const minuteEnd = (Math.floor(Date.now() / 60_000) + 1) * 60;
  for (const verdict of verdicts) {
    assert.equal(verdict.limit, 10);
    assert.equal(verdict.reset, minuteEnd);
    if (verdict.admitted) continue;
    assert.equal(verdict.refusal?.window, 'MINUTE');
    assert.equal(verdict.remaining, 0);
    assert.ok((verdict.refusal?.retryAfter ?? 0) >= 1 && (verdict.refusal?.retryAfter ?? 0) <= 60);
  }
  assert.deepEqual(await windowOf('free'), { minuteCount: 10, dayCount: 10 });
});

test('the next minute has room again, and the day goes on counting', async () => {
  await earlyInTheMinute();
  const [limiter] = limiters();
  const limits = { perMinute: 3, perDay: 5 };
  const take = async (times: number) => {
    const verdicts = [];
    for (let index = 0; index < times; index += 1) verdicts.push(await limiter.take('turns', limits));
    return verdicts.map(
      (verdict) => `${verdict.admitted} ${verdict.limit} ${verdict.remaining} ${verdict.refusal?.window ?? ''}`,
    );
  };
  // The minute where they tie; the day once it has fewer left.
  assert.deepEqual(await take(4), ['true 3 2 ', 'true 3 1 ', 'true 3 0 ', 'false 3 0 MINUTE']);
  await service.services.db.query(sql`update rate_windows set minute = minute - 1 where subject = 'turns'`);
  assert.deepEqual(await take(3), ['true 5 1 ', 'true 5 0 ', 'false 5 0 DAY']);
  const refused = await limiter.take('turns', limits);
  assert.equal(refused.reset, (Math.floor(Date.now() / 86_400_000) + 1) * 86_400);
  assert.ok(Math.abs((refused.refusal?.retryAfter ?? 0) - (refused.reset - Date.now() / 1000)) < 2);
  await service.services.db.query(
    sql`update rate_windows set minute = minute - 1440, day = day - 1 where subject = 'turns'`,
  );
  assert.deepEqual(await take(1), ['true 3 2 ']);
  assert.deepEqual(await windowOf('turns'), { minuteCount: 1, dayCount: 1 });
});

test('an unlimited day shows the minute; callers do not share a window; a window never steps back', async () => {
  await earlyInTheMinute();
  const [limiter] = limiters();
  const verdict = await limiter.take('enterprise', RATE_LIMITS.ENTERPRISE);
  assert.deepEqual([verdict.limit, verdict.remaining], [500, 499]);
  const one = { perMinute: 1, perDay: null };
  assert.equal((await limiter.take('a', one)).admitted, true);
  assert.equal((await limiter.take('b', one)).admitted, true);
  assert.equal((await limiter.take('a', one)).admitted, false);
  await service.services.db.query(sql`update rate_windows set minute = minute + 2 where subject = 'a'`);
  const ahead = await limiter.take('a', one);
  assert.equal(ahead.admitted, false, 'a clock that was set back opens no second window');
  assert.ok((ahead.refusal?.retryAfter ?? 0) > 60);
  // Counted while the clock was wrong by years: nobody is shut out until then.
  await service.services.db.query(
    sql`update rate_windows set minute = minute + 5000000, day = day + 4000, day_count = 1 where subject = 'a'`,
  );
  assert.deepEqual((await limiter.take('a', { perMinute: 1, perDay: 1 })).admitted, true);
  assert.deepEqual(await windowOf('a'), { minuteCount: 1, dayCount: 1 });
});

test('callers that come at once are asked about in one statement, each by its own limits', async () => {
  await earlyInTheMinute();
  const [pool] = pools;
  assert.ok(pool);
  let statements = 0;
  const limiter = new RateLimiter({
    query: (statement) => {
      statements += 1;
      return pool.query(statement);
    },
  });
  const names = Array.from({ length: 20 }, (_, number) => `together ${number}`);
  const verdicts = await Promise.all(
    names.flatMap((name, number) => [1, 2, 3].map(() => limiter.take(name, { perMinute: number, perDay: 2 }))),
  );
  assert.equal(statements, 1);
  const admitted = names.map((_, number) => verdicts.slice(number * 3, number * 3 + 3).filter((one) => one.admitted));
  assert.deepEqual(
    admitted.map(({ length }) => length),
    names.map((_, number) => Math.min(number, 2)),
  );
  for (const [number, name] of names.entries()) {
    const count = Math.min(number, 2);
    assert.deepEqual(await windowOf(name), { minuteCount: count, dayCount: count });
  }
});

test('a question without an answer does not keep the others waiting for ever', async () => {
  await earlyInTheMinute();
  const [pool] = pools;
  assert.ok(pool);
  let first = true;
  const limiter = new RateLimiter({
    query: (statement) => {
      if (!first) return pool.query(statement);
      first = false;
      return new Promise(() => {});
    },
  });
  const limits = { perMinute: 5, perDay: null };
  void limiter.take('lost', limits);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  assert.equal((await limiter.take('not lost', limits)).admitted, true);
});

test('a question that was undone because it waited in a circle is asked again', async () => {
  await earlyInTheMinute();
  const [pool] = pools;
  assert.ok(pool);
  let undone = 0;
  const limiter = new RateLimiter({
    query: (statement) => {
      if (undone > 0) return pool.query(statement);
      undone += 1;
      return Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
    },
  });
  assert.equal((await limiter.take('in a circle', { perMinute: 1, perDay: null })).admitted, true);
  assert.equal((await limiter.take('in a circle', { perMinute: 1, perDay: null })).admitted, false);
});

test('a failure of the database is told to all that waited, and the next ask again', async () => {
  let fail = true;
  const [pool] = pools;
  assert.ok(pool);
  const limiter = new RateLimiter({
    query: (statement) => (fail ? Promise.reject(new Error('gone')) : pool.query(statement)),
  });
  const limits = { perMinute: 5, perDay: null };
  const results = await Promise.allSettled([1, 2, 3].map(() => limiter.take('down', limits)));
  assert.ok(results.every((result) => result.status === 'rejected'));
  fail = false;
  assert.equal((await limiter.take('down', limits)).admitted, true);
});

test('over HTTP: every answer carries the headers, a refusal Retry-After, and sandbox and production count apart', async () => {
  await earlyInTheMinute(12);
  const free = await service.addOrganization({ plan: 'FREE' });
  const statuses: number[] = [];
  for (const path of ['/auth/me', '/nothing', '/applicants?limit=0', '/applicants', '/auth/me']) {
    const answer = await service.call({ path, key: free.liveKey });
    statuses.push(answer.status);
    assert.equal(answer.headers.get('x-ratelimit-limit'), '10', path);
    assert.equal(answer.headers.get('x-ratelimit-remaining'), String(10 - statuses.length), path);
    assert.equal(Number(answer.headers.get('x-ratelimit-reset')) % 60, 0);
  }
  assert.deepEqual(statuses, [200, 404, 400, 200, 200]);
  const more = await Promise.all(
    Array.from({ length: 12 }, () => service.call({ path: '/auth/me', key: free.liveKey })),
  );
  assert.equal(more.filter((answer) => answer.status === 200).length, 5);
  const refused = more.find((answer) => answer.status === 429);
  assert.equal(refused?.json.error.code, 'RATE_LIMIT_EXCEEDED');
  assert.equal(refused?.json.error.details.window, 'MINUTE');
  assert.equal(refused?.headers.get('retry-after'), String(refused?.json.error.details.retryAfter));
  assert.equal(refused?.headers.get('x-ratelimit-remaining'), '0');
  const sandbox = await service.call({ path: '/auth/me', environment: 'TEST', key: free.testKey });
  assert.equal(sandbox.headers.get('x-ratelimit-remaining'), '9');
});

test('without a valid key: 60 a minute by address, with headers', async () => {
  await earlyInTheMinute(12);
  const answers = await Promise.all(Array.from({ length: 70 }, () => service.call({ path: '/auth/me', key: null })));
  assert.equal(answers.filter((answer) => answer.status === 401).length, 60);
  assert.equal(answers.filter((answer) => answer.status === 429).length, 10);
  assert.ok(answers.every((answer) => answer.headers.get('x-ratelimit-limit') === '60'));
  assert.equal((await service.call({ path: '/auth/me' })).status, 200, 'keys are not limited by their address');
});

test('callers of whom nothing is counted any more are forgotten, addresses after their minute', async () => {
  await earlyInTheMinute();
  const [limiter] = limiters();
  const limits = { perMinute: 5, perDay: 5 };
  const { db } = service.services;
  const names = ['ip:present', 'ip:past', 'org_1:LIVE', 'org_2:LIVE'];
  for (const name of names) await limiter.take(name, limits);
  await db.query(sql`update rate_windows set minute = minute - 1 where subject in ('ip:past', 'org_1:LIVE')`);
  await db.query(sql`update rate_windows set day = day - 1 where subject = 'org_2:LIVE'`);
  await forgetCallers(db);
  const left = await Promise.all(names.map(async (name) => ((await windowOf(name)) ? name : null)));
  assert.deepEqual(left, ['ip:present', null, 'org_1:LIVE', null]);
  assert.equal((await limiter.take('ip:past', limits)).remaining, 4);
});
