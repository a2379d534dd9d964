/**
 * From a new label to every alert that follows from it, through the module: a made-up value graph in PostgreSQL, very
 * many watched addresses on it, labels imported as an operator would, the service's own worker.
 *   node bench/wallets/monitors.ts [--edges 300000] [--watched 100000] [--labels 5]
 */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importChain, importLabels } from '../../modules/kyt/index.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { startBenchDatabase } from '../lib/index.ts';
import { type Line, print, quantile } from './measure.ts';
import { drawEdges, nodesFor, randomFrom } from './value-graph.ts';

const { values: options } = parseArgs({
  options: {
    edges: { type: 'string', default: '300000' },
    watched: { type: 'string', default: '100000' },
    labels: { type: 'string', default: '5' },
  },
});
const EDGES = Number(options.edges);
const WATCHED = Number(options.watched);

const evm = (node: number): string => `0x${(node + 1).toString(16).padStart(40, '0')}`;

async function prepare(service: TestService, folder: string): Promise<void> {
  const path = join(folder, 'edges.csv');
  const file = createWriteStream(path);
  file.write('txid,time,from,to,value,asset\n');
  let [text, i] = ['', 0];
  for (const { from, to, value } of drawEdges(EDGES)) {
    text += `t${i++},1600000000,${evm(from)},${evm(to)},0.${String(value).padStart(8, '0')},ETH\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
  await importChain(service.services, { format: 'edges-csv', paths: [path], blockchain: 'ETH' });
  const ids = Array.from({ length: WATCHED }, () => newId('mon'));
  await service.services.db.query(
    sql`insert into kyt_monitors (id, organization_id, environment, status, address, address_normalized, address_key,
        blockchain, threshold, risk_score, risk_level, told_score, told_level, data_version, last_run_at, next_charge_at,
        metadata, created_at)
      select m.id, ${service.organizationId}, 'LIVE', 'ACTIVE', a.address, a.address, a.address_key, 'ETH', 0, 0,
        'UNKNOWN', 0, 'UNKNOWN', 'chain 1, labels 0', now(), now() + interval '1 month', '{}', now() - interval '1 day'
      from unnest(${ids}::text[]) with ordinality as m (id, n)
      join (select *, row_number() over (order by md5(address)) as n from chain_addresses where address like '0x%') a using (n)`,
  );
  await service.services.db.query(sql`analyze`);
}

/** Milliseconds from the end of the import of a label until nothing that follows from it is left to be done. */
async function until(
  service: TestService,
  node: number,
  folder: string,
): Promise<{ ms: number; alerts: number; runs: number }> {
  const { db } = service.services;
  const path = join(folder, 'labels.csv');
  await writeFile(
    path,
    `address,blockchain,category,entity,confidence,source\n${evm(node)},ETH,RANSOMWARE,New,100,Bench\n`,
  );
  const start = performance.now();
  const at = new Date();
  await importLabels(service.services, { format: 'csv', paths: [path] });
  for (;;) {
    const rows = await db.query(
      sql`select 1 from kyt_changes union all
        select 1 from graphile_worker.jobs where task_identifier in ('kyt.watch_data', 'kyt.run_monitors') limit 1`,
    );
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const ms = performance.now() - start;
  const [counts] = await db.query<{ alerts: number; runs: number }>(
    sql`select (select count(*) from events where type = 'kyt.monitoring_alert' and created_at >= ${at}) as alerts,
      (select count(*) from kyt_monitors where last_run_at >= ${at}) as runs`,
  );
  return { ms, alerts: Number(counts?.alerts), runs: Number(counts?.runs) };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'monitors-'));
  const postgres = await startBenchDatabase();
  const service = await startTestService({ databaseUrl: postgres.postgres.connectionString });
  try {
    await prepare(service, folder);
    const random = randomFrom(14);
    const found: Awaited<ReturnType<typeof until>>[] = [];
    for (let i = 0; i < Number(options.labels); i += 1) {
      found.push(await until(service, Math.floor(random() * nodesFor(EDGES)), folder));
    }
    const times = found.map(({ ms }) => ms / 1000);
    const most = (pick: (one: (typeof found)[number]) => number): number => Math.max(...found.map(pick));
    const lines: Line[] = [
      {
        what: `new label → every alert, ${WATCHED.toLocaleString('en')} addresses watched on ${EDGES.toLocaleString('en')} payments`,
        measured: `p50 ${quantile(times, 0.5).toFixed(2)} s, worst of ${times.length} ${Math.max(...times).toFixed(2)} s (scored anew: p50 ${quantile(
          found.map(({ runs }) => runs),
          0.5,
        )}, most ${most(({ runs }) => runs)}; alerts: most ${most(({ alerts }) => alerts)})`,
        reach: '≤ 5 s',
      },
    ];
    print('Monitors through the module', lines);
  } finally {
    await service.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
