import {
  chineseNameLeftOut,
  countNames,
  isNameLeft,
  NONE,
  otherGivenNames,
  placeOf,
  secondSurnameLeftOut,
  type AlignedPair,
  type Places,
} from './left-out.ts';
import { isGivenName } from './distinct-names.ts';
import { MODEL } from './model.ts';
import { noteStep, type ScoreStep } from './score-steps.ts';
import { ROLE, type NameReading, type Role } from './roles.ts';
import { isRough, roughness, toldBy } from './told.ts';
import { typingDistance } from './typing-distance.ts';
import { isBySyllable, type Token } from './token.ts';

export type { AlignedPair } from './left-out.ts';

export interface Alignment {
  /** 0 to 1. */
  score: number;
  pairs: AlignedPair[];
  /** How much the agreement tells: of a person by how many bear what agrees, 1 for a token that hardly anybody has; else its weight. */
  told: number;
  matchedNames: number;
}

/** Bits of `size` tokens from `from` on; after the last comes the first again, for names are written from either end. */
export function maskOf(from: number, size: number, length: number): number {
  const bits = ((1 << size) - 1) << from;
  return (bits & ((1 << length) - 1)) | (bits >>> length);
}

export function isOptional(role: Role): boolean {
  return role === ROLE.PARTICLE || role === ROLE.HONORIFIC || role === ROLE.LEGAL;
}

