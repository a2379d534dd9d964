/** The machine-readable zone: found, read, checked. See README.md for the method. */
export { checkDigit } from './check-digit.ts';
export type { MrzDate, Today } from './dates.ts';
export type { MrzRepair, RepairReason } from './decode.ts';
export type { CheckName, MrzFieldName, MrzFormat } from './formats.ts';
export { type MrzNames, writtenOut, zoneSpellings } from './names.ts';
export { MrzShapeError, parseMrz, type MrzCheck, type MrzProblem, type ParsedMrz } from './parse.ts';
export { readMrz, type ReadMrzOptions } from './read.ts';
export {
  MrzImageError,
  type Legibility,
  type MrzField,
  type MrzFieldStatus,
  type MrzReading,
  type MrzStatus,
} from './reading.ts';
export { LineRecogniser } from './recogniser.ts';
export { MRZ_SLOT } from './slot.ts';
export { stateKind, type StateKind } from './states.ts';
