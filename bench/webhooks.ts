import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { Pool } from 'undici';
import { sql } from '../platform/database/sql.ts';
import { EXAMPLE_EVENTS } from '../modules/webhooks/index.ts';
import { emit, LOOPBACK, startDelivering } from '../modules/webhooks/testing/service.ts';
import { startTestService, type TestService } from '../server/testing.ts';
import { startBenchDatabase } from './lib/index.ts';

/**
 * Deliveries (fan-out, signature, address check, attempt, log, all durable) against a bare loop of undici POSTs that
 * commits one row each: the same database (fsync on), receiver, body, process and number of requests at a time, in
 * interleaved rounds; the median of each counts. Then what a single delivery takes when nothing else happens.
 */
const ENDPOINTS = 4;
const AT_A_TIME = ENDPOINTS * 8;
const DELIVERIES = Number(process.env['BENCH_DELIVERIES'] ?? 20_000);
const ROUNDS = 3;
const SINGLES = 41;

const body = JSON.stringify({
  event: 'aml.match_found',
  timestamp: '2026-11-02T09:30:00.000Z',
  data: EXAMPLE_EVENTS['aml.match_found'],
});

/** Answers 200 to everything, in a thread of its own. */
async function startReceiver(): Promise<{ origin: string; stop(): Promise<unknown> }> {
  const worker = new Worker(
    `const { createServer } = require('node:http');
     const { parentPort } = require('node:worker_threads');
     const server = createServer((request, response) => {
       request.resume();
       request.on('end', () => response.writeHead(200).end());
     });
     server.keepAliveTimeout = 60000;
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { origin: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}

/** The peer. @returns deliveries per second */
async function bareLoop(origin: string, connectionString: string): Promise<number> {
  const http = new Pool(origin, { connections: AT_A_TIME, pipelining: 1 });
  const database = new pg.Pool({ connectionString, max: AT_A_TIME });
  await database.query(
    'create table if not exists bare_log (id bigint generated always as identity primary key, status int, took int, at timestamptz default now())',
  );
  let left = DELIVERIES;
  const started = performance.now();
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const begun = performance.now();
      const response = await http.request({
        path: '/hooks/bare',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await response.body.dump();
      await database.query({
        name: 'log',
        text: 'insert into bare_log (status, took) values ($1, $2)',
        values: [response.statusCode, Math.round(performance.now() - begun)],
      });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, loop));
  const seconds = (performance.now() - started) / 1000;
  await Promise.all([http.close(), database.end()]);
  return DELIVERIES / seconds;
}

const logged = async (service: TestService): Promise<number> =>
  (await service.services.db.query<{ left: number }>(sql`select (select count(*) from webhook_queue) as left`))[0]
    ?.left ?? 0;

/** Events are committed first; then deliveries run until the log holds the last of them. @returns per second */
async function deliveries(service: TestService): Promise<number> {
  const { db } = service.services;
  const resource = `bench-${performance.now()}`;
  await db.query(
    sql`insert into events (id, organization_id, environment, type, resource_id, body, created_at)
      select 'evt_' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 10, '0') || substr(md5(n::text || ${resource}), 1, 16),
        ${service.organizationId}, 'LIVE', 'aml.match_found', ${resource}, ${body}, now()
      from generate_series(1, ${DELIVERIES / ENDPOINTS}::int) n`,
  );
  const started = performance.now();
  const delivering = await startDelivering(service.services);
  while ((await logged(service)) > 0) await sleep(10);
  const seconds = (performance.now() - started) / 1000;
  await delivering.stop?.();
  const rows = await db.query<{ done: number }>(
    sql`select count(*) as done from webhook_deliveries d join events e on e.id = d.event_id
      where e.resource_id = ${resource} and d.status = 'SUCCEEDED' and d.attempts = 1`,
  );
  if (rows[0]?.done !== DELIVERIES) throw new Error(`${rows[0]?.done} of ${DELIVERIES} were delivered once`);
  return DELIVERIES / seconds;
}

/** Milliseconds from the commit of a single event to the commit of its receiver's 200, nothing else going on. */
async function single(service: TestService, pauseMs: number): Promise<number> {
  const { db } = service.services;
  const delivering = await startDelivering(service.services);
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  const times: number[] = [];
  for (let index = 0; index < SINGLES; index += 1) {
    await sleep(pauseMs);
    const id = await emit(service.services, tenant, 'credits.depleted');
    const committed = performance.now();
    for (;;) {
      const rows = await db.query<{ left: number }>(
        sql`select count(*) as left from webhook_deliveries where event_id = ${id} and status <> 'SUCCEEDED'`,
      );
      if (rows[0]?.left === 0) break;
      await sleep(1);
    }
    times.push(performance.now() - committed);
  }
  await delivering.stop?.();
  return times.toSorted((a, b) => a - b)[Math.floor(SINGLES / 2)] ?? Infinity;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const database = await startBenchDatabase();
const receiver = await startReceiver();
const service = await startTestService({
  databaseUrl: database.postgres.connectionString,
  role: { api: true, worker: false },
  env: { ...LOOPBACK, DATABASE_POOL: '8' },
});
try {
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const made = await service.call({
      path: '/webhooks',
      body: { url: `${receiver.origin}/hooks/${index}`, events: ['aml.match_found'] },
    });
    if (made.status !== 201) throw new Error(made.text);
  }
  await bareLoop(receiver.origin, service.databaseUrl);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    ours.push(await deliveries(service));
    bare.push(await bareLoop(receiver.origin, service.databaseUrl));
    console.log(`round ${round}: deliveries ${ours.at(-1)?.toFixed(0)}/s, bare loop ${bare.at(-1)?.toFixed(0)}/s`);
  }
  console.log(
    `deliveries: ${median(ours).toFixed(0)}/s; bare loop: ${median(bare).toFixed(0)}/s; ratio ${(median(ours) / median(bare)).toFixed(2)}`,
  );
  await service.call({
    path: '/webhooks',
    body: { url: `${receiver.origin}/hooks/one`, events: ['credits.depleted'] },
  });
  for (const [what, pauseMs] of [
    ['a moment after another', 100],
    ['after a rest', 1_500],
  ] as const) {
    console.log(
      `a single delivery, ${what}: p50 ${(await single(service, pauseMs)).toFixed(1)} ms from commit to logged 200`,
    );
  }
} finally {
  await service.close();
  await receiver.stop();
  await database.stop();
}
