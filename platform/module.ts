import type { FastifyBaseLogger } from 'fastify';
import type { Authenticator } from './authentication/authenticator.ts';
import type { Config } from './config/config.ts';
import type { Clock } from './context.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './files/files.ts';
import type { CursorCodec } from './http/cursor.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { TaskList } from './jobs/jobs.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Vault } from './secrets/vault.ts';

/** What every module is built on; made once by the server (or by a test) and passed in. */
export interface Services {
  config: Config;
  db: Database;
  vault: Vault;
  files: FileStore;
  cursors: CursorCodec;
  authenticator: Authenticator;
  clock: Clock;
  log: FastifyBaseLogger;
  metrics: Metrics;
}

/** Work that recurs in worker processes; each run is made by one of them. */
export interface Schedule {
  task: string;
  /** Five-field cron expression, UTC. */
  cron: string;
}

/** What a module brings to the service; plugged together in server/app.ts and nowhere else. */
export interface Module {
  name: string;
  endpoints: readonly Endpoint[];
  /** Tasks that worker processes run. */
  tasks?: TaskList;
  schedules?: readonly Schedule[];
  /** Begins background work; `worker` tells whether this process has the worker's role. */
  start?(role: { worker: boolean; api: boolean }): Promise<void>;
  /** Ends background work: no new work is begun, and what runs is waited for. */
  stop?(): Promise<void>;
  /** Facts for /readyz that are reported and not required. */
  report?(): Promise<Readonly<Record<string, unknown>>>;
}
