import type { Static } from 'typebox';
import {
  type CheckName,
  type CheckOutcome,
  type Extracted,
  type FileKind,
  PROFILE_CHECKS,
  type ProfileType,
  REQUIRED_FILES,
  type Rule,
  type UploadIssue,
  VERIFICATION_TRIES,
  type VerificationResult,
  type VerificationStatus,
} from '../../contract/verifications.ts';
import { invalidState } from '../../platform/http/errors.ts';
import type { Verdict } from './engine.ts';

export type Checks = Partial<Record<CheckName, CheckOutcome>>;

export interface StoredFile {
  fileId: string;
  kind: FileKind;
  mediaType: string;
  size: number;
  createdAt: string;
}

export interface Review {
  decision: VerificationResult;
  /** null once the applicant was erased. */
  reason: string | null;
  reviewedAt: string;
}

export interface ProposedReview extends Review {
  failureReasons: string[];
  /** Who proposed it: type and identifier. */
  by: string;
}

/**
 * An issue with the SHA-256 of the picture it is about, so that the same file is no second capture; without it once
 * nothing can be uploaded any more.
 */
export type KeptIssue = Static<typeof UploadIssue> & { picture?: string };

/** An issue as it is told. */
export const toldIssue = ({ kind, reason }: KeptIssue): Static<typeof UploadIssue> => ({ kind, reason });

export interface VerificationRow {
  id: string;
  applicantId: string;
  profileType: ProfileType;
  status: VerificationStatus;
  result: VerificationResult | null;
  decidedBy: 'AUTOMATIC' | 'REVIEWER' | null;
  credits: number;
  checks: Checks;
  extracted: Static<typeof Extracted> | null;
  breakdown: Static<typeof Rule>[];
  failureReasons: string[];
  reviewReason: string | null;
  review: Review | null;
  /** A decision that awaits a second reviewer. */
  proposedReview: ProposedReview | null;
  files: StoredFile[];
  uploadIssues: KeptIssue[];
  tries: number;
  tokenHash: Buffer | null;
  sealedToken: Buffer | null;
  locale: string | null;
  callbackUrl: string | null;
  metadata: Record<string, string>;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
}

interface Transition {
  from: readonly VerificationStatus[];
  to: VerificationStatus;
  /** What becomes of the credits held at creation. */
  credits: 'HELD' | 'CAPTURED' | 'RELEASED';
  /** What the world is told. */
  tells: 'PENDING_UPLOAD' | 'MANUAL_REVIEW' | 'DECISION' | null;
}

/** Every move that a verification can make (section 5); there is no other. */
export const TRANSITIONS = {
  OPEN: { from: ['CREATED'], to: 'PENDING_UPLOAD', credits: 'HELD', tells: 'PENDING_UPLOAD' },
  SUBMIT: { from: ['PENDING_UPLOAD'], to: 'PROCESSING', credits: 'HELD', tells: null },
  ASK_AGAIN: { from: ['PROCESSING'], to: 'PENDING_UPLOAD', credits: 'HELD', tells: 'PENDING_UPLOAD' },
  REFER: { from: ['PROCESSING'], to: 'MANUAL_REVIEW', credits: 'HELD', tells: 'MANUAL_REVIEW' },
  DECIDE: { from: ['PROCESSING'], to: 'COMPLETED', credits: 'CAPTURED', tells: 'DECISION' },
  REVIEW: { from: ['MANUAL_REVIEW'], to: 'COMPLETED', credits: 'CAPTURED', tells: 'DECISION' },
  EXPIRE: { from: ['CREATED', 'PENDING_UPLOAD'], to: 'EXPIRED', credits: 'RELEASED', tells: null },
  CANCEL: { from: ['CREATED', 'PENDING_UPLOAD'], to: 'CANCELLED', credits: 'RELEASED', tells: null },
} as const satisfies Record<string, Transition>;
export type Move = keyof typeof TRANSITIONS;

/** Files are taken, and an unfinished verification runs out, in these. */
export const OPEN: readonly VerificationStatus[] = ['CREATED', 'PENDING_UPLOAD'];
/** Nothing follows these. */
export const FINAL: readonly VerificationStatus[] = ['COMPLETED', 'EXPIRED', 'CANCELLED'];
/** The capture page's address works, or may work again, in these. */
const CAPTURING: readonly VerificationStatus[] = [...OPEN, 'PROCESSING'];

export const isOpen = (row: Pick<VerificationRow, 'status'>): boolean => OPEN.includes(row.status);
export const isFinal = (row: Pick<VerificationRow, 'status'>): boolean => FINAL.includes(row.status);
export const isOverdue = (row: Pick<VerificationRow, 'status' | 'expiresAt'>, now: Date): boolean =>
  isOpen(row) && row.expiresAt <= now;

/**
 * The row after a move, with what came of it.
 * @throws Error where the table has no such move from the row's status: a rule of this module is broken
 */
