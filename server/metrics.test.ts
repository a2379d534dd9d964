import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, eventually, startTestService, type TestService } from './testing.ts';
import { Database } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => service.close());

/** The value of one sample, or undefined where it is not told. */
const sample = async (name: string): Promise<number | undefined> => {
  const text = await service.services.metrics.registry.metrics();
  const line = text.split('\n').find((row) => row.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

test('requests are counted and timed by environment, method, route and status', async () => {
  await service.call({ path: '/applicants' });
  await service.call({ path: '/applicants?limit=0', environment: 'TEST' });
  await service.call({ path: '/applicants/app_00000000000000000000000000' });
  const route = 'route="/api/v3/applicants"';
  await eventually(async () =>
    Boolean(await sample(`http_requests_total{environment="LIVE",method="GET",${route},status="200"}`)),
  );
  assert.equal(await sample(`http_requests_total{environment="TEST",method="GET",${route},status="400"}`), 1);
  assert.equal(
    await sample(
      'http_requests_total{environment="LIVE",method="GET",route="/api/v3/applicants/:applicantId",status="404"}',
    ),
    1,
  );
  assert.equal(await sample(`http_request_duration_seconds_count{environment="LIVE",method="GET",${route}}`), 1);
});

test('jobs, deliveries, credits, lists and connections are told', async () => {
  const { organizationId } = service;
  const [before = 0] = [await sample('credit_movements_total{type="GRANT"}')];
  assert.ok(before > 0);
  await service.addOrganization();
  const after = await sample('credit_movements_total{type="GRANT"}');
  assert.ok(after !== undefined && after > before);
  await service.services.db.query(
    sql`select graphile_worker.add_job('unknown.task', '{}'::json, run_at => now() - interval '90 seconds')`,
  );
  await service.services.db.query(
    sql`select graphile_worker.add_job('unknown.task', '{}'::json, run_at => now() + interval '1 hour')`,
  );
  assert.equal(await sample('job_queue_jobs{state="DUE"}'), 1);
  assert.equal(await sample('job_queue_jobs{state="SCHEDULED"}'), 1);
  assert.equal(await sample('job_queue_jobs{state="RUNNING"}'), 0);
  const oldest = await sample('job_queue_oldest_seconds');
  assert.ok(oldest !== undefined && oldest >= 90 && oldest < 600, String(oldest));
  assert.equal(await sample('webhook_queue_deliveries{state="DUE"}'), 0);
  assert.equal(await sample('webhook_queue_oldest_seconds'), 0);
  assert.ok(((await sample('database_connections{state="IDLE"}')) ?? 0) > 0);
  const text = await service.services.metrics.registry.metrics();
  for (const name of [
    'watchlist_age_seconds',
    'webhook_attempts_total',
    'job_duration_seconds',
    'process_resident_memory_bytes',
  ]) {
    assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'), name);
  }
  assert.ok(!text.includes(organizationId), 'no identifier of an organisation');
});

test('what the engines come to is counted by environment and outcome, once it is durable', async () => {
  const environment = 'TEST' as const;
  const post = async (path: string, body: object) => {
    const answer = await service.call({ environment, path, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.json.data;
  };
  const { applicantId } = await post('/applicants', { firstName: 'Amara', lastName: 'Review' });
  await Promise.all([
    post('/verifications', { applicantId, profileType: 'STANDARD' }),
    post('/deepfake/jobs', {
      fileName: 'inconclusive.png',
      content: Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'),
    }),
    post('/aml/screenings', { subject: { type: 'PERSON', name: 'Amara Sanctioned' } }),
    post('/kyt/checks', { address: `0x${'9003'.padStart(40, '0')}`, blockchain: 'ETH' }),
  ]);
  const is = (name: string, value: number) => eventually(async () => (await sample(name)) === value);
  await is('aml_screenings_total{environment="TEST",level="CRITICAL"}', 1);
  await is('kyt_checks_total{environment="TEST",level="CRITICAL"}', 1);
  await is('deepfake_analyses_total{environment="TEST",media="IMAGE",outcome="INCONCLUSIVE"}', 1);
  const why = 'outcome="REFERRED",reason="FACE_MATCH_UNCERTAIN"';
  await is(`verification_examinations_total{environment="TEST",${why}}`, 1);
  await is('verification_reviews_waiting{environment="TEST"}', 1);
  assert.equal(await sample('verification_reviews_waiting{environment="LIVE"}'), 0);
  assert.ok(((await sample('verification_reviews_oldest_seconds{environment="TEST"}')) ?? -1) >= 0);
});

test('a transaction that is rolled back counts nothing', async () => {
  const count = (): number => service.services.db.tallies.get('test') ?? 0;
  await assert.rejects(
    service.services.db.transaction(async (transaction) => {
      transaction.tally('test');
      await transaction.query(sql`select 1/0`);
    }),
  );
  assert.equal(count(), 0);
  await service.services.db.transaction(async (transaction) => {
    transaction.tally('test', 2);
    await transaction.query(sql`select 1`);
  });
  assert.equal(count(), 2);
});

test('while the database is away the metrics that do not need it are told', async () => {
  const { Metrics } = await import('../platform/observability/metrics.ts');
  const { registerServerMetrics } = await import('./metrics.ts');
  const own = await createTestDatabase();
  const db = new Database({ connectionString: own.url, max: 2, applicationName: 'test' });
  const metrics = new Metrics();
  registerServerMetrics({ metrics, db });
  await own.drop();
  const text = await metrics.registry.metrics();
  assert.match(text, /^process_cpu_seconds_total /m);
  assert.doesNotMatch(text, /^job_queue_jobs\{/m);
  await db.close();
});
