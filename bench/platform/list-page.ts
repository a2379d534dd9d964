import sql from 'sql-template-tag';
import { startTestService, type TestOrganization, type TestService } from '../../server/testing.ts';
import { startBenchDatabase } from '../lib/index.ts';

/**
 * GET /applicants?limit=20 with exact total: p99 at 10 million rows of one organisation against 10 thousand rows of
 * another, interleaved in one run. First page, a page in the middle by cursor, and a filtered total.
 */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 10_000_000);
const SMALL = 10_000;
const BATCH = 250_000;
const REQUESTS = 400;

async function fill(service: TestService, organizationId: string, rows: number, offset: number): Promise<void> {
  for (let done = 0; done < rows; done += BATCH) {
    const count = Math.min(BATCH, rows - done);
    await service.services.db.query(sql`
      insert into applicants (id, organization_id, environment, status, person, created_at, updated_at)
      select 'app_' || lpad((${offset + done}::bigint + n)::text, 26, '0'), ${organizationId}, 'LIVE', case when n % 50 = 0 then 'BLOCKED' else 'ACTIVE' end,
        '{"firstName":"Amara","lastName":"Okafor-Lind","middleName":null,"email":null,"phone":null,"dateOfBirth":null,"country":"SE","nationality":null,"address":null,"metadata":{}}'::jsonb,
        t, t
      from generate_series(1, ${count}::int) n, lateral (select timestamptz '2025-01-01' + (${done}::bigint + n) * (interval '1 year' / ${rows}::int) as t) at`);
    process.stderr.write(`\r${organizationId}: ${done + count} of ${rows} rows`);
  }
  process.stderr.write('\n');
}

const percentile = (times: number[], share: number): number =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0) * 100) / 100;

const database = await startBenchDatabase();
const service = await startTestService({ databaseUrl: database.postgres.connectionString });
try {
  const [large, small] = [await service.addOrganization(), await service.addOrganization()];
  await service.services.db.query(sql`update organizations set requests_per_minute = 100000000`);
  await fill(service, small.organizationId, SMALL, 0);
  await fill(service, large.organizationId, ROWS, 100_000_000);
  while ((await service.services.db.query<{ n: number }>(sql`select fold_list_counts(100000) as n`))[0]?.n)
    process.stderr.write('.');
  await service.services.db.query(sql`vacuum analyze applicants`);
  await service.services.db.query(sql`analyze`);
  service.services.authenticator.forget();

  const middle = async (organization: TestOrganization): Promise<string> => {
    const page = await service.call({ path: '/applicants?createdTo=2025-06-30&limit=100', key: organization.liveKey });
    return `createdTo=2025-06-30&limit=100&cursor=${page.json.pagination.nextCursor}`.replace('limit=100', 'limit=20');
  };
  const cases: [string, (organization: TestOrganization) => Promise<string>][] = [
    ['first page', async () => 'limit=20'],
    ['status=BLOCKED', async () => 'limit=20&status=BLOCKED'],
    ['cursor in the middle, createdTo', middle],
    ['createdFrom within a day', async () => 'limit=20&createdFrom=2025-03-01T13:30:00Z'],
  ];
  for (const [name, query] of cases) {
    const times = { large: [] as number[], small: [] as number[] };
    const totals: Record<string, number> = {};
    const queries = { large: await query(large), small: await query(small) };
    for (let round = -50; round < REQUESTS; round += 1) {
      for (const size of ['large', 'small'] as const) {
        const organization = size === 'large' ? large : small;
        const started = performance.now();
        const answer = await service.call({ path: `/applicants?${queries[size]}`, key: organization.liveKey });
        const time = performance.now() - started;
        if (answer.status !== 200) throw new Error(answer.text);
        totals[size] = answer.json.pagination.total;
        if (round >= 0) times[size].push(time);
      }
    }
    const [p99large, p99small] = [percentile(times.large, 0.99), percentile(times.small, 0.99)];
    console.log(
      `${name}: p50 ${percentile(times.large, 0.5)} / ${percentile(times.small, 0.5)} ms, p99 ${p99large} / ${p99small} ms, ratio ${(p99large / p99small).toFixed(2)} (totals ${totals['large']} / ${totals['small']})`,
    );
  }
} finally {
  await service.close();
  await database.stop();
}
