import type { FastifyBaseLogger } from 'fastify';
import { sealAllAuditEntries } from '../audit/chain.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { Clock } from '../context.ts';
import type { Database } from '../database/database.ts';
import { isUnavailable } from '../database/errors.ts';
import { foldListCounts } from '../database/list.ts';
import type { FileStore } from '../files/files.ts';
import { forgetAnswers } from '../idempotency/store.ts';
import { describeError } from '../observability/describe-error.ts';
import { forgetCallers } from '../rate-limit/store.ts';

interface Chore {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

/** The platform's own recurring work, in every process: short, idempotent, safe to run beside itself. */
export class Housekeeping {
  readonly #chores: readonly Chore[];
  readonly #log: FastifyBaseLogger;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(services: {
    db: Database;
    files: FileStore;
    authenticator: Authenticator;
    clock: Clock;
    log: FastifyBaseLogger;
  }) {
    const { db, files, authenticator, clock, log } = services;
    this.#log = log;
    this.#chores = [
      { name: 'seal audit entries', everyMs: 1_000, run: () => sealAllAuditEntries(db, clock.now()) },
      { name: 'fold list counts', everyMs: 1_000, run: () => foldListCounts(db) },
      { name: 'note key use', everyMs: 5_000, run: () => authenticator.flush() },
      { name: 'forget callers', everyMs: 60_000, run: () => forgetCallers(db) },
      { name: 'sweep files', everyMs: 60_000, run: () => files.sweep(clock.now()) },
      {
        name: 'forget idempotent answers',
        everyMs: 600_000,
        run: () => forgetAnswers(db),
      },
    ];
  }

  start(): void {
    for (const chore of this.#chores) {
      let busy = false;
      const timer = setInterval(() => {
        if (busy) return;
        busy = true;
        const run = this.#run(chore).finally(() => {
          busy = false;
          this.#running.delete(run);
        });
        this.#running.add(run);
      }, chore.everyMs);
      timer.unref();
      this.#timers.push(timer);
    }
  }

  /** Stops the timers, waits for what runs, and does the quick chores a last time. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running);
    for (const chore of this.#chores) if (chore.everyMs <= 5_000) await this.#run(chore);
  }

  async #run(chore: Chore): Promise<void> {
    try {
      await chore.run();
    } catch (error) {
      // While the database is away every request says so already.
      if (!isUnavailable(error)) this.#log.error({ chore: chore.name, error: describeError(error) }, 'chore failed');
    }
  }
}
