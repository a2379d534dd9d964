import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '../../platform/config/config.ts';
import { raw, sql } from '../../platform/database/sql.ts';
import { createTestDatabase, startTestService, type TestService } from '../../server/testing.ts';
import { runCommandLine } from '../run.ts';

let service: TestService;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cvs-demo-'));
  service = await startTestService();
});
after(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

async function demo(databaseUrl: string, ...args: string[]) {
  let [stdout, stderr] = ['', ''];
  const status = await runCommandLine(
    ['demo', ...args, '--json'],
    { stdout: { write: (text) => (stdout += text) }, stderr: { write: (text) => (stderr += text) } },
    () =>
      readConfig({
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        SANDBOX_DELAY_MS: '50',
      }),
  );
  return { status, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
}

test('beside a running server: an example of everything, once, in the sandbox only', async () => {
  const done = await demo(service.databaseUrl);
  assert.equal(done.stderr, '');
  assert.equal(done.status, 0);
  assert.equal(done.json.organizationId, service.organizationId);
  assert.equal(done.json.firstKeys, null);

  const list = async (path: string, environment: 'LIVE' | 'TEST' = 'TEST') => {
    const answer = await service.call({ path, environment });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as { data: Record<string, unknown>[]; pagination: { total: number } };
  };
  const { made } = done.json;
  const totals: Record<string, number> = {
    '/applicants': made.applicants - 1,
    '/applicants?status=ERASED': 1,
    '/applicants?status=BLOCKED': 2,
    '/verifications': made.verifications,
    '/kyt/checks': made.walletChecks,
    '/deepfake/jobs': made.deepfakeJobs,
    '/webhooks': 1,
    '/kyt/monitors': 2,
    '/aml/monitors': 2,
  };
  for (const [path, total] of Object.entries(totals)) assert.equal((await list(path)).pagination.total, total, path);
  for (const path of Object.keys(totals)) assert.equal((await list(path, 'LIVE')).pagination.total, 0, path);

  const outcomes = new Set(
    (await list('/verifications?limit=100')).data.map((row) => `${String(row['status'])} ${String(row['result'])}`),
  );
  for (const outcome of [
    'COMPLETED APPROVED',
    'COMPLETED REJECTED',
    'MANUAL_REVIEW null',
    'PENDING_UPLOAD null',
    'CANCELLED null',
  ]) {
    assert.ok(outcomes.has(outcome), `${outcome}: ${[...outcomes].join(', ')}`);
  }
  const jobs = (await list('/deepfake/jobs?limit=100')).data;
  assert.deepEqual(new Set(jobs.map((job) => job['mediaType'])), new Set(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT']));
  assert.ok(jobs.every((job) => job['status'] === 'COMPLETED' || job['status'] === 'FAILED'));
  const risks = new Set((await list('/aml/screenings?limit=100')).data.map((row) => row['riskLevel']));
  assert.ok(['LOW', 'HIGH', 'CRITICAL'].every((level) => risks.has(level)));

  const keys = (await list('/auth/keys?status=ACTIVE')).data.map((key) => key['name']);
  assert.ok(!keys.includes('Examples'), 'the key that made them is revoked');
  const balance = await service.call({ path: '/credits/balance' });
  assert.equal(balance.json.data.balance, 10_000, 'no credit was taken');

  const { db } = service.services;
  const days = (table: 'aml_screenings' | 'verifications') =>
    db.query(sql`select distinct created_at::date from ${raw(table)} where environment = 'TEST'`);
  assert.ok((await days('aml_screenings')).length >= 15, 'a month of work');
  assert.ok((await days('verifications')).length >= 15);
  const queue = await db.query<{ open: number; taken: number }>(
    sql`select count(*) filter (where closed_at is null) as open, count(assignee) as taken from review_queue`,
  );
  assert.ok(queue[0] && queue[0].open >= 10 && queue[0].taken >= 5, JSON.stringify(queue));
  assert.equal((await db.query(sql`select 1 from case_reviews where final`)).length, 2);
  assert.equal((await db.query(sql`select 1 from dashboard_accounts`)).length, 0, 'nobody of the examples can sign in');
  assert.match(done.json.ownerLink, /\/join#/);

  const again = await demo(service.databaseUrl);
  assert.deepEqual([again.status, again.json.alreadyThere, again.json.made], [0, true, null]);
  assert.equal((await list('/verifications')).pagination.total, made.verifications);
});

test('without a server, on an empty database: the first organisation is made and its work is done here', async () => {
  const database = await createTestDatabase();
  try {
    const done = await demo(database.url);
    assert.equal(done.stderr, '');
    assert.equal(done.status, 0);
    assert.match(done.json.firstKeys.liveKey, /^cvs_live_/);
    assert.equal(done.json.firstKeys.organizationId, done.json.organizationId);
    assert.ok(done.json.made.applicants > 10);
  } finally {
    await database.drop();
  }
});

test('an organisation that works with real people is left alone, unless told otherwise', async () => {
  const { organizationId, liveKey } = await service.addOrganization();
  const person = { firstName: 'Real', lastName: 'Person' };
  assert.equal((await service.call({ path: '/applicants', body: person, key: liveKey })).status, 201);
  const refused = await demo(service.databaseUrl, '--organization', organizationId);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /real records in production.*--beside-real-data/);
});

test('an organisation that is not there, or whose plan is too small for it, is refused', async () => {
  const none = await demo(service.databaseUrl, '--organization', 'org_none');
  assert.equal(none.status, 1);
  assert.match(none.stderr, /There is no organisation org_none/);
  const small = await service.addOrganization({ plan: 'FREE' });
  const refused = await demo(service.databaseUrl, '--organization', small.organizationId);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /plans set org_\w+ ENTERPRISE/);
  const rows = await service.services.db.query(
    sql`select 1 from applicants where organization_id = ${small.organizationId}`,
  );
  assert.equal(rows.length, 0);
});
