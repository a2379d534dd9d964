import type { Static } from 'typebox';
import type { BatchJob, BatchResult } from '../../../contract/aml.ts';
import { BATCH_LIMIT, BatchItem } from '../../../contract/aml.ts';
import type { Issue } from '../../../contract/errors.ts';
import { configurationIssues } from '../checks.ts';
import { fieldsOf, type Subject, subjectIssues } from '../subject.ts';
import type { BatchRow, NewItem, ResultRow } from './store.ts';

type Item = Static<typeof BatchItem>;

const ITEM_FIELDS = Object.keys(BatchItem.properties).filter((field) => field !== 'applicantId');

/** What a body that asks for a batch must be beside its form. @param body of any form */
export function batchRules(body: unknown, now: Date): Issue[] {
  const asked = fieldsOf(body);
  const { subjects } = asked;
  return [
    ...configurationIssues(asked),
    ...(Array.isArray(subjects)
      ? subjects.slice(0, BATCH_LIMIT).flatMap((item, place) => itemIssues(item, place, now))
      : []),
  ];
}

/** Each item is a subject, or an applicant and nothing else. */
function itemIssues(item: unknown, place: number, now: Date): Issue[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return [];
  const path = `/subjects/${place}`;
  const fields = fieldsOf(item);
  if (fields['applicantId'] !== undefined) {
    return ITEM_FIELDS.filter((field) => fields[field] !== undefined).map((field) => ({
      path: `${path}/${field}`,
      code: 'MUTUALLY_EXCLUSIVE',
      message: 'must be left out where applicantId is given',
    }));
  }
  const issues = subjectIssues(item, path, now);
  if (fields['type'] !== undefined) return issues;
  return [{ path: `${path}/type`, code: 'REQUIRED', message: 'is required, or applicantId' }, ...issues];
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
