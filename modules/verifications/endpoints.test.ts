import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { findCapture } from './index.ts';
import { World } from './testing/world.ts';

let service: TestService;
let world: World;
before(async () => {
  service = await startTestService({ env: { SANDBOX_DELAY_MS: '60000', WEBHOOK_ALLOW_PRIVATE: 'false' } });
  world = new World(service, 'TEST', service.testKey);
});
after(async () => service.close());

const UNKNOWN = 'ver_01hzx5m0c8f3q9t2v7w4y6z1ab';

test('creation refuses what is wrong, each with its code', async () => {
  const applicantId = await world.person('Wrong');
  const ok = { applicantId, profileType: 'STANDARD' };
  const cases: [Record<string, unknown>, number, string][] = [
    [{}, 400, 'VALIDATION_ERROR'],
    [{ applicantId }, 400, 'VALIDATION_ERROR'],
    [{ ...ok, profileType: 'PREMIUM' }, 400, 'VALIDATION_ERROR'],
    [{ ...ok, profileType: 'standard' }, 400, 'VALIDATION_ERROR'],
    [{ ...ok, extra: 1 }, 400, 'VALIDATION_ERROR'],
    [{ ...ok, locale: 'not a tag' }, 400, 'VALIDATION_ERROR'],
    [{ ...ok, metadata: { a: 1 } }, 400, 'VALIDATION_ERROR'],
    [{ ...ok, callbackUrl: 'http://example.com/x' }, 400, 'WEBHOOK_URL_NOT_HTTPS'],
    [{ ...ok, callbackUrl: 'https://127.0.0.1/x' }, 400, 'WEBHOOK_URL_NOT_ALLOWED'],
    [{ ...ok, callbackUrl: 'nonsense' }, 400, 'VALIDATION_ERROR'],
    [{ ...ok, applicantId: 'app_01hzx5m0c8f3q9t2v7w4y6z1ab' }, 404, 'NOT_FOUND'],
    [{ ...ok, applicantId: 'whatever' }, 404, 'NOT_FOUND'],
    [{ ...ok, organizationId: 'org_other' }, 403, 'ORGANIZATION_MISMATCH'],
  ];
  for (const [body, status, code] of cases) {
    const answer = await world.call({ path: '/verifications', body });
    assert.equal(answer.json.error?.code, code, `${JSON.stringify(body)}: ${answer.text}`);
    assert.equal(answer.status, status);
  }
  assert.equal((await world.call({ path: '/verifications', body: '{' })).json.error.code, 'INVALID_JSON');
  assert.equal((await world.call({ path: `/verifications?applicantId=${applicantId}` })).json.pagination.total, 0);
});

test('a blocked or erased applicant is not verified', async () => {
  const applicantId = await world.person('Blocked');
  await world.call({ method: 'PATCH', path: `/applicants/${applicantId}`, body: { status: 'BLOCKED' } });
  const blocked = await world.start(applicantId);
  assert.equal(blocked.json.error.code, 'INVALID_STATE', blocked.text);
  assert.deepEqual(blocked.json.error.details, { status: 'BLOCKED', allowed: ['ACTIVE'] });
  await world.call({ method: 'DELETE', path: `/applicants/${applicantId}` });
  const erased = await world.start(applicantId);
  assert.equal(erased.status, 409);
  assert.equal(erased.json.error.details.status, 'ERASED');
});

test('production without an engine answers 503: no credit, no record; but only to what is otherwise right', async () => {
  const live = new World(service, 'LIVE', service.liveKey);
  const applicantId = await live.person('Live');
  const before = await live.balance();
  for (const profileType of ['DOCUMENT', 'BIOMETRIC']) {
    const answer = await live.start(applicantId, profileType);
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.json.error.code, 'SERVICE_UNAVAILABLE');
    assert.equal(answer.json.error.details.reason, 'IDENTITY_ENGINE_MISSING');
  }
  assert.equal((await live.start(applicantId, 'NONE')).status, 400);
  assert.equal((await live.start('app_01hzx5m0c8f3q9t2v7w4y6z1ab')).status, 404);
  assert.equal((await live.start(applicantId, 'DOCUMENT', { callbackUrl: 'http://x.example' })).status, 400);
  assert.deepEqual(await live.balance(), before);
  assert.equal((await live.call({ path: '/verifications' })).json.pagination.total, 0);
  const [left] = await service.services.db.query<{ count: number }>(
    sql`select count(*) from events where environment = 'LIVE' and type like 'verification%'`,
  );
  assert.equal(left?.count, 0);
});

