/** Dates as documents print them, in many languages, to YYYY-MM-DD where they can mean one day only. */

/** First letters of the months, marks of accents left out, by month: Latin-script languages of documents, and Greek. */
const MONTHS: readonly (readonly string[])[] = [
  ['JAN', 'JANV', 'ENE', 'GEN', 'GENN', 'STY', 'LED', 'SIJ', 'IAN', 'SAU', 'OCA', 'ΙΑΝ', 'TAM', 'JAANUAR'],
  ['FEB', 'FEV', 'FEVR', 'HEL', 'LUT', 'UNO', 'VEL', 'VAS', 'SUB', 'ΦΕΒ', 'VEEB', 'FEBR', 'FABR'],
  ['MAR', 'MARS', 'MARZ', 'MRZ', 'MAERZ', 'MAA', 'MRT', 'BRE', 'OZU', 'KOV', 'ΜΑΡ', 'MARTS', 'MART', 'MAC', 'MAARTS'],
  ['APR', 'AVR', 'ABR', 'HUH', 'KWI', 'DUB', 'TRA', 'BAL', 'NIS', 'ΑΠΡ', 'APRILL', 'AVRIL'],
  ['MAY', 'MAI', 'MAJ', 'MAG', 'TOU', 'KVE', 'SVI', 'GEG', 'ΜΑΙ', 'MEI', 'MAIO', 'MAJA', 'KVI'],
  ['JUN', 'JUIN', 'GIU', 'KES', 'CZE', 'CVN', 'LIP', 'BIR', 'HAZ', 'ΙΟΥΝ', 'IUN', 'JUUNI', 'CER', 'JUNHO'],
  ['JUL', 'JUIL', 'LUG', 'HEI', 'LIP', 'CVC', 'SRP', 'LIE', 'TEM', 'ΙΟΥΛ', 'IUL', 'JUULI', 'JULHO'],
  ['AUG', 'AGO', 'AOU', 'AOUT', 'ELO', 'SIE', 'SRP', 'KOL', 'RGP', 'AGU', 'ΑΥΓ', 'AVG', 'AUGUST', 'RUG'],
  ['SEP', 'SET', 'SETT', 'SEPT', 'SYY', 'WRZ', 'ZAR', 'RUJ', 'EYL', 'ΣΕΠ', 'SZEP', 'SEPTEMBRE'],
  ['OCT', 'OKT', 'OTT', 'OUT', 'LOK', 'PAZ', 'RIJ', 'LIS', 'SPA', 'EKI', 'ΟΚΤ', 'UKT', 'OKTOOBER'],
  ['NOV', 'MAR', 'LIS', 'STU', 'LAP', 'KAS', 'ΝΟΕ', 'NOI', 'NOVEMBRE', 'MARRASKUU'],
  ['DEC', 'DES', 'DEZ', 'DIC', 'JOU', 'GRU', 'PRO', 'GRD', 'ARA', 'ΔΕΚ', 'DETS', 'DECEMBRE'],
].map((names, index) => (index === 10 ? names.filter((name) => name !== 'MAR') : names));

/** What order figures stand in where both could be a month. */
export type DayOrder = 'DAY_FIRST' | 'MONTH_FIRST' | 'UNKNOWN';

/** States (ISO 3166-1 alpha-2) whose documents put the month first, and those where both are seen. */
const MONTH_FIRST = new Set(['US', 'PW', 'FM', 'MH']);
const EITHER = new Set(['CA', 'PH', 'KE', 'GH', 'BZ', 'LR']);

/** @param state ISO 3166-1 alpha-2 of the issuer; undefined where it is not known */
export function dayOrderOf(state: string | undefined): DayOrder {
  if (state === undefined || EITHER.has(state)) return 'UNKNOWN';
  return MONTH_FIRST.has(state) ? 'MONTH_FIRST' : 'DAY_FIRST';
}

/** Whether a date lies behind (birth, issue) or ahead: two figures of a year are ambiguous without it. */
export type Tense = 'PAST' | 'AROUND';

export interface FoundDate {
  iso: string;
  /** Place in the text. */
  start: number;
  end: number;
}

const LONGEST_TEXT = 200;
const EARLIEST = 1900;
const LATEST = 2100;
const YEARS_AHEAD = 50;

interface Form {
  pattern: RegExp;
  read: (parts: readonly string[], order: DayOrder) => [year: string, month: number, day: number] | null;
}

