import {
  createAllowlistEntry,
  createBlocklistEntry,
  deleteAllowlistEntry,
  deleteBlocklistEntry,
  getAllowlistEntry,
  getBlocklistEntry,
  listAllowlist,
  listBlocklist,
} from '../../../contract/aml.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { ApiError, invalid, notFound } from '../../../platform/http/errors.ts';
import { listRequest, toPage } from '../../../platform/http/list-request.ts';
import { newId } from '../../../platform/ids.ts';
import { requireApplicant } from '../../applicants/index.ts';
import { settingsOf } from '../../organizations/index.ts';
import { storedName } from '../lists/datasets.ts';
import { keyOfSubject, screeningRules, toFind } from '../make-screening.ts';
import { matchId } from '../match.ts';
import type { AmlServices } from '../module-services.ts';
import { putSuppression } from '../store.ts';
import { fieldsOf, subjectIssues, subjectMaterial, subjectOfPerson } from '../subject.ts';
import { presentAllowed } from './allowlist.ts';
import { blockedEntity, presentBlocked } from './blocklist.ts';
import { changeBlocklist } from './change.ts';
import * as store from './store.ts';

export const ownListEndpoints = (services: AmlServices): Endpoint[] => [
  ...blocklistEndpoints(services),
  ...allowlistEndpoints(services),
];

/** An entry of the allowlist ends alerts, as FALSE_POSITIVE does: where that takes two people, one cannot make it. */
async function refuseAlone(transaction: Transaction, organizationId: string): Promise<void> {
  if ((await settingsOf(transaction, organizationId))['screenings.fourEyes'] !== true) return;
  throw new ApiError(
    'INVALID_STATE',
    'Two people decide about matches in this organisation, so that one alone cannot put an entity on the allowlist. Screen the applicant or subject, and have two people resolve the match as FALSE_POSITIVE: that is remembered on the same list.',
    { status: 'FOUR_EYES_REQUIRED' },
  );
}

function blocklistEndpoints({ db, cursors }: AmlServices): Endpoint[] {
  return [
    write(
      createBlocklistEntry,
      async (call, transaction) => {
        const { subject, reason } = call.body;
        const id = newId('ble');
        const entity = blockedEntity(id, {
          reason,
          addedBy: call.actor.id,
          addedAt: call.now.toISOString(),
          subject,
        });
        await changeBlocklist(transaction, call, { add: entity }, call.now);
        audit(transaction, call, { action: 'blocklist.add', resourceId: id, details: { reason } });
        return presentBlocked({ id, entity, raw: entity.raw, createdAt: call.now });
      },
      (body, now) => subjectIssues(fieldsOf(body)['subject'], '/subject', now),
    ),

    read(listBlocklist, async (call) => {
      const list = listRequest('aml_blocklist', call, call.query, cursors);
      const [rows, total] = await Promise.all([
        store.pageOfBlocklist(db, list.request),
        store.countBlocklist(db, list.request),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, presentBlocked);
    }),

    read(getBlocklistEntry, async (call) => {
      const row = await store.findBlocked(db, call, call.params['entryId'] ?? '');
      if (!row) throw notFound('blocklist entry');
      return presentBlocked(row);
    }),

    write(deleteBlocklistEntry, async (call, transaction) => {
      const entryId = call.params['entryId'] ?? '';
      await changeBlocklist(transaction, call, { remove: entryId }, call.now);
      audit(transaction, call, { action: 'blocklist.remove', resourceId: entryId });
      return { entryId, deleted: true as const };
    }),
  ];
}

function allowlistEndpoints(services: AmlServices): Endpoint[] {
  const { db, cursors } = services;
  return [
    write(
      createAllowlistEntry,
      async (call, transaction) => {
        const { body } = call;
        const { applicantId, dataset, entityId, reason } = body;
        await refuseAlone(transaction, call.organizationId);
        const found = toFind(
          body.subject ?? subjectOfPerson((await requireApplicant(transaction, call, applicantId ?? '')).person),
        );
        const entityMaterial =
          call.environment === 'LIVE'
            ? await store.materialNow(transaction, storedName(call, dataset), entityId)
            : services.strategyOf(call).materialOf(dataset, entityId);
        if (entityMaterial == null) {
          throw invalid('/entityId', 'INVALID_VALUE', 'is in no list of that name as it serves now');
        }
        const subjectKey = applicantId ?? keyOfSubject(services, found);
        const row = {
          subjectKey,
          subject: found.subject,
          dataset,
          entityId,
          matchId: matchId(call, subjectKey, dataset, entityId),
          screeningId: null,
          reason,
          actorId: call.actor.id,
          createdAt: call.now,
        };
        const id = await putSuppression(transaction, call, {
          ...row,
          id: newId('alw'),
          subjectMaterial: subjectMaterial(found.normalized),
          entityMaterial,
        });
        audit(transaction, call, { action: 'allowlist.add', resourceId: id, details: { dataset, entityId } });
        return presentAllowed({ ...row, id });
      },
      screeningRules,
    ),

    read(listAllowlist, async (call) => {
      const list = listRequest('aml_allowlist', call, call.query, cursors);
      const { applicantId } = call.query;
      const [rows, total] = await Promise.all([
        store.pageOfAllowlist(db, list.request, applicantId),
        store.countAllowlist(db, list.request, applicantId),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, presentAllowed);
    }),

    read(getAllowlistEntry, async (call) => {
      const row = await store.findAllowed(db, call, call.params['entryId'] ?? '');
      if (!row) throw notFound('allowlist entry');
      return presentAllowed(row);
    }),

    write(deleteAllowlistEntry, async (call, transaction) => {
      const entryId = call.params['entryId'] ?? '';
      if (!(await store.deleteAllowed(transaction, call, entryId))) throw notFound('allowlist entry');
      audit(transaction, call, { action: 'allowlist.remove', resourceId: entryId });
      return { entryId, deleted: true as const };
    }),
  ];
}
