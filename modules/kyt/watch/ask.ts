import type { Transaction } from '../../../platform/database/transaction.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';

/** The job that looks what changes of labels and payments mean for monitors. */
export const WATCH = 'kyt.watch_data';

/** Asks for a look at what changed, once the transaction is there; one that still waits will see it too. */
export function askToLook(transaction: Transaction): void {
  enqueue(transaction, { task: WATCH, payload: {}, key: WATCH, maxAttempts: 8 });
}
