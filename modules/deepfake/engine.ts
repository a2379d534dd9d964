import type { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { ArtefactKind, Detector, ManipulationType, MediaType, Recommendation } from '../../contract/deepfake.ts';
import type { RevisionPictures } from '../../engines/forensics/index.ts';
import { ApiError } from '../../platform/http/errors.ts';

export interface MadeArtefact {
  kind: ArtefactKind;
  mediaType: string;
  name: string;
  bytes: Uint8Array;
}

export type Finding =
  | {
      kind: 'ANALYSED';
      /** null where inconclusive. */
      isDeepfake: boolean | null;
      /** Whole number 0 to 100, calibrated. */
      confidence: number;
      manipulationType: ManipulationType | null;
      recommendation: Recommendation;
      detectors: Static<typeof Detector>[];
      artefacts: readonly MadeArtefact[];
      /** Pages of a PDF as they were before and after each saving; none of other media, or where they cannot be drawn. */
      revisions?: RevisionPictures | null;
    }
  /** The media cannot be analysed, now or later. */
  | { kind: 'FAILED'; errorCode: string; errorMessage: string };

export interface Analysis {
  jobId: string;
  mediaType: MediaType;
  fileName: string;
  media:
    | { kind: 'FILE'; mediaType: string; size: number; open(): Readable }
    /** An address that passed the guard at creation; it must be checked again when it is fetched. */
    | { kind: 'URL'; url: string };
  /** Tells how far it is, 0 to 100. */
  progress(percent: number): Promise<void>;
}

/** Who analyses: the forensics engine in production, a simulation in the sandbox. All else is one code path. */
export interface ForensicsEngine {
  /** @throws ApiError SERVICE_UNAVAILABLE, with the reason, where media of this type cannot be analysed now */
  requireAvailable(mediaType: MediaType): void;
  /** In the sandbox a file name tells the type where the bytes do not; real analyses need real media. */
  trustsNames: boolean;
  /** When a job that is queued now starts. */
  startsAt(now: Date): Date;
  /** When a job that starts now is analysed. */
  analysesAt(now: Date): Date;
  /** Same input, same finding. Runs outside any transaction, and again after a crash. */
  analyse(analysis: Analysis): Promise<Finding>;
  /** Ends what it runs; analyses under way fail and are taken up again. */
  stop?(): Promise<void>;
}

/** In the place of the forensics engine while none is plugged in: says so, and takes nothing on. */
export const noEngine: ForensicsEngine = {
  requireAvailable() {
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'No forensics engine is installed in this service, so media cannot be examined. No credit was taken and nothing was recorded. The sandbox simulates deepfake jobs.',
      { reason: 'FORENSICS_ENGINE_MISSING' },
    );
  },
  trustsNames: false,
  startsAt: (now) => now,
  analysesAt: (now) => now,
  analyse: async () => ({
    kind: 'FAILED',
    errorCode: 'FORENSICS_ENGINE_MISSING',
    errorMessage: 'The forensics engine was removed before this job was analysed.',
  }),
};
