import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../server/testing.ts';
import { Database } from '../database/database.ts';
import { type Queryable, sql } from '../database/sql.ts';
import { Authenticator } from './authenticator.ts';
import { generateKey, hashKey } from './key-format.ts';

let service: TestService;
let elsewhere: Database;
const clock = { now: () => new Date() };
before(async () => {
  service = await startTestService({ role: { api: false, worker: false } });
  elsewhere = new Database({ connectionString: service.databaseUrl, max: 2, applicationName: 'elsewhere' });
});
after(async () => {
  await elsewhere?.close();
  await service?.close();
});

const bearer = (key: string): string => `Bearer ${key}`;
const reason = (expected: string) => (error: { code: string; details: { reason: string } }) =>
  error.code === 'UNAUTHORIZED' && error.details.reason === expected;
const sleep = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

test('a mistyped key is told before any look-up', async () => {
  const nobody: Queryable = { query: () => Promise.reject(new Error('the database was asked')) };
  const authenticator = new Authenticator(nobody, clock);
  const key = generateKey('LIVE');
  const mistyped = key.slice(0, 20) + (key[20] === 'x' ? 'y' : 'x') + key.slice(21);
  await assert.rejects(authenticator.authenticate(bearer(mistyped), 'LIVE'), reason('MALFORMED'));
  for (const header of [key, `Basic ${key}`, `Bearer ${key} ${key}`, 'Bearer', 'Bearer x']) {
    await assert.rejects(authenticator.authenticate(header, 'LIVE'), reason('MALFORMED'), header);
  }
  for (const header of [undefined, '', '  ']) {
    await assert.rejects(authenticator.authenticate(header, 'LIVE'), reason('MISSING'));
  }
  await assert.rejects(authenticator.authenticate(bearer(key), 'LIVE'), /the database was asked/);
});

test('a well-formed key that nobody made is unknown, and is looked for again', async () => {
  const { db } = service.services;
  const authenticator = new Authenticator(db, clock);
  await assert.rejects(authenticator.authenticate(bearer(generateKey('LIVE')), 'LIVE'), reason('UNKNOWN'));
});

test('a key is of one environment', async () => {
  const { db } = service.services;
  const authenticator = new Authenticator(db, clock);
  const record = await authenticator.authenticate(bearer(service.liveKey), 'LIVE');
  assert.equal(record.organizationId, service.organizationId);
  await assert.rejects(authenticator.authenticate(bearer(service.liveKey), 'TEST'), { code: 'ENVIRONMENT_MISMATCH' });
  await assert.rejects(authenticator.authenticate(bearer(service.testKey), 'LIVE'), { code: 'ENVIRONMENT_MISMATCH' });
});

test('an expiry counts to the millisecond, by the clock passed in', async () => {
  const key = await service.addKey(service.organizationId, 'LIVE');
  const end = new Date('2030-06-01T00:00:00.000Z');
  await service.services.db.query(sql`update api_keys set expires_at = ${end} where hash = ${hashKey(key)}`);
  let now = new Date(end.getTime() - 1);
  const authenticator = new Authenticator(service.services.db, { now: () => now });
  await authenticator.authenticate(bearer(key), 'LIVE');
  now = end;
  await assert.rejects(authenticator.authenticate(bearer(key), 'LIVE'), reason('EXPIRED'));
});

test('a key revoked elsewhere is refused within a second, while it is in use all the time', async () => {
  const key = await service.addKey(service.organizationId, 'LIVE');
  const authenticator = new Authenticator(elsewhere, clock);
  await authenticator.authenticate(bearer(key), 'LIVE');
  await sleep(300);
  await authenticator.authenticate(bearer(key), 'LIVE');
  await service.services.db.query(sql`update api_keys set revoked_at = now() where hash = ${hashKey(key)}`);
  const revoked = performance.now();
  for (;;) {
    try {
      await authenticator.authenticate(bearer(key), 'LIVE');
    } catch (error) {
      assert.ok(reason('REVOKED')(error as never));
      break;
    }
    assert.ok(performance.now() - revoked < 1000, 'still accepted after a second');
    await sleep(20);
  }
  assert.ok(performance.now() - revoked < 1000);
});

test('a process that forgets refuses at once, even where a look-up was under way', async () => {
  const key = await service.addKey(service.organizationId, 'LIVE');
  const { db } = service.services;
  let hold: Promise<void> = Promise.resolve();
  const slow: Queryable = {
    async query<Row extends object>(statement: Parameters<Queryable['query']>[0]) {
      const rows = await db.query<Row>(statement);
      await hold;
      return rows;
    },
  };
  const authenticator = new Authenticator(slow, clock);
  let letGo = (): void => {};
  hold = new Promise((resolve) => {
    letGo = resolve;
  });
  const early = authenticator.authenticate(bearer(key), 'LIVE');
  await sleep(50);
  await db.query(sql`update api_keys set revoked_at = now() where hash = ${hashKey(key)}`);
  authenticator.forget();
  letGo();
  hold = Promise.resolve();
  await early;
  await assert.rejects(authenticator.authenticate(bearer(key), 'LIVE'), reason('REVOKED'));
});

test('requests at once share one look-up, and later ones of the same moment need none', async () => {
  const { db } = service.services;
  let asked = 0;
  const authenticator = new Authenticator(
    {
      query: (statement) => {
        asked += 1;
        return db.query(statement);
      },
    },
    clock,
  );
  await Promise.all(Array.from({ length: 50 }, () => authenticator.authenticate(bearer(service.liveKey), 'LIVE')));
  await authenticator.authenticate(bearer(service.liveKey), 'LIVE');
  assert.equal(asked, 1);
});

test('the time of last use is written, and never goes back', async () => {
  const key = await service.addKey(service.organizationId, 'LIVE');
  const { db } = service.services;
  const usedAt = async () =>
    (await db.query<{ at: Date | null }>(sql`select last_used_at as at from api_keys where hash = ${hashKey(key)}`))[0]
      ?.at;
  const use = async (now: Date) => {
    const authenticator = new Authenticator(db, { now: () => now });
    await authenticator.authenticate(bearer(key), 'LIVE');
    await authenticator.flush();
  };
  assert.equal(await usedAt(), null);
  await use(new Date('2026-04-02T00:00:00.000Z'));
  await use(new Date('2026-04-01T00:00:00.000Z'));
  assert.equal((await usedAt())?.toISOString(), '2026-04-02T00:00:00.000Z');
});
