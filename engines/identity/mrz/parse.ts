import { ALPHABET, checkDigit } from './check-digit.ts';
import { birthDate, documentDate, type MrzDate, type Today } from './dates.ts';
import {
  formatOf,
  layoutFor,
  type CharacterClass,
  type CheckLayout,
  type CheckName,
  type FormatLayout,
  type MrzFieldName,
  type MrzFormat,
  type Span,
} from './formats.ts';
import { splitNames, type MrzNames } from './names.ts';
import { stateKind, type StateKind } from './states.ts';

/** One check digit: what the zone says and what its characters give. */
export interface MrzCheck {
  name: CheckName;
  /** The character that stands in the place of the digit. */
  read: string;
  /** The digit that the covered characters give. */
  computed: string;
  valid: boolean;
}

/** Something in a field that its form does not allow. */
export interface MrzProblem {
  field: MrzFieldName;
  code: 'CHARACTER_NOT_ALLOWED' | 'NO_DATE' | 'UNKNOWN_STATE' | 'EMPTY' | 'UNKNOWN_DOCUMENT_CODE';
  /** Characters of the field as they stand. */
  text: string;
}

/** The content of a zone. Texts have their trailing fillers off; null where the form has no such field. */
export interface ParsedMrz {
  format: MrzFormat;
  lines: readonly string[];
  documentCode: string;
  issuingState: string;
  issuingStateKind: StateKind | undefined;
  nationality: string | null;
  nationalityKind: StateKind | undefined;
  names: MrzNames;
  documentNumber: string;
  birthDate: MrzDate | undefined;
  expiryDate: MrzDate | null | undefined;
  issueDate: { year: number; month: number } | null;
  /** X where the issuer left it unspecified (`<`); undefined where the place holds something else. */
  sex: 'M' | 'F' | 'X' | undefined;
  optionalData: string;
  optionalData2: string | null;
  checks: readonly MrzCheck[];
  problems: readonly MrzProblem[];
  /** Every check digit right and no problem but an unknown state or document code. */
  valid: boolean;
}

/** Lines that are no machine-readable zone; says what is wrong with their shape. */
export class MrzShapeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MrzShapeError';
  }
}

const ALLOWED: Readonly<Record<CharacterClass, RegExp>> = {
  LETTER: /^[A-Z<]*$/,
  DIGIT: /^[0-9]*$/,
  DIGIT_OR_FILLER: /^[0-9<]*$/,
  ANY: /^[A-Z0-9<]*$/,
  SEX: /^[MF<]$/,
};

/** First letters of document codes: ICAO 9303-4 (P), -5 and -6 (A, C, I), -7 (V). */
const DOCUMENT_CODES: Readonly<Record<MrzFormat, string>> = {
  TD1: 'ACI',
  TD2: 'ACI',
  TD3: 'P',
  MRV_A: 'V',
  MRV_B: 'V',
  FRA_ID: 'I',
};

/** Unknown codes are noted, but a new state or a national code makes no document wrong. */
const NOTED_ONLY = new Set<MrzProblem['code']>(['UNKNOWN_STATE', 'UNKNOWN_DOCUMENT_CODE']);

function cut(lines: readonly string[], { line, start, end }: Span): string {
  return (lines[line] ?? '').slice(start, end);
}

function trimmed(text: string): string {
  return text.replace(/<+$/, '');
}

/** Every check digit of a layout, computed: ICAO 9303-3, section 4.9 and the composite of each part. */
export function verifyChecks(layout: FormatLayout, lines: readonly string[]): MrzCheck[] {
  return layout.checks.map((check: CheckLayout) => {
    const covered = check.over.map((span) => cut(lines, span)).join('');
    const computed = checkDigit(covered) ?? '';
    const read = (lines[check.line] ?? '').charAt(check.at);
    const emptyFiller = check.fillerWhenEmpty && read === '<' && /^<*$/.test(covered);
    return { name: check.name, read, computed, valid: emptyFiller || (computed !== '' && read === computed) };
  });
}

function french(code: string): boolean {
  return code === 'FRA_ID';
}

/**
 * Reads the lines of a zone by ICAO 9303-3 to -7 and, for the French card, its issuer's rules.
 * @param lines two or three lines of A–Z, 0–9 and `<`
 * @param today day to reckon centuries from, YYYY-MM-DD
 * @param format the form, where it is known; else it follows from the shape of the lines
 * @throws MrzShapeError where the lines have the shape of no form or hold other characters
 */
