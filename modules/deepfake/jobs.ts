import type { Static } from 'typebox';
import type { Artefact } from '../../contract/deepfake.ts';
import type { Environment } from '../../contract/enums.ts';
import { systemContext, type Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { enqueue, type TaskList } from '../../platform/jobs/jobs.ts';
import type { Schedule, Services } from '../../platform/module.ts';
import { concluded, type JobRow } from './deepfake-job.ts';
import type { Analysis, Finding, ForensicsEngine } from './engine.ts';
import { advance } from './lifecycle.ts';
import { tallyFinding } from './metrics.ts';
import { mediaExpiry } from './retention/retention.ts';
import { keepRevisions } from './revisions.ts';
import * as store from './store.ts';

export type Engines = Readonly<Record<Environment, ForensicsEngine>>;

const START = 'deepfake.start';
const ANALYSE = 'deepfake.analyse';
const SWEEP = 'deepfake.sweep';

const ANALYSE_ATTEMPTS = 6;
/** The queue takes a killed process's work up again after four hours; later than that nobody will. */
const ABANDONED_MS = 5 * 60 * 60_000;
const keyOf = (task: string, jobId: string): string => `${task}:${jobId}`;
export const urlContext = (tenant: Tenant, jobId: string): string =>
  `deepfake url ${tenant.organizationId} ${tenant.environment} ${jobId}`;

interface Payload extends Tenant {
  jobId: string;
}

export function scheduleStart(transaction: Transaction, tenant: Tenant, jobId: string, runAt: Date): void {
  const { organizationId, environment } = tenant;
  enqueue(transaction, {
    task: START,
    payload: { organizationId, environment, jobId },
    runAt,
    key: keyOf(START, jobId),
  });
}

/** Fails what was cut off for good. */
export const schedules: readonly Schedule[] = [{ task: SWEEP, cron: '*/5 * * * *' }];

export function deepfakeTasks(services: Services, engines: Engines): TaskList {
  const { db, clock, files, vault } = services;

  const mediaOf = async (tenant: Tenant, row: JobRow): Promise<Analysis['media']> => {
    const { media, sealedUrl } = row;
    if (media) {
      const { fileId, mediaType, size } = media;
      return { kind: 'FILE', mediaType, size, open: () => files.open(tenant, { id: fileId, size }) };
    }
    if (!sealedUrl) throw new Error('A deepfake job has neither media nor an address');
    return { kind: 'URL', url: await vault.openText(sealedUrl, urlContext(tenant, row.id)) };
  };

  /** Applies a finding, once; a job that was deleted meanwhile stays deleted. */
  const conclude = (tenant: Tenant, jobId: string, finding: Finding): Promise<void> =>
    db.transaction(async (transaction) => {
      const row = await store.lockJob(transaction, tenant, jobId);
      if (row?.status !== 'PROCESSING') return;
      const now = clock.now();
      const artefacts: Static<typeof Artefact>[] = [];
      for (const made of finding.kind === 'ANALYSED' ? finding.artefacts : []) {
        const { kind, mediaType, name, bytes } = made;
        const kept = await files.put(transaction, tenant, bytes, { ownerId: jobId, kind, mediaType, name, now });
        artefacts.push({ fileId: kept.fileId, kind, mediaType, size: kept.size, createdAt: now.toISOString() });
      }
      if (finding.kind === 'ANALYSED' && finding.revisions) {
        const expiresAt = await mediaExpiry(transaction, tenant, row);
        if (expiresAt > now) {
          await keepRevisions(files, transaction, tenant, finding.revisions, { ownerId: jobId, now, expiresAt });
        }
      }
      const { move, change } = concluded(finding, artefacts);
      await advance(transaction, systemContext(tenant, now), row, move, change);
      tallyFinding(transaction, tenant.environment, row.mediaType, finding);
    });

  return {
    [START]: async (payload) => {
      const { jobId, ...tenant } = payload as unknown as Payload;
      await db.transaction(async (transaction) => {
        const row = await store.lockJob(transaction, tenant, jobId);
        if (row?.status !== 'QUEUED') return;
        const now = clock.now();
        await advance(transaction, systemContext(tenant, now), row, 'START');
        const runAt = engines[tenant.environment].analysesAt(now);
        enqueue(transaction, {
          task: ANALYSE,
          payload: { ...tenant, jobId },
          runAt,
          key: keyOf(ANALYSE, jobId),
          maxAttempts: ANALYSE_ATTEMPTS,
        });
      });
    },

    [ANALYSE]: async (payload, job) => {
      const { jobId, ...tenant } = payload as unknown as Payload;
      const row = await store.findJob(db, tenant, jobId);
      if (row?.status !== 'PROCESSING') return;
      let finding: Finding;
      try {
        finding = await engines[tenant.environment].analyse({
          jobId,
          mediaType: row.mediaType,
          fileName: row.fileName,
          media: await mediaOf(tenant, row),
          progress: (percent) => store.noteProgress(db, tenant, jobId, Math.min(99, Math.max(0, Math.floor(percent)))),
        });
      } catch (error) {
        if (job.lastAttempt) await conclude(tenant, jobId, FAILED);
        throw error;
      }
      await conclude(tenant, jobId, finding);
    },

    [SWEEP]: async () => {
      const now = clock.now();
      await db.transaction(async (transaction) => {
        const keys = [START, ANALYSE].map((task) => store.keyOfRow(keyOf(task, '')));
        const since = new Date(now.getTime() - ABANDONED_MS);
        for (const row of await store.lockAbandoned(transaction, keys, since, 100)) {
          const { organizationId, environment } = row;
          const { move, change } = concluded(FAILED, []);
          await advance(transaction, systemContext({ organizationId, environment }, now), row, move, change);
          tallyFinding(transaction, environment, row.mediaType, FAILED);
        }
      });
    },
  };
}

const FAILED: Finding = {
  kind: 'FAILED',
  errorCode: 'ANALYSIS_FAILED',
  errorMessage: 'The analysis could not be finished on our side; the credits were given back. Send the media again.',
};
