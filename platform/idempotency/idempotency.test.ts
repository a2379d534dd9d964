import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { organizationId, strict } from '../../contract/common.ts';
import { operation } from '../../contract/operation.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { charge } from '../credits/ledger.ts';
import { sql } from '../database/sql.ts';
import { type Call, write } from '../http/endpoint.ts';
import { ApiError } from '../http/errors.ts';
import { buildApiServer } from '../http/server.ts';
import { HttpMetrics } from '../observability/metrics.ts';
import { RateLimiter } from '../rate-limit/limiter.ts';
import { fingerprint, isIdempotencyKey } from './fingerprint.ts';

/** An endpoint that leaves one row per run, and does in the middle of it whatever a test wants. */
const createEffect = operation({
  operationId: 'createEffect',
  tag: 'Test',
  method: 'POST',
  path: '/effects',
  summary: 'Leaves an effect',
  scope: 'kyt:write',
  body: strict({ name: Type.String(), organizationId }),
  status: 201,
  data: strict({ name: Type.String(), number: Type.Integer() }),
});

let service: TestService;
let app: FastifyInstance;
let now = new Date('2026-06-01T10:00:00.000Z');
let afterEffect: (call: Call<typeof createEffect>, kill: () => Promise<void>) => Promise<void>;

before(async () => {
  service = await startTestService({ role: { api: false, worker: false } });
  const { services } = service;
  await services.db.query(sql`create table effects (number integer generated always as identity, name text not null)`);
  app = await buildApiServer({
    ...services,
    clock: { now: () => now },
    environment: 'LIVE',
    endpoints: [
      write(createEffect, async (call, transaction) => {
        const { name } = call.body;
        const [row] = await transaction.query<{ number: number }>(
          sql`insert into effects (name) values (${name}) returning number`,
        );
        await afterEffect(call, async () => {
          await transaction.query(sql`select pg_terminate_backend(pg_backend_pid())`);
        });
        return { name, number: row?.number ?? 0 };
      }),
    ],
    limiter: new RateLimiter(services.db),
    metrics: new HttpMetrics(services.metrics, 'LIVE'),
    logger: services.log,
    trustProxy: false,
    tracing: false,
  });
});
after(async () => {
  await app?.close();
  await service?.close();
});
beforeEach(() => {
  afterEffect = async () => {};
});

async function post(idempotencyKey: string | null, body: unknown, key = service.liveKey, path = '/effects') {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v3${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const json = answer.json<{ data?: unknown; error?: { code: string }; meta: { requestId: string } }>();
  return { status: answer.statusCode, text: answer.body, replayed: answer.headers['idempotency-replayed'], json };
}

const effects = async (name: string): Promise<number> =>
  (await service.services.db.query(sql`select 1 from effects where name = ${name}`)).length;

test('the first answer is replayed byte for byte, with the first request id, for 24 hours', async () => {
  const start = now;
  const age = (interval: string) =>
    service.services.db.query(sql`update idempotency_answers set created_at = created_at - ${interval}::interval`);
  const first = await post('day', { name: 'day' });
  assert.equal(first.status, 201, first.text);
  assert.equal(first.replayed, undefined);
  // The database's clock decides; that of the process may be set wrong meanwhile.
  for (const [aged, stepMs] of [
    ['0 hours', 0],
    ['12 hours', -86_400_000],
    ['11 hours', 30 * 86_400_000],
  ] as const) {
    await age(aged);
    now = new Date(start.getTime() + stepMs);
    const again = await post('day', { name: 'day' });
    assert.equal(again.text, first.text);
    assert.equal(again.status, 201);
    assert.equal(again.replayed, 'true');
    assert.equal(again.json.meta.requestId, first.json.meta.requestId);
  }
  assert.equal(await effects('day'), 1);
  now = start;
  await age('1 hour');
  const next = await post('day', { name: 'day' });
  assert.equal(next.replayed, undefined);
  assert.notEqual(next.json.meta.requestId, first.json.meta.requestId);
  assert.equal(await effects('day'), 2);
  const replay = await post('day', { name: 'day' });
  assert.equal(replay.text, next.text, 'the key stands for its new answer from then on');
});

test('a connection lost between the effect and its record: nothing happened, and the next try makes it once', async () => {
  let tries = 0;
  afterEffect = async (_call, kill) => {
    tries += 1;
    if (tries <= 2) await kill();
  };
  for (let index = 0; index < 2; index += 1) {
    const lost = await post('crash', { name: 'crash' });
    assert.ok(lost.status >= 500, lost.text);
    assert.equal(await effects('crash'), 0);
  }
  const done = await post('crash', { name: 'crash' });
  assert.equal(done.status, 201, done.text);
  const replay = await post('crash', { name: 'crash' });
  assert.equal(replay.text, done.text);
  assert.equal(await effects('crash'), 1);
  assert.equal(tries, 3);
});

test('a failure of ours is no answer: it is not kept', async () => {
  let fail = true;
  afterEffect = async () => {
    if (fail) throw new Error('a fault');
  };
  assert.equal((await post('fault', { name: 'fault' })).status, 500);
  fail = false;
  assert.equal((await post('fault', { name: 'fault' })).status, 201);
  assert.equal(await effects('fault'), 1);
});

test('a refusal is an answer: what was done is undone, and the refusal is replayed', async () => {
  let refuse: ApiError | null = new ApiError('CONFLICT', 'There is one already.');
  afterEffect = async () => {
    if (refuse) throw refuse;
  };
  const refused = await post('refused', { name: 'refused' });
  assert.equal(refused.status, 409);
  refuse = null;
  const replay = await post('refused', { name: 'refused' });
  assert.equal(replay.text, refused.text);
  assert.equal(replay.replayed, 'true');
  assert.equal(await effects('refused'), 0);
  for (const body of ['{', { name: 1 }]) {
    const bad = await post(`bad ${typeof body}`.replace(' ', '-'), body);
    assert.equal(bad.status, 400);
    assert.equal((await post(`bad-${typeof body}`, body)).text, bad.text);
  }
});

test('too few credits is an answer too, and takes none', async () => {
  const poor = await service.addOrganization({ credits: 1 });
  afterEffect = async (call) => {
    await service.services.db.transaction((transaction) =>
      charge(transaction, call, { operation: 'KYT_CHECK', amount: 2, resourceId: call.requestId, at: call.now }),
    );
  };
  const refused = await post('poor', { name: 'poor' }, poor.liveKey);
  assert.equal(refused.json.error?.code, 'INSUFFICIENT_CREDITS');
  assert.equal((await post('poor', { name: 'poor' }, poor.liveKey)).text, refused.text);
  assert.equal(await effects('poor'), 0);
});

test('20 at once: the effect happens once; the others are told the same, or to wait', async () => {
  afterEffect = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('parallel', { name: 'parallel' })));
  assert.equal(await effects('parallel'), 1);
  const done = answers.filter((answer) => answer.status === 201);
  assert.ok(done.length >= 1);
  assert.equal(new Set(done.map((answer) => answer.text)).size, 1);
  for (const answer of answers) {
    if (answer.status !== 201) assert.equal(answer.json.error?.code, 'IDEMPOTENCY_IN_PROGRESS', answer.text);
  }
  // Once there is an answer, whoever asks at the same time as others gets it.
  const later = await Promise.all(Array.from({ length: 20 }, () => post('parallel', { name: 'parallel' })));
  assert.ok(later.every((answer) => answer.status === 201 && answer.text === done[0]?.text));
});

