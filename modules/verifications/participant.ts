import { audit } from '../../platform/audit/audit.ts';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import type { ApplicantParticipant } from '../applicants/index.ts';
import { deleteCaptures } from './capture/store.ts';
import { advance } from './lifecycle.ts';
import { deleteEvidence } from './evidence/store.ts';
import { eraseTraces } from './seen/store.ts';
import * as store from './store.ts';
import { erasure, isOverdue } from './verification.ts';

/** What verifications know of an applicant, and what they forget with it. */
export function verificationParticipant(services: Services): ApplicantParticipant {
  return {
    async busy(db, tenant, applicantId) {
      const found = await store.findUnfinished(db, tenant, applicantId, services.clock.now());
      return found?.status ?? null;
    },

    engaged: store.applicantsVerifiedSince,

    async erase(transaction, tenant, applicantId, now) {
      const rows = await store.lockOfApplicant(transaction, tenant, applicantId);
      if (rows.length === 0) return;
      for (const row of rows) {
        const ended = isOverdue(row, now)
          ? await advance(services, transaction, systemContext(tenant, now), row, 'EXPIRE')
          : row;
        transaction.defer(store.updateVerification(tenant, { ...ended, ...erasure(ended), updatedAt: now }));
      }
      transaction.defer(
        deleteEvidence(
          tenant,
          rows.map((row) => row.id),
        ),
      );
      transaction.defer(
        deleteCaptures(
          tenant,
          rows.map((row) => row.id),
        ),
      );
      const erased = await eraseTraces(transaction, tenant, applicantId);
      audit(transaction, systemContext(tenant, now), {
        action: 'verification.erase_traces',
        resourceId: applicantId,
        details: { ...erased },
      });
      await services.files.erase(
        transaction,
        tenant,
        rows.map((row) => row.id),
      );
    },

    async latestVerification(db, tenant, applicantId) {
      const row = await store.latestOfApplicant(db, tenant, applicantId);
      if (!row) return null;
      return {
        verificationId: row.id,
        profileType: row.profileType,
        status: isOverdue(row, services.clock.now()) ? 'EXPIRED' : row.status,
        result: row.result,
        createdAt: row.createdAt.toISOString(),
        completedAt: row.completedAt?.toISOString() ?? null,
      };
    },
  };
}
