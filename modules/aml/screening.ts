import type { Static } from 'typebox';
import type { Screening as ScreeningSchema, ScreeningSummary } from '../../contract/aml.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { Configuration } from './checks.ts';
import { BLOCKLIST } from './lists/datasets.ts';
import { type FoundEntity, matchId, toMatch } from './match.ts';
import { digest } from './material.ts';
import { riskLevel } from './risk.ts';
import { type StoredSuppression, suppressionsOf } from './store.ts';
import { type Findings, MATCH_LIMIT, type Plan, type Strategy, type SubjectToFind } from './strategy.ts';
import { subjectMaterial } from './subject.ts';

export type ScreeningRecord = Static<typeof ScreeningSchema>;

/** What a list shows of a record, and the rest of it. */
export type Head = Static<typeof ScreeningSummary>;
export type Detail = Omit<ScreeningRecord, keyof Head>;

export function splitRecord(record: ScreeningRecord): { head: Head; detail: Detail } {
  const { subjectNormalized, matches, moreMatches, suppressed, datasets, ...more } = record;
  const { configurationHash: configuration, algorithmVersion, monitoringId, jobId, ...head } = more;
  return {
    head,
    detail: {
      subjectNormalized,
      matches,
      moreMatches,
      suppressed,
      datasets,
      configurationHash: configuration,
      algorithmVersion,
      monitoringId,
      jobId,
    },
  };
}

/** Whose screening it is, and under what name it is kept. */
export interface ScreeningHead {
  screeningId: string;
  applicantId: string | null;
  subjectKey: string;
  metadata: Record<string, string>;
  monitoringId: string | null;
  jobId: string | null;
  screenedAt: Date;
}

/** match id → [dataset, entity id, digest of what is material of the entity] */
export type Matched = Record<string, [string, string, string]>;

export interface Screened {
  head: ScreeningHead;
  configuration: Configuration;
  plan: Plan;
  record: ScreeningRecord;
  matched: Matched;
  subjectMaterial: string;
}

/** An earlier "false positive" about the same subject and entity; it holds while both are what they were. */
export interface Suppression {
  dataset: string;
  entityId: string;
  /** Of the good-guy list. */
  entryId: string;
  /** Null where it was entered there without a screening. */
  screeningId: string | null;
  reason: string;
  resolvedAt: string;
  holds: boolean;
}

/** The rules that lead from findings to a record; part of what configurationHash stands for. */
const RULES = { version: 1, matchLimit: MATCH_LIMIT };

/** Changes with anything, beside lists and subject, that the outcome depends on. */
export const configurationHash = (configuration: Configuration, plan: Plan): string =>
  digest({ ...configuration, algorithm: plan.algorithmVersion, rules: RULES });

/** What an organisation has that bears on a subject. */
export interface OwnState {
  /** Whether anything was decided about the subject to be a false positive. */
  suppressed: boolean;
  /** The version of the organisation's blocklist; null where it has none. */
  blocklist: number | null;
}

/**
 * Screens one subject: plans, reads what was decided before, searches, and makes the record. Writes nothing.
 * @param load gives the subject; asked together with the earlier decisions
 * @param patient whether nobody waits for the outcome at this moment, so that others may go first
 * @throws ApiError WATCHLISTS_UNAVAILABLE, SERVICE_UNAVAILABLE, and what `load` throws
 */
