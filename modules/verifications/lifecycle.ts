import { PRICES, type PricedOperation } from '../../contract/prices.ts';
import type { ProfileType } from '../../contract/verifications.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type CallContext, systemContext, type Tenant } from '../../platform/context.ts';
import { capture, hold, type Movement, release } from '../../platform/credits/ledger.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Services } from '../../platform/module.ts';
import { captureUrl, openToken } from './capture-token.ts';
import { tellDecision, tellManualReview, tellPendingUpload } from './events.ts';
import * as store from './store.ts';
import { isOverdue, type Move, moved, TRANSITIONS, type VerificationRow } from './verification.ts';

type Needs = Pick<Services, 'config' | 'vault'>;

export const operationOf = (profileType: ProfileType): PricedOperation => `VERIFICATION_${profileType}`;
export const priceOf = (profileType: ProfileType): number => PRICES[operationOf(profileType)];

const movement = (row: VerificationRow, at: Date): Movement => ({
  operation: operationOf(row.profileType),
  amount: row.credits,
  resourceId: row.id,
  at,
});

/** Sets the price aside for a new verification. @throws ApiError INSUFFICIENT_CREDITS */
export const holdCredits = (transaction: Transaction, tenant: Tenant, row: VerificationRow): Promise<void> =>
  hold(transaction, tenant, movement(row, row.createdAt));

/**
 * Makes one move of the table: the row, its credits, its events and its audit line, in the given transaction.
 * The row must be locked by it. The change is sent with COMMIT.
 * @returns the row as it is afterwards
 */
export async function advance(
  services: Needs,
  transaction: Transaction,
  context: CallContext,
  row: VerificationRow,
  move: Move,
  change: Partial<VerificationRow> = {},
): Promise<VerificationRow> {
  const { now } = context;
  const next = moved(row, move, change, now);
  const { credits, tells } = TRANSITIONS[move];
  transaction.defer(store.updateVerification(context, next));
  if (credits === 'CAPTURED') await capture(transaction, context, movement(row, now));
  if (credits === 'RELEASED') await release(transaction, context, movement(row, now));
  if (tells === 'PENDING_UPLOAD') {
    if (!next.sealedToken) throw new Error('A verification that awaits uploads has no capture token');
    const token = await openToken(services.vault, context, next.id, next.sealedToken);
    tellPendingUpload(transaction, context, next, captureUrl(services.config, context, token));
  }
  if (tells === 'MANUAL_REVIEW') tellManualReview(transaction, context, next);
  if (tells === 'DECISION') tellDecision(transaction, context, next);
  audit(transaction, context, {
    action: `verification.${move.toLowerCase()}`,
    resourceId: next.id,
    details: { from: row.status, to: next.status, ...(next.result ? { result: next.result } : {}) },
  });
  return next;
}

/** Ends all overdue verifications of a tenant, so that none is shown as open. Cheap where there is none. */
export async function expireOverdue(services: Needs & Pick<Services, 'db'>, tenant: Tenant, now: Date): Promise<void> {
  while (await store.hasOverdue(services.db, tenant, now)) {
    await services.db.transaction((transaction) => expireBatch(services, transaction, tenant, now));
  }
}

const BATCH = 100;

/** Ends up to a hundred overdue verifications, of one tenant or of all. @returns how many */
export async function expireBatch(
  services: Needs,
  transaction: Transaction,
  tenant: Tenant | null,
  now: Date,
): Promise<number> {
  const rows = await store.lockOverdue(transaction, tenant, now, BATCH);
  for (const row of rows) {
    const { organizationId, environment } = row;
    await advance(services, transaction, systemContext({ organizationId, environment }, now), row, 'EXPIRE');
  }
  return rows.length;
}

/** Ends one verification where it is overdue and still open. @returns the row as it is */
export async function expireOne(
  services: Needs & Pick<Services, 'db'>,
  tenant: Tenant,
  verificationId: string,
  now: Date,
): Promise<VerificationRow | undefined> {
  return services.db.transaction(async (transaction) => {
    const row = await store.lockVerification(transaction, tenant, verificationId);
    if (!row || !isOverdue(row, now)) return row;
    return advance(services, transaction, systemContext(tenant, now), row, 'EXPIRE');
  });
}
