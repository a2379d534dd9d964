import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { isUnavailable } from '../database/errors.ts';
import { describeError } from '../observability/describe-error.ts';
import { releaseJobsOf, strandedWorkers } from './store.ts';

const LOOK_MS = 2_000;
const RECONNECT_MS = 1_000;

/**
 * Tells living workers from killed ones. Each worker's name is held as an advisory lock by a connection of its
 * process: when the process is gone, the server lets go of it, and the other processes give its jobs free. Without this
 * a job that a killed worker had begun would wait for hours.
 */
export class WorkerLiveness {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #held = new Set<string>();
  #client: pg.Client | null = null;
  #connecting: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #locking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Connects, and begins to look for what killed workers left. */
  async start(): Promise<void> {
    await this.#connect();
    let busy = false;
    this.#timer = setInterval(() => {
      if (busy) return;
      busy = true;
      this.#looking = this.#look().finally(() => {
        busy = false;
      });
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** From now on this worker lives, for as long as this process does. */
  hold(workerId: string): void {
    this.#held.add(workerId);
    void this.#lock(workerId);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#looking;
    await this.#connecting;
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#db.connectionString,
      application_name: 'worker-liveness',
      keepAlive: true,
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.connect();
    this.#client = client;
    for (const workerId of this.#held) await this.#lock(workerId);
  }

  /** The database went away, and with it our locks: takes them again as soon as it is back. */
  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#stopped) return;
    const again = async (): Promise<void> => {
      while (!this.#stopped) {
        try {
          await this.#connect();
          return;
        } catch {
          await new Promise((resolve) => {
            setTimeout(resolve, RECONNECT_MS).unref();
          });
        }
      }
    };
    this.#connecting = again();
  }

  /** One after another: a connection does one thing at a time. */
  #lock(workerId: string): Promise<void> {
    this.#locking = this.#locking.then(async () => {
      try {
        await this.#client?.query('select pg_advisory_lock(hashtextextended($1, 0))', [`worker ${workerId}`]);
      } catch {
        // The connection is gone; all locks are taken again with the next one.
      }
    });
    return this.#locking;
  }

  async #look(): Promise<void> {
    try {
      for (const workerId of await strandedWorkers(this.#db)) {
        if (this.#held.has(workerId)) continue;
        if (await releaseJobsOf(this.#db, workerId)) {
          this.#log.warn({ workerId }, 'a worker is gone; its jobs are free to be taken up again');
        }
      }
    } catch (error) {
      if (!isUnavailable(error))
        this.#log.error({ error: describeError(error) }, 'dead workers could not be looked for');
    }
  }
}
