import { MODEL } from './model.ts';
import { isOftenLeftOut, ROLE, tokenWeight, type NameReading, type Role } from './roles.ts';
import { makeToken, type Token } from './token.ts';
import { tokenSimilarity, typingDistance, type EvidenceClass, type Similarity } from './similarity.ts';

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

export interface Alignment {
  /** 0 to 1. */
  score: number;
  pairs: AlignedPair[];
  /** Weight of the tokens that agree: how much the agreement says. */
  matchedWeight: number;
  matchedNames: number;
}

export type SimilarityOf = (a: Token, b: Token) => Similarity;

/** Bits of `size` tokens from `from` on; after the last comes the first again, for names are written from either end. */
function maskOf(from: number, size: number, length: number): number {
  const bits = ((1 << size) - 1) << from;
  return (bits & ((1 << length) - 1)) | (bits >>> length);
}

function isOptional(role: Role): boolean {
  return role === ROLE.PARTICLE || role === ROLE.HONORIFIC || role === ROLE.LEGAL;
}

function canMeet(a: Role, b: Role): boolean {
  if (a === b) return true;
  if (a === ROLE.NUMBER || b === ROLE.NUMBER || a === ROLE.GENERATION || b === ROLE.GENERATION) return false;
  if (a === ROLE.LEGAL || b === ROLE.LEGAL) return false;
  return a !== ROLE.INITIAL && b !== ROLE.INITIAL;
}

/**
 * Aligns two names token by token and scores the whole. Each token is used once; neighbours may be joined on one side.
 * What is left on one side only is an omission; what is left on both sides is a contradiction.
 * @param listed the candidate is an entry of a list: it is held to name its person in full, so that a further given name
 *   in front of all of it tells of another (a son named with his father's name)
 */
export function alignNames(
  query: NameReading,
  candidate: NameReading,
  person: boolean,
  listed: boolean,
  similarity?: SimilarityOf,
): Alignment {
  const similarityOf = similarity ?? ((a: Token, b: Token): Similarity => tokenSimilarity(a, b, person));
  const options = pairOptions(query, candidate, person, similarityOf);
  options.sort(
    (a, b) =>
      b.score - a.score || b.weight - a.weight || a.queryFrom - b.queryFrom || a.candidateFrom - b.candidateFrom,
  );
  let usedQuery = 0;
  let usedCandidate = 0;
  const pairs: AlignedPair[] = [];
  for (const option of options) {
    const maskQuery = maskOf(option.queryFrom, option.querySize, query.tokens.length);
    const maskCandidate = maskOf(option.candidateFrom, option.candidateSize, candidate.tokens.length);
    if ((usedQuery & maskQuery) !== 0 || (usedCandidate & maskCandidate) !== 0) continue;
    usedQuery |= maskQuery;
    usedCandidate |= maskCandidate;
    pairs.push(option);
  }
  addLeftovers(pairs, query, candidate, usedQuery, usedCandidate, person);
  return scorePairs(pairs, query, candidate, person, listed);
}

function pairOptions(
  query: NameReading,
  candidate: NameReading,
  person: boolean,
  similarityOf: SimilarityOf,
): AlignedPair[] {
  const options: AlignedPair[] = [];
  for (let i = 0; i < query.tokens.length; i++) {
    const a = query.tokens[i] as Token;
    const roleA = query.roles[i] as Role;
    for (let j = 0; j < candidate.tokens.length; j++) {
      const b = candidate.tokens[j] as Token;
      const roleB = candidate.roles[j] as Role;
      if (roleA === ROLE.INITIAL || roleB === ROLE.INITIAL) {
        const pair = initialPair(a, roleA, b, roleB, i, j, person);
        if (pair !== null) options.push(pair);
        continue;
      }
      if (!canMeet(roleA, roleB)) continue;
      if (roleA === ROLE.NUMBER || roleA === ROLE.LEGAL || roleA === ROLE.GENERATION) {
        if (a.text !== b.text) continue;
        const evidence = roleA === ROLE.NUMBER ? 'number' : roleA === ROLE.LEGAL ? 'legal' : 'generation';
        options.push(pairOf(i, 1, j, 1, 1, weightOf(query, i, candidate, j, person), evidence));
        continue;
      }
      const { score, evidence } = similarityOf(a, b);
      if (score < MODEL.pairFloor) continue;
      const optional = isOptional(roleA) || isOptional(roleB);
      if (optional && score < 0.8) continue;
      const kind =
        optional && roleA === roleB
          ? 'particle'
          : roleA === ROLE.PATRONYMIC && roleB === ROLE.PATRONYMIC
            ? 'patronymic'
            : evidence;
      options.push(pairOf(i, 1, j, 1, score, weightOf(query, i, candidate, j, person), kind));
    }
  }
  joinOptions(options, query, candidate, person, similarityOf, false);
  joinOptions(options, candidate, query, person, similarityOf, true);
  return options;
}