export function scorePairs(
  pairs: AlignedPair[],
  query: NameReading,
  candidate: NameReading,
  person: boolean,
  listed: boolean,
  steps?: ScoreStep[],
): Alignment {
  const rules = person ? MODEL.person : MODEL.thing;
  let agreed = 0;
  let total = 0;
  let matchedWeight = 0;
  let told = 0;
  let matchedNames = 0;
  let omitted = 0;
  let omittedByQuery = 0;
  let omittedByList = 0;
  let slips = 0;
  let initialsLeft = 0;
  let weakest = 1;
  let factor = 1;
  let lastCandidate = -1;
  let disorder = 0;
  const places = placesOf(pairs, query, candidate);
  const inOrder = pairs
    .filter((pair) => pair.evidence !== 'omitted' && pair.evidence !== 'different')
    .sort((a, b) => a.queryFrom - b.queryFrom);
  for (const pair of inOrder) {
    if (pair.evidence === 'particle' || pair.evidence === 'legal') continue;
    if (pair.candidateFrom < lastCandidate) disorder++;
    lastCandidate = pair.candidateFrom;
  }
  const secondSurname = person ? secondSurnameLeftOut(pairs, inOrder, places, query, candidate) : NONE;
  const chineseName = person ? chineseNameLeftOut(pairs, inOrder, query, candidate) : NONE;
  for (const pair of pairs) {
    const side = pair.querySize > 0 ? query : candidate;
    const role = (pair.querySize > 0 ? side.roles[pair.queryFrom] : side.roles[pair.candidateFrom]) as Role;
    if (pair.evidence === 'omitted') {
      if (secondSurname.includes(pair)) total += pair.weight * MODEL.person.secondSurname;
      else if (chineseName.includes(pair)) total += pair.weight * MODEL.person.chineseName;
      else if (role === ROLE.NUMBER) factor *= rules.numberMissing;
      else if (role === ROLE.GENERATION) factor *= rules.generationMissing;
      else if (isOptional(role)) total += pair.weight * rules.optionalOmission;
      else if (role === ROLE.PATRONYMIC) total += pair.weight * rules.patronymicOmission;
      else {
        const cost = pair.weight * rules.omissionAt[placeOf(places, pair)];
        omitted += cost;
        if (!listed) continue;
        if (pair.querySize === 0) omittedByQuery += cost;
        else omittedByList += cost;
      }
      if (role === ROLE.INITIAL) initialsLeft++;
    } else if (pair.evidence === 'different') {
      if (role === ROLE.NUMBER) factor *= rules.numberDifferent;
      else if (role === ROLE.GENERATION) factor *= rules.generationDifferent;
      else total += pair.weight * (isOptional(role) ? 1 : rules.contradiction);
    } else {
      agreed += pair.weight * pair.score;
      if (pair.evidence === 'spelling' || pair.evidence === 'initial') slips += pair.weight * (1 - pair.score);
      total += pair.weight;
      if (pair.evidence === 'particle' && role === ROLE.HONORIFIC) matchedNames += 0.5;
      if (pair.evidence !== 'particle' && pair.evidence !== 'legal' && pair.evidence !== 'generation') {
        if (pair.evidence !== 'initial') {
          // One word against two says as much as two only where the two names are the same but for the space.
          const size = Math.max(pair.querySize, pair.candidateSize);
          matchedNames += size > 1 && !isWhole(pairs, query, candidate) ? 1 : size;
          if (side.tokens[pair.querySize > 0 ? pair.queryFrom : pair.candidateFrom]?.text.startsWith('abdul') === true)
            matchedNames += 0.5;
          // A whole name written as one run of syllables.
          if (pair.score < 0.97 && isWholeRun(query, pair.queryFrom, candidate, pair.candidateFrom)) matchedNames++;
          matchedWeight += pair.weight * pair.score;
          told += person ? toldBy(pair, query, candidate) * pair.score : pair.weight * pair.score;
          weakest = Math.min(weakest, pair.score);
        } else
          matchedNames +=
            side.tokens[pair.querySize > 0 ? pair.queryFrom : pair.candidateFrom]?.text.startsWith('abdul') === true
              ? 1
              : 0.5;
      }
    }
  }
  const { enough, perWeight, most: mostOmission } = rules.frequentOmission;
  const omission = Math.min(mostOmission, rules.omission + Math.max(0, enough - told) * perWeight);
  total += omitted * omission;
  let score = total === 0 ? 0 : agreed / total;
  let before = steps === undefined ? 0 : shownScore(pairs);
  before = noteStep(steps, 'leftOut', before, score, 100);
  const fewest = Math.min(countNames(query), countNames(candidate));
  const most = Math.max(countNames(query), countNames(candidate));
  if (matchedNames === 0) score *= 0.3;
  else if (person && matchedNames < 2 && most >= 2)
    score *=
      matchedNames >= 1.5 && matchedWeight >= 1.05
        ? rules.nameAndInitial
        : fewest < 2
          ? rules.singleName
          : rules.oneOfMany;
  before = noteStep(steps, 'fewNames', before, score, 100);
  // A frequent name alone, with other titles: "Haji Abdullah", "Qari Abdullah".
  if (person && most < 2 && matchedWeight < FREQUENT_ALONE && pairs.some((pair) => pair.evidence === 'omitted'))
    score *= rules.titlesDiffer;
  before = noteStep(steps, 'titlesDiffer', before, score, 100);
  if (matchedNames <= 1) {
    score -= (1 - weakest) * rules.onlyPair;
    if (initialsLeft > 0) score *= rules.strayInitials;
  }
  before = noteStep(steps, 'onlyPair', before, score, 100);
  // Frequent names that agree but nearly, or but in part, are mostly two people's.
  if (matchedNames >= 2) {
    const { enough: sure, perWeight: doubt, ofQuery, ofList, ofSlips } = rules.frequentDoubt;
    const less = (ofQuery * omittedByQuery - ofList * omittedByList) * omission + ofSlips * slips;
    const missing = 1 - score - less / Math.max(total, 1e-9);
    const rough = person ? roughness(query, candidate) : 1;
    score -= Math.max(0, missing) * Math.max(0, sure - told) * doubt * rough;
  }
  before = noteStep(steps, 'frequentNames', before, score, 100);
  score = Math.max(0, score) * factor;
  before = noteStep(steps, 'numberOrGeneration', before, score, 100);
  // Another order is nothing where the tokens are the same, and chance where they are but alike.
  score *= 1 - Math.min(0.08, disorder * (0.012 + 0.15 * (1 - weakest)));
  // Who is whose son: "Hamid Ibrahim Mustafa" is hardly "Mustafa Hamid".
  if (disorder > 0 && omitted > 0 && matchedNames >= 2 && isChain(inOrder, query, candidate))
    score *= 1 - rules.orderAndOmission * Math.min(1, Math.max(0, rules.frequentDoubt.enough - told));
  before = noteStep(steps, 'order', before, score, 100);
  const others = person && listed ? otherGivenNames(pairs, query, candidate, places) : [];
  if (others.length > 0) score *= MODEL.person.otherGivenName;
  before = noteStep(steps, 'otherGivenName', before, score, 100);
  for (const pair of others) pair.evidence = 'different';
  const run = person ? wholeNameScore(query, candidate) * factor : 0;
  if (run > score) score = run;
  before = noteStep(steps, 'sameButForSpaces', before, score, 100);
  if (score > 0) score = Math.max(0, score - MODEL.tieBreak.name * differences(pairs, listed));
  noteStep(steps, 'tieBreak', before, score, 100);
  return { score, pairs, told, matchedNames };
}

