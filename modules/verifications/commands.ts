import type { Static } from 'typebox';
import {
  type createVerification,
  type FileKind,
  MAX_LIVENESS_BYTES,
  MAX_LIVENESS_FRAMES,
  type reviewVerification,
} from '../../contract/verifications.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { CallContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { StagedFile } from '../../platform/files/files.ts';
import { ApiError, invalid, invalidState, notFound } from '../../platform/http/errors.ts';
import { cleanName } from '../../platform/http/multipart.ts';
import { type MediaForm, requireMedia } from '../../platform/http/media-type.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/module.ts';
import { requireAllowedUrl } from '../../platform/outbound/callback.ts';
import { requireApplicant } from '../applicants/index.ts';
import { settingsOf } from '../organizations/index.ts';
import { insertCapture } from './capture/store.ts';
import { captureUrl, newToken, sealToken, tokenHash } from './capture-token.ts';
import type { VerificationEngine } from './engine.ts';
import { tellCreated, tellPendingUpload } from './events.ts';
import { type Engines, scheduleExamination } from './jobs.ts';
import { advance, holdCredits, priceOf } from './lifecycle.ts';
import { FRAUD_REASONS } from './seen/seen.ts';
import { markFraud } from './seen/store.ts';
import * as store from './store.ts';
import {
  missingKinds,
  moved,
  notPerformed,
  OPEN,
  requireStatus,
  reviewed,
  type StoredFile,
  type VerificationRow,
} from './verification.ts';

type Creation = Static<(typeof createVerification)['body']>;
type ReviewInput = Static<(typeof reviewVerification)['body']>;

/** A file to be added: already staged by a multipart request, or bytes that are at hand. */
export type Incoming = { staged: StagedFile } | { name: string; bytes: Buffer };

/** What can be done to a verification, by whoever does it: an API key, a member of staff, the applicant. */
export interface VerificationCommands {
  create(context: CallContext, transaction: Transaction, input: Creation): Promise<VerificationRow>;
  addFile(
    context: CallContext,
    transaction: Transaction,
    verificationId: string,
    kind: FileKind,
    file: Incoming,
  ): Promise<StoredFile>;
  submit(context: CallContext, transaction: Transaction, verificationId: string): Promise<VerificationRow>;
  cancel(context: CallContext, transaction: Transaction, verificationId: string): Promise<VerificationRow>;
  review(
    context: CallContext,
    transaction: Transaction,
    verificationId: string,
    input: ReviewInput,
  ): Promise<VerificationRow>;
}

export function verificationCommands(services: Services, engines: Engines): VerificationCommands {
  const engineOf = (context: CallContext): VerificationEngine => engines[context.environment];

  const locked = async (context: CallContext, transaction: Transaction, id: string): Promise<VerificationRow> => {
    const row = await store.lockVerification(transaction, context, id);
    if (!row) throw notFound('verification');
    return row;
  };

  return {
    async create(context, transaction, input) {
      const { now } = context;
      if (input.callbackUrl !== undefined) await requireAllowedUrl(services, input.callbackUrl, '/callbackUrl');
      const applicant = await requireApplicant(transaction, context, input.applicantId);
      if (applicant.status === 'BLOCKED') {
        throw invalidState('This applicant is blocked; make it ACTIVE to verify it.', applicant.status, ['ACTIVE']);
      }
      const engine = engineOf(context);
      engine.requireAvailable(input.profileType);
      const { expiresAt, unattendedAt } = engine.course(applicant.person, now);
      const id = newId('ver');
      const token = newToken();
      const created: VerificationRow = {
        id,
        applicantId: applicant.id,
        profileType: input.profileType,
        status: 'CREATED',
        result: null,
        decidedBy: null,
        credits: priceOf(input.profileType),
        checks: notPerformed(input.profileType),
        extracted: null,
        breakdown: [],
        failureReasons: [],
        reviewReason: null,
        review: null,
        proposedReview: null,
        files: [],
        uploadIssues: [],
        tries: 0,
        tokenHash: tokenHash(token),
        sealedToken: sealToken(services.vault, context, id, token),
        locale: input.locale ?? null,
        callbackUrl: input.callbackUrl ?? null,
        metadata: { ...input.metadata },
        expiresAt,
        createdAt: now,
        updatedAt: now,
        completedAt: null,
      };
      const opened = moved(created, 'OPEN', {}, now);
      transaction.defer(store.insertVerification(context, opened));
      transaction.defer(insertCapture(context, id, tokenHash(token), now));
      await holdCredits(transaction, context, created);
      tellCreated(transaction, context, created);
      tellPendingUpload(transaction, context, opened, captureUrl(services.config, context, token));
      if (unattendedAt) scheduleExamination(transaction, context, id, unattendedAt, true);
      audit(transaction, context, {
        action: 'verification.create',
        resourceId: id,
        details: { applicantId: applicant.id, profileType: input.profileType },
      });
      return created;
    },

    async addFile(context, transaction, verificationId, kind, file) {
      const form = await requireMedia(described(file), (form) => acceptable(form, kind), {
        trustName: false,
        expected: isDocument(kind) ? `${IMAGES}, or PDF` : IMAGES,
      });
      const row = await locked(context, transaction, verificationId);
      requireStatus(row, OPEN, context.now, 'given files');
      const others = row.files.filter((old) => old.kind !== kind || kind === 'LIVENESS_FRAME');
      if (kind === 'LIVENESS_FRAME') requireRoom(others, described(file).size);
      const replaced = row.files.filter((old) => !others.includes(old)).map((old) => old.fileId);
      const owner = { ownerId: row.id, kind, mediaType: form.mediaType };
      const kept = await keep(services, transaction, context, file, owner);
      if (replaced.length > 0) await services.files.remove(transaction, context, replaced);
      const stored = {
        fileId: kept.fileId,
        kind,
        mediaType: form.mediaType,
        size: kept.size,
        createdAt: context.now.toISOString(),
      };
      transaction.defer(
        store.updateVerification(context, { ...row, files: [...others, stored], updatedAt: context.now }),
      );
      audit(transaction, context, {
        action: 'verification.add_file',
        resourceId: row.id,
        details: { fileId: kept.fileId, kind, mediaType: form.mediaType, size: kept.size },
      });
      return stored;
    },

    async submit(context, transaction, verificationId) {
      const row = await locked(context, transaction, verificationId);
      requireStatus(row, OPEN, context.now, 'submitted');
      const missing = missingKinds(row);
      if (missing.length > 0) {
        throw invalidState(
          `Upload ${missing.join(', ')} first; the profile ${row.profileType} needs it.`,
          row.status,
          OPEN,
          { missing },
        );
      }
      const next = await advance(services, transaction, context, row, 'SUBMIT', { tries: row.tries + 1 });
      const at = engineOf(context).examinesAt(context.now);
      scheduleExamination(transaction, context, row.id, at, false);
      return next;
    },

    async cancel(context, transaction, verificationId) {
      const row = await locked(context, transaction, verificationId);
      requireStatus(row, OPEN, context.now, 'cancelled');
      return advance(services, transaction, context, row, 'CANCEL');
    },

    async review(context, transaction, verificationId, input) {
      const { decision, reason, failureReasons } = input;
      if (decision === 'APPROVED' && failureReasons?.length) {
        throw invalid('/failureReasons', 'MUTUALLY_EXCLUSIVE', 'goes with the decision REJECTED only');
      }
      const row = await locked(context, transaction, verificationId);
      requireStatus(row, ['MANUAL_REVIEW'], context.now, 'reviewed');
      const settings = await settingsOf(transaction, context.organizationId);
      if (settings['verifications.fourEyes'] === true && !agrees(row, input, context)) {
        return propose(transaction, context, row, input);
      }
      const change = reviewed(row, decision, reason, failureReasons, context.now);
      const known = change.failureReasons?.some((one) => FRAUD_REASONS.includes(one)) ?? false;
      if (known) transaction.defer(markFraud(context, row.id));
      return advance(services, transaction, context, row, 'REVIEW', change);
    },
  };
}

