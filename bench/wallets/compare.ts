/**
 * The exposure walk beside what one would do without it, on one graph: a walk over a general graph library, one
 * recursive query, and the engine's own walk with its edges in PostgreSQL.
 *   node bench/wallets/compare.ts [--edges 1000000] [--targets 300] [--without-library]
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DEFAULT_POLICY, exposureFromSource, exposureOf, ONE, Walk } from '../../engines/wallets/index.ts';
import { startBenchDatabase } from '../lib/index.ts';
import { LEAST_FUNCTION, postgresSource, RECURSIVE, writeToPostgres } from './in-postgres.ts';
import { leastTimes, type Line, print, quantile } from './measure.ts';
import { plainExposure, plainGraph } from './plain-walk.ts';
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

/** Both directions at once, each over a connection of its own. */
async function engineOverPostgres(
  clients: readonly [pg.Client, pg.Client],
  built: LabelledGraph,
  targets: readonly number[],
): Promise<Line> {
  const { graph, labels } = built;
  const [one, other] = [postgresSource(clients[0], labels), postgresSource(clients[1], labels)];
  const least = targets.map(() => Infinity);
  for (let round = 0; round < 3; round++) {
    for (const [i, target] of targets.entries()) {
      const start = performance.now();
      const loaded = await Promise.all([
        exposureFromSource(one, target, 'INCOMING', limits),
        exposureFromSource(other, target, 'OUTGOING', limits),
      ]);
      if (round > 0) least[i] = Math.min(least[i]!, performance.now() - start);
      const whole = exposureOf(graph, target, (node) => labels.get(node), limits);
      for (const { direction, coverage } of loaded) {
        if (JSON.stringify(coverage) !== JSON.stringify(whole[direction].coverage)) {
          throw new Error(`The figures of node ${target} differ between memory and PostgreSQL`);
        }
      }
    }
  }
  return {
    what: 'this engine over PostgreSQL alone, both ways, figures compared',
    measured: timing(least),
    reach: 'p99 ≤ 50 ms at 10 million',
  };
}

async function recursive(client: pg.Client, targets: readonly number[]): Promise<Line> {
  await client.query(LEAST_FUNCTION);
  await client.query(`set statement_timeout = ${QUERY_LIMIT_MS}`);
  const times: number[] = [];
  let stopped = 0;
  for (const target of targets) {
    const start = performance.now();
    try {
      await client.query({ name: 'recursive', text: RECURSIVE, values: [target] });
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
  const built = labelledGraph(Number(options.edges));
  const targets = drawByDegree(built.graph, Number(options.targets), 21);
  const lines = [engine(built, targets)];
  if (!options['without-library']) lines.push(library(built, targets));
  const database = await startBenchDatabase();
  const connect = (): pg.Client => new pg.Client({ connectionString: database.postgres.connectionString });
  const clients: [pg.Client, pg.Client] = [connect(), connect()];
  try {
    for (const client of clients) await client.connect();
    await writeToPostgres(clients[0], built.graph);
    lines.push(await engineOverPostgres(clients, built, targets), await recursive(clients[0], targets.slice(0, 100)));
  } finally {
    for (const client of clients) await client.end();
    await database.stop();
  }
  print(
    `${built.graph.edges.toLocaleString('en')} edges, ${targets.length} targets drawn by degree; shares in parts of ${ONE.toLocaleString('en')}`,
    lines,
  );
}

await main();