test('what does not exist, or belongs to others, is 404 everywhere', async () => {
  const id = await world.begun('Mine');
  await world.upload(id, 'SELFIE');
  const { fileId } = (await world.read(id)).files[0];
  const other = await service.addOrganization();
  const elsewhere: [string, 'LIVE' | 'TEST', string][] = [
    [id, 'TEST', other.testKey],
    [id, 'LIVE', service.liveKey],
    [UNKNOWN, 'TEST', service.testKey],
    ['ver_x', 'TEST', service.testKey],
  ];
  for (const [which, environment, key] of elsewhere) {
    const there = new World(service, environment, key);
    const requests = [
      { path: `/verifications/${which}` },
      { path: `/verifications/${which}/files/${fileId}` },
      { method: 'POST', path: `/verifications/${which}/submit` },
      { method: 'POST', path: `/verifications/${which}/cancel` },
      { path: `/verifications/${which}/review`, body: { decision: 'APPROVED', reason: 'x' } },
      { path: `/verifications/${which}/files`, body: { kind: 'SELFIE', fileName: 'a.jpg', content: '/9j/4A==' } },
    ];
    for (const request of requests) {
      const answer = await there.call(request);
      assert.equal(answer.status, 404, `${request.path}: ${answer.text}`);
    }
    const list = await there.call({ path: `/verifications?applicantId=${(await world.read(id)).applicantId}` });
    if (which === id) assert.equal(list.json.pagination.total, 0);
  }
  assert.equal((await world.call({ path: `/verifications/${id}/files/${id}` })).status, 404);
});

test('a key without the scope is refused', async () => {
  const reader = await service.addKey(service.organizationId, 'TEST', ['verifications:read', 'applicants:write']);
  const id = await world.begun('Scoped');
  assert.equal((await world.call({ path: `/verifications/${id}`, key: reader })).status, 200);
  for (const path of [`/verifications/${id}/cancel`, `/verifications/${id}/submit`]) {
    const answer = await world.call({ method: 'POST', path, key: reader });
    assert.equal(answer.json.error.code, 'INSUFFICIENT_SCOPE', answer.text);
    assert.equal(answer.json.error.details.required, 'verifications:write');
  }
  assert.equal((await world.call({ path: '/verifications', key: null })).status, 401);
});

test('cancel ends an open verification once, and closes its capture link', async () => {
  const id = await world.begun('Cancelled');
  const token: string = (await world.read(id)).uploadUrl.split('/').at(-1);
  const found = await findCapture(service.services.db, token);
  assert.equal(found?.verificationId, id);
  assert.equal(found?.environment, 'TEST');
  const stored = await service.services.db.query(
    sql`select 1 from verifications where id = ${id} and (position(convert_to(${token}, 'UTF8') in sealed_token) > 0)`,
  );
  assert.equal(stored.length, 0, 'the token is not stored in the clear');
  const answer = await world.call({ method: 'POST', path: `/verifications/${id}/cancel` });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json.data.status, 'CANCELLED');
  assert.equal(answer.json.data.uploadUrl, null);
  assert.equal(await findCapture(service.services.db, token), undefined);
  for (const path of ['cancel', 'submit']) {
    const again = await world.call({ method: 'POST', path: `/verifications/${id}/${path}` });
    assert.equal(again.json.error.code, 'INVALID_STATE', again.text);
    assert.deepEqual(again.json.error.details, { status: 'CANCELLED', allowed: ['CREATED', 'PENDING_UPLOAD'] });
  }
  assert.equal((await world.upload(id, 'SELFIE')).status, 409);
});

test('review is for MANUAL_REVIEW only, and its input is checked first', async () => {
  const id = await world.begun('Unreviewed');
  const review = (body: unknown) => world.call({ path: `/verifications/${id}/review`, body });
  const early = await review({ decision: 'APPROVED', reason: 'because' });
  assert.equal(early.status, 409, early.text);
  assert.deepEqual(early.json.error.details, { status: 'PENDING_UPLOAD', allowed: ['MANUAL_REVIEW'] });
  const bad = [
    {},
    { decision: 'APPROVED' },
    { decision: 'MAYBE', reason: 'x' },
    { decision: 'APPROVED', reason: '' },
    { decision: 'APPROVED', reason: ' \n\u200b ' },
    { decision: 'APPROVED', reason: 'x', failureReasons: ['A_B'] },
    { decision: 'REJECTED', reason: 'x', failureReasons: ['not upper'] },
    { decision: 'REJECTED', reason: 'x', failureReasons: ['AA', 'AA'] },
  ];
  for (const body of bad) assert.equal((await review(body)).status, 400, JSON.stringify(body));
});

