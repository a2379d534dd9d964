/** The forms of a machine-readable zone, as data: where each field stands, what it may hold, what each check digit covers. */

/** TD1, TD2, TD3: ICAO 9303-5, -6, -4, section 4.2; MRV_A, MRV_B: 9303-7, sections 4 and 5; FRA_ID: the French card of 1988–2021. */
export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRV_A' | 'MRV_B' | 'FRA_ID';

export type MrzFieldName =
  | 'documentCode'
  | 'issuingState'
  | 'names'
  | 'surname'
  | 'givenNames'
  | 'documentNumber'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'optionalData'
  | 'optionalData2'
  | 'issueDate'
  | 'issuingOffice';

export type CheckName = 'documentNumber' | 'birthDate' | 'expiryDate' | 'optionalData' | 'composite';

/** What a place may hold: letters and filler; digits; digits and filler; anything; M, F or filler. */
export type CharacterClass = 'LETTER' | 'DIGIT' | 'DIGIT_OR_FILLER' | 'ANY' | 'SEX';

/** Characters `start` to `end` (not included) of a line, counted from 0. */
export interface Span {
  line: number;
  start: number;
  end: number;
}

export interface FieldLayout extends Span {
  name: MrzFieldName;
  holds: CharacterClass;
}

export interface CheckLayout {
  name: CheckName;
  over: readonly Span[];
  line: number;
  at: number;
  /** Filler is allowed in place of the digit when all that it covers is filler. */
  fillerWhenEmpty: boolean;
}

export interface FormatLayout {
  format: MrzFormat;
  lines: number;
  length: number;
  fields: readonly FieldLayout[];
  checks: readonly CheckLayout[];
}

function span(line: number, start: number, end: number): Span {
  return { line, start, end };
}

function field(name: MrzFieldName, line: number, start: number, end: number, holds: CharacterClass): FieldLayout {
  return { name, line, start, end, holds };
}

function check(name: CheckName, line: number, at: number, over: readonly Span[], fillerWhenEmpty = false): CheckLayout {
  return { name, over, line, at, fillerWhenEmpty };
}

/** The first line of all two-line ICAO forms. */
function heading(length: number): FieldLayout[] {
  return [
    field('documentCode', 0, 0, 2, 'LETTER'),
    field('issuingState', 0, 2, 5, 'LETTER'),
    field('names', 0, 5, length, 'LETTER'),
  ];
}

/** The second line of all two-line ICAO forms, up to the optional data. */
const SECOND_LINE = [
  field('documentNumber', 1, 0, 9, 'ANY'),
  field('nationality', 1, 10, 13, 'LETTER'),
  field('birthDate', 1, 13, 19, 'DIGIT_OR_FILLER'),
  field('sex', 1, 20, 21, 'SEX'),
  field('expiryDate', 1, 21, 27, 'DIGIT'),
];
const SECOND_LINE_CHECKS = [
  check('documentNumber', 1, 9, [span(1, 0, 9)]),
  check('birthDate', 1, 19, [span(1, 13, 19)]),
  check('expiryDate', 1, 27, [span(1, 21, 27)]),
];