export async function screen(
  db: Queryable,
  strategy: Strategy,
  tenant: Tenant,
  head: ScreeningHead,
  configuration: Configuration,
  load: () => SubjectToFind | Promise<SubjectToFind>,
  own: () => Promise<OwnState>,
  patient = false,
): Promise<Screened> {
  for (;;) {
    const general = strategy.plan(configuration);
    const [subject, state] = await Promise.all([load(), own()]);
    const blocklist = state.blocklist === null ? [] : [{ dataset: BLOCKLIST, version: state.blocklist }];
    const stored = state.suppressed
      ? await suppressionsOf(db, tenant, head.subjectKey, [...general.datasets, ...blocklist])
      : [];
    const plan = await strategy.withOwn(general, configuration, tenant, state.blocklist);
    // A list that was replaced meanwhile: what was decided is asked again for its new version.
    if (!strategy.stands(plan)) continue;
    const suppressions = stored.map((row) => holding(row, strategy, subject));
    const takenOut = Map.groupBy(
      suppressions.filter(({ holds }) => holds),
      ({ dataset }) => dataset,
    );
    const findings = await strategy.search(
      db,
      tenant,
      plan,
      subject,
      configuration,
      Object.fromEntries([...takenOut].map(([dataset, list]) => [dataset, list.map(({ entityId }) => entityId)])),
      patient,
    );
    return makeRecord(tenant, head, configuration, plan, subject, findings, suppressions);
  }
}

function holding(row: StoredSuppression, strategy: Strategy, { normalized }: SubjectToFind): Suppression {
  const { dataset, entityId, entryId, screeningId, reason, resolvedAt } = row;
  const material = row.currentMaterial ?? strategy.materialOf(dataset, entityId);
  const holds = material === row.entityMaterial && subjectMaterial(normalized) === row.subjectMaterial;
  return { dataset, entityId, entryId, screeningId, reason, resolvedAt: resolvedAt.toISOString(), holds };
}

function suppressedBy(suppression: Suppression | undefined): ScreeningRecord['suppressed'][number]['suppressedBy'] {
  if (!suppression) throw new Error('An entity was taken out that nothing was decided about');
  const { entryId, screeningId, reason, resolvedAt } = suppression;
  return { entryId, screeningId, reason, resolvedAt };
}

/** The record, from what was found. Nothing but its arguments goes into it. */
export function makeRecord(
  tenant: Tenant,
  head: ScreeningHead,
  configuration: Configuration,
  plan: Plan,
  { subject, normalized }: SubjectToFind,
  findings: Findings,
  suppressions: readonly Suppression[],
): Screened {
  const idOf = ({ dataset, entity }: FoundEntity): string => matchId(tenant, head.subjectKey, dataset, entity.id);
  const decided = ({ dataset, entity }: FoundEntity): Suppression | undefined =>
    suppressions.find((other) => other.dataset === dataset && other.entityId === entity.id);
  const matches = findings.matches.map((found) => toMatch(found, idOf(found), decided(found) !== undefined));
  const screenedAt = head.screenedAt.toISOString();
  const record: ScreeningRecord = {
    screeningId: head.screeningId,
    id: head.screeningId,
    applicantId: head.applicantId,
    status: 'COMPLETED',
    profile: configuration.profile,
    checks: plan.checks,
    threshold: configuration.threshold,
    matchCount: matches.length,
    riskLevel: riskLevel(matches, plan.checks, screenedAt.slice(0, 10)),
    metadata: head.metadata,
    screenedAt,
    createdAt: screenedAt,
    erasedAt: null,
    subject,
    subjectNormalized: normalized,
    matches,
    moreMatches: findings.more,
    suppressed: findings.suppressed.map((found) => ({
      matchId: idOf(found),
      entityId: found.entity.id,
      dataset: found.dataset,
      caption: found.entity.caption,
      categories: [...found.entity.categories],
      score: found.score,
      matchedName: found.matchedName,
      suppressedBy: suppressedBy(decided(found)),
    })),
    datasets: plan.datasets,
    configurationHash: configurationHash(configuration, plan),
    algorithmVersion: plan.algorithmVersion,
    monitoringId: head.monitoringId,
    jobId: head.jobId,
  };
  return {
    head,
    configuration,
    plan,
    record,
    subjectMaterial: subjectMaterial(normalized),
    matched: Object.fromEntries(
      [...findings.matches, ...findings.suppressed].map((found) => [
        idOf(found),
        [found.dataset, found.entity.id, found.material] as [string, string, string],
      ]),
    ),
  };
}