const nameOf = ({ actor }: CallContext): string => `${actor.type} ${actor.id}`;

/**
 * Whether this is the second reviewer, saying what the first one said.
 * @throws ApiError INVALID_STATE where the first one speaks again
 */
function agrees({ proposedReview }: VerificationRow, { decision }: ReviewInput, context: CallContext): boolean {
  if (!proposedReview) return false;
  if (proposedReview.by === nameOf(context)) {
    throw invalidState(
      'This decision was proposed with the same key; another reviewer must agree with it.',
      'MANUAL_REVIEW',
      ['MANUAL_REVIEW'],
      { proposed: proposedReview.decision },
    );
  }
  return proposedReview.decision === decision;
}

/** Keeps a decision until a second reviewer agrees; one that differs replaces it. */
function propose(
  transaction: Transaction,
  context: CallContext,
  row: VerificationRow,
  { decision, reason, failureReasons }: ReviewInput,
): VerificationRow {
  const proposedReview = {
    decision,
    reason,
    reviewedAt: context.now.toISOString(),
    failureReasons: [...(failureReasons ?? [])],
    by: nameOf(context),
  };
  const next = { ...row, proposedReview, updatedAt: context.now };
  transaction.defer(store.updateVerification(context, next));
  audit(transaction, context, {
    action: 'verification.propose_review',
    resourceId: row.id,
    details: { decision, before: row.proposedReview?.decision ?? null },
  });
  return next;
}

/** All frames are examined at once. @throws ApiError VALIDATION_ERROR, PAYLOAD_TOO_LARGE */
function requireRoom(files: readonly StoredFile[], size: number): void {
  const frames = files.filter(({ kind }) => kind === 'LIVENESS_FRAME');
  if (frames.length >= MAX_LIVENESS_FRAMES) {
    throw invalid('/kind', 'TOO_MANY', `has ${MAX_LIVENESS_FRAMES} files already; submit the verification`);
  }
  const left = MAX_LIVENESS_BYTES - frames.reduce((sum, frame) => sum + frame.size, 0);
  if (size > left) {
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      `Frames may have ${MAX_LIVENESS_BYTES} bytes together; ${left} are left. Send smaller pictures.`,
      { maxBytes: left },
    );
  }
}

const IMAGES = 'JPEG, PNG, WebP, HEIC, AVIF or TIFF';
const isDocument = (kind: FileKind): boolean => kind === 'DOCUMENT_FRONT' || kind === 'DOCUMENT_BACK';
const acceptable = (form: MediaForm, kind: FileKind): boolean =>
  form.family === 'IMAGE' || (form.family === 'DOCUMENT' && isDocument(kind));

const described = (file: Incoming) =>
  'staged' in file
    ? file.staged
    : { head: file.bytes, size: file.bytes.length, name: cleanName(file.name), declaredType: '' };

async function keep(
  services: Services,
  transaction: Transaction,
  context: CallContext,
  file: Incoming,
  owner: { ownerId: string; kind: string; mediaType: string },
): Promise<{ fileId: string; size: number }> {
  if ('staged' in file) {
    await services.files.attach(transaction, context, file.staged, owner);
    return file.staged;
  }
  return services.files.put(transaction, context, file.bytes, {
    ...owner,
    name: cleanName(file.name),
    now: context.now,
  });
}
