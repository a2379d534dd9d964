import type { Provenance, Quadrilateral } from '../types.ts';
import type { Today } from './dates.ts';
import { isAmbiguous, type Decoded } from './decode.ts';
import type { CheckLayout, FieldLayout, MrzFieldName } from './formats.ts';
import type { Hypothesis } from './hypotheses.ts';
import { parseMrz } from './parse.ts';
import { stateKind } from './states.ts';
import type { Legibility, MrzField, MrzFieldStatus, MrzReading, MrzStatus } from './reading.ts';

/** Every character must be at least this likely, against those that no check digit tells it from, for its field to be used unseen. */
export const LEAST_SURE = 0.8;
/** The same where little else vouches for it: symbols that a right check digit cannot tell apart, codes of no known state. */
const LEAST_SURE_ALONE = 0.9;
/** Misread characters can make check digits right: other content that meets them has to be less likely by this (logarithm). */
const LEAST_RIVAL = 3.5;
/** Legible: so many characters surer than 0.9, lines that fit the form's length, and a mean. */
const LEGIBLE = { sureShare: 0.95, mean: 0.95, misfit: 3 } as const;

/** Zones whose characters are on the whole less sure than this are nobody's to rely on, however their digits add up. */
const LEAST_MEAN = 0.9;

/** Optional data too: its characters stand under the composite digit. */
const USED_FIELDS: ReadonlySet<MrzFieldName> = new Set([
  'documentNumber',
  'birthDate',
  'expiryDate',
  'names',
  'surname',
  'givenNames',
  'sex',
  'nationality',
  'issuingState',
  'optionalData',
  'optionalData2',
]);

export function nothingFound(provenance: Provenance): MrzReading {
  return {
    status: 'NOT_FOUND',
    format: null,
    raw: [],
    lines: [],
    repairs: [],
    ambiguous: false,
    fields: [],
    parsed: null,
    probabilities: [],
    legibility: { legible: false, sureShare: 0, mean: 0, misfit: 0, capHeight: 0 },
    dependable: false,
    region: null,
    lineCorners: [],
    rotation: null,
    provenance,
  };
}

function covers(check: CheckLayout, field: FieldLayout): boolean {
  return check.over.some(({ line, start, end }) => line === field.line && field.start >= start && field.end <= end);
}

function leastSure({ layout, lines }: Decoded, field: FieldLayout): number {
  if (field.name === 'issuingState' || field.name === 'nationality') {
    const code = (lines[field.line] ?? '').slice(field.start, field.end).replace(/<+$/, '');
    return stateKind(code) === undefined ? LEAST_SURE_ALONE : LEAST_SURE;
  }
  return layout.checks.some((check) => covers(check, field)) ? LEAST_SURE_ALONE : LEAST_SURE;
}

/** Corners in the image of a part of a row, characters `start` to `end`. */
export type PlaceOf = (row: number, start: number, end: number) => Quadrilateral;

function fieldOf(decoded: Decoded, field: FieldLayout, placeOf: PlaceOf): MrzField {
  const { layout, lines, raw, repairs, probabilities } = decoded;
  const own = layout.checks.find((check) => check.name !== 'composite' && covers(check, field));
  const holds = (check: CheckLayout | undefined): boolean | undefined =>
    check === undefined ? undefined : decoded.checks.find(({ name }) => name === check.name)?.valid;
  const changed = repairs.some(
    ({ line, at }) =>
      line === field.line &&
      ((at >= field.start && at < field.end) || (own !== undefined && line === own.line && at === own.at)),
  );
  const confidence = Math.min(...(probabilities[field.line] ?? []).slice(field.start, field.end));
  const assurance = Math.min(...(decoded.assurances[field.line] ?? []).slice(field.start, field.end));
  let status: MrzFieldStatus = 'CLEAN';
  if (holds(own) === false) status = 'CHECK_FAILED';
  else if (assurance < leastSure(decoded, field)) status = 'UNSURE';
  else if (changed) status = 'REPAIRED';
  const cut = (text: string | undefined): string => (text ?? '').slice(field.start, field.end);
  const corners = placeOf(field.line, field.start, field.end);
  return { name: field.name, text: cut(lines[field.line]), raw: cut(raw[field.line]), status, confidence, corners };
}

/** Turns the likeliest hypothesis into what callers get: content, evidence, and a status that promises no more than is known. */
export function report(
  best: Hypothesis,
  today: Today,
  provenance: Provenance,
  region: Quadrilateral,
  placeOf: PlaceOf,
  factor: number,
): MrzReading {
  const { decoded, raw, rows, misfit } = best;
  const parsed = parseMrz(decoded.lines, today, decoded.format);
  const ambiguous = isAmbiguous(decoded);
  const sureShare = raw.filter((value) => value >= 0.9).length / raw.length;
  const mean = raw.reduce((sum, value) => sum + value, 0) / raw.length;
  const capHeight = (rows.reduce((sum, row) => sum + (row.height0 + row.height1) / 2, 0) / rows.length) * factor;
  const legible = sureShare >= LEGIBLE.sureShare && mean >= LEGIBLE.mean && misfit <= LEGIBLE.misfit;
  const legibility: Legibility = { legible, sureShare, mean, misfit, capHeight };
  const fields = decoded.layout.fields.map((field) => fieldOf(decoded, field, placeOf));
  let status: MrzStatus;
  if (parsed.valid && !ambiguous) status = decoded.repairs.length === 0 ? 'VALID' : 'REPAIRED';
  else status = legible && !ambiguous ? 'INVALID' : 'UNREADABLE';
  const unsure = fields.some((field) => USED_FIELDS.has(field.name) && field.status === 'UNSURE');
  const knownCode = parsed.problems.every(({ code }) => code !== 'UNKNOWN_DOCUMENT_CODE');
  const [topLeft, topRight] = region;
  const slant = (Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x) * 180) / Math.PI;
  return {
    status,
    format: decoded.format,
    raw: decoded.raw,
    lines: decoded.lines,
    repairs: decoded.repairs,
    ambiguous,
    fields,
    parsed,
    probabilities: decoded.probabilities,
    legibility,
    dependable:
      (status === 'VALID' || status === 'REPAIRED') &&
      decoded.repairs.every(({ reason }) => reason !== 'CHECK_DIGIT') &&
      !unsure &&
      decoded.rival >= LEAST_RIVAL &&
      mean >= LEAST_MEAN &&
      misfit <= LEGIBLE.misfit &&
      knownCode,
    region,
    lineCorners: decoded.lines.map((line, row) => placeOf(row, 0, line.length)),
    rotation: ((-slant % 360) + 360) % 360,
    provenance,
  };
}
