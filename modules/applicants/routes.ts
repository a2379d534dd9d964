import {
  createApplicant,
  eraseApplicant,
  getApplicant,
  listApplicants,
  updateApplicant,
} from '../../contract/applicants.ts';
import { audit } from '../../platform/audit/audit.ts';
import { uniqueViolation } from '../../platform/database/errors.ts';
import { type Endpoint, read, write } from '../../platform/http/endpoint.ts';
import { ApiError, invalidState, notFound } from '../../platform/http/errors.ts';
import { listRequest, listTotal, toPage } from '../../platform/http/list-request.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/module.ts';
import {
  type ApplicantRow,
  applicantRules,
  changePerson,
  identityChanged,
  newPerson,
  present,
  presentActive,
  presentErased,
} from './applicant.ts';
import { busyWith, erasePerson } from './erase.ts';
import type { ApplicantParticipant } from './participants.ts';
import { overview } from './overview.ts';
import * as store from './store.ts';

export function applicantEndpoints(
  services: Services,
  participants: () => readonly ApplicantParticipant[],
): Endpoint[] {
  const { db, cursors } = services;
  return [
    write(
      createApplicant,
      async (call, transaction) => {
        const row: ApplicantRow = {
          id: newId('app'),
          status: 'ACTIVE',
          externalId: call.body.externalId ?? null,
          person: newPerson(call.body),
          createdAt: call.now,
          updatedAt: call.now,
          erasedAt: null,
        };
        const statement = store.insertApplicant(call, row);
        // Only an externalId can be refused by the database; without one nobody waits for the answer.
        if (row.externalId === null) transaction.defer(statement);
        else await refuseDuplicate(transaction.query(statement));
        audit(transaction, call, { action: 'applicant.create', resourceId: row.id });
        return presentActive(row);
      },
      applicantRules,
    ),

    read(listApplicants, async (call) => {
      const list = listRequest('applicants', call, call.query, cursors);
      const { status, externalId } = call.query;
      const [rows, total] = await db.together((one) =>
        Promise.all([
          store.pageOfApplicants(one, list.request, status, externalId),
          externalId === undefined
            ? listTotal(one, store.countedApplicants, list.request, status ? [status] : ['ACTIVE', 'BLOCKED'])
            : store.countByExternalId(one, list.request, status, externalId),
        ]),
      );
      return toPage(rows, total, list, cursors, (row) => row.id, present);
    }),

    read(getApplicant, async (call) => {
      const { applicantId = '' } = call.params;
      const [row, known] = await db.together((one) =>
        Promise.all([store.findApplicant(one, call, applicantId), overview(one, call, applicantId, participants())]),
      );
      if (!row) throw notFound('applicant');
      return row.status === 'ERASED' ? presentErased(row) : { ...presentActive(row), ...known };
    }),

    write(
      updateApplicant,
      async (call, transaction) => {
        const { applicantId = '' } = call.params;
        const row = await store.lockApplicant(transaction, call, applicantId, 'UPDATE');
        if (!row) throw notFound('applicant');
        if (row.status === 'ERASED' || row.person === null) throw erased(row.status);
        const person = changePerson(row.person, call.body);
        const changed = {
          ...row,
          status: call.body.status ?? row.status,
          externalId: call.body.externalId === undefined ? row.externalId : call.body.externalId,
          person,
          updatedAt: call.now,
        };
        await refuseDuplicate(store.updateApplicant(transaction, call, applicantId, changed));
        if (identityChanged(row.person, person)) {
          for (const participant of participants()) {
            await participant.changed?.(transaction, call, applicantId, person, call.now);
          }
        }
        const fields = Object.keys(call.body).filter((name) => name !== 'organizationId');
        audit(transaction, call, { action: 'applicant.update', resourceId: applicantId, details: { fields } });
        return presentActive(changed);
      },
      applicantRules,
    ),

    write(eraseApplicant, async (call, transaction) => {
      const { applicantId = '' } = call.params;
      const row = await store.lockApplicant(transaction, call, applicantId, 'UPDATE');
      if (!row) throw notFound('applicant');
      if (row.status === 'ERASED') return erasure(applicantId, row.erasedAt ?? row.updatedAt);
      const status = await busyWith(transaction, call, applicantId, participants());
      if (status !== null) {
        throw invalidState(
          'A verification of this applicant is running. Wait for its end or cancel it, then erase.',
          status,
          ['COMPLETED', 'EXPIRED', 'CANCELLED'],
        );
      }
      await erasePerson(services, transaction, call, applicantId, participants());
      return erasure(applicantId, call.now);
    }),
  ];
}

const erasure = (applicantId: string, at: Date) => ({
  applicantId,
  deleted: true as const,
  status: 'ERASED' as const,
  erasedAt: at.toISOString(),
});

export const erased = (status: string): ApiError =>
  invalidState('This applicant was erased; nothing more can be done with it.', status, ['ACTIVE', 'BLOCKED']);

async function refuseDuplicate(statement: Promise<unknown>): Promise<void> {
  try {
    await statement;
  } catch (error) {
    if (uniqueViolation(error) !== 'applicants_external_id') throw error;
    throw new ApiError('CONFLICT', 'Another applicant of this organisation has this externalId.', {
      field: 'externalId',
    });
  }
}
