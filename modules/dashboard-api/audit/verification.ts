import type { ChainCheck } from '../../../contract/dashboard/index.ts';
import { verifyAuditChain } from '../../../platform/audit/chain.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { Services } from '../../../platform/module.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { chainLength } from './store.ts';

const TELL_EVERY = 2_000;

/**
 * Recomputes the chain of the whole service for whoever asks; one at a time in a process, and the last answer is kept.
 * The chain holds every organisation's entries: told are counts and whether it holds, and nobody's entries.
 */
export class ChainVerification {
  readonly #services: Services;
  #last: ChainCheck | null = null;
  #running: Promise<void> | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  get last(): ChainCheck | null {
    return this.#last;
  }

  /** @param tell called now and then while it runs, and at its end */
  async begin(tell: (check: ChainCheck) => void): Promise<ChainCheck> {
    if (this.#last?.status === 'RUNNING') return this.#last;
    const { db, clock, log } = this.#services;
    const begun: ChainCheck = {
      status: 'RUNNING',
      startedAt: clock.now().toISOString(),
      checked: 0,
      total: await chainLength(db),
      valid: null,
      head: null,
      unsealed: null,
      fault: null,
    };
    this.#last = begun;
    this.#running = this.#run(begun, tell).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'the audit chain could not be verified');
      this.#last = null;
    });
    return begun;
  }

  async stop(): Promise<void> {
    await this.#running;
  }

  async #run(begun: ChainCheck, tell: (check: ChainCheck) => void): Promise<void> {
    let told = 0;
    const counting = counted(this.#services.db, (checked) => {
      this.#last = { ...begun, checked: Math.min(checked, begun.total) };
      if (checked - told < TELL_EVERY) return;
      told = checked;
      tell(this.#last);
    });
    const { valid, sealed, head, unsealed, fault } = await verifyAuditChain(counting);
    this.#last = {
      ...begun,
      status: 'DONE',
      checked: sealed,
      total: sealed,
      valid,
      head,
      unsealed,
      fault: fault && { seq: fault.seq, reason: fault.reason },
    };
    tell(this.#last);
  }
}

/** The database, with the rows that were read through it counted. */
function counted(db: Queryable, onRows: (sum: number) => void): Queryable {
  let sum = 0;
  return {
    async query<Row extends object>(statement: Parameters<Queryable['query']>[0]) {
      const rows = await db.query<Row>(statement);
      sum += rows.length;
      onRows(sum);
      return rows;
    },
  };
}
