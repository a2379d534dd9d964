/** Numbers, dates and words as a reader wants them. Everything here is pure. */

const integers = new Intl.NumberFormat('en');
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

export const count = (value: number): string => integers.format(value);
export const compact = (value: number): string => short.format(value);
export const decimal = (value: number): string => decimals.format(value);
export const percent = (share: number): string => shares.format(share);
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** A text as a sentence of its own, to be followed by another. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** How much there is, in words: never a number that is only as far as was counted. */
export function totalWords(shown: number, total: number, hasMore: boolean, countedTo = Infinity): string {
  if (!hasMore) return `${count(shown)} of ${count(Math.max(shown, total <= countedTo ? total : 0))}`;
  if (total <= countedTo) return `${count(shown)} of ${count(total)}`;
  return shown > countedTo ? `${count(shown)}, and more` : `${count(shown)} of more than ${count(countedTo)}`;
}

/** An amount of an asset, which may be longer than a number holds: at most `digits` places, never rounded to nothing. */
export function amount(value: string, digits = 4): string {
  const [whole = '0', fraction = ''] = value.split('.');
  const grouped = integers.format(BigInt(whole));
  const kept = fraction.slice(0, digits).replace(/0+$/, '');
  if (kept !== '') return `${grouped}.${kept}`;
  return whole === '0' && /[1-9]/.test(fraction) ? `< 0.${'0'.repeat(digits - 1)}1` : grouped;
}

/** The name of a country; codes of the wrong form, as records may carry, stay as they are. */
export function country(code: string | null | undefined): string {
  if (!code) return '';
  try {
    return regions.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** Words of the contract, `DOCUMENT_FRONT`, as a person writes them: Document front. */
export function words(code: string): string {
  const known = KNOWN[code];
  if (known !== undefined) return known;
  const spaced = code
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).replaceAll(/\b(aml|api|kyt|mrz|ocr|pdf)\b/gi, (word) =>
    word.toUpperCase(),
  );
}

const KNOWN: Readonly<Record<string, string>> = {
  PEP: 'Politically exposed',
  RCA: 'Relative or associate',
  LIVE: 'Production',
  TEST: 'Sandbox',
  MANUAL_REVIEW: 'In review',
  PENDING_UPLOAD: 'Waiting for files',
  FALSE_POSITIVE: 'False positive',
  TRUE_MATCH: 'True match',
  NO_KYC_EXCHANGE: 'Exchange without KYC',
  DEFI: 'DeFi',
  MRZ: 'Machine-readable zone',
  LIVENESS_FRAME: 'Liveness frame',
  ID_CARD: 'Identity card',
  faceMatch: 'Face match',
  dataMatch: 'Data match',
  duplicateFace: 'Duplicate face',
  AI_GENERATED: 'AI-generated',
  PDF: 'PDF',
};

const times = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const timesOfYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const calendarDays = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** In the reader's zone. */
export const dateTime = (iso: string, now: Date): string => {
  const date = new Date(iso);
  return (date.getFullYear() === now.getFullYear() ? times : timesOfYear).format(date);
};
export const day = (iso: string): string => days.format(new Date(iso));
/** A calendar day such as a birth date, which no zone may move; a year or month alone stays as it is. */
export const calendarDay = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? calendarDays.format(new Date(`${text}T00:00:00Z`)) : text;
export const utc = (iso: string): string => `${new Date(iso).toISOString().replace('T', ' ').slice(0, 19)} UTC`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span in its two largest units: 3 d 4 h, 12 min. */
export function span(ms: number): string {
  const size = Math.abs(ms);
  if (size < MINUTE) return `${Math.round(size / 1000)} s`;
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`;
  if (size < DAY) {
    const minutes = Math.floor((size % HOUR) / MINUTE);
    return `${Math.floor(size / HOUR)} h${minutes > 0 && size < 6 * HOUR ? ` ${minutes} min` : ''}`;
  }
  const hours = Math.floor((size % DAY) / HOUR);
  return `${Math.floor(size / DAY)} d${hours > 0 && size < 7 * DAY ? ` ${hours} h` : ''}`;
}

export const ago = (iso: string, now: Date): string => {
  const ms = now.getTime() - new Date(iso).getTime();
  if (ms < -MINUTE) return `in ${span(ms)}`;
  return ms < MINUTE ? 'just now' : `${span(ms)} ago`;
};

/** The middle of something long left out: what is compared by eye are its ends. */
export const shortened = (text: string, ends = 6): string =>
  text.length <= ends * 2 + 3 ? text : `${text.slice(0, ends)}…${text.slice(-ends)}`;

export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  const [value, unit] = size < 1024 ** 2 ? [size / 1024, 'KB'] : [size / 1024 ** 2, 'MB'];
  return `${decimals.format(value)} ${unit}`;
}

/** Two letters that stand for a name. */
export function initials(name: string): string {
  const parts = name.split(/[\s@.]+/).filter(Boolean);
  return ((parts[0]?.[0] ?? '?') + (parts[1]?.[0] ?? '')).toUpperCase();
}
