/** What the parts of a forensic examination hand to one another. A detector measures and leaves evidence; only
 * `fuse.ts` concludes. */

export type MediaKind = 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT';

export type Manipulation =
  | 'FACE_SWAP'
  | 'FACE_REENACTMENT'
  | 'FULLY_SYNTHETIC'
  | 'VOICE_CLONE'
  | 'SPLICE'
  | 'DOCUMENT_EDIT'
  | 'AI_DISCLOSED';

/** Detectors of one family look at traces of the same cause, so that their sum is capped. */
export type Family =
  | 'PROVENANCE'
  | 'METADATA'
  | 'COMPRESSION'
  | 'NOISE'
  | 'SPECTRUM'
  | 'DUPLICATION'
  | 'SIGNATURE'
  | 'REVISIONS'
  | 'COVERING'
  | 'TYPESETTING'
  | 'GLYPHS'
  | 'LAYOUT'
  | 'CONTENT'
  | 'SIGNAL'
  | 'VOICE'
  | 'NETWORK';

export interface Evidence {
  /** UPPER_SNAKE, stable. */
  code: string;
  /** One sentence for a person. Never repeats text of the media that could be personal. */
  detail: string;
}

/** Part of a picture or of a document's page, in shares of its width and height from the top left, 0 to 1. */
export interface Region {
  /** From 0; 0 for a picture. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** How much it stands out, 0 to 1. */
  weight: number;
}

/** Part of a recording, seconds. */
export interface Stretch {
  from: number;
  to: number;
  code: string;
}

/** A value for a stretch of time, seconds. */
export interface TimedValue {
  from: number;
  to: number;
  value: number;
}

/** What a detector found. */
export interface Finding {
  /** Natural logarithm of p(seen | manipulated or synthetic) / p(seen | untouched); 0 where it tells neither. */
  logLikelihoodRatio: number;
  /** How far the media lets this detector see, 0 to 1. */
  quality: number;
  evidence: readonly Evidence[];
  regions?: readonly Region[];
  timeline?: readonly Stretch[];
  /** What it says of each window or frame, as log-likelihood ratios. */
  series?: readonly TimedValue[];
  /** What it would be, where the ratio is above 0. */
  manipulation?: Manipulation;
  /** True where this finding alone may settle the question: the file says so itself, or a signature is broken. */
  settles?: boolean;
}

export type Applicability = { applies: true } | { applies: false; reason: string };

/** One look at a medium that was opened. Same input, same finding; no clock, no network, no randomness. */
export interface Detector<Opened> {
  name: string;
  version: string;
  family: Family;
  applicable(media: Opened): Applicability;
  examine(media: Opened): Finding | Promise<Finding>;
}

/** A detector's finding with who made it. */
export interface Reported {
  name: string;
  version: string;
  family: Family;
  finding: Finding | null;
  /** Why there is none. */
  reason: string | null;
}

export interface Conclusion {
  fusion: string;
  /** null where inconclusive. */
  isDeepfake: boolean | null;
  /** Whole number 0 to 100: of as many answers like this, how many in a hundred are right; 50 where inconclusive. */
  confidence: number;
  manipulation: Manipulation | null;
  recommendation: 'ACCEPT' | 'REVIEW' | 'REJECT';
  /** Sum after caps. */
  logLikelihoodRatio: number;
  /** What each of the detectors, in their order, counted for; adds up to `logLikelihoodRatio`. */
  counted: readonly number[];
}

export interface Artefact {
  kind: 'HEAT_MAP' | 'SPECTRUM' | 'TIMELINE';
  mediaType: string;
  name: string;
  bytes: Uint8Array;
}

export interface ForensicFindings {
  conclusion: Conclusion;
  detectors: readonly Reported[];
  artefacts: readonly Artefact[];
}

export type RefusalCode =
  | 'UNPROCESSABLE_MEDIA'
  | 'MEDIA_ENCRYPTED'
  | 'MEDIA_TOO_LARGE'
  | 'MEDIA_NOT_SUPPORTED'
  | 'CONTENT_NOT_EXAMINED';

/** The media cannot be examined, whoever tries again. */
export class MediaRefused extends Error {
  override name = 'MediaRefused';
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Told nothing either way. */
export const nothing = (quality = 1, evidence: readonly Evidence[] = []): Finding => ({
  logLikelihoodRatio: 0,
  quality,
  evidence,
});
