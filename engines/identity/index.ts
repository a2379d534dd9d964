/**
 * Identity: documents read, faces compared, decided by a table of rules. See README.md for the method. Here is what decides
 * over findings; the networks that find are behind examine.ts, which only an isolated process loads.
 */
export { decide, type Decision, type CheckName, type Judgement, RULES_VERSION } from './decide/index.ts';
export { readDocument } from './document/extract.ts';
export { type DocumentEvidence, documentEvidence } from './document/places.ts';
export type { ExaminationInput, Picture } from './examine.ts';
export { cosine, type FaceCalibration, falseMatchRate, OWN_CALIBRATION } from './face/compare.ts';
export type { Challenge } from './face/liveness.ts';
export type { FaceModel, IdentityFindings, KnownPerson, PictureKind } from './findings.ts';
export type { ModelSlot } from './models/session.ts';
export { IDENTITY_MODELS, type IdentityModels } from './models/slots.ts';
