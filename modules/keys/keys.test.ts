import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCOPES } from '../../contract/enums.ts';
import { sql } from '../../platform/database/sql.ts';
import { eventually, startTestService, type TestResponse, type TestService } from '../../server/testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => service.close());

const data = (answer: TestResponse, status: number) => {
  assert.equal(answer.status, status, answer.text);
  return answer.json.data;
};
const code = (answer: TestResponse, status: number, expected: string) => {
  assert.equal(answer.json?.error?.code, expected, answer.text);
  assert.equal(answer.status, status);
  return answer.json.error;
};

test('GET /auth/me tells whose key it is, whatever its scopes', async () => {
  const me = data(await service.call({ path: '/auth/me' }), 200);
  assert.deepEqual(Object.keys(me).toSorted(), [
    'environment',
    'keyId',
    'name',
    'organizationId',
    'plan',
    'rateLimits',
    'scopes',
  ]);
  assert.equal(me.organizationId, service.organizationId);
  assert.equal(me.environment, 'LIVE');
  assert.equal(me.plan, 'ENTERPRISE');
  assert.deepEqual(me.scopes, SCOPES);
  assert.deepEqual(me.rateLimits, { perMinute: 500, perDay: null });
  const narrow = await service.addKey(service.organizationId, 'TEST', ['kyt:read']);
  const other = data(await service.call({ path: '/auth/me', environment: 'TEST', key: narrow }), 200);
  assert.equal(other.environment, 'TEST');
  assert.deepEqual(other.scopes, ['kyt:read']);
  const free = await service.addOrganization({ plan: 'FREE', name: 'Small Ltd' });
  const small = data(await service.call({ path: '/auth/me', key: free.liveKey }), 200);
  assert.equal(small.name, 'Small Ltd');
  assert.deepEqual(small.rateLimits, { perMinute: 10, perDay: 100 });
  code(await service.call({ path: '/auth/me', key: null }), 401, 'UNAUTHORIZED');
});

test('a key is made, works at once, is listed and read without itself', async () => {
  const body = { name: 'Back office', scopes: ['applicants:write', 'applicants:read'] };
  const made = data(await service.call({ path: '/auth/keys', body }), 201);
  assert.match(made.keyId, /^key_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.match(made.key, /^cvs_live_[0-9A-Za-z]{38}$/);
  assert.equal(made.prefix, 'cvs_live_');
  assert.equal(made.lastFour, made.key.slice(-4));
  assert.equal(made.environment, 'LIVE');
  assert.deepEqual(made.scopes, ['applicants:read', 'applicants:write']);
  assert.equal(made.expiresAt, null);
  assert.equal((await service.call({ path: '/applicants', key: made.key })).status, 200);
  const refused = code(await service.call({ path: '/credits/balance', key: made.key }), 403, 'INSUFFICIENT_SCOPE');
  assert.equal(refused.details.required, 'credits:read');

  const answer = await service.call({ path: `/auth/keys/${made.keyId}` });
  const read = data(answer, 200);
  assert.ok(!answer.text.includes(made.key.slice(9, -4)));
  assert.equal(read.status, 'ACTIVE');
  assert.equal(Date.parse(read.rotationDueAt) - Date.parse(read.createdAt), 90 * 86_400_000);
  const { key: _key, ...rest } = made;
  const { lastUsedAt: _used, status: _status, rotationDueAt: _due, ...same } = read;
  assert.deepEqual(same, rest);
  const stored = await service.services.db.query<{ row: string }>(
    sql`select api_keys::text as row from api_keys where id = ${made.keyId}`,
  );
  assert.ok(!stored[0]?.row.includes(made.key.slice(9)), 'the key itself is stored nowhere');
  await service.services.authenticator.flush();
  const used = data(await service.call({ path: `/auth/keys/${made.keyId}` }), 200);
  assert.ok(used.lastUsedAt >= used.createdAt, used.lastUsedAt);
});

test('a test key makes test keys, and neither environment sees the keys of the other', async () => {
  const made = data(await service.call({ path: '/auth/keys', environment: 'TEST', body: { name: 'Sandbox' } }), 201);
  assert.match(made.key, /^cvs_test_/);
  assert.equal(made.environment, 'TEST');
  assert.deepEqual(made.scopes, SCOPES);
  for (const request of [
    { path: `/auth/keys/${made.keyId}` },
    { path: `/auth/keys/${made.keyId}/rotate`, body: {} },
    { path: `/auth/keys/${made.keyId}`, method: 'DELETE' },
  ]) {
    code(await service.call(request), 404, 'NOT_FOUND');
    const other = await service.addOrganization();
    code(await service.call({ ...request, environment: 'TEST', key: other.testKey }), 404, 'NOT_FOUND');
  }
  assert.equal((await service.call({ path: '/auth/me', environment: 'TEST', key: made.key })).status, 200);
});

test('a key gives no scope that it lacks', async () => {
  const narrow = await service.addKey(service.organizationId, 'LIVE', ['keys:write', 'keys:read', 'kyt:read']);
  const body = { name: 'Wider', scopes: ['kyt:read', 'kyt:write', 'aml:read'] };
  const refused = code(await service.call({ path: '/auth/keys', body, key: narrow }), 403, 'INSUFFICIENT_SCOPE');
  assert.equal(refused.details.required, 'kyt:write');
  assert.deepEqual(refused.details.missing, ['kyt:write', 'aml:read']);
  const made = data(await service.call({ path: '/auth/keys', body: { name: 'Same' }, key: narrow }), 201);
  assert.deepEqual(made.scopes, ['kyt:read', 'keys:read', 'keys:write']);
  // Rotating a wider key would hand over its scopes.
  const me = data(await service.call({ path: '/auth/me' }), 200);
  const path = `/auth/keys/${me.keyId}/rotate`;
  code(await service.call({ path, body: {}, key: narrow }), 403, 'INSUFFICIENT_SCOPE');
  const reader = await service.addKey(service.organizationId, 'LIVE', ['keys:read']);
  for (const request of [
    { path: '/auth/keys', body: { name: 'x' } },
    { path, body: {} },
    { path: `/auth/keys/${me.keyId}`, method: 'DELETE' },
  ]) {
    const error = code(await service.call({ ...request, key: reader }), 403, 'INSUFFICIENT_SCOPE');
    assert.equal(error.details.required, 'keys:write');
  }
});

test('what a new key may be is checked', async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ name: 'x', scopes: [] }, '/scopes'],
    [{ name: 'x', scopes: ['kyt:read', 'kyt:read'] }, '/scopes'],
    [{ name: 'x', scopes: ['kyt:all'] }, '/scopes/0'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ name: 'x', expiresAt: '2099-02-30T00:00:00Z' }, '/expiresAt'],
    [{ name: 'x', expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ name: 'x', environment: 'LIVE' }, '/environment'],
  ];
  for (const [body, path] of cases) {
    const error = code(await service.call({ path: '/auth/keys', body }), 400, 'VALIDATION_ERROR');
    assert.ok(
      error.details.issues.some((issue: { path: string }) => issue.path === path),
      `${path}: ${JSON.stringify(error)}`,
    );
  }
  const me = data(await service.call({ path: '/auth/me' }), 200);
  for (const overlapSeconds of [-1, 604_801, 1.5, '60']) {
    const path = `/auth/keys/${me.keyId}/rotate`;
    code(await service.call({ path, body: { overlapSeconds } }), 400, 'VALIDATION_ERROR');
  }
});

