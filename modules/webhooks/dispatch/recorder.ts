import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { isRetryable, isUnavailable } from '../../../platform/database/errors.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { markActive, markFailed, recordAttempts, type Result } from './store.ts';

export interface Entry {
  result: Result;
  endpointId: string | null;
  /** What it means for the endpoint, if anything. */
  mark: 'ACTIVE' | 'FAILED' | null;
  onDurable(): void;
}

const BATCH = 500;
const RETRY_MS = 250;

/**
 * Writes results to the database: at once when idle, and all that came meanwhile in the next statement when busy. A
 * result counts when its transaction has committed. While the database is away results wait here; should this process
 * die, their attempts are made again.
 */
export class Recorder {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  #waiting: Entry[] = [];
  #running: Promise<void> | null = null;
  #giveUpAt: number | null = null;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(entry: Entry): void {
    this.#waiting.push(entry);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Waits until everything is durable, or `timeoutMs` have passed. */
  async drain(timeoutMs: number): Promise<void> {
    this.#giveUpAt = performance.now() + timeoutMs;
    await this.#running;
  }

  async #run(): Promise<void> {
    // Results of one turn of the event loop go together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        await this.#write(batch);
        for (const entry of batch) entry.onDurable();
      } catch (error) {
        if (this.#giveUpAt !== null && performance.now() > this.#giveUpAt) return;
        if (!isUnavailable(error) && !isRetryable(error)) {
          this.#log.error({ error: describeError(error), results: batch.length }, 'webhook results cannot be written');
        }
        this.#waiting.unshift(...batch);
        await delay(RETRY_MS);
      }
    }
  }

  async #write(batch: readonly Entry[]): Promise<void> {
    const marks = new Map<string, Entry>();
    for (const entry of batch) if (entry.endpointId !== null && entry.mark !== null) marks.set(entry.endpointId, entry);
    const marked = (mark: Entry['mark']): string[] =>
      [...marks].filter(([, entry]) => entry.mark === mark).map(([id]) => id);
    const [active, failed] = [marked('ACTIVE'), marked('FAILED')];
    const now = batch.at(-1)?.result.finishedAt ?? new Date(0);
    await this.#db.transaction(async (transaction) => {
      const work = [
        recordAttempts(
          transaction,
          batch.map((entry) => entry.result),
        ),
      ];
      if (active.length > 0) work.push(markActive(transaction, active, now));
      if (failed.length > 0) work.push(markFailed(transaction, failed, now));
      await Promise.all(work);
    });
  }
}
