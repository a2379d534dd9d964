import type { Static } from 'typebox';
import type { BatchItem, BatchJob, BatchResult } from '../../../contract/aml.ts';
import type { Issue } from '../../../contract/errors.ts';
import { type Subject, subjectIssues } from '../subject.ts';
import type { BatchRow, NewItem, ResultRow } from './store.ts';

type Item = Static<typeof BatchItem>;

/** Each item is a subject, or an applicant and nothing else. */
export function itemIssues(items: readonly Item[]): Issue[] {
  return items.flatMap((item, place) => {
    const path = `/subjects/${place}`;
    const { applicantId, type, ...rest } = item;
    if (applicantId !== undefined) {
      return Object.keys({ ...(type === undefined ? {} : { type }), ...rest }).map((field): Issue => ({
        path: `${path}/${field}`,
        code: 'MUTUALLY_EXCLUSIVE',
        message: 'must be left out where applicantId is given',
      }));
    }
    if (type === undefined) {
      return [{ path: `${path}/type`, code: 'REQUIRED' as const, message: 'is required, or applicantId' }];
    }
    return subjectIssues({ type, ...rest }, path);
  });
}

/** Positions in six digits sort as numbers do. */
const positionText = (place: number): string => String(place).padStart(6, '0');

export const toItems = (items: readonly Item[]): NewItem[] =>
  items.map(({ applicantId, type, ...rest }, place) => ({
    id: positionText(place),
    applicantId: applicantId ?? null,
    subject: type === undefined ? null : ({ type, ...rest } satisfies Subject),
  }));

export function presentBatch(row: BatchRow): Static<typeof BatchJob> {
  const { configuration, total, completed, failed } = row;
  return {
    jobId: row.id,
    id: row.id,
    status: row.status,
    progress: Math.floor(((completed + failed) / total) * 100),
    total,
    completed,
    failed,
    profile: configuration.profile,
    checks: configuration.checks,
    threshold: configuration.threshold,
    errorCode: row.errorCode,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

export const presentResult = (row: ResultRow): Static<typeof BatchResult> => ({
  index: Number(row.id),
  status: row.status,
  applicantId: row.applicantId,
  screeningId: row.screeningId,
  riskLevel: row.riskLevel as Static<typeof BatchResult>['riskLevel'],
  matchCount: row.matchCount,
  errorCode: row.errorCode,
});