test('rotating gives a new key; the old one works until the overlap ends', async () => {
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const body = { name: 'Rotated', scopes: ['applicants:read'], expiresAt };
  const old = data(await service.call({ path: '/auth/keys', body }), 201);
  assert.equal(old.expiresAt, expiresAt);
  const fresh = data(await service.call({ path: `/auth/keys/${old.keyId}/rotate`, method: 'POST' }), 201);
  assert.notEqual(fresh.keyId, old.keyId);
  assert.notEqual(fresh.key, old.key);
  assert.equal(fresh.name, 'Rotated');
  assert.deepEqual(fresh.scopes, ['applicants:read']);
  assert.equal(fresh.expiresAt, expiresAt, 'an expiry outlives a rotation');
  const read = data(await service.call({ path: `/auth/keys/${old.keyId}` }), 200);
  assert.ok(Math.abs(Date.parse(read.expiresAt) - Date.now() - 86_400_000) < 60_000, 'a day by default');
  for (const key of [old.key, fresh.key]) assert.equal((await service.call({ path: '/applicants', key })).status, 200);

  const again = data(await service.call({ path: `/auth/keys/${old.keyId}/rotate`, body: { overlapSeconds: 0 } }), 201);
  assert.equal(again.expiresAt, expiresAt);
  const refused = code(await service.call({ path: '/applicants', key: old.key }), 401, 'UNAUTHORIZED');
  assert.equal(refused.details.reason, 'EXPIRED');
  const state = code(await service.call({ path: `/auth/keys/${old.keyId}/rotate`, body: {} }), 409, 'INVALID_STATE');
  assert.deepEqual(state.details, { status: 'EXPIRED', allowed: ['ACTIVE'] });

  // A longer overlap never makes a key live longer than it was to.
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const short = data(await service.call({ path: '/auth/keys', body: { name: 'Short', expiresAt: soon } }), 201);
  await service.call({ path: `/auth/keys/${short.keyId}/rotate`, body: { overlapSeconds: 604_800 } });
  assert.equal(data(await service.call({ path: `/auth/keys/${short.keyId}` }), 200).expiresAt, soon);
});

