export {
  compareFaces,
  cosine,
  type FaceCalibration,
  type FaceComparison,
  falseMatchRate,
  OWN_CALIBRATION,
} from './compare.ts';
export { type FaceReading, Faces, type MeasuredFace } from './faces.ts';
export { assessLiveness, type Challenge, type Liveness, LIVENESS_BOUNDS, type LivenessReason } from './liveness.ts';
export { FACE_BOUNDS, type FaceQuality } from './quality.ts';
export { parallax } from './geometry.ts';
export { FACE_SLOTS, type FaceSlots } from './slots.ts';
