const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: as precise as the parts allow; undefined where the year is no year of a record. */
export function isoDate(year: number, month?: number, day?: number): string | undefined {
  if (!Number.isInteger(year) || year < 1000 || year > 2200) return undefined;
  const yyyy = String(year);
  if (!month || !Number.isInteger(month) || month > 12 || month < 1) return yyyy;
  const mm = `${yyyy}-${String(month).padStart(2, '0')}`;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !leap ? 28 : (DAYS[month - 1] ?? 31);
  return !day || !Number.isInteger(day) || day > last || day < 1 ? mm : `${mm}-${String(day).padStart(2, '0')}`;
}

function monthNumber(name: string): number | undefined {
  const index = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return index < 0 ? undefined : index + 1;
}

/**
 * One date as lists write it: `1960`, `1960-01`, `1960-01-02` (also with a time), `02 Jan 1960`, `2 January 1960`,
 * `Jan 1960`, `02/01/1960` (day first), `00/00/1960`, `02.01.1960`.
 *
 * @returns `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or undefined where the text is something else
 */
export function parseDate(value: string): string | undefined {
  const text = value.trim();
  let match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?|Z|[+-]\d\d:\d\d)?)?)?$/.exec(text);
  if (match) return isoDate(Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0));
  match = /^(?:(\d{1,2})(?:st|nd|rd|th)?[ -])?([A-Za-z]{3,9})\.?,?[ -](\d{4})$/.exec(text);
  if (match) {
    const month = monthNumber(match[2] ?? '');
    return month === undefined ? undefined : isoDate(Number(match[3]), month, Number(match[1] ?? 0));
  }
  match = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
  if (match) {
    const [day, month, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
    // A day in the month's place means the American order; the other way round it cannot be told and day-first holds.
    return month > 12 && day <= 12 ? isoDate(year, day, month) : isoDate(year, month, day);
  }
  return undefined;
}

const APPROXIMATE = /\b(?:circa|approx(?:imate|imately|imative)?|about|around|estimated)\b\.?|^c\.|^ca?\. |~/gi;

/**
 * A date of birth as lists write it: what `parseDate` reads, and `circa 1960`, `1960 (approximative)`, `1960 to 1962`,
 * `1960-1962`, `between 1960 and 1962`, `01 Jan 1960 to 31 Dec 1962`.
 *
 * @returns `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, `YYYY/YYYY` or `~YYYY`, or undefined where the text is something else
 */
export function parseBirthDate(value: string): string | undefined {
  const bare = value.replaceAll(APPROXIMATE, ' ').replaceAll(/[()]/g, ' ').replaceAll(/\s+/g, ' ').trim();
  const circa = bare !== value.replaceAll(/[()]/g, ' ').replaceAll(/\s+/g, ' ').trim();
  const range = /^(?:between |from )?(.+?)(?: to | and | - |(?<=^\d{4}) ?[-–/] ?(?=\d{4}$))(.+)$/i.exec(bare);
  if (range) {
    const [from, to] = [parseDate(range[1] ?? ''), parseDate(range[2] ?? '')];
    if (from !== undefined && to !== undefined) return yearRange(Number(from.slice(0, 4)), Number(to.slice(0, 4)));
  }
  const date = parseDate(bare);
  return date !== undefined && circa ? `~${date.slice(0, 4)}` : date;
}

/** `YYYY/YYYY` in order of time, or `YYYY` where both are the same. */
export function yearRange(from: number, to: number): string | undefined {
  const [first, last] = [isoDate(Math.min(from, to)), isoDate(Math.max(from, to))];
  if (first === undefined || last === undefined) return first ?? last;
  return first === last ? first : `${first}/${last}`;
}

/**
 * When a list says that it was published: `YYYY-MM-DD`, or the instant in UTC where the zone is said too.
 *
 * @returns undefined where it is no day of the calendar or no such form
 */
export function publishingTime(value: string): string | undefined {
  const text = value.trim();
  const date = parseDate(text);
  if (date?.length !== 10) return undefined;
  if (!/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return date;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
