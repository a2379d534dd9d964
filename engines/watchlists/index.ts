export { canonicalJson, entityHash, listChange, shrunken, type ListChange } from './change.ts';
export { countryCode } from './countries.ts';
export { parseBirthDate, parseDate } from './dates.ts';
export { OWN_COLUMNS } from './own-csv.ts';
export { isListFormat, listReader } from './reader.ts';
export * from './types.ts';
