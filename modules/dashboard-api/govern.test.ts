import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import * as contract from '../../contract/dashboard/index.ts';
import { sealAllAuditEntries } from '../../platform/audit/chain.ts';
import { sql } from '../../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import { importText, listOf } from '../aml/testing.ts';
import { type Browser, signInAs } from './testing/staff.ts';

let service: TestService;
let owner: Browser;
let officer: Browser;
let stranger: Browser;
before(async () => {
  service = await startTestService();
  owner = await signInAs(service, 'OWNER');
  officer = await signInAs(service, 'OFFICER');
  stranger = await signInAs(service, 'OWNER', (await service.addOrganization({ name: 'Elsewhere' })).organizationId);
});
after(() => service?.close());

const holds = (schema: TSchema, data: unknown): void => assert.deepEqual(Value.Errors(schema, data).slice(0, 3), []);
const inSandbox = async (path: string, body?: unknown) => {
  const answer = await service.call({ path, environment: 'TEST', ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer.json.data;
};
const wallet = (digits: string) =>
  inSandbox('/kyt/checks', { address: `0x000000000000000000000000000000000000${digits}`, blockchain: 'ETH' });

describe('policies', () => {
  const tried = async (kind: contract.PolicyKind, policy: unknown): Promise<contract.PolicyTry> => {
    const begun = await officer.post('/test/policies/try', { kind, policy });
    assert.equal(begun.status, 200, begun.text);
    return eventually(async () => {
      const { data } = (await officer.get(`/test/policies/try/${begun.json.data.tryId}`)).json;
      return data.status === 'DONE' && data;
    });
  };

  test('of wallets: tried over what was decided, then put in force with author and reason', async () => {
    for (const digits of ['9001', '9006', '9012', '9003']) await wallet(digits);
    const policy = { version: 'strict-1', categories: { GAMBLING: { weight: 100, fullAtPercent: 1 } } };
    const done = await tried('WALLET', policy);
    holds(contract.PolicyTry, done);
    assert.ok(done.result);
    assert.equal(done.result.examined + done.result.skipped, 4);
    assert.equal(done.result.changed, 1, JSON.stringify(done.result));
    const [difference] = done.result.differences;
    assert.ok(difference && difference.after.score > difference.before.score);
    assert.equal(done.result.waiting.after, done.result.waiting.before + 1);
    const unchanged = (await officer.get('/test/policies')).json.data.policies;
    assert.ok(
      unchanged.every((row: contract.PolicyVersion) => row.version !== 'strict-1'),
      'a trial changes nothing',
    );

    const wrong = await officer.post('/test/policies', {
      kind: 'WALLET',
      policy: { levels: { HIGH: 'x' } },
      reason: 'no',
    });
    assert.equal(wrong.status, 400, wrong.text);
    const set = await officer.post('/test/policies', {
      kind: 'WALLET',
      policy,
      reason: 'gambling rose',
      tryId: done.tryId,
    });
    assert.equal(set.status, 200, set.text);
    holds(contract.PolicyVersion, set.json.data);
    assert.deepEqual([set.json.data.author.userId, set.json.data.reason], [officer.userId, 'gambling rose']);
    const versions = (await owner.get('/live/policies')).json.data.policies as contract.PolicyVersion[];
    for (const row of versions) holds(contract.PolicyVersion, row);
    const inForce = versions.filter((row) => row.kind === 'WALLET' && row.inForce);
    assert.deepEqual(
      inForce.map((row) => row.version),
      ['strict-1'],
    );
    const other = { ...policy, categories: { GAMBLING: { weight: 90 } } };
    const namesake = await officer.post('/test/policies', { kind: 'WALLET', policy: other, reason: 'again' });
    assert.equal(namesake.json.error.code, 'CONFLICT');
    await officer.post('/test/policies', { kind: 'WALLET', policy: null, reason: 'back to the usual' });
    const after = (await owner.get('/live/policies')).json.data.policies as contract.PolicyVersion[];
    const [latest] = after.filter((row) => row.kind === 'WALLET');
    assert.deepEqual([latest?.inForce, latest?.reason], [true, 'back to the usual']);
    const theirs = (await stranger.get('/live/policies')).json.data.policies as contract.PolicyVersion[];
    assert.ok(
      theirs.every((row) => row.policyId === null),
      "another organisation's are its own",
    );
  });

  test('of screenings: from what score a match waits; what waits already follows', async () => {
    const subject = { type: 'PERSON', name: 'Ivo Sanctioned' };
    const { screeningId, matches } = await inSandbox('/aml/screenings', { subject, profile: 'BASIC' });
    const [{ score }] = matches;
    const waits = async () =>
      (await officer.get('/test/queue?kind=SCREENING')).json.data.some(
        (row: { itemId: string }) => row.itemId === screeningId,
      );
    assert.ok(await waits());
    const above = { version: 'only-sure', threshold: 100 };
    const done = await tried('SCREENING', above);
    if (score < 100) {
      assert.deepEqual([done.result?.changed, done.result?.waiting], [1, { before: 1, after: 0 }]);
      await officer.post('/test/policies', { kind: 'SCREENING', policy: above, reason: 'too many' });
      assert.equal(await waits(), false);
    }
    const below = { version: 'down-to-50', threshold: 50 };
    assert.equal(
      (await officer.post('/test/policies', { kind: 'SCREENING', policy: below, reason: 'more' })).status,
      200,
    );
    const bad = await officer.post('/test/policies', { kind: 'SCREENING', policy: { version: 'x' }, reason: 'y' });
    assert.equal(bad.status, 400, bad.text);
    const direct = await owner.patch('/settings', { settings: { 'screenings.reviewThreshold': 10 } });
    assert.equal(direct.status, 400, 'it is a policy: with author and reason');
  });
});

describe('the audit log', () => {
  test('is listed, filtered, paged, verified and handed over', async () => {
    await service.call({ path: '/applicants', body: { firstName: 'Lea', lastName: 'Brandt' } });
    await sealAllAuditEntries(service.services.db, new Date());
    const all = await owner.get('/audit?limit=100');
    for (const row of all.json.data) holds(contract.AuditEntry, row);
    assert.ok(all.json.data.some((row: contract.AuditEntry) => row.seal !== null));
    const joined = await owner.get('/audit?action=team.*');
    assert.ok(joined.json.data.length > 0);
    assert.ok(joined.json.data.every((row: contract.AuditEntry) => row.action.startsWith('team.')));
    const key = (await owner.get('/audit?action=applicant.create')).json.data[0];
    assert.deepEqual([key.actor.type, key.actor.name], ['API_KEY', 'test']);
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const page = await owner.get(`/audit?limit=7&action=team.*${cursor === null ? '' : `&cursor=${cursor}`}`);
      for (const row of page.json.data) seen.add(row.entryId);
      cursor = page.json.pagination.nextCursor;
    } while (cursor !== null);
    assert.equal(seen.size, joined.json.pagination.total);

    const begun = await owner.post('/audit/verify');
    holds(contract.ChainCheck, begun.json.data);
    const checked = await eventually(async () => {
      const { data } = (await owner.get('/audit/verify')).json;
      return data.status === 'DONE' && data;
    });
    holds(contract.ChainCheck, checked);
    assert.deepEqual([checked.valid, checked.fault], [true, null]);

    const file = await owner.get('/audit/export?action=team.*');
    assert.equal(file.headers.get('content-type'), 'application/x-ndjson');
    const lines = file.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.length, joined.json.pagination.total);
    const foreign = await stranger.get('/audit?limit=100');
    const own = new Set(all.json.data.map((row: contract.AuditEntry) => row.entryId));
    assert.ok(foreign.json.data.every((row: contract.AuditEntry) => !own.has(row.entryId)));
  });
});

