import type { Static } from 'typebox';
import type { Monitor as MonitorSchema } from '../../../contract/aml.ts';
import { NEWS } from '../lists/datasets.ts';
import { digest } from '../material.ts';
import type { Match } from '../match.ts';
import type { Screened } from '../screening.ts';
import { withoutCopies } from '../news/party.ts';
import type { KnownMatch, MonitorRow } from './store.ts';

/** Digests of what is material of the entities of a screening, by match. */
type Matched = Screened['matched'];

/**
 * What the list says of a match; a change of it is a change of the match. Behind what a match shows stands what is
 * material of the entity, all of its names included: a new alias ends a "false positive", so it is told too. The score
 * and our own words are no part. Of the news, stories are what is said: a new one is a change, a copy of one is not.
 */
export const fingerprint = (match: Match, matched: Matched): string =>
  shownDigest(match) + (match.dataset === NEWS ? '' : (matched[match.matchId]?.[2] ?? ''));

const shownDigest = (match: Match): string =>
  digest({
    caption: match.caption,
    schema: match.schema,
    categories: match.categories.toSorted(),
    programs: match.programs.toSorted(),
    legalBasis: match.legalBasis.toSorted(),
    birthDates: match.birthDates.toSorted(),
    countries: match.countries.toSorted(),
    identifiers: match.identifiers,
    positions: match.positions,
    matchedName: match.matchedName,
    ...(match.dataset === NEWS
      ? { stories: match.sources.map(({ url, record }) => ({ url, record: withoutCopies(record) })) }
      : {}),
  });

export const toKnown = (matches: readonly Match[], matched: Matched): KnownMatch[] =>
  matches.map((match) => ({
    dataset: match.dataset,
    entityId: match.entityId,
    fingerprint: fingerprint(match, matched),
  }));

export interface MatchChange {
  /** New, or said differently by the list: to be told. */
  told: Match[];
  /** Known and no match any more: delisted, or changed so that it is none. Told again when it comes back. */
  ended: KnownMatch[];
}

/** What a new screening of a monitor changes in what the monitor knows. */
export function compareMatches(
  known: readonly KnownMatch[],
  { record, matched }: Pick<Screened, 'matched'> & { record: Pick<Screened['record'], 'matches'> },
): MatchChange {
  const key = ({ dataset, entityId }: { dataset: string; entityId: string }): string => `${dataset} ${entityId}`;
  const before = new Map(known.map((match) => [key(match), match.fingerprint]));
  const present = new Set(record.matches.map(key));
  return {
    told: record.matches.filter((match) => {
      const last = before.get(key(match));
      // What was noted by earlier releases has the digest of what is shown alone: it is no change to know more.
      return last === undefined || !(last === fingerprint(match, matched) || last === shownDigest(match));
    }),
    ended: known.filter((match) => !present.has(key(match))),
  };
}

/**
 * The first moment after `after` that is a whole number of months after `anchor`: the same day and time, or the last
 * day of a month that is too short. UTC.
 */
export function nextMonth(anchor: Date, after: Date): Date {
  let months = Math.max(
    1,
    (after.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + after.getUTCMonth() - anchor.getUTCMonth(),
  );
  for (; ; months += 1) {
    const moment = addMonths(anchor, months);
    if (moment > after) return moment;
  }
}

function addMonths(anchor: Date, months: number): Date {
  const moment = new Date(anchor);
  moment.setUTCDate(1);
  moment.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();
  moment.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return moment;
}

export function presentMonitor(row: MonitorRow): Static<typeof MonitorSchema> {
  const { configuration } = row;
  return {
    monitoringId: row.id,
    id: row.id,
    status: row.status,
    statusReason: reasonOf(row),
    applicantId: row.applicantId,
    subject: row.subject,
    profile: configuration.profile,
    checks: configuration.checks,
    threshold: configuration.threshold,
    datasets: configuration.datasets,
    screeningId: row.screeningId,
    lastRunAt: row.lastRunAt.toISOString(),
    nextChargeAt: row.nextChargeAt?.toISOString() ?? null,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
  };
}

function reasonOf({ status, subject }: MonitorRow): 'INSUFFICIENT_CREDITS' | 'DELETED' | 'APPLICANT_ERASED' | null {
  if (status === 'SUSPENDED') return 'INSUFFICIENT_CREDITS';
  if (status === 'ENDED') return subject === null ? 'APPLICANT_ERASED' : 'DELETED';
  return null;
}
