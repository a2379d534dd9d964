import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { OPERATIONS } from '../../contract/index.ts';
import { envelopeOf } from '../../contract/openapi.ts';
import { newId } from '../../platform/ids.ts';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import { eventsOf, importText, listOf, screen, served } from './testing.ts';

let service: TestService;
const lines: string[] = [];
before(async () => {
  service = await startTestService({
    logTo: (line) => lines.push(line),
    env: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  const list = listOf([
    { id: 'h1', name: 'Leopold Hagedorn', programs: 'EX-A', identifiers: 'PASSPORT:900817265:DE' },
    { id: 'h2', name: 'Mathilda Rosenquist', categories: 'PEP', positions: 'Senator|SE|2019||IN_OFFICE' },
    { id: 'h3', name: 'Hagedorn Metallhandel GmbH', schema: 'ORGANIZATION' },
  ]);
  await importText(service, list);
  await served(service, 'csv', 1);
});
after(async () => service.close());

const person = (name: string) => ({ type: 'PERSON', name });

test('what is wrong with a request is named by its place', async () => {
  const subject = person('Ana Lind');
  const cases: [unknown, string, string][] = [
    [{}, '/applicantId', 'REQUIRED'],
    [{ subject, applicantId: 'app_x' }, '/subject', 'MUTUALLY_EXCLUSIVE'],
    [{ subject, profile: 'BASIC', checks: ['PEP'] }, '/checks', 'MUTUALLY_EXCLUSIVE'],
    [{ subject, checks: [] }, '/checks', 'TOO_FEW'],
    [{ subject, checks: ['PEP', 'PEP'] }, '/checks', 'NOT_UNIQUE'],
    [{ subject, checks: ['KYC'] }, '/checks/0', 'INVALID_VALUE'],
    [{ subject, threshold: 101 }, '/threshold', 'TOO_LARGE'],
    [{ subject, datasets: ['nonsense'] }, '/datasets/0', 'INVALID_VALUE'],
    [{ subject: { type: 'PERSON' } }, '/subject/name', 'REQUIRED'],
    [{ subject: { ...subject, dateOfBirth: '2023-02-30' } }, '/subject/dateOfBirth', 'INVALID_FORMAT'],
    [{ subject: { ...subject, country: 'se' } }, '/subject/country', 'INVALID_FORMAT'],
    [{ subject: { ...subject, identifiers: [{ type: 'PASSPORT' }] } }, '/subject/identifiers/0/value', 'REQUIRED'],
    [{ subject: { ...subject, shoeSize: 44 } }, '/subject/shoeSize', 'UNKNOWN_FIELD'],
    [{ subject: person('x'.repeat(501)) }, '/subject/name', 'TOO_LONG'],
    [{ subject: person('\u200b') }, '/subject/name', 'INVALID_FORMAT'],
  ];
  for (const path of ['/aml/screenings', '/aml/monitors']) {
    for (const [body, place, code] of cases) {
      const answer = await service.call({ path, body });
      assert.equal(answer.status, 400, answer.text);
      const issues = answer.json.error.details.issues as { path: string; code: string }[];
      assert.ok(
        issues.some((issue) => issue.path === place && issue.code === code),
        `${place} ${code} in ${JSON.stringify(issues)}`,
      );
    }
  }
  const batch: [unknown, string, string][] = [
    [{ subjects: [] }, '/subjects', 'TOO_FEW'],
    [{ subjects: Array.from({ length: 1001 }, () => subject) }, '/subjects', 'TOO_MANY'],
    [{ subjects: [subject, { name: 'A B' }] }, '/subjects/1/type', 'REQUIRED'],
    [{ subjects: [{ ...subject, applicantId: 'app_x' }] }, '/subjects/0/name', 'MUTUALLY_EXCLUSIVE'],
  ];
  for (const [body, place, code] of batch) {
    const answer = await service.call({ path: '/aml/batch', body });
    assert.equal(answer.status, 400, answer.text);
    const issues = answer.json.error.details.issues as { path: string; code: string }[];
    assert.ok(
      issues.some((issue) => issue.path === place && issue.code === code),
      `${place} ${code}`,
    );
  }
});

test('every fault of a request is told at once, of its form or of what it asks for', async () => {
  const subjects = [
    { type: 'PERSON' },
    { type: 'PERSON', name: 'Ingrid Halvorsrud', dateOfBirth: '31.12.1970' },
    { applicantId: newId('app'), name: 'Ingrid Halvorsrud' },
    { type: 'PERSON', name: '...' },
    { type: 'CAT', name: 'Ingrid Halvorsrud' },
  ];
  const issuesOf = async (path: string, body: unknown): Promise<string[]> => {
    const answer = await service.call({ path, body });
    assert.equal(answer.status, 400, answer.text);
    const issues: { path: string; code: string }[] = answer.json.error.details.issues;
    return issues.map((issue) => `${issue.path} ${issue.code}`).toSorted();
  };
  assert.deepEqual(await issuesOf('/aml/batch', { subjects, profile: 'BASIC', checks: ['PEP'], threshold: 101 }), [
    '/checks MUTUALLY_EXCLUSIVE',
    '/subjects/0/name REQUIRED',
    '/subjects/1/dateOfBirth INVALID_FORMAT',
    '/subjects/2/name MUTUALLY_EXCLUSIVE',
    '/subjects/3/name INVALID_FORMAT',
    '/subjects/4/type INVALID_VALUE',
    '/threshold TOO_LARGE',
  ]);
  const all = await issuesOf('/aml/batch', {
    subjects: Array.from({ length: 1000 }, (_, at) =>
      at % 2 === 0 ? { type: 'PERSON' } : { type: 'PERSON', name: 7 },
    ),
  });
  assert.equal(all.length, 1000, 'one for each, none left out');
  for (const path of ['/aml/screenings', '/aml/monitors']) {
    assert.deepEqual(await issuesOf(path, { subject: { type: 'PERSON', country: 'Sweden' }, threshold: -1 }), [
      '/subject/country INVALID_FORMAT',
      '/subject/name REQUIRED',
      '/threshold TOO_SMALL',
    ]);
  }
});

test('scopes, credits, applicants and tenants are kept apart', async () => {
  const subject = person('Ana Lind');
  const reader = await service.addKey(service.organizationId, 'LIVE', ['aml:read']);
  assert.equal((await screen(service, { subject }, { key: reader })).json.error.code, 'INSUFFICIENT_SCOPE');
  const poor = await service.addOrganization({ credits: 1 });
  const expensive = { subject, checks: ['SANCTIONS', 'PEP'] };
  const refused = await screen(service, expensive, { key: poor.liveKey });
  assert.equal(refused.status, 402, refused.text);
  assert.deepEqual(refused.json.error.details, { required: 3, available: 1 });
  const none = await service.call({ path: '/aml/screenings', key: poor.liveKey });
  assert.equal(none.json.pagination.total, 0);
  const held = await service.call({
    path: '/aml/batch',
    body: { subjects: [subject, subject] },
    key: poor.liveKey,
  });
  assert.equal(held.status, 402, held.text);

  const { screeningId } = (await screen(service, { subject: person('Leopold Hagedorn') })).json.data;
  const path = `/aml/screenings/${screeningId}`;
  assert.equal((await service.call({ path, key: poor.liveKey })).status, 404);
  assert.equal((await service.call({ path, environment: 'TEST' })).status, 404);
  const decision = { decision: 'TRUE_MATCH', reason: 'x' };
  const matchId = 'mat_00000000000000000000000000';
  assert.equal((await service.call({ path: `${path}/matches/${matchId}/resolution`, body: decision })).status, 404);
  const unknown = await screen(service, { applicantId: 'app_00000000000000000000000000' });
  assert.equal(unknown.status, 404);
  const { applicantId } = (await service.call({ path: '/applicants', body: { firstName: 'A', lastName: 'B' } })).json
    .data;
  await service.call({ method: 'DELETE', path: `/applicants/${applicantId}` });
  assert.equal((await screen(service, { applicantId })).json.error.code, 'INVALID_STATE');
});

test('identifiers find whom the name does not; organisations and people are told apart', async () => {
  const identifiers = [{ type: 'PASSPORT', value: '900 817 265', country: 'DE' }];
  const other = await screen(service, { subject: { ...person('Xaver Unbekannt'), identifiers } });
  assert.equal(other.json.data.matches[0]?.entityId, 'h1', 'by passport');
  const firm = await screen(service, { subject: { type: 'ORGANIZATION', name: 'Hagedorn Metallhandel' } });
  assert.equal(firm.json.data.matches[0]?.entityId, 'h3');
  const pep = await screen(service, { subject: person('Mathilda Rosenquist') });
  assert.equal(pep.json.data.riskLevel, 'HIGH');
  const unasked = await screen(service, { subject: person('Mathilda Rosenquist'), checks: ['SANCTIONS'] });
  assert.equal(unasked.json.data.matchCount, 0);
});

test('lists are paged without gaps and filtered', async () => {
  const fresh = await service.addOrganization();
  const key = fresh.liveKey;
  for (const name of ['Leopold Hagedorn', 'Ana Lind', 'Bo Ek', 'Cy Ro', 'Di Va']) {
    assert.equal((await screen(service, { subject: person(name) }, { key })).status, 201);
  }
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await service.call({ path: `/aml/screenings?limit=2${cursor && `&cursor=${cursor}`}`, key });
    assert.equal(page.json.pagination.total, 5);
    seen.push(...page.json.data.map((row: { screeningId: string }) => row.screeningId));
    if (!page.json.pagination.hasMore) break;
    cursor = page.json.pagination.nextCursor;
  }
  assert.equal(new Set(seen).size, 5);
  const critical = await service.call({ path: '/aml/screenings?riskLevel=CRITICAL', key });
  assert.equal(critical.json.pagination.total, 1);
  assert.equal('matches' in critical.json.data[0], false);
  assert.equal((await service.call({ path: '/aml/screenings?riskLevel=GREEN', key })).status, 400);
});

test('the same Idempotency-Key screens and charges once', async () => {
  const fresh = await service.addOrganization({ credits: 100 });
  const options = { key: fresh.liveKey, headers: { 'idempotency-key': 'one' } };
  const body = { subject: person('Leopold Hagedorn') };
  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push((await screen(service, body, options)).text);
  assert.equal(new Set(answers).size, 1);
  const balance = await service.call({ path: '/credits/balance', key: fresh.liveKey });
  assert.equal(balance.json.data.balance, 99);
});

test('the last credits are taken, told of once, and then refused, with and without an Idempotency-Key', async () => {
  const fresh = await service.addOrganization({ credits: 3 });
  const { liveKey: key, organizationId } = fresh;
  const body = { subject: person('Leopold Hagedorn') };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      screen(service, body, { key, ...(n % 2 === 0 ? { headers: { 'idempotency-key': `k${n}` } } : {}) }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual([statuses.filter((s) => s === 201).length, statuses.filter((s) => s === 402).length], [3, 9]);
  const again = await Promise.all(
    Array.from({ length: 6 }, (_, n) => screen(service, body, { key, headers: { 'idempotency-key': `k${n * 2}` } })),
  );
  for (const [n, { status, text, headers }] of again.entries()) {
    assert.deepEqual([status, text], [answers[n * 2]?.status, answers[n * 2]?.text]);
    assert.equal(headers.get('idempotency-replayed'), 'true');
  }
  const balance = (await service.call({ path: '/credits/balance', key })).json.data;
  assert.deepEqual([balance.balance, balance.available], [0, 0]);
  assert.equal((await service.call({ path: '/aml/screenings', key })).json.pagination.total, 3);
  const told = (await eventsOf(service, organizationId)).map(({ type }) => type);
  assert.equal(told.filter((type) => type === 'credits.depleted').length, 1);
});

test('a cursor serves the list and the filters that it was made for, in its environment, and no other', async () => {
  for (const environment of ['LIVE', 'TEST'] as const) {
    const call = (path: string) => service.call({ path, environment });
    for (const name of ['Ana Lind', 'Bo Ek', 'Cy Ro']) {
      await screen(service, { subject: person(name) }, { environment });
      await service.call({ path: '/aml/monitors', body: { subject: person(name) }, environment });
    }
    const { nextCursor } = (await call('/aml/screenings?limit=1')).json.pagination;
    const other = environment === 'LIVE' ? 'TEST' : 'LIVE';
    const wrong = [
      await call(`/aml/monitors?limit=1&cursor=${nextCursor}`),
      await call(`/aml/screenings?limit=1&riskLevel=LOW&cursor=${nextCursor}`),
      await call(`/aml/screenings?limit=1&order=asc&cursor=${nextCursor}`),
      await call(`/aml/screenings?limit=1&cursor=${nextCursor.slice(0, -2)}xx`),
      await service.call({ path: `/aml/screenings?limit=1&cursor=${nextCursor}`, environment: other }),
    ];
    for (const answer of wrong) assert.equal(answer.json.error?.code, 'INVALID_CURSOR', answer.text);
    assert.equal((await call(`/aml/screenings?limit=2&cursor=${nextCursor}`)).status, 200);
    for (const query of ['limit=0', 'limit=101', 'sortBy=name', 'order=up', 'status=OPEN', 'page=2', 'limit=1.5']) {
      for (const list of ['screenings', 'monitors', 'blocklist', 'allowlist', 'datasets']) {
        const answer = await call(`/aml/${list}?${query}`);
        assert.deepEqual([answer.status, answer.json.error?.code], [400, 'VALIDATION_ERROR'], `${list} ${query}`);
      }
    }
    const reversed = await call('/aml/screenings?createdFrom=2026-02-01&createdTo=2026-01-31');
    assert.equal(reversed.json.error.details.issues[0].path, '/createdFrom');
  }
});

test('methods, bodies and keys that do not fit are refused as the contract says', async () => {
  const body = { subject: person('Ana Lind') };
  const cases: [Parameters<TestService['call']>[0], number, string][] = [
    [{ path: '/aml/screenings', body, key: null }, 401, 'UNAUTHORIZED'],
    [{ path: '/aml/screenings', body, key: service.testKey }, 403, 'ENVIRONMENT_MISMATCH'],
    [{ path: '/aml/screenings', body: { ...body, organizationId: 'org_x' } }, 403, 'ORGANIZATION_MISMATCH'],
    [{ path: '/aml/screenings?organizationId=org_x' }, 403, 'ORGANIZATION_MISMATCH'],
    [{ path: '/aml/screenings', method: 'PUT', body }, 405, 'METHOD_NOT_ALLOWED'],
    [{ path: '/aml/nothing' }, 404, 'NOT_FOUND'],
    [{ path: '/aml/screenings/scr_x' }, 404, 'NOT_FOUND'],
    [{ path: '/aml/monitors/mon_00000000000000000000000000', method: 'DELETE' }, 404, 'NOT_FOUND'],
    [{ path: '/aml/batch/job_00000000000000000000000000' }, 404, 'NOT_FOUND'],
    [{ path: '/aml/screenings', body: { ...body, metadata: { a: 1 } } }, 400, 'VALIDATION_ERROR'],
  ];
  for (const [request, status, code] of cases) {
    const answer = await service.call(request);
    assert.deepEqual([answer.status, answer.json.error?.code], [status, code], `${request.path} ${answer.text}`);
    assert.match(answer.json.meta.requestId, /^req_/);
  }
  assert.match(
    (await service.call({ path: '/aml/screenings', method: 'PUT', body })).headers.get('allow') ?? '',
    /POST/,
  );
  const headers = { 'idempotency-key': 'reused' };
  assert.equal((await screen(service, body, { headers })).status, 201);
  const reused = await screen(service, { ...body, threshold: 70 }, { headers });
  assert.deepEqual([reused.status, reused.json.error.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
});

test('a batch: held, taken by the screening, the rest given back; what fails is told by item', async () => {
  const fresh = await service.addOrganization({ credits: 100 });
  const key = fresh.liveKey;
  const { applicantId } = (
    await service.call({ path: '/applicants', body: { firstName: 'Leopold', lastName: 'Hagedorn' }, key })
  ).json.data;
  const subjects = [
    { applicantId },
    { applicantId: 'app_00000000000000000000000000' },
    ...Array.from({ length: 58 }, (_, n) => person(`Somebody Else${n}`)),
  ];
  const created = await service.call({ path: '/aml/batch', body: { subjects, metadata: { run: '1' } }, key });
  assert.equal(created.status, 202, created.text);
  assert.equal(created.json.data.status, 'QUEUED');
  const { jobId } = created.json.data;
  const job = await eventually(async () => {
    const { data } = (await service.call({ path: `/aml/batch/${jobId}`, key })).json;
    return data.status === 'COMPLETED' && data;
  }, 20_000);
  assert.deepEqual([job.total, job.completed, job.failed, job.progress], [60, 59, 1, 100]);
  const results = await service.call({ path: `/aml/batch/${jobId}/results?limit=100`, key });
  const [first, second] = results.json.data;
  assert.deepEqual([first.index, first.riskLevel, first.applicantId], [0, 'CRITICAL', applicantId]);
  assert.deepEqual([second.status, second.errorCode, second.screeningId], ['FAILED', 'NOT_FOUND', null]);
  const record = (await service.call({ path: `/aml/screenings/${first.screeningId}`, key })).json.data;
  assert.deepEqual([record.jobId, record.metadata.run], [jobId, '1']);
  assert.equal((await eventsOf(service, first.screeningId)).length, 3);
  const balance = (await service.call({ path: '/credits/balance', key })).json.data;
  assert.deepEqual([balance.balance, balance.held], [41, 0]);
  assert.equal((await service.call({ path: `/aml/batch/${jobId}` })).status, 404);
  assert.equal((await service.call({ path: `/aml/batch/${jobId}/results` })).status, 404);
});

test('a callback address is checked when it is given', async () => {
  const strict = await startTestService();
  try {
    for (const [callbackUrl, code] of [
      ['http://example.com/x', 'WEBHOOK_URL_NOT_HTTPS'],
      ['https://127.0.0.1/x', 'WEBHOOK_URL_NOT_ALLOWED'],
    ]) {
      for (const path of ['/aml/screenings', '/aml/monitors', '/aml/batch']) {
        const body = path === '/aml/batch' ? { subjects: [person('A B')] } : { subject: person('A B') };
        const answer = await strict.call({ path, body: { ...body, callbackUrl }, environment: 'TEST' });
        assert.equal(answer.json.error.code, code, `${path} ${answer.text}`);
      }
    }
  } finally {
    await strict.close();
  }
});

test('every answer is of the form that the contract gives', async () => {
  const schemaOf = (operationId: string) => {
    const operation = OPERATIONS.find((other) => other.operationId === operationId);
    assert.ok(operation, operationId);
    return Compile(envelopeOf(operation) as never);
  };
  const check = (operationId: string, json: unknown): void => {
    const schema = schemaOf(operationId);
    assert.ok(schema.Check(json), `${operationId}: ${JSON.stringify(schema.Errors(json)).slice(0, 500)}`);
  };
  for (const environment of ['LIVE', 'TEST'] as const) {
    const name = environment === 'LIVE' ? 'Leopold Hagedorn' : 'Leopold Sanctioned';
    const call = (request: Parameters<TestService['call']>[0]) => service.call({ ...request, environment });
    const created = await call({ path: '/aml/screenings', body: { subject: person(name), metadata: { a: 'b' } } });
    check('createScreening', created.json);
    const { screeningId, matches } = created.json.data;
    check('getScreening', (await call({ path: `/aml/screenings/${screeningId}` })).json);
    check('listScreenings', (await call({ path: '/aml/screenings' })).json);
    const resolution = { decision: 'NEEDS_INFORMATION', reason: 'Ask for a passport.\nThen again.' };
    const path = `/aml/screenings/${screeningId}/matches/${matches[0].matchId}/resolution`;
    check('resolveMatch', (await call({ path, body: resolution })).json);
    const monitor = await call({ path: '/aml/monitors', body: { subject: person(name), checks: ['SANCTIONS'] } });
    check('createMonitor', monitor.json);
    const { monitoringId } = monitor.json.data;
    check('getMonitor', (await call({ path: `/aml/monitors/${monitoringId}` })).json);
    check('listMonitors', (await call({ path: '/aml/monitors' })).json);
    check('deleteMonitor', (await call({ path: `/aml/monitors/${monitoringId}`, method: 'DELETE' })).json);
    const batch = await call({ path: '/aml/batch', body: { subjects: [person(name)] } });
    check('createScreeningBatch', batch.json);
    const { jobId } = batch.json.data;
    check('getScreeningBatch', (await call({ path: `/aml/batch/${jobId}` })).json);
    check('listScreeningBatchResults', (await call({ path: `/aml/batch/${jobId}/results` })).json);
    check('listDatasets', (await call({ path: '/aml/datasets' })).json);
  }
});

test('the log tells of all this without a name, a birth date or an identifier', async () => {
  const subject = {
    ...person('Leopold Hagedorn'),
    dateOfBirth: '1961-02-03',
    identifiers: [{ type: 'PASSPORT', value: '900817265' }],
  };
  for (const path of ['/aml/screenings', '/aml/monitors']) await service.call({ path, body: { subject } });
  await service.call({ path: '/aml/batch', body: { subjects: [subject] } });
  await screen(service, { subject: { ...subject, type: 'GHOST' } });
  assert.ok(lines.length > 20);
  for (const secret of ['Hagedorn', 'Rosenquist', '1961-02-03', '900817265']) {
    assert.equal(
      lines.find((line) => line.includes(secret)),
      undefined,
    );
  }
});