test('lists filter by status, result, profile and applicant, and page without a gap', async () => {
  const org = await service.addOrganization();
  const there = new World(service, 'TEST', org.testKey);
  const applicantId = await there.person('Listed');
  for (const profileType of ['DOCUMENT', 'STANDARD', 'ENHANCED']) await there.start(applicantId, profileType);
  const cancelled = await there.begun('Another', 'DOCUMENT');
  await there.call({ method: 'POST', path: `/verifications/${cancelled}/cancel` });
  const total = async (query: string): Promise<number> =>
    (await there.call({ path: `/verifications?${query}` })).json.pagination.total;
  assert.equal(await total(''), 4);
  assert.equal(await total('status=PENDING_UPLOAD'), 3);
  assert.equal(await total('status=CANCELLED'), 1);
  assert.equal(await total('result=APPROVED'), 0);
  assert.equal(await total('profileType=DOCUMENT'), 2);
  assert.equal(await total(`applicantId=${applicantId}&profileType=DOCUMENT`), 1);
  assert.equal(await total('createdFrom=2099-01-01'), 0);
  for (const bad of ['status=DONE', 'result=MAYBE', 'limit=0', 'sortBy=result', 'nonsense=1']) {
    assert.equal((await there.call({ path: `/verifications?${bad}` })).status, 400, bad);
  }
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await there.call({ path: `/verifications?limit=3${cursor && `&cursor=${cursor}`}` });
    seen.push(...page.json.data.map((item: { id: string }) => item.id));
    cursor = page.json.pagination.nextCursor ?? '';
  } while (cursor);
  assert.equal(new Set(seen).size, 4);
  assert.equal(seen[0], cancelled, 'newest first');
  assert.equal((await there.call({ path: '/verifications?cursor=abc' })).json.error.code, 'INVALID_CURSOR');
});

test('an overdue verification never shows as open, whoever looks first', async () => {
  const org = await service.addOrganization();
  const there = new World(service, 'TEST', org.testKey);
  const overdue = async (): Promise<string> => {
    const id = await there.begun('Slow', 'DOCUMENT');
    await there.upload(id, 'DOCUMENT_FRONT');
    await service.services.db.query(
      sql`update verifications set expires_at = now() - interval '1 second' where id = ${id}`,
    );
    return id;
  };
  const [read, listed, submitted, cancelled, shown] = await Promise.all([1, 2, 3, 4, 5].map(overdue));
  for (const path of [`${submitted}/submit`, `${cancelled}/cancel`]) {
    const answer = await there.call({ method: 'POST', path: `/verifications/${path}` });
    assert.equal(answer.json.error?.details?.status, 'EXPIRED', answer.text);
  }
  assert.equal((await there.upload(submitted ?? '', 'SELFIE')).json.error.details.status, 'EXPIRED');
  const { applicantId } = (
    await service.services.db.query<{ applicantId: string }>(
      sql`select applicant_id as "applicantId" from verifications where id = ${shown}`,
    )
  )[0] ?? { applicantId: '' };
  const applicant = await there.call({ path: `/applicants/${applicantId}` });
  assert.equal(applicant.json.data.latestVerification.status, 'EXPIRED', applicant.text);
  assert.equal((await there.read(read ?? '')).status, 'EXPIRED');
  const open = await there.call({ path: '/verifications?status=PENDING_UPLOAD' });
  assert.deepEqual([open.json.data.length, open.json.pagination.total], [0, 0]);
  const all = await there.call({ path: '/verifications?status=EXPIRED' });
  assert.equal(all.json.pagination.total, 5);
  assert.ok(all.json.data.some((item: { id: string }) => item.id === listed));
});

test('the same Idempotency-Key starts one verification', async () => {
  const applicantId = await world.person('Once');
  const headers = { 'idempotency-key': 'ver-once' };
  const body = { applicantId, profileType: 'DOCUMENT' };
  const answers = [];
  for (let index = 0; index < 3; index += 1) answers.push(await world.call({ path: '/verifications', body, headers }));
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
  assert.equal((await world.call({ path: `/verifications?applicantId=${applicantId}` })).json.pagination.total, 1);
});

test('callbackUrl stands in every event of the verification', async () => {
  const id = await world.begun('Called', 'DOCUMENT', { callbackUrl: 'https://example.com/hook' });
  const told = await world.events(id);
  assert.deepEqual(
    told.map((event) => event.callbackUrl),
    ['https://example.com/hook', 'https://example.com/hook'],
  );
});
