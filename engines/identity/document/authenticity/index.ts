/** Marks of copies and of manipulation on a picture. See README.md of the folder above. */
export { quantisationTable } from './double.ts';
export type { PrintedLine } from './glyphs.ts';
export { AUTHENTICITY_BOUNDS, authenticitySignals, type PictureToJudge } from './signals.ts';
