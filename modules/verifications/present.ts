import type { Static } from 'typebox';
import type { Verification } from '../../contract/verifications.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import { captureUrl, openToken } from './capture-token.ts';
import { isOpen, missingKinds, type VerificationRow, toldIssue } from './verification.ts';

export type VerificationRecord = Static<typeof Verification>;

/** The public record. The capture page's address is shown while files can be uploaded. */
export async function present(
  services: Pick<Services, 'config' | 'vault'>,
  tenant: Tenant,
  row: VerificationRow,
): Promise<VerificationRecord> {
  const open = isOpen(row);
  const token = open && row.sealedToken ? await openToken(services.vault, tenant, row.id, row.sealedToken) : null;
  return {
    verificationId: row.id,
    id: row.id,
    applicantId: row.applicantId,
    profileType: row.profileType,
    status: row.status,
    result: row.result,
    decidedBy: row.decidedBy,
    checks: { document: 'NOT_PERFORMED', ...row.checks },
    extracted: row.extracted,
    breakdown: row.breakdown,
    failureReasons: row.failureReasons,
    reviewReason: row.reviewReason,
    review: row.review,
    proposedReview: row.proposedReview && {
      decision: row.proposedReview.decision,
      reason: row.proposedReview.reason,
      reviewedAt: row.proposedReview.reviewedAt,
    },
    files: row.files,
    missing: open ? missingKinds(row) : [],
    uploadIssues: row.uploadIssues.map(toldIssue),
    tries: row.tries,
    uploadUrl: token === null ? null : captureUrl(services.config, tenant, token),
    expiresAt: row.expiresAt.toISOString(),
    locale: row.locale,
    callbackUrl: row.callbackUrl,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}
