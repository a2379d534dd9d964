import type { Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type EventToEmit, emitEvent } from '../../platform/events/events.ts';
import type { EventType } from '../../contract/events.ts';
import type { VerificationRow } from './verification.ts';

function tell<E extends EventType>(
  transaction: Transaction,
  tenant: Tenant,
  row: VerificationRow,
  type: E,
  data: EventToEmit<E>['data'],
): void {
  emitEvent(transaction, tenant, {
    type,
    resourceId: row.id,
    data,
    callbackUrl: row.callbackUrl,
    at: row.updatedAt,
  });
}

const ids = (row: VerificationRow) => ({ verificationId: row.id, applicantId: row.applicantId });

export const tellCreated = (transaction: Transaction, tenant: Tenant, row: VerificationRow): void =>
  tell(transaction, tenant, row, 'verification.created', { ...ids(row), profileType: row.profileType });

export const tellPendingUpload = (
  transaction: Transaction,
  tenant: Tenant,
  row: VerificationRow,
  uploadUrl: string,
): void =>
  tell(transaction, tenant, row, 'verification.pending_upload', {
    ...ids(row),
    uploadUrl,
    expiresAt: row.expiresAt.toISOString(),
  });

export const tellManualReview = (transaction: Transaction, tenant: Tenant, row: VerificationRow): void =>
  tell(transaction, tenant, row, 'verification.manual_review', {
    ...ids(row),
    reviewReason: row.reviewReason ?? 'UNKNOWN',
  });

/** completed, and with it always approved or rejected, whoever decided. */
export function tellDecision(transaction: Transaction, tenant: Tenant, row: VerificationRow): void {
  const { result, decidedBy } = row;
  if (result === null || decidedBy === null) throw new Error('A verification was completed without a decision');
  const checks = { ...row.checks };
  tell(transaction, tenant, row, 'verification.completed', {
    ...ids(row),
    status: 'COMPLETED',
    result,
    checks,
    decidedBy,
  });
  if (result === 'APPROVED') {
    tell(transaction, tenant, row, 'verification.approved', { ...ids(row), result, checks, decidedBy });
  } else {
    const { failureReasons } = row;
    tell(transaction, tenant, row, 'verification.rejected', { ...ids(row), result, checks, failureReasons, decidedBy });
  }
}
