import {
  DISTINCT_FAMILY_NAMES,
  DISTINCT_GIVEN_ELSEWHERE,
  DISTINCT_NAMES,
  FEMININE_ENDINGS,
} from './data/distinct-names.ts';
import { CHINESE_SYLLABLES } from './romanize/chinese-latin.ts';
import type { Token } from './token.ts';

const DISTINCT: ReadonlySet<string> = new Set(DISTINCT_NAMES.trim().split(/\s+/));
const GIVEN_ELSEWHERE: ReadonlySet<string> = new Set(DISTINCT_GIVEN_ELSEWHERE.trim().split(/\s+/));
const FAMILY_NAMES: ReadonlySet<string> = new Set(DISTINCT_FAMILY_NAMES.trim().split(/\s+/));
const PINYIN: ReadonlySet<string> = new Set(CHINESE_SYLLABLES);

/** Whether a token is known as a given name, in whatever language. */
export function isGivenName(token: Token): boolean {
  return token.relatives.length > 0 || DISTINCT.has(token.text);
}

/** The same, with those that tell by themselves that a letter makes another name. */
function isKnown(token: Token): boolean {
  return isGivenName(token) || GIVEN_ELSEWHERE.has(token.text);
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
  if (isGivenName(a) && isGivenName(b)) return true;
  const [first, second] = [isKnown(a), isKnown(b)];
  // In a short name a letter more or less is a slip sooner than another name (Maria, Mara).
  if (a.length === b.length || Math.min(a.length, b.length) >= LEAST_OF_TWO) {
    if (first && second) return true;
    if (FAMILY_NAMES.has(a.text) && FAMILY_NAMES.has(b.text)) return true;
  }
  if ((first || second) && differInGender(a.text, b.text, first, second)) return true;
  if (a.text.length > 2 && b.text.length > 2 && PINYIN.has(a.text) && PINYIN.has(b.text)) return true;
  // A letter more or less is a slip (Guangfu, Gangfu).
  return a.length >= LEAST_OF_TWO && a.length === b.length && differInSyllable(a.text, b.text);
}

/** Two syllables of Chinese written as one word have so many letters at least, and so has a name that is told from a longer one. */
const LEAST_OF_TWO = 6;

/** The two syllables of a Chinese given name written as one word, in the ways it can be parted. */
function syllablesOf(text: string): [string, string][] {
  const out: [string, string][] = [];
  for (let at = 2; at <= text.length - 2; at++) {
    const [first, second] = [text.slice(0, at), text.slice(at)];
    if (PINYIN.has(first) && PINYIN.has(second)) out.push([first, second]);
  }
  return out;
}

/** Sounds that many a speaker and writer of Chinese does not tell apart. */
const plainly = (syllable: string): string => syllable.replace(/^([zcs])h/, '$1').replace(/ng$/, 'n');

/** Two Chinese given names that have one syllable in common and not the other: Xiaoming, Xiaoping. */
function differInSyllable(a: string, b: string): boolean {
  const [left, right] = [syllablesOf(a), syllablesOf(b)];
  if (left.length === 0 || right.length === 0) return false;
  return !left.some(([first, second]) =>
    right.some(([other, last]) => plainly(first) === plainly(other) && plainly(second) === plainly(last)),
  );
}

/** Known names that sound more alike than this are one, written in two ways. */
const LEAST_BY_SOUND = 0.8;

/**
 * Whether two tokens of which one at least was read from another alphabet, or written down by sound, are two names: both
 * known, and none a form of the other, or a man's and a woman's (Александр, Alexandra).
 */
export function areTwoNamesBySound(a: Token, b: Token, likeness: number): boolean {
  const [first, second] = [isKnown(a) || a.common > 0, isKnown(b) || b.common > 0];
  // What is read from another alphabet may be a known name by chance: only where they are not much alike, or all is known.
  const frequent = (token: Token): boolean => token.common > 0 && token.families.length > 0;
  if (first && second && (likeness < LEAST_BY_SOUND || (frequent(a) && frequent(b)))) return true;
  // Nearly the same but for the ending of women, and the man's name is known.
  const [aEnds, bEnds] = [a.text.endsWith('a'), b.text.endsWith('a')];
  const man = aEnds ? b : a;
  return aEnds !== bEnds && man.relatives.length > 0 && /[^aeiouy]$/.test(man.text);
}
