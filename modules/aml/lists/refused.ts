import { ArticleError } from '../../../engines/news/index.ts';
import { ListError } from '../../../engines/watchlists/index.ts';

/** Why a list was not taken: codes of the reader, and our own. */
export type RefusalCode = ListError['code'] | 'SHRUNKEN' | 'UNREADABLE' | 'FETCH_FAILED' | 'TOO_LARGE';

/** A list that was not taken; the version before it serves on. The message names the place and the remedy. */
export class ListRefused extends Error {
  override name = 'ListRefused';
  readonly code: RefusalCode;
  readonly dataset: string;

  constructor(dataset: string, code: RefusalCode, message: string) {
    super(message);
    this.dataset = dataset;
    this.code = code;
  }
}

/** A failure of reading as a refusal; anything else is not one. */
export function asRefusal(dataset: string, error: unknown): ListRefused | null {
  if (error instanceof ListRefused) return error;
  if (error instanceof ListError || error instanceof ArticleError)
    return new ListRefused(dataset, error.code, error.message);
  return null;
}
