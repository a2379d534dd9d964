/** A stretch of time, both ends inclusive, as YYYYMMDD numbers; `circa` where the source says "about". */
export interface DateRange {
  from: number;
  to: number;
  circa: boolean;
}

const PARTIAL = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;

function parsePartial(text: string): { from: number; to: number } | null {
  const found = PARTIAL.exec(text);
  if (found === null) return null;
  const year = Number(found[1]);
  if (year < 1000) return null;
  const month = found[2] === undefined ? 0 : Number(found[2]);
  const day = found[3] === undefined ? 0 : Number(found[3]);
  if (month > 12 || day > 31) return null;
  if (month === 0) return { from: year * 10000 + 101, to: year * 10000 + 1231 };
  if (day === 0) return { from: year * 10000 + month * 100 + 1, to: year * 10000 + month * 100 + 31 };
  const exact = year * 10000 + month * 100 + day;
  return { from: exact, to: exact };
}

/** Reads `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, `A/B` of these, and `~` before any for circa; null for anything else. */
export function parseDateRange(text: string): DateRange | null {
  let rest = text.trim();
  const circa = rest.startsWith('~');
  if (circa) rest = rest.slice(1).trim();
  const slash = rest.indexOf('/');
  if (slash < 0) {
    const one = parsePartial(rest);
    return one === null ? null : { ...one, circa };
  }
  const start = parsePartial(rest.slice(0, slash).trim());
  const end = parsePartial(rest.slice(slash + 1).trim());
  if (start === null || end === null || end.to < start.from) return null;
  return { from: start.from, to: end.to, circa };
}

export type DateAgreement = 'DAY' | 'MONTH' | 'YEAR' | 'RANGE' | 'CIRCA' | 'SWAPPED' | 'NEAR' | 'DIFFERENT';

function precision(range: DateRange): 'DAY' | 'MONTH' | 'YEAR' | 'RANGE' {
  if (range.from === range.to) return 'DAY';
  if (Math.floor(range.from / 100) === Math.floor(range.to / 100)) return 'MONTH';
  return Math.floor(range.from / 10000) === Math.floor(range.to / 10000) ? 'YEAR' : 'RANGE';
}

/** How two dates agree at the precision both have; day and month swapped, and neighbouring years, are told apart. */
export function compareDates(a: DateRange, b: DateRange): DateAgreement {
  const circa = a.circa || b.circa;
  if (a.from <= b.to && b.from <= a.to) {
    if (circa) return 'CIRCA';
    const order = ['DAY', 'MONTH', 'YEAR', 'RANGE'] as const;
    return order[Math.max(order.indexOf(precision(a)), order.indexOf(precision(b)))] ?? 'RANGE';
  }
  const yearsApart = Math.max(
    Math.floor(a.from / 10000) - Math.floor(b.to / 10000),
    Math.floor(b.from / 10000) - Math.floor(a.to / 10000),
  );
  if (circa && yearsApart <= 2) return 'CIRCA';
  if (precision(a) === 'DAY' && precision(b) === 'DAY') {
    const [yearA, monthA, dayA] = [Math.floor(a.from / 10000), Math.floor(a.from / 100) % 100, a.from % 100];
    const [yearB, monthB, dayB] = [Math.floor(b.from / 10000), Math.floor(b.from / 100) % 100, b.from % 100];
    if (yearA === yearB && monthA === dayB && dayA === monthB) return 'SWAPPED';
    // One part of three differs: a slip of the pen more often than another person.
    if (
      (yearA === yearB && (monthA === monthB || dayA === dayB)) ||
      (monthA === monthB && dayA === dayB && Math.abs(yearA - yearB) <= 1)
    )
      return 'NEAR';
    return 'DIFFERENT';
  }
  return yearsApart <= 1 ? 'NEAR' : 'DIFFERENT';
}
