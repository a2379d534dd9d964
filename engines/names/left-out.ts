import { IBERIAN_GIVEN_NAMES } from './data/iberian-names.ts';
import { SOUTHERN_FAMILIES } from './data/southern-families.ts';
import { isOftenLeftOut, ROLE, type NameReading } from './roles.ts';
import type { EvidenceClass } from './similarity.ts';
import type { Token } from './token.ts';

/** One line of an alignment: tokens [from, from+size) of either side; size 0 where the other side has none. */
export interface AlignedPair {
  queryFrom: number;
  querySize: number;
  candidateFrom: number;
  candidateSize: number;
  score: number;
  weight: number;
  evidence: EvidenceClass | 'omitted';
}

/** Names of a person, without titles, particles and initials. */
export function countNames(reading: NameReading): number {
  let count = 0;
  for (const role of reading.roles) if (role === ROLE.NAME || role === ROLE.PATRONYMIC) count++;
  return count;
}

/** A name of one side that the other has nothing for. */
export function isNameLeft(pair: AlignedPair, query: NameReading, candidate: NameReading): boolean {
  if (pair.evidence !== 'omitted' && pair.evidence !== 'different') return false;
  const role = pair.querySize > 0 ? query.roles[pair.queryFrom] : candidate.roles[pair.candidateFrom];
  return role === ROLE.NAME;
}

/** First and last token that agree, of either side; -1 where none does. */
export interface Places {
  queryFirst: number;
  queryLast: number;
  candidateFirst: number;
  candidateLast: number;
}

/** Where a token left out stands among those that agree. */
export function placeOf(places: Places, pair: AlignedPair): 'leading' | 'inner' | 'trailing' {
  if (pair.querySize > 0)
    return pair.queryFrom < places.queryFirst ? 'leading' : pair.queryFrom > places.queryLast ? 'trailing' : 'inner';
  if (pair.candidateFrom < places.candidateFirst) return 'leading';
  return pair.candidateFrom > places.candidateLast ? 'trailing' : 'inner';
}

/** Least weight that agrees for a second surname to come and go: "Carlos García" is too many people. */
const SECOND_SURNAME_LEAST = 1.4;
/** Tokens of a second surname, at most. */
const SECOND_SURNAME_MOST = 2;
export const NONE: readonly AlignedPair[] = [];

/**
 * The mother's surname behind a Spanish or Portuguese name, and a María in it, which one source writes and another leaves
 * out; none where more than that is missing.
 */
export function secondSurnameLeftOut(
  pairs: readonly AlignedPair[],
  agreed: readonly AlignedPair[],
  places: Places,
  query: NameReading,
  candidate: NameReading,
): readonly AlignedPair[] {
  if (agreed.length < 2 || !isIberian(query) || !isIberian(candidate)) return NONE;
  const left: AlignedPair[] = [];
  let trailing = 0;
  for (const pair of pairs) {
    if (!isNameLeft(pair, query, candidate)) continue;
    if (pair.evidence === 'different') return NONE;
    const token = pair.querySize > 0 ? query.tokens[pair.queryFrom] : candidate.tokens[pair.candidateFrom];
    if (placeOf(places, pair) === 'trailing') trailing++;
    else if (token === undefined || !isOftenLeftOut(token)) return NONE;
    left.push(pair);
  }
  if (trailing === 0 || trailing > SECOND_SURNAME_MOST) return NONE;
  let weight = 0;
  for (const pair of agreed) weight += pair.weight * pair.score;
  return weight >= SECOND_SURNAME_LEAST ? left : NONE;
}

/**
 * The Chinese given name of two syllables beside the English one ("Bernard Leung Kai-wing"), which one source writes and
 * another leaves out; none where more than that is missing.
 */
export function chineseNameLeftOut(
  pairs: readonly AlignedPair[],
  agreed: readonly AlignedPair[],
  query: NameReading,
  candidate: NameReading,
): readonly AlignedPair[] {
  if (agreed.length !== 2) return NONE;
  let [english, family] = [false, false];
  for (const { score, queryFrom } of agreed) {
    const token = query.tokens[queryFrom];
    if (token === undefined || score < 0.9) return NONE;
    if (SOUTHERN_FAMILIES.has(token.text)) family = true;
    else if (token.relatives.length > 0) english = true;
  }
  if (!english || !family) return NONE;
  const left = pairs.filter((pair) => isNameLeft(pair, query, candidate));
  if (left.length !== 2 || left.some(({ evidence }) => evidence === 'different')) return NONE;
  const onOneSide = left.every(({ querySize }) => querySize === left[0]?.querySize);
  const syllables = left.every((pair) => {
    const token = pair.querySize > 0 ? query.tokens[pair.queryFrom] : candidate.tokens[pair.candidateFrom];
    return token !== undefined && SYLLABLE.test(token.text);
  });
  return onOneSide && syllables ? left : NONE;
}

/** One syllable of Chinese in Latin letters, in any system. */
const SYLLABLE = /^(?:[bcdfghjklmnpqrstwxyz]{1,2})?[aeiou]{1,3}(?:ng|[nmkpth])?$/;

function isIberian(reading: NameReading): boolean {
  const first = reading.tokens[reading.roles.indexOf(ROLE.NAME)];
  return first !== undefined && IBERIAN_GIVEN_NAMES.has(first.text);
}

/** Given names that few would leave out, in front of a listed name that is found whole; none where it is not. */
export function otherGivenNames(
  pairs: readonly AlignedPair[],
  query: NameReading,
  candidate: NameReading,
  places: Places,
): AlignedPair[] {
  if (places.queryFirst === 0 || places.queryFirst === 32 || countNames(candidate) < 2) return [];
  const out: AlignedPair[] = [];
  for (const pair of pairs) {
    if (pair.evidence === 'different') return [];
    if (pair.evidence !== 'omitted') continue;
    if (pair.querySize === 0) {
      if (candidate.roles[pair.candidateFrom] === ROLE.NAME) return [];
    } else if (query.roles[pair.queryFrom] === ROLE.NAME && pair.queryFrom < places.queryFirst) {
      const token = query.tokens[pair.queryFrom] as Token;
      if (!isOftenLeftOut(token) && !isEnglishBesideChinese(token, candidate)) out.push(pair);
    }
  }
  return out;
}

/** "Steve Li Kwai-wah": an English given name before a Chinese name of three syllables. */
function isEnglishBesideChinese(token: Token, candidate: NameReading): boolean {
  const names = candidate.tokens.filter((_, i) => candidate.roles[i] === ROLE.NAME);
  return (
    token.relatives.length > 0 &&
    names.length === 3 &&
    names.some(({ text }) => SOUTHERN_FAMILIES.has(text)) &&
    names.every(({ text, relatives }) => SYLLABLE.test(text) && relatives.length === 0)
  );
}