const FORMS: readonly Form[] = [
  {
    pattern: /(?<!\d)(\d{4})\s?[年.\-/ ]\s?(\d{1,2})\s?[月.\-/ ]\s?(\d{1,2})(?!\d)/gu,
    read: ([year = '', month, day]) => [year, Number(month), Number(day)],
  },
  {
    // At least one separator: eight figures in a row are a number.
    pattern: /(?<!\d)(\d{1,2})\s?[.\-/ ]\s?(\d{1,2})\s?[.\-/ ]\s?(\d{4}|\d{2})(?!\d)/gu,
    read: ([first, second, year = ''], order) => inOrder(Number(first), Number(second), year, order),
  },
  {
    // A separator that was not seen.
    pattern: /(?<!\d)(\d{2})(?:[.\-/](\d{2})(?=\d{4})|(\d{2})[.\-/])(\d{4})(?!\d)/gu,
    read: ([first, second, third, year = ''], order) => inOrder(Number(first), Number(second ?? third), year, order),
  },
  {
    pattern:
      /(?<![\d\p{L}])(\d{1,2})(?:st|nd|rd|th|er|º)?[^\p{L}\d]{0,3}(\p{L}[\p{L}\d/ .,'-]{1,24}?)[^\p{L}\d]{0,3}(\d{4}|\d{2})(?!\d)/gu,
    read: ([day, words = '', year = '']) => withMonth(words, year, Number(day)),
  },
  {
    pattern: /(?<!\p{L})(\p{L}{3,12})\.?\s?(\d{1,2}),?\s(\d{4})(?!\d)/gu,
    read: ([words = '', day, year = '']) => withMonth(words, year, Number(day)),
  },
];

function inOrder(first: number, second: number, year: string, order: DayOrder): [string, number, number] | null {
  if (first > 12) return [year, second, first];
  if (second > 12) return [year, first, second];
  if (first === second) return [year, first, second];
  if (order === 'UNKNOWN') return null;
  return order === 'DAY_FIRST' ? [year, second, first] : [year, first, second];
}

function withMonth(words: string, year: string, day: number): [string, number, number] | null {
  const month = monthOf(words);
  return month === null ? null : [year, month, day];
}

/** The month that words name, all that name one agreeing: "LIP/JUL" is July. */
export function monthOf(words: string): number | null {
  let possible: number[] | null = null;
  for (const word of fold(words).split(/[^\p{L}\d]+/u)) {
    const months = monthsOf(word);
    if (months.length === 0) continue;
    possible = possible ? possible.filter((month) => months.includes(month)) : months;
  }
  return possible?.length === 1 ? (possible[0] as number) : null;
}

function monthsOf(word: string): number[] {
  if (word.length < 3) return [];
  const found = MONTHS.flatMap((names, index) =>
    names.some((name) => word === name || (name.length >= 3 && word.length <= 12 && word.startsWith(name)))
      ? [index + 1]
      : [],
  );
  // "MARZ", "MAJ" and the like begin alike in two months: a whole name decides.
  const whole = MONTHS.flatMap((names, index) => (names.includes(word) ? [index + 1] : []));
  return whole.length > 0 ? whole : found;
}

/** Capitals without accents. */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'SS').toUpperCase().replaceAll('Ł', 'L');

/**
 * All dates in a line of print that can mean one day only.
 * @param today YYYY-MM-DD, for years of two figures
 */
export function datesIn(text: string, order: DayOrder, tense: Tense, today: string): FoundDate[] {
  const found: FoundDate[] = [];
  const line = text.slice(0, LONGEST_TEXT);
  for (const { pattern, read } of FORMS) {
    for (const match of line.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const parts = read(match.slice(1), order);
      const iso = parts ? isoOf(parts[0], parts[1], parts[2], tense, today) : null;
      if (iso !== null) found.push({ iso, start, end });
    }
  }
  return found;
}

function isoOf(written: string, month: number, day: number, tense: Tense, today: string): string | null {
  const rest = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const year = written.length === 4 ? Number(written) : centuryOf(Number(written), rest, tense, today);
  if (year < EARLIEST || year > LATEST) return null;
  const iso = `${year}-${rest}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** As in the machine-readable zone: births in the latest century that is past, others nearest to today. */
function centuryOf(two: number, rest: string, tense: Tense, today: string): number {
  const now = Number(today.slice(0, 4));
  const year = Math.floor(now / 100) * 100 + two;
  if (tense === 'PAST') return `${year}-${rest}` > today ? year - 100 : year;
  if (year > now + YEARS_AHEAD) return year - 100;
  return year <= now - YEARS_AHEAD ? year + 100 : year;
}
