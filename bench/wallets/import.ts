/**
 * What `chain import` takes: a made-up file of payments with the degrees of the real graph, into an empty PostgreSQL
 * of its own that writes to disk as in production, then the same file again. Beside it a bare COPY: the rows that the
 * import left, each table's in one COPY, into the same tables, empty, with the same indexes, in another database of the
 * same server; and into tables without any index, which is the least that rows can cost there.
 *   node bench/wallets/import.ts [--edges 1000000] [--format edges-csv|ethereum-etl-csv|utxo-ndjson]
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { addressOfScript } from '../../engines/wallets/index.ts';
import { type ChainImportResult, importChain } from '../../modules/kyt/index.ts';
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

const TABLES = [
  ['chain_seen', 'blockchain, digest'],
  ['chain_addresses', 'id, blockchain, address_key, address, cluster_id, label_confidence, defines_cluster'],
  ['chain_edges', 'from_id, to_id, asset, units, payments, first_at, last_at'],
  ['chain_nodes', 'address_id, asset, payers, payees, received, sent, label_confidence'],
] as const;

interface Used {
  seconds: number;
  database: number;
  process: number;
}

async function timed(db: Database, work: () => Promise<void>): Promise<Used> {
  const [cpu, database, start] = [process.cpuUsage(), await processorTime(db), performance.now()];
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { seconds, process: (user + system) / 1e6, database: (await processorTime(db)) - database };
}

/** The rows of the import again by COPY alone, triggers off. */
async function bareCopy(
  connectionString: string,
  db: Database,
  folder: string,
): Promise<{ indexed: Used; plain: Used }> {
  const source = new pg.Client({ connectionString });
  await source.connect();
  for (const [table, columns] of TABLES) {
    // In the order in which the import wrote them, as far as the database kept it.
    const out = source.query(copyTo(`copy (select ${columns} from ${table} order by ctid) to stdout (format binary)`));
    await pipeline(out, createWriteStream(join(folder, table)));
  }
  await source.query('drop database if exists bare');
  await source.query('create database bare');
  await source.end();
  const elsewhere = connectionString.replace(/\/service\?/, '/bare?');
  if (elsewhere === connectionString) throw new Error('The name of the database is not where it was expected');
  await migrate(elsewhere);
  const client = new pg.Client({ connectionString: elsewhere });
  await client.connect();
  const fill = async (suffix: string): Promise<void> => {
    for (const [table, columns] of TABLES) {
      const into = client.query(copyFrom(`copy ${table}${suffix} (${columns}) from stdin (format binary)`));
      await pipeline(createReadStream(join(folder, table), { highWaterMark: 1 << 18 }), into);
    }
  };
  try {
    await client.query('set synchronous_commit = off');
    for (const [table] of TABLES) {
      await client.query(`alter table ${table} disable trigger user`);
      await client.query(`create table ${table}_plain as select * from ${table}`);
    }
    const indexed = await timed(db, () => fill(''));
    const plain = await timed(db, () => fill('_plain'));
    return { indexed, plain };
  } finally {
    await client.end();
  }
}

const shown = ({ seconds, process: here, database }: Used): string =>
  `${(EDGES / seconds / 1000).toFixed(1)} thousand payments/s (${seconds.toFixed(1)} s; this process ${here.toFixed(1)} s of processor, the database ${database.toFixed(1)} s)`;

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
    let imported: Used | undefined;
    for (const what of ['import', 'the same again', 'the same again, as another file']) {
      if (what.endsWith('file')) await db.query(sql`delete from chain_imports`);
      let result: ChainImportResult | undefined;
      const used = await timed(db, async () => {
        result = await importChain({ db, clock: systemClock }, { format: options.format, paths: [path], blockchain });
      });
      lines.push({
        what: `${what}: ${result?.records} records, ${result?.added} new, ${result?.transfers} payments`,
        measured: shown(used),
      });
      if (imported) continue;
      imported = used;
      const { indexed, plain } = await bareCopy(connectionString, db, folder);
      lines.push(
        { what: 'bare COPY of the rows it left, into the same tables and indexes', measured: shown(indexed) },
        { what: 'the same into tables without indexes', measured: shown(plain) },
        {
          what: 'import, as part of the speed of that COPY into the same tables and indexes',
          measured: `${(indexed.seconds / used.seconds).toFixed(2)} by the clock; the database's processor time ${(indexed.database / used.database).toFixed(2)}`,
          reach: '≥ 0.5',
        },
      );
    }
    print(`${options.format}, ${EDGES.toLocaleString('en')} payments`, lines);
  } finally {
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
