import type { Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Module, Services } from '../../platform/module.ts';
import type { Person } from './applicant.ts';
import type { ApplicantParticipant } from './participants.ts';
import { applicantEndpoints, erased } from './routes.ts';
import { lockApplicant } from './store.ts';

export type { Address, Person } from './applicant.ts';
export { applicantRetention } from './retention.ts';
export type { ApplicantParticipant, LatestScreening, LatestVerification } from './participants.ts';

export interface PresentApplicant {
  id: string;
  status: 'ACTIVE' | 'BLOCKED';
  person: Person;
}

export function applicantsModule(services: Services, participants: () => readonly ApplicantParticipant[]): Module {
  return { name: 'applicants', endpoints: applicantEndpoints(services, participants) };
}

/**
 * The applicant that something is about to be made for; it cannot be erased before this transaction ends.
 * @throws ApiError NOT_FOUND; INVALID_STATE where it was erased
 */
export async function requireApplicant(
  transaction: Transaction,
  tenant: Tenant,
  applicantId: string,
): Promise<PresentApplicant> {
  const row = await lockApplicant(transaction, tenant, applicantId, 'SHARE');
  if (!row) throw notFound('applicant');
  if (row.status === 'ERASED' || row.person === null) throw erased(row.status);
  return { id: row.id, status: row.status, person: row.person };
}