/** Scores an alignment of a listed name once more, putting down what each rule adds or takes. */
export function scoreAgain(
  { pairs }: Alignment,
  query: NameReading,
  candidate: NameReading,
  person: boolean,
  steps: ScoreStep[],
): void {
  // Scoring turns some of what is left out into a contradiction: as it was before.
  const before = pairs.map((pair): AlignedPair =>
    pair.evidence === 'different' && pair.candidateSize === 0 ? { ...pair, evidence: 'omitted' } : pair,
  );
  scorePairs(before, query, candidate, person, true, steps);
}

/** What the lines of an explanation add up to: each pair by its weight. */
function shownScore(pairs: readonly AlignedPair[]): number {
  let sum = 0;
  let total = 0;
  for (const { score, weight } of pairs) {
    sum += score * weight;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** Nothing of either name is left over, or what is left may be the writing's doing. */
function isWhole(pairs: readonly AlignedPair[], query: NameReading, candidate: NameReading): boolean {
  return isRough(query) || isRough(candidate) || !pairs.some((pair) => isNameLeft(pair, query, candidate));
}

/**
 * A number of its own for each kind of difference, so that unlike evidence of like worth never ties; 0 where all is the
 * same, and too small to change who is found.
 */
function differences(pairs: readonly AlignedPair[], listed: boolean): number {
  let sum = 0;
  let total = 0;
  for (const { evidence, score, weight, querySize } of pairs) {
    total += weight;
    // The square tells one heavy difference from two lighter ones.
    if (evidence === 'omitted' || evidence === 'different' || score < 1) sum += weight * weight * 0.137;
    if (evidence === 'omitted') sum += weight * (listed && querySize > 0 ? 0.91 : 0.83);
    else if (evidence === 'different') sum += weight * 0.97;
    else if (score < 1) sum += weight * (KINDS_OF_EVIDENCE.indexOf(evidence) * 0.0613 + (1 - score) * 0.37);
  }
  return total === 0 ? 0 : sum / total;
}
const KINDS_OF_EVIDENCE: readonly string[] = [
  'exact',
  'spelling',
  'sound',
  'transliteration',
  'nickname',
  'joined',
  'initial',
  'patronymic',
  'particle',
];

function placesOf(pairs: readonly AlignedPair[], query: NameReading, candidate: NameReading): Places {
  let [queryMask, candidateMask] = [0, 0];
  for (const { evidence, queryFrom, querySize, candidateFrom, candidateSize } of pairs) {
    if (evidence === 'omitted' || evidence === 'different' || evidence === 'particle' || evidence === 'generation')
      continue;
    queryMask |= maskOf(queryFrom, querySize, query.tokens.length);
    candidateMask |= maskOf(candidateFrom, candidateSize, candidate.tokens.length);
  }
  return {
    queryFirst: firstBit(queryMask),
    queryLast: 31 - Math.clz32(queryMask),
    candidateFirst: firstBit(candidateMask),
    candidateLast: 31 - Math.clz32(candidateMask),
  };
}

function firstBit(mask: number): number {
  return mask === 0 ? 32 : 31 - Math.clz32(mask & -mask);
}

/** A single name of less weight is carried by too many. */
const FREQUENT_ALONE = 0.9;

function isWholeRun(query: NameReading, i: number, candidate: NameReading, j: number): boolean {
  const run = (reading: NameReading, at: number): boolean =>
    reading.tokens.length === 1 && reading.tokens[at]?.fidelity === 'd' && (reading.tokens[at]?.code.length ?? 0) >= 7;
  return run(query, i) !== run(candidate, j);
}

/**
 * Whether all that agrees are frequent given names: a name that is a person's own, the father's and the grandfather's, in
 * which the order tells one from the other.
 */
function isChain(agreed: readonly AlignedPair[], query: NameReading, candidate: NameReading): boolean {
  return agreed.every(({ evidence, weight, queryFrom, candidateFrom }) => {
    if (evidence === 'particle' || evidence === 'generation' || evidence === 'initial') return true;
    const [asked, listed] = [query.tokens[queryFrom], candidate.tokens[candidateFrom]];
    return (
      weight < RARE && ((asked !== undefined && isGivenName(asked)) || (listed !== undefined && isGivenName(listed)))
    );
  });
}
/** What a token weighs at least that is not frequent. */
const RARE = 1;

function isFrequentName(token: Token): boolean {
  return token.common > 1 && token.relatives.length > 0;
}

/** Of one length, or but a letter shorter or longer behind the same beginning. */
function isAlike({ text }: Token, other: Token | undefined): boolean {
  if (other === undefined) return false;
  const longer = Math.abs(text.length - other.text.length);
  return longer === 0 || (longer === 1 && text.charCodeAt(0) === other.text.charCodeAt(0));
}

/** How many letters a name has without its titles. */
function lettersOf({ tokens, roles }: NameReading): number {
  let count = 0;
  for (let i = 0; i < tokens.length; i++) if (roles[i] !== ROLE.HONORIFIC) count += tokens[i]?.length ?? 0;
  return count;
}

/** Both names written without any space are the same, or nearly: word breaks in the wrong place. */
function wholeNameScore(query: NameReading, candidate: NameReading): number {
  if (Math.abs(query.tokens.length - candidate.tokens.length) > 6) return 0;
  if (query.tokens[0]?.fidelity !== candidate.tokens[0]?.fidelity) return 0;
  // What is read by syllables is the same or it is not, but for where it is parted.
  const parted = query.tokens.length !== candidate.tokens.length;
  if (!parted && query.tokens.some(({ text }) => isBySyllable(text))) return 0;
  const letters = lettersOf(query);
  if (letters < 8 || Math.abs(letters - lettersOf(candidate)) > 1) return 0;
  let a = '';
  let b = '';
  for (let i = 0; i < query.tokens.length; i++) if (query.roles[i] !== ROLE.HONORIFIC) a += query.tokens[i]?.text ?? '';
  for (let i = 0; i < candidate.tokens.length; i++)
    if (candidate.roles[i] !== ROLE.HONORIFIC) b += candidate.tokens[i]?.text ?? '';
  // One name on either side has no breaks to be in the wrong place; what differs are its titles.
  if (countNames(query) < 2 && countNames(candidate) < 2 && (a === b || query.tokens.some(isFrequentName))) return 0;
  // A name is written from either end ("LAST, First").
  const start = a === b ? 0 : (b + b).indexOf(a.slice(0, 4));
  if (start > 0 && start < b.length) b = b.slice(start) + b.slice(0, start);
  if (a === b) return query.tokens.length === candidate.tokens.length ? 0 : 0.97;
  // The breaks are where they should be: what differs is a letter, which is for the tokens to tell.
  if (
    query.tokens.length === candidate.tokens.length &&
    query.tokens.every((token, i) => isAlike(token, candidate.tokens[i]))
  )
    return 0;
  return typingDistance(a, b, 1) <= 1 ? 0.9 : 0;
}
