import type { ApplicantParticipant } from '../../applicants/index.ts';
import { applicantsWaiting, forgetWords } from './store.ts';

/** What staff wrote about an applicant is erased with them; goes before those who forget which cases were theirs. */
export const staffParticipant: ApplicantParticipant = {
  engaged: (db, tenant, applicantIds) => applicantsWaiting(db, tenant, applicantIds),
  erase: (transaction, tenant, applicantId) => forgetWords(transaction, tenant, applicantId),
};