function initialPair(
  a: Token,
  roleA: Role,
  b: Token,
  roleB: Role,
  i: number,
  j: number,
  person: boolean,
): AlignedPair | null {
  if (!person) return a.text === b.text ? pairOf(i, 1, j, 1, 1, 0.35, 'exact') : null;
  if (isOptional(roleA) || isOptional(roleB) || roleA === ROLE.GENERATION || roleB === ROLE.GENERATION) return null;
  if (roleA === roleB) return a.text === b.text ? pairOf(i, 1, j, 1, 1, 0.35, 'initial') : null;
  const [initial, full] = roleA === ROLE.INITIAL ? [a, b] : [b, a];
  // "Abd A." may be cut short in the article.
  const start = initial.text === 'abdula' ? 'abdul' : initial.text;
  if (full.text.startsWith(start) || full.bare?.text.startsWith(start) === true)
    return pairOf(i, 1, j, 1, 0.9, 0.4, 'initial');
  // The first sound may be written with another letter in another script (J. for Dzhon).
  if ((full.fidelity !== 'a' || initial.fidelity !== 'a') && full.code[0] === initial.code[0]) {
    return pairOf(i, 1, j, 1, 0.85, 0.4, 'initial');
  }
  return null;
}

/** Two or three neighbours of `many` written as one token in `one`. */
function joinOptions(
  options: AlignedPair[],
  many: NameReading,
  one: NameReading,
  person: boolean,
  similarityOf: SimilarityOf,
  swapped: boolean,
): void {
  const count = many.tokens.length;
  for (let from = 0; from < (count > 2 ? count : count - 1); from++) {
    const first = many.tokens[from] as Token;
    let text = first.text;
    let weight = 0;
    const fidelity = many.tokens[from]?.fidelity ?? 'a';
    if (!joinable(many.roles[from])) continue;
    weight += tokenWeight(many.tokens[from] as Token, many.roles[from] as Role, person);
    for (let size = 2; size <= 3 && size < count + (count > 2 ? 0 : 1); size++) {
      const at = (from + size - 1) % count;
      const next = many.tokens[at] as Token;
      const role = many.roles[at];
      if (!joinable(role) || next.fidelity !== fidelity) break;
      text += next.text;
      weight += tokenWeight(next, role as Role, person);
      for (let j = 0; j < one.tokens.length; j++) {
        const single = one.tokens[j] as Token;
        const whole = one.roles[j];
        if (whole === undefined || (!joinable(whole) && whole !== ROLE.PATRONYMIC) || whole === ROLE.INITIAL) continue;
        if (whole === ROLE.PARTICLE) continue;
        if (
          single.text.length < 4 ||
          Math.abs(single.text.length - text.length) > (fidelity === single.fidelity ? 2 : 6)
        )
          continue;
        const reversed = size === 2 && single.text.charCodeAt(0) === next.text.charCodeAt(0);
        if (single.text.charCodeAt(0) !== text.charCodeAt(0) && !reversed && fidelity === single.fidelity) continue;
        let score = 0;
        if (single.text === text || (size === 2 && single.text === next.text + first.text)) score = 0.985;
        else if (fidelity !== single.fidelity || text.length >= 6) {
          const found = similarityOf(makeToken(text, fidelity), single);
          score = found.evidence === 'nickname' ? 0 : found.score - 0.03;
        }
        if (score < 0.74) continue;
        const pair = swapped
          ? pairOf(j, 1, from, size, score, weight, 'joined')
          : pairOf(from, size, j, 1, score, weight, 'joined');
        options.push(pair);
      }
    }
  }
}

function joinable(role: Role | undefined): boolean {
  return (
    role === ROLE.NAME ||
    role === ROLE.PARTICLE ||
    role === ROLE.INITIAL ||
    role === ROLE.GENERIC ||
    role === ROLE.HONORIFIC
  );
}

function pairOf(
  queryFrom: number,
  querySize: number,
  candidateFrom: number,
  candidateSize: number,
  score: number,
  weight: number,
  evidence: AlignedPair['evidence'],
): AlignedPair {
  return { queryFrom, querySize, candidateFrom, candidateSize, score, weight, evidence };
}

function weightOf(query: NameReading, i: number, candidate: NameReading, j: number, person: boolean): number {
  const a = tokenWeight(query.tokens[i] as Token, query.roles[i] as Role, person);
  const b = tokenWeight(candidate.tokens[j] as Token, candidate.roles[j] as Role, person);
  // A frequent name mistyped, or in another script, is as frequent as ever.
  return person ? Math.min(a, b) : (a + b) / 2;
}

