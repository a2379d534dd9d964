/**
 * Identity: documents read, faces compared, decided by a table of rules. See README.md for the method. Here is what decides
 * over findings; the networks that find are behind examine.ts, which only an isolated process loads.
 */
export { decide, type Decision, type CheckName, type Judgement, RULES_VERSION } from './decide/index.ts';
export { readDocument } from './document/extract.ts';
export type { ExaminationInput, Picture } from './examine.ts';
export { cosine, falseMatchRate, SAME } from './face/compare.ts';
export type { Challenge } from './face/liveness.ts';
export type { IdentityFindings, KnownPerson, PictureKind } from './findings.ts';
