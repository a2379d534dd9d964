import { ArticleError, type Article, type ArticleInput } from '../types.ts';
import { toArticle } from './fields.ts';
import type { ReadLog } from './notes.ts';
import { textChunks } from './text-chunks.ts';

const MAX_LINE_CHARS = 4 * 2 ** 20;

/** The lines of a file; one longer than the limit comes out as undefined and is never held in memory. */
async function* boundedLines(input: ArticleInput, log: ReadLog): AsyncGenerator<string | undefined> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of textChunks(input, log)) {
    let at = 0;
    for (;;) {
      const end = chunk.indexOf('\n', at);
      const part = end < 0 ? chunk.slice(at) : chunk.slice(at, end);
      length += part.length;
      if (length <= MAX_LINE_CHARS) parts.push(part);
      else parts = [];
      if (end < 0) break;
      yield length > MAX_LINE_CHARS ? undefined : parts.join('');
      parts = [];
      length = 0;
      at = end + 1;
    }
  }
  if (length > 0) yield length > MAX_LINE_CHARS ? undefined : parts.join('');
}

function field(value: object, name: string): string | undefined {
  const found: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : undefined;
}

/**
 * Articles of a line-delimited JSON file with the members url, title, text, publishedAt, publisher, language, id.
 * A line that is no object is left out and counted.
 *
 * @throws {ArticleError} UNKNOWN_FORMAT where the first line is no object, and what `textChunks` throws
 */
export async function* readNdjson(input: ArticleInput, log: ReadLog): AsyncGenerator<Article> {
  let line = 0;
  let objects = 0;
  for await (const text of boundedLines(input, log)) {
    line++;
    const place = `${input.name} line ${line}`;
    if (text === undefined) {
      log.skip('LINE_TOO_LONG', place);
      continue;
    }
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      if (objects === 0) {
        throw new ArticleError(
          'UNKNOWN_FORMAT',
          'first line is no JSON object',
          place,
          'Give one JSON object a line, with title, text and url.',
        );
      }
      log.skip('LINE_NOT_JSON', place);
      continue;
    }
    objects++;
    const article = toArticle(
      {
        id: field(value, 'id'),
        url: field(value, 'url'),
        title: field(value, 'title'),
        text: field(value, 'text'),
        publishedAt: field(value, 'publishedAt'),
        publisher: field(value, 'publisher'),
        language: field(value, 'language'),
      },
      place,
      log,
    );
    if (article) yield article;
  }
}
