import type { Evidence, Point } from '../types.ts';
import { cosine, type FaceCalibration } from './compare.ts';
import type { FaceReading, MeasuredFace } from './faces.ts';
import { parallax } from './geometry.ts';

/** A turn of the head that was asked for while the frames were taken. */
export interface Challenge {
  /** Towards the person's own left or right, in the order asked. */
  turns: readonly ('LEFT' | 'RIGHT')[];
}

export type LivenessReason =
  | 'TOO_FEW_FRAMES'
  | 'FACE_LOST'
  | 'SEVERAL_FACES'
  | 'ANOTHER_PERSON'
  | 'NO_MOVEMENT'
  | 'REPEATED_FRAMES'
  | 'FLAT_SURFACE'
  | 'CHALLENGE_NOT_MET';

/** What the frames say about a living person in front of the camera. */
export interface Liveness {
  outcome: 'LIVE' | 'NOT_SHOWN' | 'SUSPICIOUS';
  reasons: readonly LivenessReason[];
  evidence: Evidence;
}

export const LIVENESS_BOUNDS = {
  frames: 3,
  /** Share of frames that may show no face, or more than one. */
  lost: 0.25,
  /** Degrees between the most left and the most right view. */
  turn: 15,
  /** Of frames that look straight ahead: from their nearest to the turned ones, eye distances (README: 0.09 to 0.37 in heads that turn, 0.01 to 0.065 in pictures that do). */
  parallax: 0.075,
  /** Hundredths of the eye distance by which points move between some two frames of a living face. */
  still: 0.3,
  /** Degrees of turn that answer one step of a challenge. */
  step: 12,
} as const;

/**
 * Looks at frames in the order in which they were taken. Tells a living head from a flat picture by parallax, and a
 * recording made beforehand only where a challenge was set that it could not know. Tested against pictures that are
 * turned and very few presentation attacks: experimental (README).
 * @param selfie the face that the frames must belong to; null where it was not readable
 */
export function assessLiveness(
  frames: readonly FaceReading[],
  selfie: MeasuredFace | null,
  challenge: Challenge | null,
  calibration: FaceCalibration,
): Liveness {
  const bounds = LIVENESS_BOUNDS;
  const seen = frames.flatMap(({ face, faces }) => (face && faces === 1 ? [face] : []));
  const crowded = frames.filter(({ faces }) => faces > 1).length;
  const lost = frames.length - seen.length;
  const yaws = seen.map(({ quality }) => quality.yaw);
  const turn = seen.length > 0 ? Math.max(...yaws) - Math.min(...yaws) : 0;
  const references = selfie ? [selfie, ...seen.slice(0, 1)] : seen.slice(0, 1);
  const likeness = least(seen, (face) =>
    Math.max(...references.map((other) => cosine(face.embedding, other.embedding))),
  );
  const depth = greatestParallax(seen);
  const moved = largestMovement(seen);
  const answered = challenge ? stepsAnswered(yaws, challenge) : null;
  const evidence: Evidence = {
    frames: frames.length,
    framesWithOneFace: seen.length,
    turnDegrees: round(turn, 1),
    parallax: round(depth, 3),
    likeness: round(likeness, 4),
    movement: round(moved, 3),
    challenge: challenge ? challenge.turns.join(' ') : null,
    challengeStepsAnswered: answered,
    method: 'head turn and parallax, experimental',
  };
  const reasons: LivenessReason[] = [];
  if (seen.length > 1 && likeness < (turn >= bounds.turn ? calibration.sameWhenTurned : calibration.sameWhenStill)) {
    reasons.push('ANOTHER_PERSON');
  }
  if (crowded > bounds.lost * frames.length) reasons.push('SEVERAL_FACES');
  if (seen.length > 1 && moved < bounds.still) reasons.push('REPEATED_FRAMES');
  if (turn >= bounds.turn && depth < bounds.parallax) reasons.push('FLAT_SURFACE');
  if (reasons.length > 0) return { outcome: 'SUSPICIOUS', reasons, evidence };
  if (seen.length < bounds.frames) reasons.push('TOO_FEW_FRAMES');
  if (lost > bounds.lost * frames.length) reasons.push('FACE_LOST');
  if (turn < bounds.turn) reasons.push('NO_MOVEMENT');
  if (challenge && answered !== challenge.turns.length) reasons.push('CHALLENGE_NOT_MET');
  return { outcome: reasons.length > 0 ? 'NOT_SHOWN' : 'LIVE', reasons, evidence };
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const least = (faces: readonly MeasuredFace[], measure: (face: MeasuredFace) => number): number =>
  faces.length > 0 ? Math.min(...faces.map(measure)) : 0;

/** Between the view nearest to straight ahead and each other one. */
function greatestParallax(faces: readonly MeasuredFace[]): number {
  const ahead = faces.toSorted((a, b) => Math.abs(a.quality.yaw) - Math.abs(b.quality.yaw))[0];
  if (!ahead) return 0;
  const turned = faces.filter(({ quality }) => Math.abs(quality.yaw - ahead.quality.yaw) >= LIVENESS_BOUNDS.step);
  return Math.max(0, ...turned.map(({ landmarks }) => parallax(ahead.landmarks, landmarks)));
}

/** The largest movement between two frames that follow one another: mean over all points, hundredths of the eye distance. */
function largestMovement(faces: readonly MeasuredFace[]): number {
  const moves = faces.slice(1).map((face, index) => {
    const before = faces[index] as MeasuredFace;
    return (100 * meanDistance(before.landmarks, face.landmarks)) / before.quality.eyeDistance;
  });
  return moves.length > 0 ? Math.max(...moves) : 0;
}

const meanDistance = (a: readonly Point[], b: readonly Point[]): number =>
  a.reduce((sum, point, index) => sum + Math.hypot(point.x - (b[index]?.x ?? 0), point.y - (b[index]?.y ?? 0)), 0) /
  a.length;

/** How many steps of the challenge follow one another in the frames. A turn to one's own left is to the picture's right. */
function stepsAnswered(yaws: readonly number[], { turns }: Challenge): number {
  let step = 0;
  for (const yaw of yaws) {
    const wanted = turns[step];
    if (wanted === undefined) break;
    if (wanted === 'LEFT' ? yaw >= LIVENESS_BOUNDS.step : yaw <= -LIVENESS_BOUNDS.step) step++;
  }
  return step;
}
