import type { Transaction } from '../database/transaction.ts';
import { addJob } from './store.ts';

/** Work to be done later. Enqueued in the transaction of the change that asks for it: both commit, or neither. */
export interface Job {
  /** Task name, `module.what`. */
  task: string;
  payload: Readonly<Record<string, unknown>>;
  /** Not before this; at once where absent. */
  runAt?: Date;
  /** At most one waiting job of this key; a new one replaces what it asks for. */
  key?: string;
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** Default 25, with exponential back-off between. */
  maxAttempts?: number;
}

export function enqueue(transaction: Transaction, job: Job): void {
  transaction.defer(addJob(job));
}

/** What a module does with a job of its own. It may run again after a crash, so its effects must commit together. */
export type TaskHandler = (
  payload: Readonly<Record<string, unknown>>,
  job: { attempt: number; lastAttempt: boolean },
) => Promise<void>;

/** Task name → handler; modules add theirs, the server runs them. */
export type TaskList = Readonly<Record<string, TaskHandler>>;
