import type { EventPayload } from '../../contract/events.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { emitEvent } from '../../platform/events/events.ts';
import type { Match } from './match.ts';
import type { ScreeningRecord } from './screening.ts';

type Summary = EventPayload<'aml.match_found'>['matches'][number];

export const summarize = ({ matchId, entityId, dataset, caption, categories, score }: Match): Summary => ({
  matchId,
  entityId,
  dataset,
  caption,
  categories: [...categories],
  score,
});

/**
 * What a finished screening tells: always that it is, and what was found.
 * @param alerted the matches that sanctions alerts are for: all, or those that a monitor had not told before
 */
export function tellScreening(
  transaction: Transaction,
  tenant: Tenant,
  record: ScreeningRecord,
  callbackUrl: string | null,
  at: Date,
  alerted: readonly Match[] = record.matches,
): void {
  const { screeningId, applicantId, matchCount, riskLevel, matches } = record;
  const about = { resourceId: screeningId, callbackUrl, at };
  emitEvent(transaction, tenant, {
    ...about,
    type: 'aml.screening_completed',
    data: { screeningId, applicantId, matchCount, riskLevel },
  });
  if (matchCount === 0) return;
  emitEvent(transaction, tenant, {
    ...about,
    type: 'aml.match_found',
    data: {
      screeningId,
      applicantId,
      matchCount,
      categories: [...new Set(matches.flatMap(({ categories }) => categories))],
      riskLevel,
      matches: matches.map(summarize),
    },
  });
  for (const { matchId, entityId, dataset, programs, categories } of alerted) {
    if (!categories.includes('SANCTIONS')) continue;
    emitEvent(transaction, tenant, {
      ...about,
      type: 'aml.sanctions_alert',
      data: { screeningId, applicantId, matchId, entityId, sanctionsList: dataset, programs },
    });
  }
}

/** What changed for a monitor, once per change. */
export function tellMonitor(
  transaction: Transaction,
  tenant: Tenant,
  monitor: { id: string; applicantId: string | null; screeningId: string | null; callbackUrl: string | null },
  newMatches: readonly Match[],
  at: Date,
): void {
  emitEvent(transaction, tenant, {
    type: 'aml.monitoring_alert',
    resourceId: monitor.id,
    callbackUrl: monitor.callbackUrl,
    at,
    data: {
      monitoringId: monitor.id,
      applicantId: monitor.applicantId,
      screeningId: monitor.screeningId,
      newMatches: newMatches.map(summarize),
    },
  });
}
