import {
  type Action,
  BULK_UNDO_SECONDS,
  type Bulk,
  type BulkAction,
  mayDo,
} from '../../../../contract/dashboard/index.ts';
import { SCOPES } from '../../../../contract/enums.ts';
import type { Match, Screening } from '../../../../contract/aml-records.ts';
import type { Static } from 'typebox';
import { audit } from '../../../../platform/audit/audit.ts';
import { type CallContext, systemContext, type Tenant } from '../../../../platform/context.ts';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import { ApiError, invalid, invalidState, notFound } from '../../../../platform/http/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { enqueue, type TaskHandler } from '../../../../platform/jobs/jobs.ts';
import type { Services } from '../../../../platform/module.ts';
import { settingsOf } from '../../../organizations/index.ts';
import { matchProposalsOf } from '../../details/store.ts';
import type { Records } from '../../records.ts';
import { findMember } from '../../team/store.ts';
import { type BulkRow, findBulk, insertBulk, lockBulk, updateBulk } from './store.ts';
import { decideCase } from '../cases/cases.ts';
import { BULK_KINDS } from '../queue.ts';
import { assignItems, holdItems, lockItems } from '../store.ts';

type Resolution = Static<typeof Match>['resolution'];

export const BULK_TASK = 'dashboard.bulk';

/** What a role must be allowed to do the action to one item. */
const RIGHTS: Readonly<Record<BulkAction['type'], readonly Action[]>> = {
  ASSIGN: ['queue.assign'],
  REVIEW: ['verifications.decide'],
  RESOLVE_MATCHES: ['matches.resolve'],
  DECIDE: ['wallets.decide', 'media.decide'],
};

export function presentBulk(row: BulkRow): Bulk {
  return {
    bulkId: row.id,
    status: row.status,
    action: row.action,
    items: row.items,
    heldUntil: row.heldUntil.toISOString(),
    createdAt: row.createdAt.toISOString(),
    createdBy: { userId: row.createdBy, name: row.createdByName ?? '' },
  };
}

/** Holds items for an action that is done a little later. @throws ApiError NOT_FOUND, INVALID_STATE, CONFLICT, VALIDATION_ERROR */
export async function holdBulk(
  transaction: Transaction,
  context: CallContext,
  itemIds: readonly string[],
  action: BulkAction,
): Promise<BulkRow> {
  if (action.type === 'REVIEW' && action.decision === 'APPROVED' && action.failureReasons?.length) {
    throw invalid('/action/failureReasons', 'MUTUALLY_EXCLUSIVE', 'goes with the decision REJECTED only');
  }
  const role = context.staff?.role ?? 'READ_ONLY';
  const lacking = RIGHTS[action.type].find((right) => !mayDo(role, right, context.environment));
  if (lacking) {
    throw new ApiError('INSUFFICIENT_SCOPE', `Your role may not do this (${lacking}).`, { required: lacking });
  }
  const items = await lockItems(transaction, context, itemIds);
  if (items.length < itemIds.length) throw notFound('item of the queue');
  const kinds = BULK_KINDS[action.type] ?? [];
  for (const item of items) {
    if (item.closedAt !== null) throw invalidState(`${item.id} was decided already.`, 'CLOSED', ['OPEN']);
    if (item.bulkId !== null) throw new ApiError('CONFLICT', `Another bulk action holds ${item.id}.`);
    if (!kinds.includes(item.kind)) {
      throw invalid(
        '/itemIds',
        'INVALID_VALUE',
        `must be of ${kinds.join(' or ')} for this action; ${item.id} is none`,
      );
    }
  }
  const row: BulkRow = {
    id: newId('blk'),
    status: 'HELD',
    action,
    items: itemIds.map((itemId) => ({ itemId, outcome: null, error: null })),
    heldUntil: new Date(context.now.getTime() + BULK_UNDO_SECONDS * 1000),
    createdAt: context.now,
    createdBy: context.actor.id,
    createdByName: null,
  };
  await insertBulk(transaction, context, row);
  await holdItems(transaction, context, itemIds, row.id);
  const { organizationId, environment } = context;
  enqueue(transaction, {
    task: BULK_TASK,
    payload: { organizationId, environment, bulkId: row.id },
    runAt: row.heldUntil,
    key: `bulk ${row.id}`,
  });
  audit(transaction, context, {
    action: 'queue.bulk',
    resourceId: row.id,
    details: { type: action.type, items: itemIds.length },
  });
  return (await findBulk(transaction, context, row.id)) ?? row;
}

/** @throws ApiError NOT_FOUND; INVALID_STATE once it is being done */
export async function undoBulk(transaction: Transaction, context: CallContext, bulkId: string): Promise<BulkRow> {
  const row = await lockBulk(transaction, context, bulkId);
  if (!row) throw notFound('bulk action');
  if (row.status === 'UNDONE') return row;
  if (row.status !== 'HELD') {
    throw invalidState('This was done already; decide about its items one by one.', row.status, ['HELD']);
  }
  const undone = { ...row, status: 'UNDONE' as const };
  await updateBulk(transaction, context, undone);
  await holdItems(
    transaction,
    context,
    row.items.map(({ itemId }) => itemId),
    null,
  );
  audit(transaction, context, { action: 'queue.undo_bulk', resourceId: bulkId });
  return undone;
}