test('a rotation asked for twice with one Idempotency-Key makes one key', async () => {
  const old = data(await service.call({ path: '/auth/keys', body: { name: 'Once' } }), 201);
  const headers = { 'idempotency-key': 'rotate-once' };
  const path = `/auth/keys/${old.keyId}/rotate`;
  const first = await service.call({ path, body: {}, headers });
  const second = await service.call({ path, body: {}, headers });
  assert.equal(first.status, 201, first.text);
  assert.equal(second.text, first.text);
  const rows = await service.services.db.query(
    sql`select id from api_keys where organization_id = ${service.organizationId} and name = 'Once'`,
  );
  assert.equal(rows.length, 2);
});

test('a revoked key is refused at once, stays listed, and can be revoked again', async () => {
  const made = data(await service.call({ path: '/auth/keys', body: { name: 'Gone' } }), 201);
  assert.equal((await service.call({ path: '/auth/me', key: made.key })).status, 200);
  const path = `/auth/keys/${made.keyId}`;
  assert.deepEqual(data(await service.call({ path, method: 'DELETE' }), 200), { keyId: made.keyId, deleted: true });
  const refused = code(await service.call({ path: '/auth/me', key: made.key }), 401, 'UNAUTHORIZED');
  assert.equal(refused.details.reason, 'REVOKED');
  assert.equal(data(await service.call({ path }), 200).status, 'REVOKED');
  assert.equal((await service.call({ path, method: 'DELETE' })).status, 200);
  code(await service.call({ path: `${path}/rotate`, body: {} }), 409, 'INVALID_STATE');
  const lines = await service.services.db.query<{ action: string }>(
    sql`select action from audit_entries where resource_id = ${made.keyId} order by id`,
  );
  assert.deepEqual(
    lines.map((line) => line.action),
    ['key.create', 'key.revoke'],
  );
});

test('a key revoked in one process is refused by another within a second', async () => {
  const other = await startTestService({ databaseUrl: service.databaseUrl, role: { api: true, worker: false } });
  try {
    const made = data(await service.call({ path: '/auth/keys', body: { name: 'Seen elsewhere' } }), 201);
    assert.equal((await other.call({ path: '/auth/me', key: made.key })).status, 200);
    await service.call({ path: `/auth/keys/${made.keyId}`, method: 'DELETE' });
    const revoked = performance.now();
    await eventually(async () => (await other.call({ path: '/auth/me', key: made.key })).status === 401, 2000);
    assert.ok(performance.now() - revoked < 1000, `took ${performance.now() - revoked} ms`);
  } finally {
    await other.close();
  }
});

test('keys are a list: pages, totals, status, ranges', async () => {
  const owner = await service.addOrganization();
  const call = (path: string) => service.call({ path, key: owner.liveKey });
  const made: { keyId: string }[] = [];
  for (let index = 0; index < 5; index += 1) {
    const body = { name: `k${index}` };
    made.push(data(await service.call({ path: '/auth/keys', body, key: owner.liveKey }), 201));
  }
  const [first, second] = made;
  assert.ok(first && second);
  await service.call({ path: `/auth/keys/${first.keyId}`, method: 'DELETE', key: owner.liveKey });
  const rotate = { path: `/auth/keys/${second.keyId}/rotate`, body: { overlapSeconds: 0 }, key: owner.liveKey };
  data(await service.call(rotate), 201);

  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 10; page += 1) {
    const answer = await call(`/auth/keys?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    assert.equal(answer.json.pagination.total, 7, answer.text);
    seen.push(...answer.json.data.map((key: { keyId: string }) => key.keyId));
    cursor = answer.json.pagination.nextCursor ?? '';
    assert.equal(answer.json.pagination.hasMore, cursor !== '');
    if (!cursor) break;
  }
  assert.equal(new Set(seen).size, 7);
  assert.equal(seen.length, 7);
  const counts = { ACTIVE: 5, REVOKED: 1, EXPIRED: 1 };
  for (const [status, count] of Object.entries(counts)) {
    const answer = await call(`/auth/keys?status=${status}`);
    assert.equal(answer.json.pagination.total, count, answer.text);
    assert.ok(answer.json.data.every((key: { status: string }) => key.status === status));
    assert.equal(answer.json.data.length, count);
  }
  assert.equal((await call('/auth/keys?createdTo=2020-01-01')).json.pagination.total, 0);
  assert.equal((await call('/auth/keys?createdFrom=2020-01-01')).json.pagination.total, 7);
  const page = await call('/auth/keys?limit=2');
  const bound = page.json.pagination.nextCursor as string;
  code(await call(`/auth/keys?limit=2&status=ACTIVE&cursor=${bound}`), 400, 'INVALID_CURSOR');
  code(await call('/auth/keys?status=ASLEEP'), 400, 'VALIDATION_ERROR');
  code(await call('/auth/keys?sortBy=name'), 400, 'VALIDATION_ERROR');
});
