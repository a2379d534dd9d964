import type { Static } from 'typebox';
import type { Monitor, ScreeningSummary } from '../../../contract/aml-records.ts';
import type { ApplicantOverview } from '../../../contract/dashboard/index.ts';
import type { CheckSummary } from '../../../contract/kyt-records.ts';
import type { Verification } from '../../../contract/verifications.ts';
import type { CallContext } from '../../../platform/context.ts';
import type { Page } from '../../../platform/http/envelope.ts';
import type { Services } from '../../../platform/module.ts';
import { presentItem } from '../queue/queue.ts';
import { itemsOfApplicant } from '../queue/store.ts';
import type { Records } from '../records.ts';
import { type ApplicantRecord, presentFile, presentTimeline } from './present.ts';
import * as store from './store.ts';

const LIMIT = 100;
/** Work that must end before an applicant is erased. */
const BUSY = new Set(['CREATED', 'PENDING_UPLOAD', 'PROCESSING', 'MANUAL_REVIEW']);
const NOT_PERSONAL = new Set(['applicantId', 'id', 'status', 'createdAt', 'updatedAt', 'erasedAt']);
const DERIVED = new Set(['latestVerification', 'screenings', 'risk']);

/** All that is known of one person, on one page. */
export async function overviewOf(
  services: Services,
  records: Records,
  context: CallContext,
  applicantId: string,
): Promise<ApplicantOverview> {
  const { db } = services;
  type Detail = ApplicantRecord & Pick<ApplicantOverview, 'risk'>;
  const detail = await records.read<Detail>('getApplicant', context, { applicantId });
  const list = <T>(operationId: string): Promise<Page<T>> =>
    records.read<Page<T>>(operationId, context, {}, { applicantId, limit: LIMIT });
  const [verifications, screenings, checks, monitors, queue] = await Promise.all([
    list<Static<typeof Verification>>('listVerifications'),
    list<Static<typeof ScreeningSummary>>('listScreenings'),
    list<Static<typeof CheckSummary>>('listChecks'),
    list<Static<typeof Monitor>>('listMonitors'),
    itemsOfApplicant(db, context, applicantId),
  ]);
  const ids = [
    ...verifications.items.map(({ id }) => id),
    ...screenings.items.map(({ id }) => id),
    ...checks.items.map(({ id }) => id),
    ...monitors.items.map(({ id }) => id),
  ];
  const [files, open, traces, timeline] = await Promise.all([
    store.filesOf(db, context, ids),
    store.openMatchesOf(
      db,
      context,
      screenings.items.map(({ id }) => id),
    ),
    store.tracesOf(db, context, applicantId, ids),
    store.timelineOf(db, context, [applicantId, ...ids]),
  ]);
  const applicant = Object.fromEntries(
    Object.entries(detail).filter(([name]) => !DERIVED.has(name)),
  ) as unknown as ApplicantRecord;
  const busy = verifications.items.find(({ status }) => BUSY.has(status))?.status ?? null;
  const isErased = detail.status === 'ERASED';
  return {
    applicant,
    risk: isErased ? { level: 'UNKNOWN', reasons: [] } : detail.risk,
    verifications: verifications.items.map((row) => ({
      verificationId: row.verificationId,
      profileType: row.profileType,
      status: row.status,
      result: row.result,
      decidedBy: row.decidedBy,
      reviewReason: row.reviewReason,
      createdAt: row.createdAt,
      completedAt: row.completedAt,
    })),
    screenings: screenings.items.map(({ screeningId, riskLevel, matchCount, screenedAt }) => ({
      screeningId,
      riskLevel,
      matchCount,
      openMatches: open.find(({ id }) => id === screeningId)?.open ?? 0,
      screenedAt,
    })),
    checks: checks.items,
    monitors: monitors.items,
    files: files.map((file) => ({ ...presentFile(file), ownerId: file.ownerId })),
    queue: queue.map((row) => presentItem(row, context.now)),
    timeline: timeline.map(presentTimeline),
    erasure: {
      possible: !isErased && busy === null,
      refused: isErased ? 'ERASED' : busy,
      removes: {
        personalFields: isErased
          ? 0
          : Object.entries(applicant).filter(([name, value]) => !NOT_PERSONAL.has(name) && isSaid(value)).length,
        files: files.length,
        faceTemplates: traces.faceTemplates,
        screeningsStripped: screenings.items.filter(({ erasedAt }) => erasedAt === null).length,
        monitorsEnded: monitors.items.filter(({ status }) => status !== 'ENDED').length,
      },
      keeps: {
        verifications: verifications.pagination.total,
        screenings: screenings.pagination.total,
        walletChecks: checks.pagination.total,
        creditEntries: traces.creditEntries,
        auditEntries: traces.auditEntries,
      },
    },
  };
}

const isSaid = (value: unknown): boolean =>
  value !== null && !(typeof value === 'object' && Object.keys(value).length === 0);