function leftOf(reading: NameReading, used: number, person: boolean): { at: number; weight: number; role: Role }[] {
  const left: { at: number; weight: number; role: Role }[] = [];
  for (let i = 0; i < reading.tokens.length; i++) {
    if ((used & (1 << i)) !== 0) continue;
    const role = reading.roles[i] as Role;
    left.push({ at: i, weight: tokenWeight(reading.tokens[i] as Token, role, person), role });
  }
  return left;
}

function addLeftovers(
  pairs: AlignedPair[],
  query: NameReading,
  candidate: NameReading,
  usedQuery: number,
  usedCandidate: number,
  person: boolean,
): void {
  const left = leftOf(query, usedQuery, person);
  const right = leftOf(candidate, usedCandidate, person);
  const meets = (role: Role): boolean =>
    role === ROLE.NAME || role === ROLE.INITIAL || role === ROLE.PATRONYMIC || role === ROLE.GENERIC;
  const used = new Set<number>();
  // "A." may stand for the article of a name.
  const article = (reading: NameReading): boolean =>
    reading.tokens.some(
      (token, i) => reading.roles[i] === ROLE.PARTICLE && (token.text === 'al' || token.text === 'el'),
    );
  const articleInitial = (reading: NameReading, at: number, other: NameReading): boolean =>
    reading.roles[at] === ROLE.INITIAL &&
    (reading.tokens[at]?.text === 'a' || reading.tokens[at]?.text === 'e') &&
    article(other);
  for (const a of left) {
    let other = -1;
    for (let k = 0; k < right.length && other < 0; k++) {
      const b = right[k];
      if (b === undefined || used.has(k)) continue;
      const same = a.role === b.role && (a.role === ROLE.NUMBER || a.role === ROLE.GENERATION || a.role === ROLE.LEGAL);
      // A patronymic or an initial against a family name is two omissions, not a contradiction.
      const names = meets(a.role) && meets(b.role) && (a.role === ROLE.PATRONYMIC) === (b.role === ROLE.PATRONYMIC);
      if ((same || names) && !articleInitial(query, a.at, candidate) && !articleInitial(candidate, b.at, query))
        other = k;
    }
    const b = other < 0 ? undefined : right[other];
    if (b === undefined) pairs.push(pairOf(a.at, 1, 0, 0, 0, a.weight, 'omitted'));
    else {
      used.add(other);
      const weight =
        a.role === ROLE.LEGAL ? a.weight : Math.max(Math.min(a.weight, b.weight), (a.weight + b.weight) / 2);
      pairs.push(pairOf(a.at, 1, b.at, 1, 0, weight, 'different'));
    }
  }
  for (let k = 0; k < right.length; k++) {
    const b = right[k];
    if (b !== undefined && !used.has(k)) pairs.push(pairOf(0, 0, b.at, 1, 0, b.weight, 'omitted'));
  }
}

function countNames(reading: NameReading): number {
  let count = 0;
  for (const role of reading.roles) if (role === ROLE.NAME || role === ROLE.PATRONYMIC) count++;
  return count;
}

