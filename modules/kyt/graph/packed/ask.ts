import type { Transaction } from '../../../../platform/database/transaction.ts';
import { enqueue } from '../../../../platform/jobs/jobs.ts';

/** The job that lays nodes' largest edges beside their sums. */
export const PACK = 'kyt.pack_nodes';

/** Asks for it, once the transaction is there; one that still waits will see to all. */
export function askToPack(transaction: Transaction): void {
  enqueue(transaction, { task: PACK, payload: {}, key: PACK, maxAttempts: 8 });
}