/** Does what is held, item by item, each with its outcome in one transaction: what was cut off goes on where it stopped. */
export function bulkTask(services: Services, records: Records): TaskHandler {
  const { db, clock } = services;
  return async (payload) => {
    const tenant = payload as unknown as Tenant & { bulkId: string };
    const begun = await db.transaction(async (transaction) => {
      const row = await lockBulk(transaction, tenant, tenant.bulkId);
      if (row?.status !== 'HELD') return row;
      const running = { ...row, status: 'RUNNING' as const };
      await updateBulk(transaction, tenant, running);
      return running;
    });
    if (begun?.status !== 'RUNNING') return;
    for (const { itemId, outcome } of begun.items) {
      if (outcome !== null) continue;
      const now = clock.now();
      const actor = { type: 'USER', id: begun.createdBy } as const;
      const context: CallContext = { ...systemContext(tenant, now, actor), scopes: new Set(SCOPES) };
      let made: Pick<Bulk['items'][number], 'outcome' | 'error'>;
      try {
        made = await db.transaction(async (transaction) => {
          await requireStillAllowed(transaction, context, begun.action);
          const done = await act(transaction, context, records, itemId, begun.action);
          await keepOutcome(transaction, tenant, itemId, { outcome: done, error: null });
          return { outcome: done, error: null };
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const failed = { outcome: 'FAILED' as const, error: error.message };
        made = await db.transaction(async (transaction) => {
          await keepOutcome(transaction, tenant, itemId, failed);
          return failed;
        });
      }
      services.log.debug({ bulkId: tenant.bulkId, itemId, outcome: made.outcome }, 'an item of a bulk action');
    }
    await db.transaction(async (transaction) => {
      const row = await lockBulk(transaction, tenant, tenant.bulkId);
      if (row) await updateBulk(transaction, tenant, { ...row, status: 'DONE' });
    });
  };
}

/** Whoever asked may have left, or have another role, by now. */
async function requireStillAllowed(transaction: Transaction, context: CallContext, action: BulkAction): Promise<void> {
  const member = await findMember(transaction, context.organizationId, context.actor.id, context.now);
  const allowed = member && RIGHTS[action.type].every((right) => mayDo(member.role, right, context.environment));
  if (!allowed) throw new ApiError('INSUFFICIENT_SCOPE', 'Whoever asked for this may not do it any more.');
}

async function keepOutcome(
  transaction: Transaction,
  tenant: Tenant & { bulkId: string },
  itemId: string,
  made: Pick<Bulk['items'][number], 'outcome' | 'error'>,
): Promise<void> {
  const row = await lockBulk(transaction, tenant, tenant.bulkId);
  if (!row) throw new Error('A bulk action is gone');
  const items = row.items.map((item) => (item.itemId === itemId ? { ...item, ...made } : item));
  await updateBulk(transaction, tenant, { ...row, items });
  await holdItems(transaction, tenant, [itemId], null);
}

async function act(
  transaction: Transaction,
  context: CallContext,
  records: Records,
  itemId: string,
  action: BulkAction,
): Promise<'DONE' | 'PROPOSED'> {
  switch (action.type) {
    case 'ASSIGN':
      await assignItems(transaction, context, [itemId], action.assignee);
      return 'DONE';
    case 'REVIEW': {
      const { type: _type, ...body } = action;
      const params = { verificationId: itemId };
      const row = await records.write<{ status: string }>('reviewVerification', context, transaction, params, body);
      return row.status === 'MANUAL_REVIEW' ? 'PROPOSED' : 'DONE';
    }
    case 'RESOLVE_MATCHES': {
      const { decision, reason } = action;
      const screening = await records.read<Static<typeof Screening>>('getScreening', context, { screeningId: itemId });
      const settled = (made: Resolution): boolean => made !== null && made.decision !== 'NEEDS_INFORMATION';
      const open = screening.matches.filter(({ resolution }) => !settled(resolution));
      const twoPeople = (await settingsOf(transaction, context.organizationId))['screenings.fourEyes'] === true;
      const proposals = twoPeople ? await matchProposalsOf(transaction, context, itemId) : [];
      const mine = new Set(
        proposals
          .filter(({ actorType, actorId }) => actorType === context.actor.type && actorId === context.actor.id)
          .map(({ matchId }) => matchId),
      );
      // What this person proposed already waits for another one; where that is all there is, they are told so.
      const others = open.filter(({ matchId }) => !mine.has(matchId));
      let outcome: 'DONE' | 'PROPOSED' = others.length < open.length ? 'PROPOSED' : 'DONE';
      for (const { matchId } of others.length > 0 ? others : open) {
        const params = { screeningId: itemId, matchId };
        const body = { decision, reason };
        const made = await records.write<{ resolution: Resolution }>(
          'resolveMatch',
          context,
          transaction,
          params,
          body,
        );
        if (made.resolution?.decision !== decision) outcome = 'PROPOSED';
      }
      return outcome;
    }
    default: {
      const [item] = await lockItems(transaction, context, [itemId]);
      const kind = item?.kind === 'MEDIA' ? 'MEDIA' : 'WALLET';
      return decideCase(transaction, context, kind, itemId, action);
    }
  }
}
