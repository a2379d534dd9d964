import type { Environment } from '../../contract/enums.ts';
import { systemContext, type Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { enqueue, type TaskList } from '../../platform/jobs/jobs.ts';
import type { Schedule, Services } from '../../platform/module.ts';
import { type Person, requireApplicant } from '../applicants/index.ts';
import { type AnsweredChallenge, withoutTurning } from './capture/rules.ts';
import { challengeOf, deleteOverdueUploads } from './capture/store.ts';
import type { Verdict, VerificationEngine } from './engine.ts';
import { advance, expireBatch } from './lifecycle.ts';
import { insertEvidence } from './evidence/store.ts';
import { tallyVerdict } from './metrics.ts';
import * as store from './store.ts';
import { eraseExpired, insertTrace } from './seen/store.ts';
import { isOpen, isOverdue, settle, type VerificationRow } from './verification.ts';

export type Engines = Readonly<Record<Environment, VerificationEngine>>;

const EXAMINE = 'verifications.examine';
const SWEEP = 'verifications.sweep';

/** With exponential back-off between: about three quarters of an hour in all, then a person decides. */
const EXAMINE_ATTEMPTS = 8;
/** The queue takes a killed process's work up again after four hours; later than that nobody will. */
const ABANDONED_MS = 5 * 60 * 60_000;
const keyOf = (verificationId: string): string => `${EXAMINE}:${verificationId}`;

interface Payload extends Tenant {
  verificationId: string;
  unattended: boolean;
}

/** Asks for an examination at a time; a later request for the same verification replaces an earlier one. */
export function scheduleExamination(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  verificationId: string,
  runAt: Date,
  unattended: boolean,
): void {
  const payload: Payload = { organizationId, environment, verificationId, unattended };
  const key = keyOf(verificationId);
  enqueue(transaction, { task: EXAMINE, payload: { ...payload }, runAt, key, maxAttempts: EXAMINE_ATTEMPTS });
}

/** Ends what nobody finished: uploads past their time, and examinations that were cut off for good. */
export const schedules: readonly Schedule[] = [{ task: SWEEP, cron: '* * * * *' }];

export function verificationTasks(services: Services, engines: Engines): TaskList {
  const { db, clock, files } = services;

  /** Submits an unattended verification, and tells whom and what to examine; null where there is nothing to do. */
  const begin = (payload: Payload): Promise<{ row: VerificationRow; person: Person } | null> =>
    db.transaction(async (transaction) => {
      const { verificationId, unattended } = payload;
      const found = await store.findVerification(transaction, payload, verificationId);
      if (!found || !(found.status === 'PROCESSING' || (unattended && isOpen(found)))) return null;
      // The applicant first, as in an erasure: two transactions never wait for one another.
      const { person } = await requireApplicant(transaction, payload, found.applicantId);
      const row = await store.lockVerification(transaction, payload, verificationId);
      if (!row) return null;
      if (row.status === 'PROCESSING') return { row, person };
      const now = clock.now();
      if (!unattended || !isOpen(row) || isOverdue(row, now)) return null;
      const context = systemContext(payload, now);
      return { row: await advance(services, transaction, context, row, 'SUBMIT', { tries: row.tries + 1 }), person };
    });

  const examine = async (tenant: Tenant, row: VerificationRow, person: Person): Promise<Verdict> => {
    const frames = row.files.some(({ kind }) => kind === 'LIVENESS_FRAME');
    const answered: AnsweredChallenge | null = frames ? await challengeOf(db, tenant, row.id) : null;
    const verdict = await engines[tenant.environment].examine({
      organizationId: tenant.organizationId,
      environment: tenant.environment,
      verificationId: row.id,
      applicantId: row.applicantId,
      profileType: row.profileType,
      person,
      files: row.files.map((file) => ({ ...file, read: () => files.readAll(tenant, { ...file, id: file.fileId }) })),
      locale: row.locale,
      previousIssues: row.uploadIssues,
      challenge: answered?.turns ? { turns: answered.turns } : null,
      createdAt: row.createdAt,
    });
    // The sandbox's outcomes are its scenarios' alone.
    return tenant.environment === 'LIVE' ? withoutTurning(verdict, answered) : verdict;
  };

  /** Applies a verdict, once, to the try that it is about. */
  const conclude = (tenant: Tenant, examined: VerificationRow, verdict: Verdict): Promise<void> =>
    db.transaction(async (transaction) => {
      const row = await store.lockVerification(transaction, tenant, examined.id);
      if (!row || row.status !== 'PROCESSING' || row.tries !== examined.tries) return;
      const { move, change, dropped } = settle(row, verdict);
      if (move !== 'ASK_AGAIN' && verdict.trace) transaction.defer(insertTrace(tenant, verdict.trace));
      // The pictures of a try that failed are removed, and with them the places in them.
      if (move !== 'ASK_AGAIN' && verdict.evidence) {
        transaction.defer(insertEvidence(tenant, row.id, verdict.evidence, clock.now()));
      }
      await advance(services, transaction, systemContext(tenant, clock.now()), row, move, change);
      tallyVerdict(transaction, tenant.environment, verdict);
      if (dropped.length > 0) await files.remove(transaction, tenant, dropped);
    });

  return {
    [EXAMINE]: async (payload, job) => {
      const asked = payload as unknown as Payload;
      const begun = await begin(asked);
      if (!begun) return;
      let verdict: Verdict;
      try {
        verdict = await examine(asked, begun.row, begun.person);
      } catch (error) {
        if (!job.lastAttempt) throw error;
        await conclude(asked, begun.row, unexamined('EXAMINATION_FAILED'));
        throw error;
      }
      await conclude(asked, begun.row, verdict);
    },

    [SWEEP]: async () => {
      const now = clock.now();
      while ((await db.transaction((transaction) => expireBatch(services, transaction, null, now))) > 0);
      await eraseExpired(db, now);
      while ((await deleteOverdueUploads(db, now)) > 0);
      await db.transaction(async (transaction) => {
        const since = new Date(now.getTime() - ABANDONED_MS);
        for (const row of await store.lockAbandoned(transaction, keyOf(''), since, 100)) {
          const { organizationId, environment } = row;
          const verdict = unexamined('EXAMINATION_FAILED');
          const { move, change } = settle(row, verdict);
          const context = systemContext({ organizationId, environment }, now);
          await advance(services, transaction, context, row, move, change);
          tallyVerdict(transaction, environment, verdict);
        }
      });
    },
  };
}

/** No engine could look at it: a person decides. */
const unexamined = (reviewReason: string): Verdict => ({
  kind: 'REFERRED',
  reviewReason,
  checks: {},
  extracted: null,
  breakdown: [],
});
