import { Notes } from '../../watchlists/notes.ts';
import type { ArticleSummary } from '../types.ts';

/** Counts what was read, what was left out, and what was odd. */
export class ReadLog {
  readonly notes = new Notes();
  #articles = 0;
  #skipped = 0;

  article(): void {
    this.#articles++;
  }

  /** @param place file and line, never a value out of the file */
  skip(code: string, place: string): void {
    this.#skipped++;
    this.notes.add(code, place);
  }

  summary(): ArticleSummary {
    return { articles: this.#articles, skipped: this.#skipped, warnings: this.notes.list() };
  }
}
