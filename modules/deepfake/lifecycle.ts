import type { MediaType } from '../../contract/deepfake.ts';
import { PRICES, type PricedOperation } from '../../contract/prices.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { CallContext, Tenant } from '../../platform/context.ts';
import { capture, hold, type Movement, release } from '../../platform/credits/ledger.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { isUnfinished, type JobRow, type Move, moved, TRANSITIONS } from './deepfake-job.ts';
import { tellCompleted, tellFailed } from './events.ts';
import * as store from './store.ts';

const operationOf = (mediaType: MediaType): PricedOperation => `DEEPFAKE_${mediaType}`;
export const priceOf = (mediaType: MediaType): number => PRICES[operationOf(mediaType)];

const movement = (row: JobRow, at: Date): Movement => ({
  operation: operationOf(row.mediaType),
  amount: row.credits,
  resourceId: row.id,
  at,
});

/** Sets the price aside for a new job. @throws ApiError INSUFFICIENT_CREDITS */
export const holdCredits = (transaction: Transaction, tenant: Tenant, row: JobRow): Promise<void> =>
  hold(transaction, tenant, movement(row, row.createdAt));

/**
 * Makes one move of the table: the row, its credits, its events and its audit line, in the given transaction.
 * The row must be locked by it. The change is sent with COMMIT.
 * @returns the row as it is afterwards
 */
export async function advance(
  transaction: Transaction,
  context: CallContext,
  row: JobRow,
  move: Move,
  change: Partial<JobRow> = {},
): Promise<JobRow> {
  const { now } = context;
  const next = moved(row, move, change, now);
  const { credits } = TRANSITIONS[move];
  transaction.defer(store.updateJob(context, next));
  if (credits === 'CAPTURED') await capture(transaction, context, movement(row, now));
  if (credits === 'RELEASED') await release(transaction, context, movement(row, now));
  if (next.status === 'COMPLETED') tellCompleted(transaction, context, next);
  if (next.status === 'FAILED') tellFailed(transaction, context, next);
  audit(transaction, context, {
    action: `deepfake.${move.toLowerCase()}`,
    resourceId: next.id,
    details: { from: row.status, to: next.status, ...(next.errorCode ? { errorCode: next.errorCode } : {}) },
  });
  return next;
}

/** Gives back what a job still holds, before it is deleted. */
export async function releaseHeld(transaction: Transaction, context: CallContext, row: JobRow): Promise<void> {
  if (isUnfinished(row)) await release(transaction, context, movement(row, context.now));
}
