import { CROSS_LANGUAGE } from './families.ts';
import type { Fidelity } from './romanize/index.ts';
import type { Token } from './token.ts';

/** Ways of reading in the order in which the index numbers them; the same as {@link Token.kind}. */
export const FIDELITIES: readonly Fidelity[] = ['a', 'b', 'c', 'd', 'e'];

/** What is known of a listed token without reading it. */
export const TRAIT = {
  /** Sounds that are not vowels, at most 31. */
  CONSONANTS: 31,
  /** An article is written onto it. */
  ARTICLE: 32,
  /** It belongs to a family of given names. */
  FAMILY: 64,
  /** From this bit on: how it was read, by number. */
  KIND_SHIFT: 7,
} as const;

/** The set of letters in the shape of a token. */
export const LETTERS = 0x3ffffff;

export function traitsOf(token: Token): number {
  return (
    Math.min(TRAIT.CONSONANTS, token.consonants) |
    (token.bare === null ? 0 : TRAIT.ARTICLE) |
    (CROSS_LANGUAGE.has(token.text) ? TRAIT.FAMILY : 0) |
    (token.kind << TRAIT.KIND_SHIFT)
  );
}

/** Bits set in a number of 32. */
export function countBits(set: number): number {
  let count = set - ((set >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
