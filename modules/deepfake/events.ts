import type { Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { emitEvent } from '../../platform/events/events.ts';
import type { JobRow } from './deepfake-job.ts';

/** scan_completed always; deepfake_detected with it where the answer is yes (anything less sure is inconclusive). */
export function tellCompleted(transaction: Transaction, tenant: Tenant, row: JobRow): void {
  const { mediaType, isDeepfake, confidence, recommendation, manipulationType } = row;
  if (confidence === null || recommendation === null) throw new Error('A deepfake job was completed without a result');
  const about = { resourceId: row.id, callbackUrl: row.callbackUrl, at: row.updatedAt };
  emitEvent(transaction, tenant, {
    ...about,
    type: 'deepfake.scan_completed',
    data: { jobId: row.id, mediaType, isDeepfake, confidence, recommendation },
  });
  if (isDeepfake) {
    emitEvent(transaction, tenant, {
      ...about,
      type: 'deepfake.deepfake_detected',
      data: { jobId: row.id, mediaType, isDeepfake, confidence, manipulationType, recommendation },
    });
  }
}

export function tellFailed(transaction: Transaction, tenant: Tenant, row: JobRow): void {
  emitEvent(transaction, tenant, {
    type: 'deepfake.job_failed',
    resourceId: row.id,
    data: {
      jobId: row.id,
      errorCode: row.errorCode ?? 'ANALYSIS_FAILED',
      errorMessage: row.errorMessage ?? 'The analysis failed.',
    },
    callbackUrl: row.callbackUrl,
    at: row.updatedAt,
  });
}
