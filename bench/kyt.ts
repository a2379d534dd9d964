import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_POLICY } from '../engines/wallets/index.ts';
import { packNodes } from '../modules/kyt/graph/packed/pack.ts';
import { liveStrategy } from '../modules/kyt/live/live.ts';
import { readWallet } from '../modules/kyt/wallet.ts';
import { Database } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { startTestService, type TestService } from '../server/testing.ts';
import { load, processorTimes, startBenchDatabase } from './lib/index.ts';
import { quantile } from './wallets/measure.ts';
import { addressOf, BLOCKCHAIN, fillServiceTables } from './wallets/service-tables.ts';
import { drawByDegree, labelledGraph, type LabelledGraph, randomFrom } from './wallets/value-graph.ts';

/**
 * POST /kyt/checks over HTTP: authenticated, limited, looked up, walked both ways over a generated graph of payments,
 * scored, recorded with its evidence, charged, told and audited, durable (fsync on). First as many as go, then p99 at
 * half of that; POST /applicants in turn with it. Addresses are drawn by degree, each once, so that nothing is asked a
 * second time; one in ten is unknown. Requests come from a thread of this process and the database runs on the same
 * machine, so all three share its cores. Beside it the time of a durable write, which every answer waits for. BENCH_MEMORY_MB=0 walks over the database alone.
 */
const EDGES = Number(process.env['BENCH_EDGES'] ?? 1_000_000);
const ORGANIZATIONS = Number(process.env['BENCH_ORGANIZATIONS'] ?? 8);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const MEMORY_MB = process.env['BENCH_MEMORY_MB'] ?? '1024';
const CONNECTIONS = 32;
const LOOKUPS = 3_000;
/** Looked up before any is timed: a service that has just started compiles and collects garbage far more often. */
const WARMING = 2_000;
/** Drawn, before those drawn twice are left out: more than a run asks for. */
const DRAWN = 60_000;
const WRITES = 100;

function bodiesFor({ graph, nodes }: LabelledGraph): string[] {
  const random = randomFrom(31);
  return [...new Set(drawByDegree(graph, DRAWN, 30))].map((node) => {
    const asked = random() < 0.1 ? nodes + 1 + Math.floor(random() * 1e6) : node;
    return JSON.stringify({ address: addressOf(asked), blockchain: BLOCKCHAIN });
  });
}

