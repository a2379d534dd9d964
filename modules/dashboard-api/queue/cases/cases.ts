import type { Static } from 'typebox';
import type { CaseDecision, CaseReview, FourEyes } from '../../../../contract/dashboard/index.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { CallContext } from '../../../../platform/context.ts';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import { invalidState, notFound } from '../../../../platform/http/errors.ts';
import { settingsOf } from '../../../organizations/index.ts';
import * as store from './store.ts';
import { closeItem, lockItems, touchItem } from '../store.ts';

export type CaseKind = 'WALLET' | 'MEDIA';
const SETTING = { WALLET: 'kyt.fourEyes', MEDIA: 'deepfake.fourEyes' } as const;
const ACTION = { WALLET: 'wallet_check.decide', MEDIA: 'deepfake.decide' } as const;

/**
 * Decides about a wallet check or media that waits in the queue. Where the organisation wants two people, a first
 * decision is kept until a second person says the same; one that differs replaces it.
 * @throws ApiError NOT_FOUND; INVALID_STATE where it does not wait, or the first person speaks again
 */
export async function decideCase(
  transaction: Transaction,
  context: CallContext,
  kind: CaseKind,
  id: string,
  input: { decision: CaseDecision; reason: string },
): Promise<'DONE' | 'PROPOSED'> {
  const [item] = await lockItems(transaction, context, [id]);
  if (!item || item.kind !== kind) throw notFound('item of the queue');
  if (item.closedAt !== null) throw invalidState('This was decided already.', 'CLOSED', ['OPEN']);
  const settings = await settingsOf(transaction, context.organizationId);
  const before = await store.findCase(transaction, context, id);
  const row = {
    id,
    kind,
    ...input,
    decidedBy: context.actor.id,
    decidedAt: context.now,
    secondBy: null,
    secondAt: null,
    final: true,
  };
  if (settings[SETTING[kind]] === true) {
    if (before?.decidedBy === context.actor.id) {
      throw invalidState('You proposed this decision; another person must agree with it.', 'OPEN', ['OPEN'], {
        proposed: before.decision,
      });
    }
    if (before?.decision !== input.decision) {
      await store.putCase(transaction, context, { ...row, final: false });
      await touchItem(transaction, id);
      audit(transaction, context, {
        action: `${ACTION[kind].split('.')[0]}.propose_decision`,
        resourceId: id,
        details: { decision: input.decision, before: before?.decision ?? null },
      });
      return 'PROPOSED';
    }
    await store.putCase(transaction, context, {
      ...before,
      secondBy: context.actor.id,
      secondAt: context.now,
      final: true,
    });
  } else {
    await store.putCase(transaction, context, row);
  }
  await closeItem(transaction, id, context.now);
  audit(transaction, context, {
    action: ACTION[kind],
    resourceId: id,
    // The reason stands with the decision, and is forgotten with the person: the log cannot forget.
    details: { decision: input.decision },
  });
  return 'DONE';
}

const person = (userId: string | null, name: string | null) => (userId === null ? null : { userId, name: name ?? '' });

/** A decision that counts; null while it is only proposed, or there is none. */
export function presentReview(row: store.NamedCase | undefined): Static<typeof CaseReview> | null {
  if (!row?.final) return null;
  return {
    decision: row.decision,
    reason: row.reason,
    by: person(row.decidedBy, row.decidedByName),
    at: row.decidedAt.toISOString(),
    secondBy: person(row.secondBy, row.secondByName),
    secondAt: row.secondAt?.toISOString() ?? null,
  };
}

export function presentFourEyes(
  row: store.NamedCase | undefined,
  about: { required: boolean; open: boolean; mayDecide: boolean; userId: string },
): FourEyes {
  const proposed = row && !row.final ? row : null;
  const mine = proposed?.decidedBy === about.userId;
  return {
    required: about.required,
    proposed: proposed && {
      decision: proposed.decision,
      reason: proposed.reason,
      failureReasons: [],
      by: person(proposed.decidedBy, proposed.decidedByName),
      at: proposed.decidedAt.toISOString(),
      mine,
    },
    refused: !about.open ? 'STATUS' : !about.mayDecide ? 'ROLE' : mine && about.required ? 'FIRST_PERSON' : null,
  };
}