describe('calls, credits, lists, secrets', () => {
  test('calls are listed without what was in them', async () => {
    const developer = await signInAs(service, 'DEVELOPER');
    await service.call({ path: '/applicants', environment: 'TEST', body: { firstName: 'Secret', lastName: 'Person' } });
    await service.call({ path: '/applicants?limit=x', environment: 'TEST' });
    const rows = await eventually(async () => {
      const page = await developer.get('/test/requests?limit=100');
      return page.json.data.some((row: contract.RequestEntry) => row.status === 400) && page.json.data;
    });
    for (const row of rows) holds(contract.RequestEntry, row);
    const refused = rows.find((row: contract.RequestEntry) => row.status === 400);
    assert.deepEqual([refused.route, refused.errorCode, refused.method], ['/applicants', 'VALIDATION_ERROR', 'GET']);
    const created = (await developer.get('/test/requests?class=2xx&method=POST&route=/applicants')).json.data;
    assert.ok(created.length > 0 && created.every((row: contract.RequestEntry) => row.keyId !== null));
    const stored = await service.services.db.query<{ text: string }>(sql`select r::text as text from api_requests r`);
    assert.ok(stored.every(({ text }) => !text.includes('Secret') && !text.includes('limit=')));
    assert.equal((await stranger.get('/test/requests')).json.pagination.total, 0);
  });

  test('credits: used by day, handed over as a table, and from when they are low', async () => {
    const screened = await service.call({ path: '/kyt/checks', body: { address: '0x0', blockchain: 'ETH' } });
    assert.equal(screened.status, 400);
    const usage = await owner.get('/live/credits/usage');
    assert.equal(usage.status, 200, usage.text);
    const file = await owner.get('/live/credits/export');
    assert.match(file.headers.get('content-type') ?? '', /text\/csv/);
    const [head, grant] = file.text.split('\r\n');
    assert.equal(head, 'createdAt,transactionId,type,operation,amount,balanceAfter,resourceId');
    assert.match(grant ?? '', /,GRANT,GRANT,10000,10000,/);
    assert.equal((await owner.patch('/live/credits/threshold', { lowBalanceThreshold: 321 })).status, 200);
    assert.equal((await owner.get('/live/home')).json.data.credits.lowBalanceThreshold, 321);
  });

  test('what a delivery sends is shown as it is signed, to those who integrate', async () => {
    const url = 'https://receiver.invalid/events';
    const hook = await owner.post('/test/v3/webhooks', { url, events: ['*'] });
    assert.equal(hook.status, 201, hook.text);
    const asked = await owner.post(`/test/v3/webhooks/${hook.json.data.webhookId}/test`, {
      event: 'verification.completed',
    });
    assert.ok(asked.status < 300, asked.text);
    const delivery = await eventually(async () => {
      const { json } = await owner.get(`/test/v3/webhooks/${hook.json.data.webhookId}/deliveries`);
      return json.data[0];
    });
    const sent = await owner.get(`/test/deliveries/${delivery.deliveryId}/sent`);
    assert.equal(sent.status, 200, sent.text);
    assert.deepEqual([sent.json.data.url, sent.json.data.eventId], [url, delivery.eventId]);
    assert.ok(sent.json.data.body.includes('verification.completed'), sent.json.data.body);
    assert.equal((await stranger.get(`/test/deliveries/${delivery.deliveryId}/sent`)).status, 404);
    assert.equal((await officer.get(`/test/deliveries/${delivery.deliveryId}/sent`)).status, 403);
  });

  test('lists with their versions, and what was odd in each', async () => {
    await importText(service, listOf([{ id: 'odd-1', name: 'Irena Kowalczik', aliases: 'x'.repeat(5000) }]), {
      dataset: 'odd',
    });
    const { json } = await owner.get('/live/lists');
    for (const list of json.data.lists) holds(contract.ListSource, list);
    const odd = json.data.lists.find(({ dataset }: { dataset: string }) => dataset === 'odd');
    assert.deepEqual(
      odd.versions[0].warnings.map(({ code, count }: { code: string; count: number }) => [code, count]),
      [['NAME_TOO_LONG', 1]],
    );
    assert.equal(typeof odd.versions[0].warnings[0].example, 'string');
  });

  test('the callback secret is shown to those who integrate, and that is noted', async () => {
    const shown = await owner.post('/test/callback-secret');
    assert.match(shown.json.data.secret, /^whsec_/);
    assert.equal((await owner.post('/test/callback-secret')).json.data.secret, shown.json.data.secret);
    assert.equal((await officer.post('/test/callback-secret')).status, 403);
    assert.ok((await owner.get('/audit?action=secret.reveal')).json.data.length >= 2);
  });

  test('a key made and rotated from the pages is shown once, and works', async () => {
    const made = await owner.post('/test/v3/auth/keys', { name: 'From a page', scopes: ['applicants:read'] });
    assert.equal(made.status, 201, made.text);
    const { key, keyId } = made.json.data;
    assert.equal((await service.call({ path: '/applicants', environment: 'TEST', key })).status, 200);
    const rotated = await owner.post(`/test/v3/auth/keys/${keyId}/rotate`, { overlapSeconds: 3600 });
    assert.equal((await service.call({ path: '/applicants', environment: 'TEST', key })).status, 200, 'the overlap');
    assert.equal(
      (await service.call({ path: '/applicants', environment: 'TEST', key: rotated.json.data.key })).status,
      200,
    );
    assert.ok(!(await owner.get('/test/v3/auth/keys')).text.includes(key));
  });
});