/** Waits until checks walk over arrays, where they are to. */
async function served(service: TestService): Promise<void> {
  const module = service.app.modules.find(({ name }) => name === 'kyt');
  for (let tries = 0; tries < 600; tries += 1) {
    const report = await module?.report?.();
    const graphs = report?.['walletGraphs'] as { graphs: unknown[] } | undefined;
    if (!graphs || graphs.graphs.length > 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error('The arrays were not built within two minutes');
}

/** Milliseconds of writing a page of a file durably, one after the other. */
async function durableWrites(): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cvs-bench-write-'));
  const file = await open(join(folder, 'page'), 'w');
  try {
    const times: number[] = [];
    for (let page = 0; page < WRITES; page += 1) {
      const begun = performance.now();
      await file.write(Buffer.alloc(8_192, 1), 0, 8_192, page * 8_192);
      await file.datasync();
      times.push(performance.now() - begun);
    }
    return times;
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Until what follows a load of payments is over: laying edges beside sums, and looking through the tables. */
async function quiet(db: Database): Promise<void> {
  await packNodes(db);
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await db.query<{ busy: boolean }>(
      sql`select exists (select from pg_stat_activity where backend_type = 'autovacuum worker') as busy`,
    );
    if (row?.busy !== true) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
}

/** An address that only a label is known of, through the module: found, judged and explained, without HTTP and record. */
async function labelLookups(service: TestService): Promise<void> {
  const { db } = service.services;
  const base = 2 ** 40;
  await db.query(
    sql`insert into wallet_labels (pack, address_key, category, entity, confidence, source, defines_cluster, sanction)
      select 'bench', 'evm:' || lpad(to_hex(${base}::bigint + n), 40, '0'), 'SANCTIONS', 'Listed ' || n, 100, 'bench', false,
        '{"list": "BENCH", "program": null, "entityId": null, "listedAt": null}'
      from generate_series(1, ${WARMING + LOOKUPS}::bigint) n`,
  );
  // As production asks: over connections whose statements are planned once.
  const questions = new Database({
    connectionString: db.connectionString,
    max: 4,
    applicationName: 'bench',
    plannedOnce: true,
  });
  const strategy = liveStrategy(DEFAULT_POLICY, { db, questions, reads: db, graphs: null, maskOf: async () => null });
  await quiet(db);
  const times: number[] = [];
  for (let n = 1; n <= WARMING + LOOKUPS; n += 1) {
    const address = `0x${(base + n).toString(16).padStart(40, '0')}`;
    const begun = performance.now();
    const found = await strategy.assess(db, readWallet({ address, blockchain: BLOCKCHAIN }, strategy), 'LOOK');
    times.push(performance.now() - begun);
    if (found.riskScore !== 100) throw new Error('A sanctioned address scored less than 100');
  }
  const bare: number[] = [];
  for (let n = 1; n <= WARMING + LOOKUPS; n += 1) {
    const begun = performance.now();
    await questions.query(sql`select 1`);
    bare.push(performance.now() - begun);
  }
  await questions.close();
  const timing = (of: number[]): string =>
    `p50 ${quantile(of.slice(WARMING), 0.5).toFixed(2)} ms, p99 ${quantile(of.slice(WARMING), 0.99).toFixed(2)} ms`;
  console.log(
    `sanctions look-up through the module, each address once: ${timing(times)}; an empty query: ${timing(bare)}`,
  );
}

const built = labelledGraph(EDGES);
const database = await startBenchDatabase();
const service = await startTestService({
  databaseUrl: database.postgres.connectionString,
  env: { DATABASE_POOL: '16', WALLET_GRAPH_MEMORY_MB: MEMORY_MB },
  credits: 1_000_000_000,
});
try {
  const begun = performance.now();
  await fillServiceTables(database.postgres.connectionString, built);
  await served(service);
  console.log(`${built.graph.edges} edges filled in and serving in ${Math.round(performance.now() - begun)} ms`);
  const keys = [service.liveKey];
  while (keys.length < ORGANIZATIONS) keys.push((await service.addOrganization({ credits: 1_000_000_000 })).liveKey);
  await service.services.db.query(sql`update organizations set requests_per_minute = 100000000`);
  service.services.authenticator.forget();
  await labelLookups(service);
  const plan = {
    origin: service.production.replace('/api/v3', ''),
    path: '/api/v3/kyt/checks',
    method: 'POST' as const,
    seconds: SECONDS,
    keys,
  };
  const bodies = bodiesFor(built);
  /** Checks of addresses that were not asked for yet. */
  const checks = async (more: { seconds?: number; perSecond?: number }) => {
    const result = await load({ ...plan, bodies, connections: CONNECTIONS, ...more });
    if (result.requests > bodies.length) console.log('more requests than addresses: some were asked twice');
    bodies.splice(0, Math.min(result.requests, bodies.length - 1));
    return result;
  };
  // The service's plainest durable write, for what the machine gives at the moment.
  const plainest = {
    ...plan,
    path: '/api/v3/applicants',
    body: '{"firstName":"Amara","lastName":"Okafor-Lind","dateOfBirth":"1990-04-17"}',
  };
  await checks({ seconds: 5 });
  const writes = await durableWrites();
  console.log(
    `a durable write: p50 ${quantile(writes, 0.5).toFixed(1)} ms, p99 ${quantile(writes, 0.99).toFixed(1)} ms`,
  );
  const ratios: number[] = [];
  const most: number[] = [];
  const half: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await processorTimes();
    const full = await checks({});
    const after = await processorTimes();
    const each = (of: keyof typeof after): string => ((after[of] - before[of]) / full.requests).toFixed(2);
    const plain = await load({ ...plainest, connections: CONNECTIONS });
    ratios.push(full.perSecond / plain.perSecond);
    const eased = await checks({ perSecond: Math.round(full.perSecond / 2) });
    most.push(full.perSecond);
    half.push(eased.p99);
    console.log(
      `round ${round + 1}: ${full.perSecond}/s (p50 ${full.p50} ms, p99 ${full.p99} ms); at ${eased.perSecond}/s p50 ${eased.p50} ms, p99 ${eased.p99} ms; POST /applicants ${plain.perSecond}/s; failures ${JSON.stringify({ ...full.failures, ...plain.failures, ...eased.failures })}`,
    );
    console.log(
      `  processor time a request: ${each('thread')} ms in the thread that serves, ${each('process')} ms in the whole process with the load, ${each('database')} ms in PostgreSQL`,
    );
  }
  console.log(
    `POST /kyt/checks, ${ORGANIZATIONS} organisation(s), ${built.graph.edges} edges, ${MEMORY_MB === '0' ? 'PostgreSQL alone' : 'in memory'}: ${median(most)}/s, ${median(ratios).toFixed(2)} times POST /applicants; at half of that p99 ${median(half)} ms`,
  );
} finally {
  await service.close();
  await database.stop();
}
