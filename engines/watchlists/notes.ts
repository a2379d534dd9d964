import type { ListWarning } from './types.ts';

/** Collects what was odd in a list, counted by code, with the first place as the example. */
export class Notes {
  readonly #byCode = new Map<string, { count: number; example: string }>();

  /** @param example a place (file, line, byte), never a value out of the list */
  add(code: string, example: string, count = 1): void {
    const known = this.#byCode.get(code);
    if (known) known.count += count;
    else this.#byCode.set(code, { count, example });
  }

  list(): ListWarning[] {
    return [...this.#byCode].map(([code, { count, example }]) => ({ code, count, example }));
  }
}
