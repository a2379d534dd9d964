import { audit } from '../../platform/audit/audit.ts';
import type { CallContext, Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Services } from '../../platform/module.ts';
import type { ApplicantParticipant } from './participants.ts';
import * as store from './store.ts';

/** The status of work that must end before an applicant can be erased; null where there is none. */
export async function busyWith(
  transaction: Transaction,
  tenant: Tenant,
  applicantId: string,
  participants: readonly ApplicantParticipant[],
): Promise<string | null> {
  for (const participant of participants) {
    const status = await participant.busy?.(transaction, tenant, applicantId);
    if (status) return status;
  }
  return null;
}

/** Erases a person, locked before, from every room of the house. */
export async function erasePerson(
  services: Pick<Services, 'files'>,
  transaction: Transaction,
  context: CallContext,
  applicantId: string,
  participants: readonly ApplicantParticipant[],
): Promise<void> {
  for (const participant of participants) await participant.erase(transaction, context, applicantId, context.now);
  await services.files.erase(transaction, context, [applicantId]);
  await store.eraseApplicantRow(transaction, context, applicantId, context.now);
  audit(transaction, context, { action: 'applicant.erase', resourceId: applicantId });
}
