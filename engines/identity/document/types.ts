import type { MrzReading } from '../mrz/index.ts';
import type { Box, Evidence, Provenance, QualityFinding, Quadrilateral } from '../types.ts';

/** Fields of a document, whoever read them: section 5's `extracted`. */
export const DOCUMENT_FIELDS = [
  'documentNumber',
  'issuingCountry',
  'firstName',
  'lastName',
  'dateOfBirth',
  'nationality',
  'sex',
  'dateOfIssue',
  'dateOfExpiry',
  'personalNumber',
  'address',
] as const;
export type DocumentField = (typeof DOCUMENT_FIELDS)[number];

/** A field as printed on the document. Dates as YYYY-MM-DD, states as ISO 3166-1 alpha-3. */
export interface PrintedField {
  field: DocumentField;
  value: string;
  /** As the recogniser read it. */
  raw: string;
  /** Probability of the least sure part, 0 to 1. */
  confidence: number;
  box: Box;
  /** From the writing's own top left, pixels of the picture. */
  corners: Quadrilateral;
}

/** A line of print. */
export interface PrintedLine {
  text: string;
  confidence: number;
  box: Box;
}

export interface PrintedReading {
  fields: readonly PrintedField[];
  lines: readonly PrintedLine[];
  /** Scripts seen that the recogniser does not read; fields in them are not read. */
  unreadScripts: readonly string[];
  provenance: readonly Provenance[];
}

/** A two-dimensional bar code on the document. */
export interface BarcodeReading {
  symbology: string;
  /** Content as it stands; may be hostile. */
  text: string;
  /** Content of a driving licence or identity card in the form of AAMVA's DL/ID Card Design Standard; null for others. */
  fields: Readonly<Partial<Record<DocumentField, string>>> | null;
  /** The same as they stand in the content, before anything was made of them. */
  raw: Readonly<Partial<Record<DocumentField, string>>>;
  /** From the symbol's own top left, pixels of the picture. */
  corners: Quadrilateral;
  /** AAMVA version, issuer number. */
  evidence: Evidence;
  provenance: Provenance;
}

/** Something about the picture that an honest capture of a real document seldom has. It sends to review, no more. */
export interface AuthenticitySignal {
  code:
    | 'SCREEN_MOIRE'
    | 'PRINTED_COPY'
    | 'DOUBLE_COMPRESSION'
    | 'PASTED_PORTRAIT'
    | 'PASTED_TEXT'
    | 'FONT_ANOMALY'
    | 'EDITOR_TRACES';
  /** Natural logarithm of how much likelier on a manipulated document, where measured; null where only noted. */
  logLikelihoodRatio: number | null;
  evidence: Evidence;
}

/** A stage that could not run: its check is NOT_PERFORMED. */
export interface StageFailure {
  stage: 'DECODE' | 'LOCATE' | 'MRZ' | 'BARCODE' | 'PRINTED' | 'AUTHENTICITY' | 'PORTRAIT' | 'SELFIE' | 'LIVENESS';
  /** Name of the model or part. */
  part: string;
  reason: string;
}

/** All that one side of a document showed. */
export interface DocumentReading {
  width: number;
  height: number;
  /** Of the picture as uploaded: facts of its metadata that matter, such as the program that wrote it. */
  metadata: Evidence;
  /** Corners in the picture; null where no document's edges stand out. */
  corners: Quadrilateral | null;
  quality: readonly QualityFinding[];
  mrz: MrzReading | null;
  barcodes: readonly BarcodeReading[];
  printed: PrintedReading | null;
  authenticity: readonly AuthenticitySignal[];
  /** 64 bits, hexadecimal: near for pictures of the same thing (DCT hash: Zauner 2010). */
  perceptualHash: string;
  failures: readonly StageFailure[];
}
