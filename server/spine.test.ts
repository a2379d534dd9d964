import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from './testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => service.close());

test('an applicant is created, read, listed, changed and erased', async () => {
  const created = await service.call({
    path: '/applicants',
    body: { firstName: 'Ana', lastName: 'Ng', externalId: 'x1' },
  });
  assert.equal(created.status, 201, created.text);
  const { applicantId } = created.json.data;
  assert.match(applicantId, /^app_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.equal(created.headers.get('x-ratelimit-limit'), '500');
  const read = await service.call({ path: `/applicants/${applicantId}` });
  assert.equal(read.status, 200, read.text);
  assert.equal(read.json.data.risk.level, 'UNKNOWN');
  const list = await service.call({ path: '/applicants?limit=1' });
  assert.deepEqual(list.json.pagination, { hasMore: false, nextCursor: null, total: 1 });
  const again = await service.call({ path: '/applicants', body: { firstName: 'B', lastName: 'C', externalId: 'x1' } });
  assert.equal(again.status, 409);
  const changed = await service.call({ method: 'PATCH', path: `/applicants/${applicantId}`, body: { country: 'NO' } });
  assert.equal(changed.json.data.country, 'NO', changed.text);
  const sandboxed = await service.call({ path: `/applicants/${applicantId}`, environment: 'TEST' });
  assert.equal(sandboxed.status, 404);
  const erased = await service.call({ method: 'DELETE', path: `/applicants/${applicantId}` });
  assert.equal(erased.json.data.deleted, true, erased.text);
  const after = await service.call({ path: `/applicants/${applicantId}` });
  assert.equal(after.json.data.status, 'ERASED');
  assert.equal((await service.call({ path: '/applicants' })).json.pagination.total, 0);
  assert.equal((await service.call({ path: '/applicants?status=ERASED' })).json.pagination.total, 1);
});

test('the same Idempotency-Key answers byte for byte, and refuses another request', async () => {
  const headers = { 'idempotency-key': 'k-1' };
  const body = { firstName: 'Ida', lastName: 'Potent' };
  const first = await service.call({ path: '/applicants', body, headers });
  const second = await service.call({ path: '/applicants', body, headers });
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  const other = await service.call({ path: '/applicants', body: { ...body, lastName: 'X' }, headers });
  assert.equal(other.json.error.code, 'IDEMPOTENCY_KEY_REUSED', other.text);
  const bad = await service.call({
    path: '/applicants',
    body: { firstName: '' },
    headers: { 'idempotency-key': 'k-2' },
  });
  const badAgain = await service.call({
    path: '/applicants',
    body: { firstName: '' },
    headers: { 'idempotency-key': 'k-2' },
  });
  assert.equal(bad.status, 400);
  assert.equal(badAgain.text, bad.text);
  const parallel = await Promise.all(
    Array.from({ length: 10 }, () =>
      service.call({ path: '/applicants', body, headers: { 'idempotency-key': 'k-3' } }),
    ),
  );
  assert.equal(new Set(parallel.filter((r) => r.status === 201).map((r) => r.text)).size, 1);
  assert.ok(parallel.every((r) => r.status === 201 || r.json.error.code === 'IDEMPOTENCY_IN_PROGRESS'));
});

test('errors name their cause', async () => {
  const cases: [Parameters<TestService['call']>[0], number, string][] = [
    [{ path: '/applicants', body: '{' }, 400, 'INVALID_JSON'],
    [{ path: '/applicants', body: { firstName: 'A', lastName: 'B', zzz: 1 } }, 400, 'VALIDATION_ERROR'],
    [{ path: '/applicants', body: '{"firstName":"A","lastName":"B","__proto__":{"a":1}}' }, 400, 'VALIDATION_ERROR'],
    [{ path: '/applicants', body: { firstName: 'A\0', lastName: 'B' } }, 400, 'VALIDATION_ERROR'],
    [
      { path: '/applicants', body: { firstName: 'A', lastName: 'B', dateOfBirth: '2023-02-29' } },
      400,
      'VALIDATION_ERROR',
    ],
    [
      { path: '/applicants', body: { firstName: 'A', lastName: 'B', organizationId: 'org_x' } },
      403,
      'ORGANIZATION_MISMATCH',
    ],
    [{ path: '/applicants', body: 'x'.repeat(2_000_000) }, 413, 'PAYLOAD_TOO_LARGE'],
    [{ path: '/applicants', body: 'a=b', headers: { 'content-type': 'text/plain' } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ path: '/applicants?limit=0' }, 400, 'VALIDATION_ERROR'],
    [{ path: '/applicants?cursor=abc' }, 400, 'INVALID_CURSOR'],
    [{ path: '/applicants?createdFrom=2025-01-02&createdTo=2025-01-01' }, 400, 'VALIDATION_ERROR'],
    [{ path: '/applicants/app_unknown' }, 404, 'NOT_FOUND'],
    [{ path: '/nothing' }, 404, 'NOT_FOUND'],
    [{ path: '/applicants', method: 'PUT' }, 405, 'METHOD_NOT_ALLOWED'],
    [{ path: '/applicants', key: null }, 401, 'UNAUTHORIZED'],
    [{ path: '/applicants', key: service.testKey }, 403, 'ENVIRONMENT_MISMATCH'],
    [{ path: '/applicants', key: `${service.liveKey.slice(0, -1)}!` }, 401, 'UNAUTHORIZED'],
  ];
  for (const [request, status, code] of cases) {
    const answer = await service.call(request);
    assert.equal(answer.json?.error?.code, code, `${request.path}: ${answer.text}`);
    assert.equal(answer.status, status);
    assert.ok(answer.headers.get('x-ratelimit-limit'), request.path);
  }
  const version = await fetch(service.production.replace('v3', 'v4/applicants'));
  assert.equal(((await version.json()) as { error: { code: string } }).error.code, 'UNSUPPORTED_VERSION');
});
