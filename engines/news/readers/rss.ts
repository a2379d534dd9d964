import { SaxesParser } from 'saxes';
import { ArticleError, type Article, type ArticleInput } from '../types.ts';
import { toArticle, type RawArticle } from './fields.ts';
import { HTML_ENTITIES, htmlToText } from './html-text.ts';
import type { ReadLog } from './notes.ts';
import { textChunks } from './text-chunks.ts';

const MAX_DEPTH = 64;
const MAX_RECORD_CHARS = 4 * 2 ** 20;
const FETCH_AGAIN = 'Fetch the feed again from the publisher.';

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** What is collected of an item or of the feed itself, by element name; the first of each counts. */
type Fields = Map<string, string>;

function first(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value.trim() !== '') return value;
  }
  return undefined;
}

function toRaw(item: Fields, feed: Fields): RawArticle {
  // The fullest text wins: content:encoded and Atom's content over summaries.
  const body = first(item, 'encoded', 'content', 'description', 'summary');
  const guid = first(item, 'guid', 'id');
  const link = first(item, 'link', 'link@alternate', 'link@');
  return {
    id: guid,
    url: link ?? (guid !== undefined && /^https?:\/\//i.test(guid) ? guid : undefined),
    title: htmlToText((first(item, 'title') ?? '').slice(0, 10_000)),
    text: body === undefined ? '' : htmlToText(body),
    publishedAt: first(item, 'pubDate', 'published', 'date', 'updated'),
    publisher: first(item, 'source') ?? first(feed, 'title'),
    language: first(item, 'language', '@lang') ?? first(feed, 'language', '@lang'),
  };
}

/**
 * Articles of an RSS (0.9x, 1.0, 2.0) or Atom feed, one at a time.
 *
 * Nothing is fetched or expanded: an internal subset in a document type declaration is refused, depth and size of an
 * item are bounded, HTML's named characters are known beside XML's five.
 *
 * @throws {ArticleError} UNKNOWN_FORMAT for another document element, TRUNCATED, DAMAGED, and what `textChunks` throws
 */
export async function* readRss(input: ArticleInput, log: ReadLog): AsyncGenerator<Article> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  Object.assign(parser.ENTITIES, HTML_ENTITIES);
  const ready: { item: Fields; place: string }[] = [];
  const feed: Fields = new Map();
  let item: Fields | undefined;
  let itemPlace = '';
  /** Depth of the element whose text is being collected, and its name. */
  let fieldDepth = 0;
  let field = '';
  let parts: string[] = [];
  let depth = 0;
  let itemDepth = 0;
  let chars = 0;
  let sinceTag = 0;
  let oversized = false;
  const place = (): string => `${input.name} line ${parser.line}`;
  const damaged = (what: string): ArticleError => new ArticleError('DAMAGED', what, place(), FETCH_AGAIN);

  const endedEarly = (): never => {
    throw new ArticleError('TRUNCATED', 'feed ends before its last closing tag', place(), FETCH_AGAIN);
  };
  parser.on('error', () => {
    throw damaged('feed is not well-formed XML');
  });
  parser.on('doctype', (text) => {
    if (text.includes('[')) throw damaged('feed declares entities of its own');
  });
  parser.on('opentag', (tag) => {
    const name = local(tag.name);
    sinceTag = 0;
    if (++depth > MAX_DEPTH) throw damaged('feed is nested deeper than any feed');
    if (depth === 1) {
      if (name !== 'rss' && name !== 'feed' && name !== 'RDF') {
        throw new ArticleError(
          'UNKNOWN_FORMAT',
          'XML document element is not rss, feed or RDF',
          place(),
          'Give an RSS or Atom feed.',
        );
      }
      const lang = tag.attributes['xml:lang'];
      if (lang !== undefined) feed.set('@lang', lang);
      return;
    }
    if (field !== '') {
      // Markup inside a text (Atom's xhtml): kept as tags, so that paragraphs come out.
      parts.push(`<${name}>`);
      return;
    }
    if (!item && (name === 'item' || name === 'entry')) {
      item = new Map();
      itemPlace = place();
      itemDepth = depth;
      chars = 0;
      oversized = false;
      const lang = tag.attributes['xml:lang'];
      if (lang !== undefined) item.set('@lang', lang);
      return;
    }
    const into = item ?? feed;
    const direct = item ? depth === itemDepth + 1 : depth <= 3;
    if (!direct || (!item && name === 'channel')) return;
    const href = tag.attributes['href'];
    if (name === 'link' && href !== undefined) {
      const rel = `link@${tag.attributes['rel'] ?? ''}`;
      if (!into.has(rel)) into.set(rel, href);
      return;
    }
    if (item || name === 'title' || name === 'language') {
      field = name;
      fieldDepth = depth;
      parts = [];
    }
  });
  function keep(text: string): void {
    sinceTag = 0;
    if (field === '') return;
    chars += text.length;
    if (chars > MAX_RECORD_CHARS) {
      oversized = true;
      parts = [];
    } else parts.push(text);
  }
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', (tag) => {
    sinceTag = 0;
    if (field !== '' && depth === fieldDepth) {
      const into = item ?? feed;
      if (!into.has(field)) into.set(field, parts.join(''));
      field = '';
      parts = [];
    } else if (field !== '') parts.push(`</${local(tag.name)}>`);
    if (item && depth === itemDepth) {
      if (oversized) log.skip('ITEM_TOO_LONG', itemPlace);
      else ready.push({ item, place: itemPlace });
      item = undefined;
    }
    depth--;
  });

  const flush = function* (): Generator<Article> {
    for (const { item: done, place: at } of ready.splice(0)) {
      const article = toArticle(toRaw(done, feed), at, log);
      if (article) yield article;
    }
  };
  for await (const chunk of textChunks(input, log)) {
    sinceTag += chunk.length;
    if (sinceTag > 4 * MAX_RECORD_CHARS) throw damaged('text without a tag is longer than any article');
    parser.write(chunk);
    yield* flush();
  }
  parser.on('error', endedEarly);
  parser.close();
  yield* flush();
}
