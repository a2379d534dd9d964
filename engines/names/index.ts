/** Name matching: pure functions and an immutable index. See README.md for the method. */
export { NameIndexBuilder } from './builder.ts';
export { compareNames, type NameComparison } from './compare.ts';
export { ALGORITHM_VERSION } from './model.ts';
export { NameIndex } from './name-index.ts';
export type { SharedSegment } from './segment.ts';
export type {
  EntityName,
  Explanation,
  NameEntity,
  NameIdentifier,
  NameKind,
  NameMatch,
  NameParts,
  NameQuery,
  NameSchema,
  Outcome,
  SearchOptions,
} from './types.ts';
