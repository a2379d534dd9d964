/** Identity: documents read, faces compared, decided by a table of rules. See README.md for the method. */
export { decide, type Decision, type CheckName, type Judgement, RULES_VERSION } from './decide/index.ts';
export { type ExaminationInput, Examiner, type Picture } from './examine.ts';
export type { Challenge } from './face/index.ts';
export { cosine, falseMatchRate, SAME } from './face/index.ts';
export { readDocument } from './document/index.ts';
export type { IdentityFindings, KnownPerson, PictureKind } from './findings.ts';
