/**
 * What `chain import` takes: a made-up file of payments with the degrees of the real graph, into an empty PostgreSQL
 * of its own that writes to disk as in production, then the same file again.
 *   node bench/wallets/import.ts [--edges 1000000] [--format edges-csv|ethereum-etl-csv|utxo-ndjson]
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressOfScript } from '../../engines/wallets/index.ts';
import { importChain } from '../../modules/kyt/index.ts';
import { systemClock } from '../../platform/context.ts';
import { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { migrateJobs } from '../../platform/jobs/runner.ts';
import { startBenchDatabase } from '../lib/index.ts';
import { type Line, print } from './measure.ts';
import { drawEdges, type Edge } from './value-graph.ts';

const { values: options } = parseArgs({
  options: {
    edges: { type: 'string', default: '1000000' },
    format: { type: 'string', default: 'edges-csv' },
  },
});
const EDGES = Number(options.edges);

const evm = (node: number): string => `0x${(node + 1).toString(16).padStart(40, '0')}`;

function bitcoin(node: number): string {
  const script = Buffer.alloc(22);
  script.set([0, 20]);
  script.writeUInt32BE(node + 1, 18);
  return addressOfScript(script, 'BTC')?.canonical ?? '';
}

const FORMATS: Record<string, { blockchain: string; header: string; row(edge: Edge, i: number): string }> = {
  'edges-csv': {
    blockchain: 'ETH',
    header: 'txid,time,from,to,value,asset\n',
    row: ({ from, to, value }, i) =>
      `0x${i.toString(16)},${1_600_000_000 + i},${evm(from)},${evm(to)},0.${value},ETH\n`,
  },
  'ethereum-etl-csv': {
    blockchain: 'ETH',
    header: 'hash,block_hash,block_number,from_address,to_address,value,block_timestamp\n',
    row: ({ from, to, value }, i) => {
      const height = Math.floor(i / 150);
      const hash = i.toString(16).padStart(64, '0');
      return `0x${hash},0x${height.toString(16).padStart(64, '0')},${height},${evm(from)},${evm(to)},${value}0000000000,${1_600_000_000 + height}\n`;
    },
  },
  'utxo-ndjson': {
    blockchain: 'BTC',
    header: '',
    // A payer, a payee and change to an address of the payer's own.
    row: ({ from, to, value }, i) => {
      const paid = (node: number, amount: number): object => ({ address: bitcoin(node), value: amount });
      const vout = [paid(to, value), paid(from, value)];
      return `${JSON.stringify({ txid: i.toString(16).padStart(64, '0'), time: 1_300_000_000 + i, vin: [paid(from, 2 * value)], vout })}\n`;
    },
  },
};

async function writeFile(path: string): Promise<string> {
  const format = FORMATS[options.format];
  if (!format) throw new Error(`--format is one of ${Object.keys(FORMATS).join(', ')}`);
  const file = createWriteStream(path);
  let [text, i] = [format.header, 0];
  for (const edge of drawEdges(EDGES)) {
    text += format.row(edge, i++);
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
  return format.blockchain;
}

/** Processor time of a PostgreSQL and all its processes, those that have ended included, in seconds; Linux only. */
async function processorTime(db: Database): Promise<number> {
  const [row] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const stat = async (pid: string): Promise<string[]> => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  };
  const postmaster = (await stat(String(row?.pid)))[1];
  let ticks = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [, parent, ...fields] = await stat(pid);
    const times = fields.slice(9, 13).map(Number);
    if (pid === postmaster) ticks += times.reduce((sum, one) => sum + one, 0);
    else if (parent === postmaster) ticks += (times[0] ?? 0) + (times[1] ?? 0);
  }
  return ticks / 100;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const path = join(folder, 'payments');
  const blockchain = await writeFile(path);
  const postgres = await startBenchDatabase();
  const { connectionString } = postgres.postgres;
  await migrate(connectionString);
  await migrateJobs(connectionString);
  const db = new Database({ connectionString, max: 4, applicationName: 'bench' });
  const lines: Line[] = [];
  try {
    for (const what of ['import', 'the same again', 'the same again, as another file']) {
      if (what.endsWith('file')) await db.query(sql`delete from chain_imports`);
      const [cpu, database] = [process.cpuUsage(), await processorTime(db)];
      const start = performance.now();
      const result = await importChain(
        { db, clock: systemClock },
        { format: options.format, paths: [path], blockchain },
      );
      const seconds = (performance.now() - start) / 1000;
      const used = process.cpuUsage(cpu);
      const usedThere = (await processorTime(db)) - database;
      lines.push({
        what: `${what}: ${result.records} records, ${result.added} new, ${result.transfers} payments`,
        measured: `${(result.records / seconds / 1000).toFixed(1)} thousand/s (${seconds.toFixed(1)} s; this process ${((used.user + used.system) / 1e6).toFixed(1)} s of processor, the database ${usedThere.toFixed(1)} s)`,
      });
    }
    print(`${options.format}, ${EDGES.toLocaleString('en')} payments`, lines);
  } finally {
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
