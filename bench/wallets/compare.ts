/**
 * The exposure walk beside what one would do without it, on one graph: a walk over a general graph library, one
 * recursive query, and the walk as production takes it over PostgreSQL alone, over the service's own tables.
 *   node bench/wallets/compare.ts [--edges 1000000] [--targets 300] [--without-library]
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DEFAULT_POLICY, exposureFromSource, exposureOf, ONE, Walk } from '../../engines/wallets/index.ts';
import { packNodes } from '../../modules/kyt/graph/packed/pack.ts';
import { DatabaseSource } from '../../modules/kyt/live/source.ts';
import { Database } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { processorTimes, startBenchDatabase } from '../lib/index.ts';
import { LEAST_FUNCTION, RECURSIVE } from './in-postgres.ts';
import { leastTimes, type Line, memoryLimits, print, quantile } from './measure.ts';
import { plainExposure, plainGraph } from './plain-walk.ts';
import { ASSET, fillServiceTables, idOf } from './service-tables.ts';
import { drawByDegree, labelledGraph, type LabelledGraph } from './value-graph.ts';

const { values: options } = parseArgs({
  options: {
    edges: { type: 'string', default: '1000000' },
    targets: { type: 'string', default: '300' },
    'without-library': { type: 'boolean', default: false },
  },
});
const limits = DEFAULT_POLICY.limits;
const QUERY_LIMIT_MS = 5000;

const timing = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`;

function engine({ graph, labels }: LabelledGraph, targets: readonly number[]): Line {
  const walk = new Walk();
  const times = leastTimes(targets, 3, (target) => exposureOf(graph, target, (node) => labels.get(node), limits, walk));
  return { what: 'this engine in memory, both ways', measured: timing(times) };
}

function library({ graph, labels }: LabelledGraph, targets: readonly number[]): Line {
  const before = process.memoryUsage().rss;
  const plain = plainGraph(graph);
  const bytes = (process.memoryUsage().rss - before) / graph.edges;
  const times = leastTimes(targets, 2, (target) => plainExposure(plain, graph, labels, target, limits));
  return {
    what: 'walk over graphology, incoming only',
    measured: `${timing(times)}, about ${bytes.toFixed(0)} bytes an edge`,
  };
}

/** Both directions at once, over two connections, as a check does. Cold is the first look at each target. */
async function engineOverPostgres(db: Database, built: LabelledGraph, targets: readonly number[]): Promise<Line[]> {
  const { graph, labels } = built;
  const cold: number[] = [];
  const least = targets.map(() => Infinity);
  const before = process.cpuUsage();
  const { database: databaseBefore } = await processorTimes();
  for (let round = 0; round < 3; round++) {
    for (const [i, target] of targets.entries()) {
      const start = performance.now();
      const source = new DatabaseSource(db, ASSET, DEFAULT_POLICY);
      const loaded = await Promise.all([
        exposureFromSource(source, idOf(target), 'INCOMING', limits),
        exposureFromSource(source, idOf(target), 'OUTGOING', limits),
      ]);
      const time = performance.now() - start;
      if (round === 0) cold.push(time);
      else {
        least[i] = Math.min(least[i]!, time);
        continue;
      }
      const whole = exposureOf(graph, target, (node) => labels.get(node), limits);
      for (const { direction, coverage } of loaded) {
        if (JSON.stringify(coverage) !== JSON.stringify(whole[direction].coverage)) {
          throw new Error(`The figures of node ${target} differ between memory and PostgreSQL`);
        }
      }
    }
  }
  const { user, system } = process.cpuUsage(before);
  const ofDatabase = ((await processorTimes()).database - databaseBefore) / targets.length / 3;
  return [
    {
      what: 'this engine over PostgreSQL alone, both ways, figures compared',
      measured: timing(least),
      reach: 'p99 ≤ 50 ms at 10 million',
    },
    {
      what: 'the same, the first look at each target',
      measured: `${timing(cold)}; ${((user + system) / 1000 / targets.length / 3).toFixed(1)} ms a walk of processor time outside the database, comparing included, ${ofDatabase.toFixed(1)} ms in it`,
    },
  ];
}

async function recursive(client: pg.Client, targets: readonly number[]): Promise<Line> {
  await client.query(LEAST_FUNCTION);
  await client.query(`set statement_timeout = ${QUERY_LIMIT_MS}`);
  const times: number[] = [];
  let stopped = 0;
  for (const target of targets) {
    const start = performance.now();
    try {
      await client.query({ name: 'recursive', text: RECURSIVE, values: [idOf(target)] });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '57014') throw error;
      stopped++;
    }
    times.push(performance.now() - start);
  }
  return {
    what: 'one recursive query, incoming only',
    measured: `${timing(times)}, ${stopped} of ${targets.length} stopped after ${QUERY_LIMIT_MS / 1000} s`,
  };
}

async function main(): Promise<void> {
  const memory = memoryLimits(256);
  const built = labelledGraph(Number(options.edges));
  const targets = drawByDegree(built.graph, Number(options.targets), 21);
  const lines = [engine(built, targets)];
  if (!options['without-library']) lines.push(library(built, targets));
  const database = await startBenchDatabase();
  const { connectionString } = database.postgres;
  const db = new Database({ connectionString, max: 2, applicationName: 'bench', plannedOnce: true });
  const client = new pg.Client({ connectionString });
  try {
    await migrate(connectionString);
    await client.connect();
    await fillServiceTables(connectionString, built);
    const [begun, before] = [performance.now(), await processorTimes()];
    const packed = await packNodes(db);
    lines.push({
      what: 'laying the largest edges beside the sums',
      measured: `${packed} nodes in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${((((await processorTimes()).database - before.database) * 1000) / packed).toFixed(1)} µs a node of the database's processor time`,
    });
    lines.push(...(await engineOverPostgres(db, built, targets)), await recursive(client, targets.slice(0, 100)));
  } finally {
    await client.end();
    await db.close();
    await database.stop();
  }
  print(
    `${built.graph.edges.toLocaleString('en')} edges, ${targets.length} targets drawn by degree; shares in parts of ${ONE.toLocaleString('en')}; memory ${memory.gigabytesPerSecond.toFixed(1)} GB/s, ${memory.nanosecondsPerRead.toFixed(0)} ns a read that waits for the one before`,
    lines,
  );
}

await main();