export const FORMATS: readonly FormatLayout[] = [
  {
    format: 'TD3',
    lines: 2,
    length: 44,
    fields: [...heading(44), ...SECOND_LINE, field('optionalData', 1, 28, 42, 'ANY')],
    checks: [
      ...SECOND_LINE_CHECKS,
      check('optionalData', 1, 42, [span(1, 28, 42)], true),
      check('composite', 1, 43, [span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)]),
    ],
  },
  {
    format: 'TD2',
    lines: 2,
    length: 36,
    fields: [...heading(36), ...SECOND_LINE, field('optionalData', 1, 28, 35, 'ANY')],
    checks: [...SECOND_LINE_CHECKS, check('composite', 1, 35, [span(1, 0, 10), span(1, 13, 20), span(1, 21, 35)])],
  },
  {
    format: 'TD1',
    lines: 3,
    length: 30,
    fields: [
      field('documentCode', 0, 0, 2, 'LETTER'),
      field('issuingState', 0, 2, 5, 'LETTER'),
      field('documentNumber', 0, 5, 14, 'ANY'),
      field('optionalData', 0, 15, 30, 'ANY'),
      field('birthDate', 1, 0, 6, 'DIGIT_OR_FILLER'),
      field('sex', 1, 7, 8, 'SEX'),
      field('expiryDate', 1, 8, 14, 'DIGIT'),
      field('nationality', 1, 15, 18, 'LETTER'),
      field('optionalData2', 1, 18, 29, 'ANY'),
      field('names', 2, 0, 30, 'LETTER'),
    ],
    checks: [
      check('documentNumber', 0, 14, [span(0, 5, 14)]),
      check('birthDate', 1, 6, [span(1, 0, 6)]),
      check('expiryDate', 1, 14, [span(1, 8, 14)]),
      check('composite', 1, 29, [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)]),
    ],
  },
  {
    format: 'MRV_A',
    lines: 2,
    length: 44,
    fields: [...heading(44), ...SECOND_LINE, field('optionalData', 1, 28, 44, 'ANY')],
    checks: SECOND_LINE_CHECKS,
  },
  {
    format: 'MRV_B',
    lines: 2,
    length: 36,
    fields: [...heading(36), ...SECOND_LINE, field('optionalData', 1, 28, 36, 'ANY')],
    checks: SECOND_LINE_CHECKS,
  },
  {
    format: 'FRA_ID',
    lines: 2,
    length: 36,
    fields: [
      field('documentCode', 0, 0, 2, 'LETTER'),
      field('issuingState', 0, 2, 5, 'LETTER'),
      field('surname', 0, 5, 30, 'LETTER'),
      field('issuingOffice', 0, 30, 36, 'ANY'),
      field('documentNumber', 1, 0, 12, 'ANY'),
      field('issueDate', 1, 0, 4, 'DIGIT'),
      field('givenNames', 1, 13, 27, 'LETTER'),
      field('birthDate', 1, 27, 33, 'DIGIT'),
      field('sex', 1, 34, 35, 'SEX'),
    ],
    checks: [
      check('documentNumber', 1, 12, [span(1, 0, 12)]),
      check('birthDate', 1, 33, [span(1, 27, 33)]),
      check('composite', 1, 35, [span(0, 0, 36), span(1, 0, 35)]),
    ],
  },
];

/** Where the rest of a document number longer than nine characters stands: ICAO 9303-5, 4.2.2.1 note and 9303-6, 4.2.2.2 note. */
const LONG_NUMBER: Partial<Record<MrzFormat, Span>> = { TD1: span(0, 15, 30), TD2: span(1, 28, 35) };

export function layoutOf(format: MrzFormat): FormatLayout {
  const layout = FORMATS.find((entry) => entry.format === format);
  if (layout === undefined) throw new RangeError(`There is no form ${format}`);
  return layout;
}

/**
 * The layout for the lines at hand. In TD1 and TD2 a filler in place of the number's check digit says that the number
 * goes on in the optional data, its own check digit last and a filler after it; the layout is then changed to say so.
 */
export function layoutFor(format: MrzFormat, lines: readonly string[]): FormatLayout {
  const layout = layoutOf(format);
  const rest = LONG_NUMBER[format];
  const own = layout.checks.find(({ name }) => name === 'documentNumber');
  const principal = own?.over[0];
  if (rest === undefined || own === undefined || principal === undefined) return layout;
  const text = lines[own.line] ?? '';
  if (text.charAt(own.at) !== '<' || text.slice(principal.start, principal.end).includes('<')) return layout;
  const stop = text.indexOf('<', rest.start);
  const end = stop < 0 || stop > rest.end ? rest.end : stop;
  if (end - rest.start < 2) return layout;
  const more = span(rest.line, rest.start, end - 1);
  const checks = layout.checks.map((entry) =>
    entry === own ? { ...own, over: [principal, more], line: rest.line, at: end - 1 } : entry,
  );
  const fields = layout.fields.map((entry) =>
    entry.line === rest.line && entry.start === rest.start ? { ...entry, start: Math.min(end + 1, entry.end) } : entry,
  );
  return { ...layout, checks, fields: [...fields, { ...more, name: 'documentNumber', holds: 'ANY' }] };
}

/**
 * The form that lines have by their number, length and first characters (ICAO 9303-4 to -7, section 4.2: a visa begins
 * with V; the French card with IDFRA in lines of 36).
 * @returns undefined where no form has that shape
 */
export function formatOf(lines: readonly string[]): MrzFormat | undefined {
  const length = lines[0]?.length ?? 0;
  if (lines.some((line) => line.length !== length)) return undefined;
  if (lines.length === 3 && length === 30) return 'TD1';
  if (lines.length !== 2 || (length !== 44 && length !== 36)) return undefined;
  const first = lines[0] ?? '';
  if (first.startsWith('V')) return length === 44 ? 'MRV_A' : 'MRV_B';
  if (length === 44) return 'TD3';
  return first.startsWith('IDFRA') ? 'FRA_ID' : 'TD2';
}
