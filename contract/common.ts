import Type, { type TProperties, type TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { type IdPrefix, idPattern } from './ids.ts';
import { COUNTRY_CODES } from './countries.ts';

const FULL_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A real day of the proleptic Gregorian calendar, years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  const match = FULL_DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** ISO 8601 date-time with an offset, as requests may send it; responses always carry milliseconds and Z. */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  return match !== null && isCalendarDate(match[1] ?? '');
}

/** Birth dates may be known to the year or the month only. */
export function isPartialDate(text: string): boolean {
  if (/^\d{4}$/.test(text)) return text !== '0000';
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return !text.startsWith('0000');
  return isCalendarDate(text);
}

/** The day may have begun somewhere already: clocks are up to 14 hours ahead of UTC. */
const AHEAD_MS = 14 * 3_600_000;

/** Whether a date, or a year or month, lies wholly in the future, wherever on earth it was written down. */
export const isInFuture = (text: string, now: Date): boolean =>
  isPartialDate(text) && text > new Date(now.getTime() + AHEAD_MS).toISOString().slice(0, text.length);

const EMAIL = /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@[^\s@"(),:;<>[\\\]\p{Cc}]{1,255}$/u;
export function isEmail(text: string): boolean {
  if (!EMAIL.test(text) || text.length > 320) return false;
  const [local = '', domain = ''] = text.split('@');
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  const labels = domain.split('.');
  return labels.length >= 2 && labels.every((label) => label.length > 0 && label.length <= 63 && !/^-|-$/.test(label));
}

/** A name or other text a person typed: something visible, no control characters, no half of a surrogate pair. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && /[^\s\p{Cf}]/u.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text);
}

/** Free text: as plain text, and line breaks and tabs too. */
export function isFreeText(text: string): boolean {
  return text.isWellFormed() && !/(?![\n\r\t])\p{Cc}/u.test(text);
}

Format.Set('date', isCalendarDate);
Format.Set('date-time', isDateTime);
Format.Set('partial-date', isPartialDate);
Format.Set('date-or-date-time', (text) => isCalendarDate(text) || isDateTime(text));
Format.Set('email', isEmail);
Format.Set('plain-text', isPlainText);
Format.Set('free-text', isFreeText);
Format.Set('visible-text', (text) => isFreeText(text) && /[^\s\p{Cf}]/u.test(text));
Format.Set('country', (text) => COUNTRY_CODES.has(text));
Format.Set('binary', () => true);

/** An object that refuses unknown members, as every request body does. */
export function strict<P extends TProperties>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const oneOf = <const V extends readonly string[]>(values: V, options: Record<string, unknown> = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });

export const id = (prefix: IdPrefix, description?: string) =>
  Type.String({ pattern: idPattern(prefix), ...(description ? { description } : {}) });
/** An identifier in a path or body of a request: opaque, so any short text is looked up and simply not found. */
export const anyId = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 100, format: 'plain-text', ...(description ? { description } : {}) });

export const DateTime = Type.String({
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'ISO 8601, UTC, with milliseconds',
});
export const DateTimeInput = Type.String({ format: 'date-time', maxLength: 40 });
export const CalendarDate = Type.String({ format: 'date', description: 'YYYY-MM-DD, a real calendar day' });
export const PartialDate = Type.String({ format: 'partial-date', description: 'YYYY, YYYY-MM or YYYY-MM-DD' });
export const Country = Type.String({ format: 'country', pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' });
export const PersonName = Type.String({ minLength: 1, maxLength: 200, format: 'plain-text' });
export const ShortText = Type.String({ minLength: 1, maxLength: 200, format: 'plain-text' });
export const Reason = Type.String({ minLength: 1, maxLength: 2000, format: 'visible-text' });
export const Url = Type.String({ minLength: 1, maxLength: 2048, format: 'plain-text' });
export const Integer = Type.Integer;

export const Metadata = Type.Record(
  Type.String({ minLength: 1, maxLength: 100 }),
  Type.String({ maxLength: 500, format: 'free-text' }),
  { maxProperties: 50, description: 'Up to 50 keys; values are strings of up to 500 characters' },
);

/** Accepted in any body or query: must be the key's own organisation. */
export const organizationId = Type.Optional(
  Type.String({
    maxLength: 100,
    description: "Detected from the key; when sent, it must be the key's own organisation",
  }),
);
export const callbackUrl = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'HTTPS address that gets the events of this one resource',
  }),
);

export const Meta = strict({ timestamp: DateTime, requestId: id('req') });
export const Pagination = strict({
  hasMore: Type.Boolean(),
  nextCursor: nullable(Type.String()),
  total: Type.Integer({ minimum: 0 }),
});

const listFields = (sortFields: readonly [string, ...string[]]) => ({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  createdFrom: Type.Optional(Type.String({ format: 'date-or-date-time', description: 'inclusive' })),
  createdTo: Type.Optional(Type.String({ format: 'date-or-date-time', description: 'inclusive' })),
  sortBy: Type.Optional(oneOf(sortFields, { default: sortFields[0] })),
  order: Type.Optional(oneOf(['asc', 'desc'], { default: 'desc' })),
  organizationId,
});

/** Query of a list endpoint (specification 4.2). */
export const listQuery = <const S extends readonly [string, ...string[]], P extends TProperties = {}>(
  statuses: S,
  sortFields: readonly [string, ...string[]],
  extra: P = {} as P,
) => strict({ ...listFields(sortFields), status: Type.Optional(oneOf(statuses)), ...extra });

/** Query of a list whose rows have no status. */
export const listQueryWithoutStatus = <P extends TProperties = {}>(
  sortFields: readonly [string, ...string[]],
  extra: P = {} as P,
) => strict({ ...listFields(sortFields), ...extra });

export interface ListInput {
  limit?: number;
  cursor?: string;
  status?: string;
  createdFrom?: string;
  createdTo?: string;
  sortBy?: string;
  order?: 'asc' | 'desc';
}
