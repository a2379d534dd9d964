import { createHash, timingSafeEqual } from 'node:crypto';
import {
  FILE_KINDS,
  type FileKind,
  MAX_LIVENESS_FRAMES,
  REQUIRED_FILES,
  type VerificationStatus,
} from '../../../contract/verifications.ts';
import type { Challenge } from '../../../engines/identity/index.ts';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import type { Findings, Verdict } from '../engine.ts';
import type { VerificationRow } from '../verification.ts';

export type Turn = Challenge['turns'][number];

/** One capture that the page was told to make: its nonce opens one upload, or one series of frames. */
export interface Issued {
  /** Hexadecimal SHA-256 of the nonce. */
  nonce: string;
  /** The turns of the head asked for; null for pictures, and where the person asked to be seen without turning. */
  turns: readonly Turn[] | null;
  assisted: boolean;
  /** Frames begun so far. */
  frames: number;
  issuedAt: string;
}
export type IssuedByKind = Partial<Record<FileKind, Issued>>;

/** What the stored frames answer. */
export interface AnsweredChallenge {
  nonce: string;
  turns: readonly Turn[] | null;
  assisted: boolean;
}

export const CAPTURE_BOUNDS = {
  /** Uploads that a verification may begin in all its tries. */
  uploads: 300,
  /** Uploads under way at the same time. */
  open: 6,
  /** Turns of the head in a challenge. */
  turns: 3,
  /** How long a capture may take from its nonce to its last upload's beginning. */
  captureMs: 30 * 60_000,
  /** How long an interrupted upload waits to be resumed. */
  uploadMs: 60 * 60_000,
} as const;

/** @param pick an unpredictable whole number from 0 to below its argument */
export function newChallenge(pick: (below: number) => number): Turn[] {
  return Array.from({ length: CAPTURE_BOUNDS.turns }, () => (pick(2) === 0 ? 'LEFT' : 'RIGHT'));
}

export const digest = (nonce: string): Buffer => createHash('sha256').update(nonce).digest();

/** The kinds that the page asks for, in its order; the back of a document is offered and never required. */
export function kindsOf(row: Pick<VerificationRow, 'profileType'>): { kind: FileKind; required: boolean }[] {
  const required = REQUIRED_FILES[row.profileType];
  return FILE_KINDS.filter((kind) => required.includes(kind) || kind === 'DOCUMENT_BACK').map((kind) => ({
    kind,
    required: required.includes(kind),
  }));
}

export interface UploadRequest {
  kind: FileKind;
  nonce: string;
  /** The place of a frame in its series, from 0; null for single pictures. */
  frame: number | null;
}

/**
 * Holds an upload against the capture that was issued for it, and uses it up.
 * @returns what remains issued
 * @throws ApiError VALIDATION_ERROR: a nonce that is wrong, used or too old, or a frame out of order
 */
export function useNonce(issued: IssuedByKind, request: UploadRequest, now: Date): IssuedByKind {
  const { kind, nonce, frame } = request;
  const found = issued[kind];
  if (!found || !timingSafeEqual(Buffer.from(found.nonce, 'hex'), digest(nonce))) {
    throw invalid(
      '/nonce',
      'INVALID_VALUE',
      'is not one that is open for this kind of picture; begin the capture again',
    );
  }
  if (now.getTime() - Date.parse(found.issuedAt) > CAPTURE_BOUNDS.captureMs) {
    throw invalid('/nonce', 'INVALID_VALUE', 'is too old; begin the capture again');
  }
  const { [kind]: _, ...others } = issued;
  if (kind !== 'LIVENESS_FRAME') {
    if (frame !== null) throw invalid('/frame', 'INVALID_VALUE', 'is for frames only; leave it out');
    return others;
  }
  if (frame !== found.frames) {
    throw invalid('/frame', 'INVALID_VALUE', `must be ${found.frames}: frames are sent in the order taken, each once`);
  }
  if (frame >= MAX_LIVENESS_FRAMES) {
    throw invalid('/frame', 'TOO_MANY', `is past the last: a capture has at most ${MAX_LIVENESS_FRAMES} frames`);
  }
  return { ...others, [kind]: { ...found, frames: found.frames + 1 } };
}

/**
 * Who asked to be seen without turning the head, or sent files, is not asked for a turn again, and nothing passes without
 * one: a recording shows all that a living person shows. A person decides.
 */
export function withoutTurning(verdict: Verdict, challenge: AnsweredChallenge | null): Verdict {
  if (!challenge?.assisted || verdict.kind === 'REFERRED') return verdict;
  if (verdict.kind === 'DECIDED') return verdict.result === 'APPROVED' ? referred(verdict) : verdict;
  const others = verdict.uploadIssues.filter(
    ({ kind, reason }) => kind !== 'LIVENESS_FRAME' || !reason.startsWith('LIVENESS_'),
  );
  return others.length > 0 ? { ...verdict, uploadIssues: others } : referred(verdict);
}

const WITHOUT_TURNING = 'LIVENESS_WITHOUT_TURNING';

function referred({ checks = {}, extracted = null, breakdown = [], trace, evidence }: Partial<Findings>): Verdict {
  return {
    kind: 'REFERRED',
    reviewReason: WITHOUT_TURNING,
    checks: { ...checks, liveness: 'REVIEW' },
    extracted,
    breakdown: [
      ...breakdown,
      { rule: WITHOUT_TURNING, check: 'liveness', outcome: 'REVIEW', evidence: { challenge: null } },
    ],
    ...(trace ? { trace } : {}),
    ...(evidence ? { evidence } : {}),
  };
}

export type Phase = 'CAPTURE' | 'CHECKING' | 'UNDER_REVIEW' | 'APPROVED' | 'FINISHED' | 'EXPIRED' | 'CANCELLED';

const PHASES: Readonly<Record<VerificationStatus, Phase>> = {
  CREATED: 'CAPTURE',
  PENDING_UPLOAD: 'CAPTURE',
  PROCESSING: 'CHECKING',
  MANUAL_REVIEW: 'UNDER_REVIEW',
  COMPLETED: 'FINISHED',
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
};

/** What the person is told of a status; a rejection is told by who asked for the verification, not by this page. */
export const phaseOf = ({ status, result }: Pick<VerificationRow, 'status' | 'result'>): Phase =>
  result === 'APPROVED' ? 'APPROVED' : PHASES[status];

export const noCapture = (): ApiError =>
  new ApiError('NOT_FOUND', 'There is no verification at this address. Ask for a new link where you got this one.');

export const noUpload = (): ApiError =>
  new ApiError('NOT_FOUND', 'There is no such upload: it is finished, was ended, or waited too long. Begin it again.');
