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

/** Phrases that begin with one word, by the last word that must stand in the sentence for them. */
interface Candidates<T> {
  always: readonly Phrase<T>[];
  byMust: ReadonlyMap<string, readonly Phrase<T>[]>;
}

/** Most tokens that `~` in a phrase stands for, and `~~`. */
const GAP = 5;
const WIDE_GAP = 14;
/** Elided articles are tokens of their own, see tokens.ts. */
const ELISION = /(?<![\p{L}'])([ldsnjcmt]|qu|dell|all|nell|sull|dall|un)['’](?=\p{L}{2})/gu;
/** Marks between the words of a phrase that do not part them: "pleaded “not guilty”". */
const BETWEEN = new Set(['-', '"', '“', '”']);
const CACHE_LIMIT = 50_000;

/**
 * Finds phrases of a lexicon among tokens. In a phrase, `launder*` is any word that begins so, `~` up to five
 * words of any kind but no comma and `~~` up to fourteen of either; hyphens and letter case do not matter. The longest phrase at a place wins, and hits do not
 * overlap. Time is linear in the tokens for a given lexicon.
 */
export class PhraseMatcher<T> {
  readonly #byFirst = new Map<string, Phrase<T>[]>();
  readonly #cache = new Map<string, Candidates<T> | undefined>();
  readonly #shortestPrefix: number;
  /** How the words with a `*` begin, for a quick no. */
  readonly #heads = new Set<string>();

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
    for (const first of this.#byFirst.keys()) if (first.endsWith('*')) this.#heads.add(first.slice(0, shortest));
  }

  #candidates(word: string): Candidates<T> | undefined {
    const cached = this.#cache.get(word);
    if (cached !== undefined || this.#cache.has(word)) return cached;
    const found = [...(this.#byFirst.get(word) ?? [])];
    if (this.#heads.has(word.slice(0, this.#shortestPrefix)))
      for (let length = this.#shortestPrefix; length <= Math.min(word.length, 24); length++) {
        found.push(...(this.#byFirst.get(`${word.slice(0, length)}*`) ?? []));
      }
    if (this.#cache.size >= CACHE_LIMIT) this.#cache.clear();
    // Of two that end at one place the one without a gap wins: "found guilty" before "found ~ guilty".
    found.sort((a, b) => Number(gapped(a)) - Number(gapped(b)));
    const always: Phrase<T>[] = [];
    const byMust = new Map<string, Phrase<T>[]>();
    for (const phrase of found) {
      const must = phrase.words.findLast((one, index) => index > 0 && !one.startsWith('~') && !one.endsWith('*'));
      if (must === undefined) always.push(phrase);
      else {
        const list = byMust.get(must);
        if (list) list.push(phrase);
        else byMust.set(must, [phrase]);
      }
    }
    const candidates = found.length === 0 ? undefined : { always, byMust };
    this.#cache.set(word, candidates);
    return candidates;
  }

  find(tokens: readonly Token[]): PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = [];
    let present: Set<string> | undefined;
    for (let at = 0; at < tokens.length; at++) {
      const candidates = this.#candidates(tokens[at]?.lower ?? '');
      if (candidates === undefined) continue;
      let best = longest(tokens, at, candidates.always, undefined);
      if (candidates.byMust.size > 0) {
        present ??= new Set(tokens.map(({ lower }) => (lower.endsWith('’') ? lower.replace('’', "'") : lower)));
        for (const [must, phrases] of candidates.byMust)
          if (present.has(must)) best = longest(tokens, at, phrases, best);
      }
      if (!best) continue;
      hits.push(best);
      at = best.to - 1;
    }
    return hits;
  }
}

function gapped({ words }: Phrase<unknown>): boolean {
  return words.some((word) => word === '~' || word === '~~');
}

/** The longest of some phrases that stand at a token, or the one known. */
function longest<T>(
  tokens: readonly Token[],
  at: number,
  phrases: readonly Phrase<T>[],
  known: PhraseHit<T> | undefined,
): PhraseHit<T> | undefined {
  let best = known;
  for (const { words, value } of phrases) {
    const to = match(tokens, at, words);
    if (to > (best?.to ?? at)) best = { from: at, to, value };
  }
  return best;
}

/** @returns the token after the phrase, or 0 where it does not stand here */
function match(tokens: readonly Token[], start: number, words: readonly string[]): number {
  let at = start;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (index > 0) while (BETWEEN.has(tokens[at]?.text ?? '')) at++;
    if (word === '~' || word === '~~') {
      const most = word === '~' ? GAP : WIDE_GAP;
      const next = words[index + 1] ?? '';
      let skipped = 0;
      while (
        skipped < most &&
        at < tokens.length &&
        !same(tokens[at]?.lower ?? '', next) &&
        !(word === '~' && tokens[at]?.text === ',')
      ) {
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
