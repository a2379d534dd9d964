import { ALGORITHM_VERSION, NameIndex } from '../../engines/names/index.ts';
import type { Tenant } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/module.ts';
import { configurationHash, makeRecord, splitRecord, type ScreeningRecord, type Suppression } from './screening.ts';
import { findVersion } from './lists/store.ts';
import { findEntities } from './live.ts';
import { sandboxStrategy } from './sandbox.ts';
import { type DatasetIndex, searchIndexes } from './search/search-indexes.ts';
import { buildInThread } from './search/watchlists.ts';
import { findScreening, ownerOfScreening, readRecordText, type ScreeningRow } from './store.ts';
import { type Findings, MATCH_LIMIT, type Plan, type SubjectToFind } from './strategy.ts';
import { nameQueries } from './subject.ts';
import { type AmlCheck, storedName } from './lists/datasets.ts';

/** A decision that cannot be made again: why, and what would be needed. */
export class ReplayImpossible extends Error {
  override name = 'ReplayImpossible';
}

export interface Replay {
  screeningId: string;
  /** Whether the record made again is the recorded one, byte for byte. */
  identical: boolean;
  recorded: string;
  recomputed: string;
}

/**
 * Makes a past decision again from its stamp: the subject and configuration of its record, the versions of the lists
 * that it names, and what had been decided before; then compares the records as bytes. Changes nothing.
 * @throws ApiError NOT_FOUND; ReplayImpossible where the applicant was erased, a version is no longer kept, or the
 *   record was made by another version of the algorithm
 */
export async function replayScreening(
  services: Pick<Services, 'db'>,
  tenant: Tenant,
  screeningId: string,
): Promise<Replay> {
  const { db } = services;
  const [row, text] = await Promise.all([
    findScreening(db, tenant, screeningId),
    readRecordText(db, tenant, screeningId),
  ]);
  if (!row) throw notFound('screening');
  const { head, detail, configuration } = row;
  if (!text || row.erasedAt !== null || head.subject === null) {
    throw new ReplayImpossible('The applicant of this screening was erased; there is nobody to screen again.');
  }
  const plan: Plan = {
    algorithmVersion: detail.algorithmVersion,
    datasets: detail.datasets,
    checks: head.checks,
    performed: configuration.checks.filter((check: AmlCheck) => head.checks[check] === 'PERFORMED'),
  };
  const normalized = detail.subjectNormalized;
  if (normalized === null) throw new ReplayImpossible('The record has no normalised subject.');
  const subject: SubjectToFind = { subject: head.subject, normalized };
  const findings = await findAgain(services, tenant, row, plan, subject);
  const { record } = makeRecord(
    tenant,
    {
      screeningId,
      applicantId: head.applicantId,
      subjectKey: row.subjectKey,
      metadata: head.metadata,
      monitoringId: detail.monitoringId,
      jobId: detail.jobId,
      screenedAt: row.createdAt,
    },
    configuration,
    plan,
    subject,
    findings,
    decidedBefore({ ...head, ...detail }),
  );
  const again = splitRecord(record);
  const recorded = text.head + text.detail;
  const recomputed = JSON.stringify(again.head) + JSON.stringify(again.detail);
  return { screeningId, identical: recorded === recomputed, recorded, recomputed };
}

/**
 * The same for whoever operates the service and has the identifier alone, whosever screening it is.
 * @throws as replayScreening
 */
export async function replayAnyScreening(services: Pick<Services, 'db'>, screeningId: string): Promise<Replay> {
  const owner = await ownerOfScreening(services.db, screeningId);
  if (!owner) throw notFound('screening');
  return replayScreening(services, owner, screeningId);
}

/** Of a decision that no longer held the record does not say more. */
const UNKNOWN = { entryId: '', screeningId: null, reason: '', resolvedAt: '' };

/** Earlier decisions as the record shows them: those that held, and those that no longer did. */
function decidedBefore(record: ScreeningRecord): Suppression[] {
  return [
    ...record.suppressed.map(({ dataset, entityId, suppressedBy }) => ({
      dataset,
      entityId,
      ...suppressedBy,
      holds: true,
    })),
    ...record.matches
      .filter(({ reopened }) => reopened)
      .map(({ dataset, entityId }) => ({ dataset, entityId, ...UNKNOWN, holds: false })),
  ];
}

async function findAgain(
  services: Pick<Services, 'db'>,
  tenant: Tenant,
  row: ScreeningRow,
  plan: Plan,
  subject: SubjectToFind,
): Promise<Findings> {
  const { configuration, detail } = row;
  const takenOut: Record<string, string[]> = {};
  for (const { dataset, entityId } of detail.suppressed) (takenOut[dataset] ??= []).push(entityId);
  if (tenant.environment === 'TEST') {
    return sandboxStrategy.search(services.db, tenant, plan, subject, configuration, takenOut);
  }
  if (
    plan.algorithmVersion !== ALGORITHM_VERSION ||
    configurationHash(configuration, plan) !== detail.configurationHash
  ) {
    throw new ReplayImpossible(
      `The record was made by ${plan.algorithmVersion}, and this is ${ALGORITHM_VERSION}. Run the release that made it.`,
    );
  }
  const indexes = await indexesOf(services, tenant, plan);
  const request = {
    queries: nameQueries(subject.subject, subject.normalized),
    threshold: configuration.threshold,
    limit: MATCH_LIMIT,
    datasets: plan.datasets.map(({ dataset }) => dataset),
    checks: plan.performed,
    suppressed: takenOut,
  };
  return findEntities(services.db, tenant, plan, request, (asked) =>
    Promise.resolve(searchIndexes((dataset) => indexes.get(dataset), asked)),
  );
}

async function indexesOf(
  services: Pick<Services, 'db'>,
  tenant: Tenant,
  plan: Plan,
): Promise<Map<string, DatasetIndex>> {
  const wanted = plan.datasets.map(({ dataset, version }) => ({ dataset: storedName(tenant, dataset), version }));
  for (const { dataset, version } of wanted) {
    if (!(await findVersion(services.db, dataset, version))) {
      throw new ReplayImpossible(`Version ${version} of the list ${dataset} is no longer kept.`);
    }
  }
  const built = await buildInThread(services.db.connectionString, wanted);
  return new Map(
    plan.datasets.map(({ dataset, version }) => {
      const found = built.find((other) => other.dataset === storedName(tenant, dataset));
      if (!found) throw new Error('An index was not built');
      return [dataset, { dataset, version, checks: found.checks, index: NameIndex.attach(found.segment) }] as const;
    }),
  );
}