export function moved(row: VerificationRow, move: Move, change: Partial<VerificationRow>, now: Date): VerificationRow {
  const { from, to } = TRANSITIONS[move] as Transition;
  if (!from.includes(row.status)) throw new Error(`A verification cannot ${move} in status ${row.status}`);
  const issues = change.uploadIssues ?? row.uploadIssues;
  const closed = CAPTURING.includes(to)
    ? {}
    : { tokenHash: null, sealedToken: null, uploadIssues: issues.map(toldIssue) };
  const completed = to === 'COMPLETED' ? { completedAt: now } : {};
  return { ...row, ...change, ...closed, ...completed, status: to, updatedAt: now };
}

/** Refuses a command that the row's status does not allow; an overdue row counts as EXPIRED. */
export function requireStatus(
  row: VerificationRow,
  allowed: readonly VerificationStatus[],
  now: Date,
  what: string,
): void {
  const status = isOverdue(row, now) ? 'EXPIRED' : row.status;
  if (allowed.includes(status)) return;
  throw invalidState(`A verification cannot be ${what} in status ${status}.`, status, allowed);
}

/** The kinds of files that `submit` still needs; those found unreadable in the last try are needed again. */
export function missingKinds(row: Pick<VerificationRow, 'profileType' | 'files'>): FileKind[] {
  const present = new Set(row.files.map((file) => file.kind));
  return REQUIRED_FILES[row.profileType].filter((kind) => !present.has(kind));
}

export function notPerformed(profileType: ProfileType): Checks {
  return Object.fromEntries(PROFILE_CHECKS[profileType].map((check) => [check, 'NOT_PERFORMED']));
}

/** What an examination's verdict does to a verification: which move, and what it leaves behind. */
export function settle(
  row: VerificationRow,
  verdict: Verdict,
): { move: Move; change: Partial<VerificationRow>; dropped: string[] } {
  const nothing: string[] = [];
  if (verdict.kind === 'UNREADABLE') {
    const { uploadIssues } = verdict;
    if (row.tries >= VERIFICATION_TRIES) {
      const { checks = {}, extracted = null, breakdown = [] } = verdict;
      const found = { checks: { ...notPerformed(row.profileType), ...checks }, extracted, breakdown };
      return { move: 'REFER', change: { ...found, uploadIssues, reviewReason: 'UNREADABLE_IMAGE' }, dropped: nothing };
    }
    const bad = new Set(uploadIssues.map((issue) => issue.kind));
    return {
      move: 'ASK_AGAIN',
      change: { uploadIssues, files: row.files.filter((file) => !bad.has(file.kind)) },
      dropped: row.files.filter((file) => bad.has(file.kind)).map((file) => file.fileId),
    };
  }
  const { checks, extracted, breakdown } = verdict;
  const findings = { checks: { ...notPerformed(row.profileType), ...checks }, extracted, breakdown, uploadIssues: [] };
  if (verdict.kind === 'REFERRED') {
    return { move: 'REFER', change: { ...findings, reviewReason: verdict.reviewReason }, dropped: nothing };
  }
  return {
    move: 'DECIDE',
    change: {
      ...findings,
      result: verdict.result,
      decidedBy: 'AUTOMATIC',
      failureReasons: verdict.result === 'REJECTED' ? [...verdict.failureReasons] : [],
    },
    dropped: nothing,
  };
}

/** Given where a reviewer rejects and names no reason of the vocabulary. */
export const REJECTED_BY_REVIEWER = 'REJECTED_BY_REVIEWER';

/** A person's decision. Checks that awaited it are settled by it; the breakdown keeps what the engine found. */
export function reviewed(
  row: VerificationRow,
  decision: VerificationResult,
  reason: string,
  failureReasons: readonly string[] | undefined,
  now: Date,
): Partial<VerificationRow> {
  const settled: CheckOutcome = decision === 'APPROVED' ? 'PASS' : 'FAIL';
  const checks = Object.fromEntries(
    Object.entries(row.checks).map(([check, outcome]) => [check, outcome === 'REVIEW' ? settled : outcome]),
  );
  const given = failureReasons?.length ? [...failureReasons] : [REJECTED_BY_REVIEWER];
  return {
    result: decision,
    decidedBy: 'REVIEWER',
    checks,
    failureReasons: decision === 'REJECTED' ? given : [],
    review: { decision, reason, reviewedAt: now.toISOString() },
    proposedReview: null,
  };
}

/** What is left when the person behind it is erased: identifiers, states, outcomes; nothing read, said or shown. */
export const erasure = (row: VerificationRow): Partial<VerificationRow> => ({
  extracted: null,
  breakdown: row.breakdown.map((rule) => ({ ...rule, evidence: {} })),
  review: row.review && { ...row.review, reason: null },
  proposedReview: row.proposedReview && { ...row.proposedReview, reason: null },
  files: [],
  metadata: {},
  callbackUrl: null,
});