test('the same key with another request is refused, and leaves the first answer as it was', async () => {
  const first = await post('reused', { name: 'reused' });
  for (const [body, path] of [
    [{ name: 'other' }, '/effects'],
    ['{"name": "reused"}', '/effects'],
    [{ name: 'reused' }, '/effects?a=1'],
  ] as const) {
    const other = await post('reused', body, service.liveKey, path);
    assert.deepEqual([other.status, other.json.error?.code], [422, 'IDEMPOTENCY_KEY_REUSED'], JSON.stringify(body));
  }
  assert.equal((await post('reused', { name: 'reused' })).text, first.text);
  assert.equal(await effects('other'), 0);
});

test('a key without the scope is not told what another was answered, and its own refusal is replayed', async () => {
  const first = await post('scoped', { name: 'scoped' });
  assert.equal(first.status, 201);
  const narrow = await service.addKey(service.organizationId, 'LIVE', ['kyt:read']);
  const refused = await post('scoped', { name: 'scoped' }, narrow);
  assert.deepEqual([refused.status, refused.json.error?.code], [403, 'INSUFFICIENT_SCOPE']);
  assert.equal((await post('scoped', { name: 'scoped' })).text, first.text);
  const own = await post('scoped-2', { name: 'scoped-2' }, narrow);
  assert.equal(own.status, 403);
  assert.equal((await post('scoped-2', { name: 'scoped-2' }, narrow)).text, own.text);
});

test('keys are of one organisation; a request without one is done every time', async () => {
  const other = await service.addOrganization();
  const first = await post('shared', { name: 'shared' });
  const theirs = await post('shared', { name: 'shared' }, other.liveKey);
  assert.notEqual(theirs.text, first.text);
  assert.equal(theirs.replayed, undefined);
  await post(null, { name: 'shared' });
  assert.equal(await effects('shared'), 3);
});

test('what is kept is sealed', async () => {
  await post('sealed', { name: 'Very personal' });
  const [row] = await service.services.db.query<{ body: Buffer }>(
    sql`select body from idempotency_answers where key = 'sealed'`,
  );
  assert.ok(row && !row.body.includes('personal'));
});

test('keys are 1 to 255 visible ASCII characters', async () => {
  for (const key of ['a', '~'.repeat(255), '!"#']) assert.ok(isIdempotencyKey(key));
  for (const key of ['', ' ', 'a b', 'é', 'x'.repeat(256), 'a\u007F']) assert.equal(isIdempotencyKey(key), false, key);
  assert.equal((await post('x'.repeat(256), { name: 'long' })).json.error?.code, 'VALIDATION_ERROR');
  assert.equal(await effects('long'), 0);
});

test('a fingerprint tells method, address and body apart, wherever one ends and the next begins', () => {
  const parts: [string, string, string][] = [
    ['POST', '/a', 'b'],
    ['POST', '/ab', ''],
    ['POST', '/a', 'bc'],
    ['PATCH', '/a', 'b'],
    ['POST', '/', 'ab'],
    ['POST', '/a1:b', ''],
  ];
  const prints = parts.map(([method, url, body]) => fingerprint(method, url, Buffer.from(body)).toString('hex'));
  assert.equal(new Set(prints).size, parts.length);
});
