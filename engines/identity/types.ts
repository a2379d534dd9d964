/**
 * What the stages of an identity examination hand to one another. A stage looks at pixels and leaves findings with
 * evidence; it never decides about a person. Deciding is `decide/`, over findings alone.
 */

/** Pixels, upright, 8 bits a sample, interleaved, rows from the top. */
export interface Raster {
  data: Uint8Array;
  width: number;
  height: number;
  /** 1 grey, 3 RGB; there is no alpha. */
  channels: 1 | 3;
}

/** A point in pixels of the image it is about, from the top left corner. */
export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** Corners clockwise from the document's own top left. */
export type Quadrilateral = readonly [Point, Point, Point, Point];

export type EvidenceValue = string | number | boolean | null;

/** Facts behind a finding, flat and small: they go into the record that the customer reads. */
export type Evidence = Readonly<Record<string, EvidenceValue>>;

/** What an applicant can do something about: the codes of section 5's retries. */
export const QUALITY_ISSUES = [
  'IMAGE_BLURRED',
  'IMAGE_GLARE',
  'IMAGE_TOO_DARK',
  'IMAGE_TOO_BRIGHT',
  'DOCUMENT_CROPPED',
  'DOCUMENT_NOT_FOUND',
  'RESOLUTION_TOO_LOW',
  'MRZ_UNREADABLE',
  'FACE_NOT_FOUND',
  'MULTIPLE_FACES',
  'FACE_TOO_SMALL',
  'FACE_TURNED_AWAY',
  'FACE_COVERED',
  'EYES_CLOSED',
] as const;
export type QualityIssue = (typeof QUALITY_ISSUES)[number];

/** A finding of quality: the code, what was measured, and the bound it is held against. */
export interface QualityFinding {
  code: QualityIssue;
  value: number;
  threshold: number;
  /** True where the picture should be taken again; false where it is only noted. */
  retake: boolean;
}

/** Which model or rule set spoke. */
export interface Provenance {
  name: string;
  version: string;
  /** Of the weights; null for a rule without weights. */
  sha256: string | null;
}

/** A model that is not there, damaged, or failed: the check is NOT_PERFORMED, never passed. */
export class ModelUnavailable extends Error {
  readonly model: string;
  constructor(model: string, reason: string, options?: ErrorOptions) {
    super(`The model ${model} cannot be used: ${reason}`, options);
    this.name = 'ModelUnavailable';
    this.model = model;
  }
}
