import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/database/embedded/index.ts';
import type { LoadPlan, LoadResult } from './load.ts';

export type { LoadPlan, LoadResult } from './load.ts';

/** Runs a load in a thread of its own, so that the server under test keeps its own event loop. */
export function load(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('load.ts', import.meta.url), { workerData: plan });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** A durable database (fsync on) of its own under the temporary folder. */
export async function startBenchDatabase(): Promise<{ postgres: EmbeddedPostgres; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cvs-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, purpose: 'server' });
  return {
    postgres,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a program and returns what it printed. @throws where it is missing or fails */
export function output(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    let errors = '';
    child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
    child.once('error', (error) =>
      reject(new Error(`${command} cannot be run: ${error.message} (Debian: apt-get install postgresql-contrib)`)),
    );
    child.once('exit', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command} failed: ${errors.slice(0, 1000)}`)),
    );
  });
}

/** Milliseconds of processor time so far: of this thread, of this process, and of its database's processes (Linux). */
export async function processorTimes(): Promise<{ thread: number; process: number; database: number }> {
  const sum = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
  return { thread: sum(process.threadCpuUsage()), process: sum(process.cpuUsage()), database: await childrenTimes() };
}

const TICK_MS = 10;

/** Of all descendants of this process, those that have ended and were waited for included. */
async function childrenTimes(): Promise<number> {
  const parents = new Map<number, { parent: number; ticks: number }>();
  for (const name of await readdir('/proc').catch((): string[] => [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = [11, 12, 13, 14].reduce((total, place) => total + (fields[place] ?? 0), 0);
    parents.set(Number(name), { parent, ticks });
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid)?.parent ?? 0;
    return parent === process.pid || (parent > 1 && isOurs(parent));
  };
  return [...parents].reduce((total, [pid, { ticks }]) => total + (isOurs(pid) ? ticks * TICK_MS : 0), 0);
}
