import { utf8Chunks } from '../../watchlists/bytes.ts';
import { ListError } from '../../watchlists/types.ts';
import { ArticleError, type ArticleErrorCode, type ArticleInput } from '../types.ts';
import type { ReadLog } from './notes.ts';

const WORDS: Record<ArticleErrorCode, readonly [what: string, remedy: string]> = {
  DAMAGED: ['file is damaged, or unpacks to far more than it should', 'Fetch the file again from the publisher.'],
  TRUNCATED: ['file is cut short', 'Fetch the file again from the publisher.'],
  EMPTY: ['file holds nothing', 'Give a file with articles.'],
  UNKNOWN_FORMAT: ['file is of another kind', 'Check that the format named fits the file.'],
  ENCODING: ['bytes do not fit the declared encoding, or it is not known', 'Convert the file to UTF-8.'],
};

/**
 * The text of a file in whole characters, chunk by chunk: gzip under limits, byte order marks, UTF-16, encodings an
 * XML declaration names, stray Windows-1252 bytes repaired with a warning. The byte layer is the watchlists' own.
 * @throws {ArticleError}
 */
export async function* textChunks(input: ArticleInput, log: ReadLog): AsyncGenerator<string> {
  try {
    for await (const chunk of utf8Chunks(input, log.notes)) yield chunk.toString('utf8');
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    const [what, remedy] = WORDS[error.code];
    throw new ArticleError(error.code, what, error.place, remedy);
  }
}
