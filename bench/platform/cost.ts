import pg from 'pg';
import sql from 'sql-template-tag';
import { createApplicant } from '../../contract/applicants.ts';
import { audit } from '../../platform/audit/audit.ts';
import { systemContext } from '../../platform/context.ts';
import { errorBody, successBody } from '../../platform/http/envelope.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { parseJsonBody } from '../../platform/http/read-body.ts';
import { validator } from '../../platform/http/validate.ts';
import { fingerprint } from '../../platform/idempotency/fingerprint.ts';
import { claimKey, keepAnswer } from '../../platform/idempotency/store.ts';
import { RateLimiter } from '../../platform/rate-limit/limiter.ts';
import { startTestService } from '../../server/testing.ts';
import { startBenchDatabase } from '../lib/index.ts';

/**
 * What the platform's own work costs per request: microseconds of wall time, one at a time, and round trips to the
 * database. A round trip is a burst of statements sent while none is outstanding on the connection.
 */
const REPEAT = 1000;
let trips = 0;
countTrips();

const database = await startBenchDatabase();
const service = await startTestService({ databaseUrl: database.postgres.connectionString });
const { db, authenticator, vault } = service.services;
try {
  await db.query(sql`update organizations set requests_per_minute = 100000000`);
  authenticator.forget();
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  const context = { ...systemContext(tenant, new Date()), requestId: 'req_00000000000000000000000000' };
  const header = `Bearer ${service.liveKey}`;
  const limiter = new RateLimiter(db);
  const limits = { perMinute: 100_000_000, perDay: null };
  const bytes = Buffer.from(
    '{"firstName":"Amara","lastName":"Okafor-Lind","email":"amara@example.com","dateOfBirth":"1990-04-17","country":"SE"}',
  );
  const check = validator(createApplicant.body, 'body');
  const answer = {
    applicantId: 'app_00000000000000000000000000',
    firstName: 'Amara',
    lastName: 'Okafor-Lind',
    createdAt: new Date().toISOString(),
  };
  const refusal = new ApiError('NOT_FOUND', 'There is no such applicant in this organisation and environment.');
  let n = 0;

  const rows: [string, number, number][] = [];
  const measure = async (name: string, work: () => unknown, repeat = REPEAT): Promise<void> => {
    for (let warm = 0; warm < 100; warm += 1) await work();
    const before = trips;
    const started = performance.now();
    for (let round = 0; round < repeat; round += 1) await work();
    rows.push([name, ((performance.now() - started) * 1000) / repeat, (trips - before) / repeat]);
  };

  await measure('authentication, key known (0.7 s)', () => authenticator.authenticate(header, 'LIVE'));
  await measure('authentication, key read', () => {
    authenticator.forget();
    return authenticator.authenticate(header, 'LIVE');
  });
  await measure('rate limit, idle caller', () => limiter.take('bench', limits));
  await measure(
    'rate limit, 32 at once, each',
    () => Promise.all(Array.from({ length: 32 }, () => limiter.take('bench', limits))),
    100,
  );
  const batch = rows.at(-1);
  if (batch) [batch[1], batch[2]] = [batch[1] / 32, batch[2] / 32];
  await measure('parse and inspect JSON', () => parseJsonBody(bytes, {}, false));
  await measure('validate against the contract', () => check(JSON.parse(bytes.toString())));
  await measure('success envelope', () => successBody(answer, context.requestId, context.now));
  await measure('error envelope', () => errorBody(refusal, context.requestId, context.now));
  await measure('empty transaction with one row read', () =>
    db.transaction(async (t) => void (await t.query(sql`select 1 as n`))),
  );
  await measure('the same with an audit line', () =>
    db.transaction(async (t) => {
      await t.query(sql`select 1 as n`);
      audit(t, context, { action: 'bench.run', resourceId: 'app_00000000000000000000000000' });
    }),
  );
  await measure('the same with claim and kept answer (idempotency)', () =>
    db.transaction(async (t) => {
      n += 1;
      const key = `bench-${n}`;
      await claimKey(t, tenant, key);
      await t.query(sql`select 1 as n`);
      const body = vault.seal(Buffer.from(successBody(answer, context.requestId, context.now)), key);
      t.defer(keepAnswer(tenant, key, { fingerprint: fingerprint('POST', '/x', bytes), status: 201, body }));
    }),
  );
  const post = (headers: Record<string, string>) =>
    service.call({ path: '/applicants', body: bytes.toString(), headers });
  await measure('POST /applicants, whole', () => post({}), 500);
  await measure(
    'POST /applicants with Idempotency-Key, whole',
    () => post({ 'idempotency-key': `whole-${(n += 1)}` }),
    500,
  );
  const created = await post({});
  await measure(
    'GET /applicants/:id, whole',
    () => service.call({ path: `/applicants/${created.json.data.applicantId}` }),
    500,
  );
  for (const [name, micros, count] of rows)
    console.log(`${name.padEnd(52)} ${micros.toFixed(1).padStart(9)} µs  ${count.toFixed(2).padStart(6)} round trips`);
} finally {
  await service.close();
  await database.stop();
}

function countTrips(): void {
  const outstanding = new WeakMap<pg.Client, number>();
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const counting = function (this: pg.Client, ...args: unknown[]): unknown {
    const busy = outstanding.get(this) ?? 0;
    if (busy === 0) trips += 1;
    outstanding.set(this, busy + 1);
    const done = (): void => void outstanding.set(this, (outstanding.get(this) ?? 1) - 1);
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (...results: unknown[]) => {
        done();
        return (last as (...values: unknown[]) => unknown)(...results);
      };
      return original.apply(this, args);
    }
    const result = original.apply(this, args) as Promise<unknown>;
    return result.finally(done);
  };
  (pg.Client.prototype as { query: unknown }).query = counting;
}
