import { DISTINCT_NAMES, FEMININE_ENDINGS } from './data/distinct-names.ts';
import { CHINESE_SYLLABLES } from './romanize/chinese-latin.ts';
import type { Token } from './token.ts';

const DISTINCT: ReadonlySet<string> = new Set(DISTINCT_NAMES.trim().split(/\s+/));
const PINYIN: ReadonlySet<string> = new Set(CHINESE_SYLLABLES);

function isGivenName(token: Token): boolean {
  return token.relatives.length > 0 || DISTINCT.has(token.text);
}

/** A known name of a man and the name of a woman made of it, or the other way round: Roberto, Roberta. */
function differInGender(a: string, b: string, isKnown: boolean, isOtherKnown: boolean): boolean {
  for (const [man, woman] of FEMININE_ENDINGS) {
    if (isKnown && a.endsWith(man) && b === a.slice(0, a.length - man.length) + woman) return true;
    if (isOtherKnown && b.endsWith(man) && a === b.slice(0, b.length - man.length) + woman) return true;
  }
  return false;
}

/**
 * Whether two Latin tokens that are written much alike are two names all the same: both frequent, both given names of their
 * own, a man's and a woman's, or two syllables of Chinese (Zhang, Zheng). Those of one family of names are told before.
 */
export function areTwoNames(a: Token, b: Token): boolean {
  if (a.common > 0 && b.common > 0) return true;
  const [first, second] = [isGivenName(a), isGivenName(b)];
  if (first && second) return true;
  if ((first || second) && differInGender(a.text, b.text, first, second)) return true;
  return a.text.length > 2 && b.text.length > 2 && PINYIN.has(a.text) && PINYIN.has(b.text);
}
