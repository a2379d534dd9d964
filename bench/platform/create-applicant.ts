import { join } from 'node:path';
import sql from 'sql-template-tag';
import { startTestService } from '../../server/testing.ts';
import { load, output, startBenchDatabase } from '../lib/index.ts';

/**
 * POST /applicants (authenticated, limited, idempotent, audited, durable) against pgbench running the same
 * statements on the same database with the same number of connections. Interleaved rounds; the median of each counts.
 */
const CONNECTIONS = 16;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const ROUNDS = 3;

const database = await startBenchDatabase();
const service = await startTestService({
  databaseUrl: database.postgres.connectionString,
  env: { DATABASE_POOL: String(CONNECTIONS) },
});
try {
  await service.services.db.query(sql`update organizations set requests_per_minute = 100000000`);
  service.services.authenticator.forget();
  const ours: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await load({
      origin: service.production.replace('/api/v3', ''),
      path: '/api/v3/applicants',
      method: 'POST',
      connections: CONNECTIONS * 2,
      seconds: SECONDS,
      keys: [service.liveKey],
      idempotent: true,
      body: '{"firstName":"Amara","lastName":"Okafor-Lind","email":"amara@example.com","dateOfBirth":"1990-04-17","country":"SE"}',
    });
    const text = await output('pgbench', [
      '-nM',
      'prepared',
      `--client=${CONNECTIONS}`,
      '--jobs=2',
      `--time=${SECONDS}`,
      `--define=org=${service.organizationId}`,
      `--file=${join(import.meta.dirname, 'create-applicant.sql')}`,
      database.postgres.connectionString,
    ]);
    const tps = Number(/tps = ([\d.]+)/.exec(text)?.[1]);
    ours.push(result.perSecond);
    peers.push(Math.round(tps));
    console.log(
      `round ${round + 1}: service ${result.perSecond}/s (p50 ${result.p50} ms, p99 ${result.p99} ms, failures ${JSON.stringify(result.failures)}), pgbench ${Math.round(tps)}/s`,
    );
  }
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  console.log(
    `POST /applicants: ${median(ours)}/s; pgbench: ${median(peers)}/s; ratio ${(median(ours) / median(peers)).toFixed(2)}`,
  );
} finally {
  await service.close();
  await database.stop();
}
