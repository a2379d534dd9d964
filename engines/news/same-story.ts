import { foldWord } from './fold.ts';
import type { Article } from './types.ts';

/** Minimum hashes of an article's word triples, and the keys under which near duplicates meet. */
export interface StorySignature {
  hashes: Uint32Array;
  /** One key for each band, signed 32-bit, fit for an integer[] column with a GIN index: two versions share one. */
  bands: Int32Array;
}

const BANDS = 16;
const ROWS = 4;
const SIZE = BANDS * ROWS;
const SHINGLE = 3;
/** Words that count: agencies shorten from the end, so the beginning tells. */
const MAX_WORDS = 400;
/** Share of common word triples from which two articles are one story. */
export const SAME_STORY = 0.5;

/** Odd multipliers and offsets of the hash family, from a fixed linear congruential sequence (Numerical Recipes). */
const MULTIPLIERS = new Uint32Array(SIZE);
const OFFSETS = new Uint32Array(SIZE);
let state = 1;
for (let index = 0; index < SIZE; index++) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  MULTIPLIERS[index] = state | 1;
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  OFFSETS[index] = state;
}

/** FNV-1a over UTF-16 units with a final mix. */
function hash(text: string, seed = 0x811c9dc5): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/**
 * The signature by which versions of one story are known: MinHash (Broder, 1997) of word triples, banded for look-up.
 * Letter case, diacritics and marks do not matter, nor does the title where there is a text.
 */
export function storySignature(article: Article): StorySignature {
  const source = article.text === '' ? article.title : article.text;
  const words = (source.slice(0, MAX_WORDS * 20).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS).map(foldWord);
  const hashes = new Uint32Array(SIZE).fill(0xffffffff);
  const shingles = new Set<string>();
  for (let at = 0; at === 0 || at + SHINGLE <= words.length; at++) {
    shingles.add(words.slice(at, at + SHINGLE).join(' '));
  }
  for (const shingle of shingles) {
    const base = hash(shingle);
    for (let index = 0; index < SIZE; index++) {
      const mixed = Math.imul(base ^ (OFFSETS[index] ?? 0), MULTIPLIERS[index] ?? 1);
      const value = (mixed ^ (mixed >>> 15)) >>> 0;
      if (value < (hashes[index] ?? 0)) hashes[index] = value;
    }
  }
  const bands = new Int32Array(BANDS);
  for (let band = 0; band < BANDS; band++) {
    bands[band] = hash(`${band}:${hashes.subarray(band * ROWS, band * ROWS + ROWS).join(',')}`) | 0;
  }
  return { hashes, bands };
}

/** Estimated share of common word triples of two articles, 0 to 1 (standard error about 0.06). */
export function storySimilarity(a: StorySignature, b: StorySignature): number {
  let equal = 0;
  for (let index = 0; index < SIZE; index++) if (a.hashes[index] === b.hashes[index]) equal++;
  return equal / SIZE;
}

/** Finds earlier versions of a story in memory; a store does the same with the bands in an index. */
export class StoryIndex {
  readonly #byBand = new Map<string, number[]>();
  readonly #stories: { id: string; signature: StorySignature }[] = [];

  /** @returns the id of the most similar story added before, undefined where this is a new one; it is added then */
  add(id: string, signature: StorySignature): string | undefined {
    let best: { id: string; similarity: number } | undefined;
    const keys = Array.from(signature.bands, (value, band) => `${band}:${value}`);
    for (const number of new Set(keys.flatMap((key) => this.#byBand.get(key) ?? []))) {
      const story = this.#stories[number];
      if (!story) continue;
      const similarity = storySimilarity(signature, story.signature);
      if (similarity >= SAME_STORY && similarity > (best?.similarity ?? 0)) best = { id: story.id, similarity };
    }
    if (best) return best.id;
    this.#stories.push({ id, signature });
    for (const key of keys) {
      const known = this.#byBand.get(key);
      if (known) known.push(this.#stories.length - 1);
      else this.#byBand.set(key, [this.#stories.length - 1]);
    }
    return undefined;
  }
}
