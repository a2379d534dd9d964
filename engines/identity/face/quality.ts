import { grey } from '../resample.ts';
import type { Point, QualityFinding, Raster } from '../types.ts';
import type { DetectedFace } from './detect.ts';
import { align } from './embed.ts';
import { type FaceGeometry, geometryOf } from './geometry.ts';

/** What the picture of a face is good for. */
export interface FaceQuality extends FaceGeometry {
  /** Mean brightness of the aligned face, 0 to 255. */
  brightness: number;
  /** Variance of the Laplacian over the aligned face (Pech-Pacheco et al. 2000): low where it is blurred. */
  sharpness: number;
  /** How far two networks disagree on nose and mouth, in eye distances: high where they are covered. */
  disagreement: number;
}

/** The least that a comparison may rest on (see README: error rates by eye distance and turn). */
export const FACE_BOUNDS = {
  /** Pixels between the eyes: below it a new picture is asked for. */
  eyeDistance: 24,
  /** Pixels between the eyes from which a comparison may decide by itself. */
  decisiveEyeDistance: 40,
  yaw: 25,
  pitch: 35,
  darkest: 35,
  brightest: 235,
  sharpness: 12,
  eyeOpening: 0.13,
  disagreement: 0.3,
} as const;

/** @param landmarks 68 points of the face */
export function measureFace(picture: Raster, face: DetectedFace, landmarks: readonly Point[]): FaceQuality {
  const geometry = geometryOf(landmarks);
  const aligned = grey(align(picture, landmarks));
  const { nose, leftMouth, rightMouth } = face.points;
  const apart = (index: number, point: Point): number =>
    Math.hypot((landmarks[index]?.x ?? 0) - point.x, (landmarks[index]?.y ?? 0) - point.y) / geometry.eyeDistance;
  return {
    ...geometry,
    brightness: aligned.data.reduce((sum, value) => sum + value, 0) / aligned.data.length,
    sharpness: laplacianVariance(aligned),
    disagreement: Math.max(apart(30, nose), apart(48, leftMouth), apart(54, rightMouth)),
  };
}

/** What the applicant should do better; empty where the face will do. `retake` marks what no comparison can rest on. */
export function judgeFace(quality: FaceQuality): QualityFinding[] {
  const findings: QualityFinding[] = [];
  const note = (code: QualityFinding['code'], value: number, threshold: number, bad: boolean): void => {
    if (bad) findings.push({ code, value: round(value), threshold, retake: true });
  };
  const bounds = FACE_BOUNDS;
  note('FACE_TOO_SMALL', quality.eyeDistance, bounds.eyeDistance, quality.eyeDistance < bounds.eyeDistance);
  note('FACE_TURNED_AWAY', Math.abs(quality.yaw), bounds.yaw, Math.abs(quality.yaw) > bounds.yaw);
  note('FACE_TURNED_AWAY', Math.abs(quality.pitch), bounds.pitch, Math.abs(quality.pitch) > bounds.pitch);
  note('IMAGE_TOO_DARK', quality.brightness, bounds.darkest, quality.brightness < bounds.darkest);
  note('IMAGE_TOO_BRIGHT', quality.brightness, bounds.brightest, quality.brightness > bounds.brightest);
  note('IMAGE_BLURRED', quality.sharpness, bounds.sharpness, quality.sharpness < bounds.sharpness);
  note('EYES_CLOSED', quality.eyeOpening, bounds.eyeOpening, quality.eyeOpening < bounds.eyeOpening);
  note('FACE_COVERED', quality.disagreement, bounds.disagreement, quality.disagreement > bounds.disagreement);
  return findings;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Variance of the discrete Laplacian, on brightness of 0 to 255. */
export function laplacianVariance({ data, width, height }: Raster): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value =
        4 * (data[at] as number) -
        (data[at - 1] as number) -
        (data[at + 1] as number) -
        (data[at - width] as number) -
        (data[at + width] as number);
      sum += value;
      squares += value * value;
      count++;
    }
  }
  const mean = sum / Math.max(count, 1);
  return squares / Math.max(count, 1) - mean * mean;
}
