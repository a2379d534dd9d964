import { audit } from '../../../platform/audit/audit.ts';
import type { CallContext } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { invalidState, notFound } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { settingsOf } from '../../organizations/index.ts';
import type { Match } from '../match.ts';
import { lockScreening, putSuppression, removeSuppression } from '../store.ts';
import * as store from './store.ts';

interface Resolved {
  match: Match;
  /** The decision that counts; null while there is none, or it is only proposed. */
  resolution: store.ResolutionRow | null;
}

/**
 * Decides about one match of a screening. Where the organisation wants two people, what one of them says is kept as a
 * proposal and changes nothing until a second one says the same; one that differs becomes the proposal.
 * NEEDS_INFORMATION settles nothing, so that one person may say it of a match that is not settled.
 * @throws ApiError NOT_FOUND; INVALID_STATE where the applicant was erased, or the first person speaks again
 */
export async function resolveMatchOf(
  transaction: Transaction,
  context: CallContext,
  screeningId: string,
  matchId: string,
  { decision, reason }: Pick<store.ResolutionRow, 'decision' | 'reason'>,
): Promise<Resolved> {
  const row = await lockScreening(transaction, context, screeningId);
  if (!row) throw notFound('screening');
  if (row.erasedAt !== null) {
    throw invalidState('The person in this screening was erased; its matches are gone.', 'ERASED', ['COMPLETED']);
  }
  const match = row.detail.matches.find((other) => other.matchId === matchId);
  const matched = row.matched[matchId];
  if (!match || !matched) throw notFound('match');
  const { actor, now } = context;
  const [before, standing, settings] = await Promise.all([
    store.findProposal(transaction, context, screeningId, matchId),
    store.findResolution(transaction, context, screeningId, matchId),
    settingsOf(transaction, context.organizationId),
  ]);
  const given: store.ResolutionRow = { matchId, decision, reason, actorId: actor.id, decidedAt: now };
  const unsettled = standing === undefined || standing.decision === 'NEEDS_INFORMATION';
  const alone = settings['screenings.fourEyes'] !== true || (decision === 'NEEDS_INFORMATION' && unsettled);
  if (!alone) {
    if (before?.actorId === actor.id && before.actorType === actor.type) {
      throw invalidState('You proposed this decision; another person must agree with it.', 'PROPOSED', ['PROPOSED'], {
        proposed: before.decision,
      });
    }
    if (before?.decision !== decision) {
      await store.putProposal(transaction, context, screeningId, { ...given, actorType: actor.type });
      audit(transaction, context, {
        action: 'screening.propose_resolution',
        resourceId: screeningId,
        details: { matchId, decision, before: before?.decision ?? null },
      });
      return { match, resolution: standing ?? null };
    }
  }
  const agreed = alone ? undefined : before;
  const [dataset, entityId, entityMaterial] = matched;
  await Promise.all([
    store.putResolution(transaction, context, screeningId, given, actor, agreed),
    before ? store.removeProposal(transaction, context, screeningId, matchId) : undefined,
    decision === 'FALSE_POSITIVE'
      ? putSuppression(transaction, context, {
          id: newId('alw'),
          subjectKey: row.subjectKey,
          subject: row.head.subject,
          dataset,
          entityId,
          matchId,
          screeningId,
          subjectMaterial: row.subjectMaterial,
          entityMaterial,
          reason,
          actorId: actor.id,
          createdAt: now,
        })
      : removeSuppression(transaction, context, row.subjectKey, dataset, entityId),
  ]);
  // The reason stands with the decision, and goes with the person: the log cannot forget.
  audit(transaction, context, {
    action: 'screening.resolve',
    resourceId: screeningId,
    details: { matchId, decision, ...(agreed ? { proposedBy: `${agreed.actorType} ${agreed.actorId}` } : {}) },
  });
  return { match, resolution: given };
}
