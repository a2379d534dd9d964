/** A calendar date of a zone. Parts that the issuer did not know are null (ICAO 9303-3, section 4.8, of birth dates only). */
export interface MrzDate {
  /** Four digits, by the rule of the century that the reader was given a day for. */
  year: number | null;
  month: number | null;
  day: number | null;
  /** `YYYY-MM-DD` where all three are known and the day exists. */
  iso: string | null;
}

/** A day to reckon centuries from: `YYYY-MM-DD`. */
export type Today = string;

const PATTERN = /^(\d{2}|<<)(\d{2}|<<)(\d{2}|<<)$/;

/** Oldest age that a birth date may mean, and how far ahead a document may run. */
const YEARS_AHEAD = 50;

function part(text: string | undefined): number | null {
  return text === undefined || text === '<<' ? null : Number(text);
}

function exists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function assemble(text: string, yearOf: (two: number, rest: string) => number): MrzDate | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [two, month, day] = [part(match[1]), part(match[2]), part(match[3])];
  if (month !== null && (month < 1 || month > 12)) return undefined;
  if (day !== null && (day < 1 || day > 31)) return undefined;
  const rest = `${month === null ? '12' : pad(month, 2)}-${day === null ? '31' : pad(day, 2)}`;
  const year = two === null ? null : yearOf(two, rest);
  if (year === null || month === null || day === null) return { year, month, day, iso: null };
  if (!exists(year, month, day)) return undefined;
  return { year, month, day, iso: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` };
}

/**
 * A birth date: YYMMDD, any part `<<` where unknown. The zone has no century; it is the latest that is not after `today`
 * (ICAO 9303-3, section 4.8, leaves it to the reader).
 * @returns undefined where the characters are no date
 */
export function birthDate(text: string, today: Today): MrzDate | undefined {
  const century = Math.floor(Number(today.slice(0, 4)) / 100) * 100;
  return assemble(text, (two, rest) => {
    const year = century + two;
    const now = `${pad(year, 4)}-${rest}`;
    // With the month or the day unknown the year alone decides.
    return (text.includes('<<') ? String(year) > today.slice(0, 4) : now > today) ? year - 100 : year;
  });
}

/**
 * A date of expiry or issue: YYMMDD, in the century that brings it nearest to `today`, at most 50 years ahead.
 * @returns undefined where the characters are no date
 */
export function documentDate(text: string, today: Today): MrzDate | undefined {
  const now = Number(today.slice(0, 4));
  return assemble(text, (two) => {
    const year = Math.floor(now / 100) * 100 + two;
    if (year > now + YEARS_AHEAD) return year - 100;
    return year <= now - YEARS_AHEAD ? year + 100 : year;
  });
}