export function parseMrz(lines: readonly string[], today: Today, format = formatOf(lines)): ParsedMrz {
  if (format === undefined) {
    const shape = lines.map((line) => line.length).join(', ');
    throw new MrzShapeError(`No form has ${lines.length} lines of ${shape} characters: 3 of 30, 2 of 36 or 2 of 44`);
  }
  const strange = lines.findIndex((line) => Array.from(line).some((symbol) => !ALPHABET.includes(symbol)));
  if (strange >= 0) throw new MrzShapeError(`Line ${strange + 1} holds characters other than A–Z, 0–9 and <`);
  const layout = layoutFor(format, lines);
  if (lines.length !== layout.lines || lines.some((line) => line.length !== layout.length)) {
    throw new MrzShapeError(`${format} has ${layout.lines} lines of ${layout.length} characters`);
  }
  const text = (name: MrzFieldName): string | null => {
    const spans = layout.fields.filter((entry) => entry.name === name);
    return spans.length === 0 ? null : spans.map((span) => cut(lines, span)).join('');
  };
  const problems: MrzProblem[] = [];
  for (const entry of layout.fields) {
    const value = cut(lines, entry);
    if (!ALLOWED[entry.holds].test(value))
      problems.push({ field: entry.name, code: 'CHARACTER_NOT_ALLOWED', text: value });
  }
  const note = (field: MrzFieldName, code: MrzProblem['code'], wrong: boolean): void => {
    if (wrong) problems.push({ field, code, text: text(field) ?? '' });
  };
  const state = trimmed(text('issuingState') ?? '');
  const nation = text('nationality');
  const nationality = nation === null ? (french(format) ? 'FRA' : null) : trimmed(nation);
  const born = birthDate(text('birthDate') ?? '', today);
  const expiryText = text('expiryDate');
  const expires = expiryText === null ? null : documentDate(expiryText, today);
  const issued = text('issueDate');
  const month = issued === null ? 0 : Number(issued.slice(2, 4));
  const issueYear = issued === null ? undefined : documentDate(`${issued.slice(0, 2)}0101`, today)?.year;
  const surname = text('surname');
  const names =
    surname === null
      ? splitNames(text('names') ?? '')
      : {
          surname: splitNames(surname.replaceAll('<<', '<')).surname,
          givenNames: splitNames((text('givenNames') ?? '').replace(/<+/g, '<')).surname,
          maybeTruncated: !surname.endsWith('<') || !(text('givenNames') ?? '').endsWith('<'),
        };
  note('issuingState', 'UNKNOWN_STATE', stateKind(state) === undefined);
  note('nationality', 'UNKNOWN_STATE', nationality !== null && stateKind(nationality) === undefined);
  note('birthDate', 'NO_DATE', born === undefined);
  note('expiryDate', 'NO_DATE', expires === undefined);
  note('issueDate', 'NO_DATE', issued !== null && (issueYear === undefined || month < 1 || month > 12));
  note('documentNumber', 'EMPTY', trimmed(text('documentNumber') ?? '') === '');
  note(surname === null ? 'names' : 'surname', 'EMPTY', names.surname === '' && names.givenNames === '');
  note('documentCode', 'UNKNOWN_DOCUMENT_CODE', !DOCUMENT_CODES[format].includes((lines[0] ?? '').charAt(0)));
  const sexAt = text('sex') ?? '';
  const checks = verifyChecks(layout, lines);
  return {
    format,
    lines,
    documentCode: trimmed(text('documentCode') ?? ''),
    issuingState: state,
    issuingStateKind: stateKind(state),
    nationality,
    nationalityKind: nationality === null ? undefined : stateKind(nationality),
    names,
    documentNumber: trimmed(text('documentNumber') ?? '').replaceAll('<', ''),
    birthDate: born,
    expiryDate: expires,
    issueDate: typeof issueYear === 'number' && month >= 1 && month <= 12 ? { year: issueYear, month } : null,
    sex: sexAt === '<' ? 'X' : sexAt === 'M' || sexAt === 'F' ? sexAt : undefined,
    optionalData: trimmed(text('optionalData') ?? ''),
    optionalData2: text('optionalData2') === null ? null : trimmed(text('optionalData2') ?? ''),
    checks,
    problems,
    valid: checks.every(({ valid }) => valid) && problems.every(({ code }) => NOTED_ONLY.has(code)),
  };
}
