import type { Static } from 'typebox';
import type { Applicant, ErasedApplicant } from '../../../contract/applicants.ts';
import type { StoredFile, TimelineEntry } from '../../../contract/dashboard/index.ts';
import type { CallContext } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Person } from '../../applicants/index.ts';
import type { Records } from '../records.ts';
import type { FileRow, TimelineRow } from './store.ts';

export type ApplicantRecord = Static<typeof Applicant> | Static<typeof ErasedApplicant>;

export const presentTimeline = (row: TimelineRow): TimelineEntry => ({
  at: row.at.toISOString(),
  action: row.action,
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  resourceId: row.resourceId,
  details: row.details,
});

export const presentFile = ({ ownerId: _owner, createdAt, ...file }: FileRow): StoredFile => ({
  ...file,
  createdAt: createdAt.toISOString(),
});

/** The applicant of a record, or null where there is none. */
export async function applicantOf(
  records: Records,
  context: CallContext,
  applicantId: string | null,
): Promise<ApplicantRecord | null> {
  if (applicantId === null) return null;
  try {
    return await records.read<ApplicantRecord>('getApplicant', context, { applicantId });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

export const personOf = (applicant: ApplicantRecord | null): Person | null =>
  applicant === null || applicant.status === 'ERASED' ? null : applicant;

/** What every page shows of whom a record is about. */
export function brief(applicant: ApplicantRecord | null) {
  if (applicant === null) return null;
  const person = personOf(applicant);
  return {
    applicantId: applicant.applicantId,
    status: applicant.status,
    name: person && [person.firstName, person.middleName, person.lastName].filter(Boolean).join(' '),
    dateOfBirth: person?.dateOfBirth ?? null,
    country: person?.country ?? null,
    nationality: person?.nationality ?? null,
  };
}
