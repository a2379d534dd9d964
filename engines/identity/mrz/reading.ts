import type { Provenance, Quadrilateral } from '../types.ts';
import type { MrzRepair } from './decode.ts';
import type { MrzFieldName, MrzFormat } from './formats.ts';
import type { ParsedMrz } from './parse.ts';

/**
 * What came of looking for a zone:
 * VALID: read without a repair, every check digit right, nothing in it that its form forbids;
 * REPAIRED: the same after repairs that had no rival, each listed; never as good as VALID;
 * INVALID: legible, and still a check digit is wrong or a field holds what it cannot;
 * UNREADABLE: a zone is there, but too unsure to hold its digits against anyone;
 * NOT_FOUND: nothing looks like a zone.
 */
export type MrzStatus = 'VALID' | 'REPAIRED' | 'INVALID' | 'UNREADABLE' | 'NOT_FOUND';

/**
 * CLEAN: as read, and under its check digit where it has one; REPAIRED: a character of it, or its check digit, was
 * changed; UNSURE: a character is less likely than LEAST_SURE against those that no check digit tells it from;
 * CHECK_FAILED: its own check digit is wrong.
 */
export type MrzFieldStatus = 'CLEAN' | 'REPAIRED' | 'UNSURE' | 'CHECK_FAILED';

export interface MrzField {
  name: MrzFieldName;
  /** Characters as reported, fillers included. */
  text: string;
  /** Characters as the recogniser read them. */
  raw: string;
  status: MrzFieldStatus;
  /** Probability of the least likely of its characters, 0–1. */
  confidence: number;
  /** Around its characters in the image given, from the writing's own top left. */
  corners: Quadrilateral;
}

/** How well the characters could be told apart, whatever they say. */
export interface Legibility {
  /** True where a wrong check digit may be laid to the document rather than to the picture. */
  legible: boolean;
  /** Share of the characters whose likeliest symbol has 0.9 or more. */
  sureShare: number;
  /** Mean probability of the likeliest symbols. */
  mean: number;
  /** How much less likely the lines are at the form's length than at any length: natural logarithm, all lines. */
  misfit: number;
  /** Height of the capitals in pixels of the image given. */
  capHeight: number;
}

export interface MrzReading {
  status: MrzStatus;
  format: MrzFormat | null;
  /** The lines as read, place by place; empty where no zone was found. */
  raw: readonly string[];
  /** The lines after repairs. */
  lines: readonly string[];
  repairs: readonly MrzRepair[];
  /** True where check digits could be met in two ways of like probability: the repairs then prove nothing. */
  ambiguous: boolean;
  fields: readonly MrzField[];
  /** Content of `lines`, with every check digit read and computed; null where no zone was found. */
  parsed: ParsedMrz | null;
  /** Probability of each character of `lines`. */
  probabilities: readonly (readonly number[])[];
  legibility: Legibility;
  /**
   * True where the fields may be used without a person looking: VALID, or REPAIRED by character classes alone (a check
   * digit that had to choose a character proves nothing by being met); no field that matters (number, dates, names, sex,
   * states) UNSURE, characters sure on the whole, lines that fit the form, and a document code that the form has.
   */
  dependable: boolean;
  /** Corners of the zone in the image given, from the zone's own top left; null where none was found. */
  region: Quadrilateral | null;
  /** Around each of the lines, as `region`; empty where no zone was found. */
  lineCorners: readonly Quadrilateral[];
  /** Degrees clockwise to turn the image so that the zone reads upright, 0 to 360; null where none was found. */
  rotation: number | null;
  provenance: Provenance;
}

/** An image that cannot be looked at: sides, channels or the amount of data do not fit. */
export class MrzImageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MrzImageError';
  }
}
