import type { Token } from './tokens.ts';

/** A phrase found among tokens: `from` and `to` are token numbers, `to` exclusive. */
export interface PhraseHit<T> {
  from: number;
  to: number;
  value: T;
}

interface Phrase<T> {
  words: readonly string[];
  value: T;
}

/** Most tokens that `~` in a phrase stands for, and `~~`. */
const GAP = 5;
const WIDE_GAP = 14;
/** Elided articles are tokens of their own, see tokens.ts. */
const ELISION = /(?<![\p{L}'])([ldsnjcmt]|qu|dell|all|nell|sull|dall|un)['’](?=\p{L}{2})/gu;
const CACHE_LIMIT = 50_000;

/**
 * Finds phrases of a lexicon among tokens. In a phrase, `launder*` is any word that begins so, `~` up to five
 * words of any kind and `~~` up to fourteen; hyphens and letter case do not matter. The longest phrase at a place wins, and hits do not
 * overlap. Time is linear in the tokens for a given lexicon.
 */
export class PhraseMatcher<T> {
  readonly #byFirst = new Map<string, Phrase<T>[]>();
  readonly #cache = new Map<string, readonly Phrase<T>[]>();
  readonly #shortestPrefix: number;

  constructor(phrases: Iterable<readonly [phrase: string, value: T]>) {
    let shortest = 99;
    for (const [phrase, value] of phrases) {
      const words = phrase.toLowerCase().replaceAll('-', ' ').replaceAll(ELISION, "$1' ").split(' ');
      const first = words[0] ?? '';
      if (first.endsWith('*')) shortest = Math.min(shortest, first.length - 1);
      const known = this.#byFirst.get(first);
      if (known) known.push({ words, value });
      else this.#byFirst.set(first, [{ words, value }]);
    }
    this.#shortestPrefix = shortest;
  }

  #candidates(word: string): readonly Phrase<T>[] {
    const cached = this.#cache.get(word);
    if (cached) return cached;
    const found = [...(this.#byFirst.get(word) ?? [])];
    for (let length = this.#shortestPrefix; length <= Math.min(word.length, 24); length++) {
      found.push(...(this.#byFirst.get(`${word.slice(0, length)}*`) ?? []));
    }
    if (this.#cache.size >= CACHE_LIMIT) this.#cache.clear();
    this.#cache.set(word, found);
    return found;
  }

  find(tokens: readonly Token[]): PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = [];
    for (let at = 0; at < tokens.length; at++) {
      let best: PhraseHit<T> | undefined;
      for (const phrase of this.#candidates(tokens[at]?.lower ?? '')) {
        const to = match(tokens, at, phrase.words);
        if (to > (best?.to ?? at)) best = { from: at, to, value: phrase.value };
      }
      if (!best) continue;
      hits.push(best);
      at = best.to - 1;
    }
    return hits;
  }
}

/** @returns the token after the phrase, or 0 where it does not stand here */
function match(tokens: readonly Token[], start: number, words: readonly string[]): number {
  let at = start;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (index > 0) while (tokens[at]?.lower === '-') at++;
    if (word === '~' || word === '~~') {
      const most = word === '~' ? GAP : WIDE_GAP;
      const next = words[index + 1] ?? '';
      let skipped = 0;
      while (skipped < most && at < tokens.length && !same(tokens[at]?.lower ?? '', next)) {
        at++;
        skipped++;
      }
      continue;
    }
    const token = tokens[at];
    if (!token || !same(token.lower, word)) return 0;
    at++;
  }
  return at;
}

function same(word: string, pattern: string): boolean {
  if (word.endsWith('’') && pattern === `${word.slice(0, -1)}'`) return true;
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
}
