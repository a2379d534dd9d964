import { Logger } from '@graphile/logger';
import { parseCronItems, run, runMigrations, type Runner, type WorkerEvents } from 'graphile-worker';
import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { describeError } from '../observability/describe-error.ts';
import { inSpan } from '../observability/tracing.ts';
import type { Schedule } from '../module.ts';
import type { TaskList } from './jobs.ts';
import { WorkerLiveness } from './liveness.ts';
import { PatientPool } from './patient-pool.ts';

/** The queue's own tables and functions; part of the migrations. */
export async function migrateJobs(connectionString: string): Promise<void> {
  await runMigrations({ connectionString, logger: silent() });
}

/** Names of failures only: the payloads and messages of jobs may hold personal data. */
const silent = (): Logger => new Logger(() => () => {});

export interface JobRunner {
  /** False once the runner has ended by itself. */
  running(): boolean;
  stop(): Promise<void>;
}

/** Runs tasks in this process until stopped; jobs of a killed process are taken up by another within seconds. */
export async function startJobs(options: {
  db: Database;
  tasks: TaskList;
  schedules: readonly Schedule[];
  concurrency: number;
  log: FastifyBaseLogger;
  onJob?: (task: string, outcome: 'SUCCEEDED' | 'FAILED', seconds: number) => void;
}): Promise<JobRunner> {
  const { tasks, log } = options;
  const liveness = new WorkerLiveness(options.db, log);
  await liveness.start();
  const pool = new PatientPool({ connectionString: options.db.connectionString, max: options.concurrency + 2 });
  const events = new EventEmitter() as WorkerEvents;
  // Jobs are locked in the name of the pool or of one of its workers.
  events.on('pool:create', ({ workerPool }) => liveness.hold(workerPool.id));
  events.on('worker:create', ({ worker }) => liveness.hold(worker.workerId));
  const runner: Runner = await run({
    events,
    pgPool: pool,
    concurrency: options.concurrency,
    pollInterval: 250,
    noHandleSignals: true,
    logger: silent(),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, handle]) => [
        name,
        async (payload: unknown, helpers) => {
          const started = performance.now();
          const { attempts, max_attempts: maximum } = helpers.job;
          try {
            await inSpan(`job ${name}`, () =>
              handle(asObject(payload), { attempt: attempts, lastAttempt: attempts >= maximum }),
            );
            options.onJob?.(name, 'SUCCEEDED', (performance.now() - started) / 1000);
          } catch (error) {
            options.onJob?.(name, 'FAILED', (performance.now() - started) / 1000);
            log.warn({ task: name, attempt: attempts, of: maximum, error: describeError(error) }, 'job failed');
            throw error;
          }
        },
      ]),
    ),
    parsedCronItems: parseCronItems(
      options.schedules.map(({ task, cron }) => ({
        task,
        match: cron,
        identifier: task,
        options: { maxAttempts: 1, jobKey: task },
      })),
    ),
  });
  let running = true;
  void runner.promise
    .finally(() => (running = false))
    .catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'the job runner ended');
    });
  return {
    running: () => running,
    async stop() {
      pool.giveUp();
      if (running) await runner.stop();
      await pool.end();
      await liveness.stop();
    },
  };
}

function asObject(payload: unknown): Readonly<Record<string, unknown>> {
  if (typeof payload !== 'object' || payload === null) return {};
  return payload as Record<string, unknown>;
}
