import type { ApplicantParticipant } from '../../applicants/index.ts';
import { forgetWords } from './store.ts';

/** What staff wrote about an applicant is erased with them; goes before those who forget which cases were theirs. */
export const staffParticipant: ApplicantParticipant = {
  erase: (transaction, tenant, applicantId) => forgetWords(transaction, tenant, applicantId),
};
