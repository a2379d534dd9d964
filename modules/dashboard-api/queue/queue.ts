import type { Person, QueueItem, QueueKind } from '../../../contract/dashboard/index.ts';
import type { QueueRow } from './store.ts';

const person = (userId: string | null, name: string | null): Person | null =>
  userId === null ? null : { userId, name: name ?? '' };

export function presentItem(row: QueueRow, now: Date): QueueItem {
  const { proposedDecision, proposedAt } = row;
  return {
    itemId: row.id,
    kind: row.kind,
    status: row.closedAt === null ? 'OPEN' : 'CLOSED',
    title: row.title?.trim() ? row.title.trim() : row.id,
    reasons: row.reasons,
    riskLevel: row.riskLevel,
    openMatches: row.openMatches,
    applicantId: row.applicantId,
    assignee: person(row.assignee, row.assigneeName),
    proposed:
      proposedDecision === null || proposedAt === null
        ? null
        : {
            decision: proposedDecision,
            by: person(row.proposedBy, row.proposedByName),
            at: new Date(proposedAt).toISOString(),
          },
    openedAt: row.openedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    overdue: row.closedAt === null && row.dueAt <= now,
    closedAt: row.closedAt?.toISOString() ?? null,
    bulkId: row.bulkId,
  };
}

/** What each bulk action can be done to. */
export const BULK_KINDS: Readonly<Record<string, readonly QueueKind[]>> = {
  ASSIGN: ['VERIFICATION', 'SCREENING', 'WALLET', 'MEDIA'],
  REVIEW: ['VERIFICATION'],
  RESOLVE_MATCHES: ['SCREENING'],
  DECIDE: ['WALLET', 'MEDIA'],
};
