import {
  ARTICLE_FORMATS,
  ArticleError,
  type Article,
  type ArticleFormat,
  type ArticleInput,
  type ArticleReader,
  type ArticleSummary,
} from '../types.ts';
import { readNdjson } from './ndjson.ts';
import { ReadLog } from './notes.ts';
import { readReutersSgml } from './reuters-sgml.ts';
import { readRss } from './rss.ts';

const READERS: Record<ArticleFormat, (input: ArticleInput, log: ReadLog) => AsyncIterable<Article>> = {
  rss: readRss,
  ndjson: readNdjson,
  'reuters-sgml': readReutersSgml,
};

class Reader implements ArticleReader {
  readonly format: ArticleFormat;
  readonly #log = new ReadLog();
  #used = false;

  constructor(format: ArticleFormat) {
    this.format = format;
  }

  async *read(inputs: readonly ArticleInput[]): AsyncGenerator<Article> {
    if (this.#used) throw new Error('an article reader reads once; make another');
    this.#used = true;
    if (inputs.length === 0) {
      throw new ArticleError('EMPTY', 'no file was given', 'inputs', 'Name the file or files.');
    }
    for (const input of inputs) {
      for await (const article of READERS[this.format](input, this.#log)) {
        this.#log.article();
        yield article;
      }
    }
  }

  summary(): ArticleSummary {
    return this.#log.summary();
  }
}

export function isArticleFormat(format: string): format is ArticleFormat {
  return (ARTICLE_FORMATS as readonly string[]).includes(format);
}

/**
 * A reader for files of articles in one of ARTICLE_FORMATS.
 * @throws {ArticleError} UNKNOWN_FORMAT for any other name
 */
export function articleReader(format: string): ArticleReader {
  if (!isArticleFormat(format)) {
    throw new ArticleError(
      'UNKNOWN_FORMAT',
      'article format is not known',
      'format',
      `Use one of ${ARTICLE_FORMATS.join(', ')}.`,
    );
  }
  return new Reader(format);
}