function scorePairs(
  pairs: AlignedPair[],
  query: NameReading,
  candidate: NameReading,
  person: boolean,
  listed: boolean,
): Alignment {
  const rules = person ? MODEL.person : MODEL.thing;
  let agreed = 0;
  let total = 0;
  let matchedWeight = 0;
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
  for (const pair of pairs) {
    const side = pair.querySize > 0 ? query : candidate;
    const role = (pair.querySize > 0 ? side.roles[pair.queryFrom] : side.roles[pair.candidateFrom]) as Role;
    if (pair.evidence === 'omitted') {
      if (role === ROLE.NUMBER) factor *= rules.numberMissing;
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
      if (pair.evidence === 'spelling') slips += pair.weight * (1 - pair.score);
      total += pair.weight;
      if (pair.evidence === 'particle' && role === ROLE.HONORIFIC) matchedNames += 0.5;
      if (pair.evidence !== 'particle' && pair.evidence !== 'legal' && pair.evidence !== 'generation') {
        if (pair.evidence !== 'initial') {
          matchedNames += Math.max(pair.querySize, pair.candidateSize);
          if (side.tokens[pair.querySize > 0 ? pair.queryFrom : pair.candidateFrom]?.text.startsWith('abdul') === true)
            matchedNames += 0.5;
          // A whole name written as one run of syllables.
          if (pair.score < 0.97 && isWholeRun(query, pair.queryFrom, candidate, pair.candidateFrom)) matchedNames++;
          matchedWeight += pair.weight * pair.score;
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
  const omission = Math.min(mostOmission, rules.omission + Math.max(0, enough - matchedWeight) * perWeight);
  total += omitted * omission;
  let score = total === 0 ? 0 : agreed / total;
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
  if (matchedNames <= 1) {
    score -= (1 - weakest) * rules.onlyPair;
    if (initialsLeft > 0) score *= rules.strayInitials;
  }
  // Frequent names that agree but nearly, or but in part, are mostly two people's.
  if (matchedNames >= 2) {
    const { enough: sure, perWeight: doubt, ofQuery, ofList, ofSlips } = rules.frequentDoubt;
    const less = (ofQuery * omittedByQuery - ofList * omittedByList) * omission + ofSlips * slips;
    const missing = 1 - score - less / Math.max(total, 1e-9);
    // Names written by syllables differ in the writing, not in the person.
    const rough = isRough(query) || isRough(candidate) ? 0.4 : 1;
    score -= Math.max(0, missing) * Math.max(0, sure - matchedWeight) * doubt * rough;
  }
  score = Math.max(0, score) * factor;
  // Another order is nothing where the tokens are the same, and chance where they are but alike.
  score *= 1 - Math.min(0.08, disorder * (0.012 + 0.15 * (1 - weakest)));
  if (person && listed && hasOtherGivenName(pairs, query, candidate, places)) score *= MODEL.person.otherGivenName;
  const whole = person ? wholeNameScore(query, candidate) * factor : 0;
  if (whole > score) score = whole;
  return { score, pairs, matchedWeight, matchedNames };
}

/** First and last token that agree, of either side; -1 where none does. */
interface Places {
  queryFirst: number;
  queryLast: number;
  candidateFirst: number;
  candidateLast: number;
}

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

function isRough(reading: NameReading): boolean {
  return reading.tokens.some((token) => token.fidelity === 'd');
}

function firstBit(mask: number): number {
  return mask === 0 ? 32 : 31 - Math.clz32(mask & -mask);
}

/** Where a token left out stands among those that agree. */
function placeOf(places: Places, pair: AlignedPair): 'leading' | 'inner' | 'trailing' {
  if (pair.querySize > 0)
    return pair.queryFrom < places.queryFirst ? 'leading' : pair.queryFrom > places.queryLast ? 'trailing' : 'inner';
  if (pair.candidateFrom < places.candidateFirst) return 'leading';
  return pair.candidateFrom > places.candidateLast ? 'trailing' : 'inner';
}

/** All of the listed name is found, in order, behind a given name that few would leave out. */
function hasOtherGivenName(
  pairs: readonly AlignedPair[],
  query: NameReading,
  candidate: NameReading,
  places: Places,
): boolean {
  if (places.queryFirst === 0 || places.queryFirst === 32 || countNames(candidate) < 2) return false;
  let leading = 0;
  for (const pair of pairs) {
    if (pair.evidence === 'different') return false;
    if (pair.evidence !== 'omitted') continue;
    if (pair.querySize === 0) {
      if (candidate.roles[pair.candidateFrom] === ROLE.NAME) return false;
    } else if (query.roles[pair.queryFrom] === ROLE.NAME && pair.queryFrom < places.queryFirst) {
      if (!isOftenLeftOut(query.tokens[pair.queryFrom] as Token)) leading++;
    }
  }
  return leading > 0;
}

function isWholeRun(query: NameReading, i: number, candidate: NameReading, j: number): boolean {
  const run = (reading: NameReading, at: number): boolean =>
    reading.tokens.length === 1 && reading.tokens[at]?.fidelity === 'd' && (reading.tokens[at]?.code.length ?? 0) >= 7;
  return run(query, i) !== run(candidate, j);
}

/** Both names written without any space are the same, or nearly: word breaks in the wrong place. */
function wholeNameScore(query: NameReading, candidate: NameReading): number {
  if (Math.abs(query.tokens.length - candidate.tokens.length) > 6) return 0;
  if (query.tokens[0]?.fidelity !== candidate.tokens[0]?.fidelity) return 0;
  let a = '';
  let b = '';
  for (let i = 0; i < query.tokens.length; i++) if (query.roles[i] !== ROLE.HONORIFIC) a += query.tokens[i]?.text ?? '';
  for (let i = 0; i < candidate.tokens.length; i++)
    if (candidate.roles[i] !== ROLE.HONORIFIC) b += candidate.tokens[i]?.text ?? '';
  if (a.length < 8 || Math.abs(a.length - b.length) > 1) return 0;
  // A name is written from either end ("LAST, First").
  const start = a === b ? 0 : (b + b).indexOf(a.slice(0, 4));
  if (start > 0 && start < b.length) b = b.slice(start) + b.slice(0, start);
  if (a === b) return query.tokens.length === candidate.tokens.length ? 0 : 0.97;
  if (
    query.tokens.length === candidate.tokens.length &&
    query.tokens.every((token, i) => token.text.length === candidate.tokens[i]?.text.length)
  )
    return 0;
  return typingDistance(a, b, 1) <= 1 ? 0.9 : 0;
}
