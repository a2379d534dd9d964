import type { DocumentReading, StageFailure } from './document/types.ts';
import type { FaceCalibration, FaceComparison, FaceReading, Liveness } from './face/index.ts';

/** Kinds of pictures, as in section 5 of the contract. */
export type PictureKind = 'DOCUMENT_FRONT' | 'DOCUMENT_BACK' | 'SELFIE' | 'LIVENESS_FRAME';

/** A picture that nothing could be read from, and what the person who took it should know. */
export interface UnusablePicture {
  kind: PictureKind;
  reason: string;
  /** In words, where more is to be said to who runs the service. */
  cause?: string;
}

/** The network that made the faces' embeddings: those of two cannot be compared. */
export interface FaceModel {
  /** Name, version and hash. */
  name: string;
  calibration: FaceCalibration;
}

/** All that the stages saw. Facts only: what they mean for a person is decided over them, in decide/. */
export interface IdentityFindings {
  front: DocumentReading | null;
  back: DocumentReading | null;
  portrait: FaceReading | null;
  /** The side that the portrait was taken from. */
  portraitOn: 'FRONT' | 'BACK' | null;
  selfie: FaceReading | null;
  comparison: FaceComparison | null;
  liveness: Liveness | null;
  faceModel: FaceModel | null;
  unusable: readonly UnusablePicture[];
  failures: readonly StageFailure[];
}

/** What is known of the applicant beforehand. Dates as YYYY-MM-DD, countries as ISO 3166-1 alpha-2. */
export interface KnownPerson {
  firstName: string;
  middleName: string | null;
  lastName: string;
  dateOfBirth: string | null;
  nationality: string | null;
}
