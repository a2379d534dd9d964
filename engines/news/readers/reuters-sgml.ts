import { ArticleError, type Article, type ArticleInput } from '../types.ts';
import { toArticle } from './fields.ts';
import { decodeReferences } from './html-text.ts';
import type { ReadLog } from './notes.ts';
import { textChunks } from './text-chunks.ts';

const MAX_RECORD_CHARS = 2 * 2 ** 20;
const OPEN = '<REUTERS ';
const CLOSE = '</REUTERS>';
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

function between(record: string, open: string, close: string): string | undefined {
  const start = record.indexOf(open);
  if (start < 0) return undefined;
  const end = record.indexOf(close, start + open.length);
  return end < 0 ? undefined : record.slice(start + open.length, end);
}

/** Hard-wrapped newswire lines to paragraphs: an indented line begins one. The agency's end mark goes. */
function unwrap(body: string): string {
  const paragraphs: string[] = [];
  for (const line of decodeReferences(body).split('\n')) {
    const text = line.trim();
    if (text === '' || /^reuters?$/i.test(text)) continue;
    const last = paragraphs.length - 1;
    if (last < 0 || /^\s{3,}\S/.test(line)) paragraphs.push(text);
    else paragraphs[last] += ` ${text}`;
  }
  return paragraphs.join('\n');
}

/** `26-FEB-1987 15:01:01.79` gives no zone, so only the day is kept. */
function day(date: string | undefined): string | undefined {
  const parts = /(\d{1,2})-([A-Z]{3})-(\d{4})/.exec(date ?? '');
  const month = MONTHS.indexOf(parts?.[2] ?? '');
  if (!parts || month < 0) return undefined;
  return `${parts[3]}-${String(month + 1).padStart(2, '0')}-${(parts[1] ?? '').padStart(2, '0')}`;
}

function toRecord(record: string, place: string, log: ReadLog): Article | undefined {
  const id = /NEWID="(\d{1,9})"/.exec(record.slice(0, 400))?.[1];
  const content = between(record, '<TEXT', '</TEXT>') ?? '';
  const whole = content.slice(content.indexOf('>') + 1);
  const title = between(whole, '<TITLE>', '</TITLE>');
  const body = between(whole, '<BODY>', '</BODY>');
  // UNPROC records have no marked body: what stands in TEXT is the text.
  const rest = whole.includes('<TITLE>') ? '' : whole;
  return toArticle(
    {
      id,
      title: decodeReferences(title ?? ''),
      text: unwrap(body ?? rest),
      publishedAt: day(between(record, '<DATE>', '</DATE>')),
      publisher: 'Reuters',
      language: 'en',
    },
    place,
    log,
  );
}

/**
 * Articles of the Reuters-21578 SGML files (Distribution 1.0), one at a time.
 *
 * @throws {ArticleError} UNKNOWN_FORMAT where no article is found near the start, TRUNCATED where the last one breaks
 *   off, and what `textChunks` throws
 */
export async function* readReutersSgml(input: ArticleInput, log: ReadLog): AsyncGenerator<Article> {
  let rest = '';
  let records = 0;
  /** Inside a record that is too long: everything up to its end is passed over. */
  let skipping = false;
  for await (const chunk of textChunks(input, log)) {
    rest += chunk;
    for (;;) {
      if (skipping) {
        const end = rest.indexOf(CLOSE);
        if (end < 0) {
          rest = rest.slice(-CLOSE.length);
          break;
        }
        rest = rest.slice(end + CLOSE.length);
        skipping = false;
      }
      const start = rest.indexOf(OPEN);
      if (start < 0) {
        if (records === 0 && rest.length > 65_536) break;
        rest = rest.slice(-OPEN.length);
        break;
      }
      const place = `${input.name} record ${records + 1}`;
      const end = rest.indexOf(CLOSE, start);
      if (end < 0) {
        rest = rest.slice(start);
        if (rest.length > MAX_RECORD_CHARS) {
          records++;
          log.skip('RECORD_TOO_LONG', place);
          skipping = true;
          continue;
        }
        break;
      }
      records++;
      if (end - start > MAX_RECORD_CHARS) log.skip('RECORD_TOO_LONG', place);
      else {
        const article = toRecord(rest.slice(start, end), place, log);
        if (article) yield article;
      }
      rest = rest.slice(end + CLOSE.length);
    }
  }
  if (skipping || rest.includes(OPEN)) {
    const place = `${input.name} record ${records + 1}`;
    throw new ArticleError('TRUNCATED', 'file ends inside an article', place, 'Fetch the file again.');
  }
  if (records === 0) {
    throw new ArticleError(
      'UNKNOWN_FORMAT',
      'file holds no Reuters article',
      `${input.name} byte 0`,
      'Check that the format named fits the file.',
    );
  }
}
