import type { Article } from '../types.ts';
import { tidyText } from './html-text.ts';
import type { ReadLog } from './notes.ts';

/** Longest text and title kept of one article; the rest is cut off with a warning. */
export const MAX_TEXT_CHARS = 1_000_000;
const MAX_SHORT_CHARS = 2_000;

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i;
/** RFC 822 and 1123, as RSS has it, with a zone. */
const RFC_TIME =
  /^(?:[A-Za-z]{3,9},?\s+)?\d{1,2}\s+[A-Za-z]{3,9}\s+\d{4}\s+\d{1,2}:\d\d(?::\d\d)?\s*(?:GMT|UTC?|Z|[ECMP][SD]T|[+-]\d{4})$/;

/** No newspaper is older: an earlier date is one that was never filled in. */
const FIRST_NEWSPAPER = Date.UTC(1605, 0, 1);

/**
 * A publisher's date in one form: ISO 8601 in UTC, or `YYYY-MM-DD` where no time zone is given.
 * @returns undefined where it is no date, one that does not exist, or one before there were newspapers
 */
export function publicationDate(value: string): string | undefined {
  const text = value.trim();
  if (text.length > 40) return undefined;
  const iso = ISO_TIME.exec(text);
  if (ISO_DATE.test(text) || (iso && iso[2] === undefined)) {
    const day = text.slice(0, 10);
    const at = new Date(`${day}T00:00:00Z`);
    return isDate(at) && at.toISOString().slice(0, 10) === day ? day : undefined;
  }
  if (!iso && !RFC_TIME.test(text)) return undefined;
  const at = new Date(iso ? text.replace(' ', 'T') : text.replace(/\bUT$|Z$/, 'GMT'));
  return isDate(at) ? at.toISOString() : undefined;
}

const isDate = (at: Date): boolean => at.getTime() >= FIRST_NEWSPAPER;

/** An absolute http or https address without user and password; undefined for anything else. */
export function articleUrl(value: string): string | undefined {
  if (value.length > MAX_SHORT_CHARS || !URL.canParse(value.trim())) return undefined;
  const url = new URL(value.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

export interface RawArticle {
  id?: string | undefined;
  url?: string | undefined;
  title?: string | undefined;
  text?: string | undefined;
  publishedAt?: string | undefined;
  publisher?: string | undefined;
  language?: string | undefined;
}

/** Checks and tidies what a reader found. @returns undefined, and counts it, where there is neither title nor text */
export function toArticle(raw: RawArticle, place: string, log: ReadLog): Article | undefined {
  const short = (value: string | undefined): string => {
    const tidy = tidyText((value ?? '').slice(0, MAX_SHORT_CHARS * 2)).replaceAll('\n', ' ');
    return tidy.slice(0, MAX_SHORT_CHARS).toWellFormed();
  };
  let text = tidyText((raw.text ?? '').slice(0, MAX_TEXT_CHARS * 2));
  if (text.length > MAX_TEXT_CHARS) {
    text = text.slice(0, MAX_TEXT_CHARS).toWellFormed();
    log.notes.add('TEXT_CUT', place);
  }
  const article: Article = { title: short(raw.title), text };
  if (article.title === '' && text === '') {
    log.skip('NO_TEXT', place);
    return undefined;
  }
  const id = short(raw.id);
  if (id !== '') article.id = id;
  if (raw.url !== undefined && raw.url.trim() !== '') {
    const url = articleUrl(raw.url);
    if (url === undefined) log.notes.add('URL_REFUSED', place);
    else article.url = url;
  }
  if (raw.publishedAt !== undefined && raw.publishedAt.trim() !== '') {
    const at = publicationDate(raw.publishedAt);
    if (at === undefined) log.notes.add('DATE_NOT_UNDERSTOOD', place);
    else article.publishedAt = at;
  }
  const publisher = short(raw.publisher);
  if (publisher !== '') article.publisher = publisher;
  const language = /^([a-z]{2})(?:[-_][a-z0-9-]+)?$/i.exec((raw.language ?? '').trim())?.[1];
  if (language !== undefined) article.language = language.toLowerCase();
  return article;
}
