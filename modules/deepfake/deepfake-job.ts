import type { Static } from 'typebox';
import type {
  Artefact,
  DeepfakeJob,
  DeepfakeStatus,
  Detector,
  ManipulationType,
  MediaType,
  Recommendation,
} from '../../contract/deepfake.ts';
import type { Finding } from './engine.ts';

export interface StoredMedia {
  fileId: string;
  mediaType: string;
  size: number;
}

export interface JobRow {
  id: string;
  mediaType: MediaType;
  status: DeepfakeStatus;
  progress: number;
  credits: number;
  isDeepfake: boolean | null;
  confidence: number | null;
  manipulationType: ManipulationType | null;
  recommendation: Recommendation | null;
  detectors: Static<typeof Detector>[];
  artefacts: Static<typeof Artefact>[];
  errorCode: string | null;
  errorMessage: string | null;
  fileName: string;
  media: StoredMedia | null;
  sealedUrl: Buffer | null;
  callbackUrl: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
}

interface Transition {
  from: readonly DeepfakeStatus[];
  to: DeepfakeStatus;
  /** What becomes of the credits held at creation. */
  credits: 'HELD' | 'CAPTURED' | 'RELEASED';
}

/** Every move that a job can make; there is no other. A deleted job is gone, and its held credits are given back. */
export const TRANSITIONS = {
  START: { from: ['QUEUED'], to: 'PROCESSING', credits: 'HELD' },
  COMPLETE: { from: ['PROCESSING'], to: 'COMPLETED', credits: 'CAPTURED' },
  FAIL: { from: ['QUEUED', 'PROCESSING'], to: 'FAILED', credits: 'RELEASED' },
} as const satisfies Record<string, Transition>;
export type Move = keyof typeof TRANSITIONS;

export const UNFINISHED: readonly DeepfakeStatus[] = ['QUEUED', 'PROCESSING'];
export const isUnfinished = (row: Pick<JobRow, 'status'>): boolean => UNFINISHED.includes(row.status);

const STARTED_PROGRESS = 10;

/**
 * The row after a move, with what came of it.
 * @throws Error where the table has no such move from the row's status: a rule of this module is broken
 */
export function moved(row: JobRow, move: Move, change: Partial<JobRow>, now: Date): JobRow {
  const { from, to } = TRANSITIONS[move] as Transition;
  if (!from.includes(row.status)) throw new Error(`A deepfake job cannot ${move} in status ${row.status}`);
  const finished = to === 'PROCESSING' ? { progress: STARTED_PROGRESS } : { completedAt: now, sealedUrl: null };
  const complete = to === 'COMPLETED' ? { progress: 100 } : {};
  return { ...row, ...change, ...finished, ...complete, status: to, updatedAt: now };
}

/** What a finding does to a job. */
export function concluded(
  finding: Finding,
  artefacts: readonly Static<typeof Artefact>[],
): { move: Move; change: Partial<JobRow> } {
  if (finding.kind === 'FAILED') {
    const { errorCode, errorMessage } = finding;
    return { move: 'FAIL', change: { errorCode, errorMessage } };
  }
  const { isDeepfake, confidence, manipulationType, recommendation, detectors } = finding;
  return {
    move: 'COMPLETE',
    change: { isDeepfake, confidence, manipulationType, recommendation, detectors, artefacts: [...artefacts] },
  };
}

export function present(row: JobRow): Static<typeof DeepfakeJob> {
  return {
    jobId: row.id,
    id: row.id,
    mediaType: row.mediaType,
    status: row.status,
    progress: row.progress,
    isDeepfake: row.isDeepfake,
    confidence: row.confidence,
    manipulationType: row.manipulationType,
    recommendation: row.recommendation,
    detectors: row.detectors,
    artefacts: row.artefacts,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    fileName: row.fileName,
    size: row.media?.size ?? null,
    callbackUrl: row.callbackUrl,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}
