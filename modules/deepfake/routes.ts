import {
  ARTEFACT_KINDS,
  createDeepfakeJob,
  deleteDeepfakeJob,
  getDeepfakeArtefact,
  getDeepfakeJob,
  listDeepfakeJobs,
} from '../../contract/deepfake.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { CallContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type Endpoint, read, write } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import { listRequest, listTotal, toPage } from '../../platform/http/list-request.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/module.ts';
import { settingsOf } from '../organizations/index.ts';
import { type JobRow, present, type StoredMedia } from './deepfake-job.ts';
import { type Intake, takeIn } from './intake.ts';
import { type Engines, scheduleStart, urlContext } from './jobs.ts';
import { holdCredits, priceOf, releaseHeld } from './lifecycle.ts';
import * as store from './store.ts';

/** The kind of the examined media among a job's files. */
const MEDIA = 'MEDIA';
const DAY_MS = 86_400_000;

export function deepfakeEndpoints(services: Services, engines: Engines): Endpoint[] {
  const { db, cursors, files, vault } = services;
  const idOf = (call: { params: Readonly<Record<string, string>> }): string => call.params['jobId'] ?? '';

  const keep = async (
    transaction: Transaction,
    context: CallContext,
    jobId: string,
    { source, fileName }: Intake,
  ): Promise<StoredMedia | null> => {
    if (source.kind === 'URL') return null;
    const { mediaType } = source.form;
    // The result stays until its job is deleted.
    const days = Number((await settingsOf(transaction, context.organizationId))['retention.deepfakeMediaDays']);
    const expiresAt = new Date(context.now.getTime() + days * DAY_MS);
    const owner = { ownerId: jobId, kind: MEDIA, mediaType, expiresAt };
    if (source.kind === 'STAGED') {
      await files.attach(transaction, context, source.file, owner);
      return { fileId: source.file.fileId, mediaType, size: source.file.size };
    }
    const kept = await files.put(transaction, context, source.bytes, { ...owner, name: fileName, now: context.now });
    return { fileId: kept.fileId, mediaType, size: kept.size };
  };

  return [
    write(createDeepfakeJob, async (call, transaction) => {
      const engine = engines[call.environment];
      const intake = await takeIn(services, call.environment, call, engine.trustsNames);
      const { mediaType, fileName, callbackUrl, metadata, source } = intake;
      engine.requireAvailable(mediaType);
      const jobId = newId('job');
      const row: JobRow = {
        id: jobId,
        mediaType,
        status: 'QUEUED',
        progress: 0,
        credits: priceOf(mediaType),
        isDeepfake: null,
        confidence: null,
        manipulationType: null,
        recommendation: null,
        detectors: [],
        artefacts: [],
        errorCode: null,
        errorMessage: null,
        fileName,
        media: null,
        sealedUrl: source.kind === 'URL' ? vault.sealText(source.url, urlContext(call, jobId)) : null,
        callbackUrl,
        metadata,
        createdAt: call.now,
        updatedAt: call.now,
        completedAt: null,
      };
      await holdCredits(transaction, call, row);
      row.media = await keep(transaction, call, jobId, intake);
      transaction.defer(store.insertJob(call, row));
      scheduleStart(transaction, call, jobId, engine.startsAt(call.now));
      audit(transaction, call, { action: 'deepfake.create', resourceId: jobId, details: { mediaType } });
      return present(row);
    }),

    read(listDeepfakeJobs, async (call) => {
      const list = listRequest('deepfake_jobs', call, call.query, cursors);
      const { status, mediaType, recommendation } = call.query;
      const filters = {
        ...(status === undefined ? {} : { status }),
        ...(mediaType === undefined ? {} : { mediaType }),
        ...(recommendation === undefined ? {} : { recommendation }),
      };
      const [rows, total] = await Promise.all([
        store.pageOfJobs(db, list.request, filters),
        mediaType === undefined && recommendation === undefined
          ? listTotal(db, store.countedJobs, list.request, status ? [status] : null)
          : store.countJobs(db, list.request, filters),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, present);
    }),

    read(getDeepfakeJob, async (call) => {
      const row = await store.findJob(db, call, idOf(call));
      if (!row) throw notFound('deepfake job');
      return present(row);
    }),

    read(getDeepfakeArtefact, async (call) => {
      const file = await files.find(call, idOf(call), call.params['fileId'] ?? '');
      if (!file || !(ARTEFACT_KINDS as readonly string[]).includes(file.kind)) throw notFound('artefact');
      return { mediaType: file.mediaType, size: file.size, stream: files.open(call, file) };
    }),

    write(deleteDeepfakeJob, async (call, transaction) => {
      const jobId = idOf(call);
      const row = await store.lockJob(transaction, call, jobId);
      if (!row) throw notFound('deepfake job');
      await releaseHeld(transaction, call, row);
      await Promise.all([files.erase(transaction, call, [jobId]), store.deleteJob(transaction, call, jobId)]);
      audit(transaction, call, { action: 'deepfake.delete', resourceId: jobId, details: { status: row.status } });
      return { jobId, deleted: true as const };
    }),
  ];
}
