import type { ExtractedDocument } from '../document/extract.ts';
import type { IdentityFindings, KnownPerson, PictureKind, UnusablePicture } from '../findings.ts';
import type { Evidence } from '../types.ts';

export type CheckName = 'document' | 'faceMatch' | 'liveness' | 'dataMatch' | 'deepfake' | 'duplicateFace';
export type Outcome = 'PASS' | 'FAIL' | 'REVIEW' | 'NOT_PERFORMED';

/** What the rules look at. */
export interface Case {
  findings: IdentityFindings;
  document: ExtractedDocument;
  person: KnownPerson;
  /** The day of the decision, YYYY-MM-DD. */
  today: string;
  /** Reasons for which pictures of the try before could not be used; only of those that were taken anew since. */
  before: readonly string[];
  checks: readonly CheckName[];
}

/** What one rule made of a case. */
export interface Judgement {
  outcome: Outcome;
  evidence: Evidence;
  /** A picture that should be taken again, and why; only with REVIEW. */
  retake?: { kind: PictureKind; reason: string };
  /** Why it goes to a person or is rejected, where the rule's own name does not say it. */
  reason?: string;
}

/** One line of the table: null where the rule does not apply to the case. */
export interface Rule {
  rule: string;
  check: CheckName;
  judge(given: Case): Judgement | null;
}

export const pass = (evidence: Evidence = {}): Judgement => ({ outcome: 'PASS', evidence });
export const review = (reason: string, evidence: Evidence = {}): Judgement => ({ outcome: 'REVIEW', evidence, reason });
export const fail = (reason: string, evidence: Evidence = {}): Judgement => ({ outcome: 'FAIL', evidence, reason });
export const notPerformed = (reason: string, evidence: Evidence = {}): Judgement => ({
  outcome: 'NOT_PERFORMED',
  evidence,
  reason,
});
export const retake = (kind: PictureKind, reason: string, evidence: Evidence = {}): Judgement => ({
  outcome: 'REVIEW',
  evidence,
  reason,
  retake: { kind, reason },
});

/** What is to be said of a picture that cannot be used, beside the code. */
export const causeOf = ({ cause }: UnusablePicture): Evidence => (cause === undefined ? {} : { cause });
