import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
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
