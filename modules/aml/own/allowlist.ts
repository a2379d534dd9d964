import type { Static } from 'typebox';
import type { AllowlistEntry } from '../../../contract/aml.ts';
import type { AllowlistRow } from './store.ts';

/** Subjects without an applicant are known by a digest, whose text is no identifier. */
const applicantOf = (subjectKey: string): string | null => (subjectKey.startsWith('app_') ? subjectKey : null);

export const presentAllowed = (row: AllowlistRow): Static<typeof AllowlistEntry> => ({
  entryId: row.id,
  id: row.id,
  applicantId: applicantOf(row.subjectKey),
  subject: row.subject,
  dataset: row.dataset,
  entityId: row.entityId,
  matchId: row.matchId,
  screeningId: row.screeningId,
  reason: row.reason,
  addedBy: row.actorId,
  createdAt: row.createdAt.toISOString(),
});
