import { MODEL } from './model.ts';
import { isOptional, maskOf, scorePairs, type AlignedPair, type Alignment } from './align-score.ts';
import { TokenLikeness, type PairLikeness } from './likeness.ts';
import { ROLE, tokenWeight, type NameReading, type Role } from './roles.ts';
import type { Token } from './token.ts';
import { countBits } from './traits.ts';
import type { ScoreStep } from './score-steps.ts';
import { takeForSlips } from './careless.ts';
import { MOST_APART } from './similarity.ts';

export type { AlignedPair, Alignment } from './align-score.ts';

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
 * @param steps where given, what each rule adds or takes is put down in it
 */
export function alignNames(
  query: NameReading,
  candidate: NameReading,
  person: boolean,
  listed: boolean,
  likeness: PairLikeness = new TokenLikeness(query, candidate, person),
  steps?: ScoreStep[],
): Alignment {
  const options = pairOptions(query, candidate, person, likeness);
  options.sort(bestFirst);
  const pairs: AlignedPair[] = [];
  const [allQuery, allCandidate] = [(1 << query.tokens.length) - 1, (1 << candidate.tokens.length) - 1];
  // What is better than any neighbours written as one is settled before these are looked for.
  let usedQuery = 0;
  let usedCandidate = 0;
  let at = 0;
  for (; at < options.length; at++) {
    const option = options[at] as AlignedPair;
    if (option.score <= BEST_JOINED) break;
    const [maskQuery, maskCandidate] = [1 << option.queryFrom, 1 << option.candidateFrom];
    if ((usedQuery & maskQuery) !== 0 || (usedCandidate & maskCandidate) !== 0) continue;
    usedQuery |= maskQuery;
    usedCandidate |= maskCandidate;
    pairs.push(option);
  }
  if (usedQuery !== allQuery && usedCandidate !== allCandidate) {
    const before = options.length;
    joinOptions(options, query, candidate, person, likeness, false, usedQuery, usedCandidate);
    joinOptions(options, candidate, query, person, likeness, true, usedCandidate, usedQuery);
    if (options.length > before) options.sort(bestFirst);
    for (; at < options.length; at++) {
      const option = options[at] as AlignedPair;
      const maskQuery = maskOf(option.queryFrom, option.querySize, query.tokens.length);
      const maskCandidate = maskOf(option.candidateFrom, option.candidateSize, candidate.tokens.length);
      if ((usedQuery & maskQuery) !== 0 || (usedCandidate & maskCandidate) !== 0) continue;
      usedQuery |= maskQuery;
      usedCandidate |= maskCandidate;
      pairs.push(option);
    }
  }
  addLeftovers(pairs, query, candidate, usedQuery, usedCandidate, person);
  takeForSlips(pairs, query, candidate);
  return scorePairs(pairs, query, candidate, person, listed, steps);
}

/** Latin tokens with more letters apart are not alike by two slips, nor by their sounds. */
const LATIN_JOINED_APART = 8;

/** Most that neighbours written as one are worth. */
const BEST_JOINED = 0.985;

function bestFirst(a: AlignedPair, b: AlignedPair): number {
  return b.score - a.score || b.weight - a.weight || a.queryFrom - b.queryFrom || a.candidateFrom - b.candidateFrom;
}

function pairOptions(
  query: NameReading,
  candidate: NameReading,
  person: boolean,
  likeness: PairLikeness,
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
      const { score, evidence } = likeness.of(i, j);
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
  // "Haji A. Basir": the letter stands for a servant written alone ("Abdul"), which is else but a title.
  const servant = (token: Token): boolean => token.text.startsWith('abd');
  if (
    (isOptional(roleA) && !servant(a)) ||
    (isOptional(roleB) && !servant(b)) ||
    roleA === ROLE.GENERATION ||
    roleB === ROLE.GENERATION
  )
    return null;
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

/** Two or three neighbours of `many` written as one token in `one`; not of those that are used. */
function joinOptions(
  options: AlignedPair[],
  many: NameReading,
  one: NameReading,
  person: boolean,
  likeness: PairLikeness,
  swapped: boolean,
  usedMany: number,
  usedOne: number,
): void {
  const count = many.tokens.length;
  for (let from = 0; from < (count > 2 ? count : count - 1); from++) {
    const first = many.tokens[from] as Token;
    let length = first.length;
    let letters = first.letters;
    let weight = 0;
    const fidelity = many.tokens[from]?.fidelity ?? 'a';
    if ((usedMany & (1 << from)) !== 0 || !joinable(many.roles[from])) continue;
    weight += tokenWeight(many.tokens[from] as Token, many.roles[from] as Role, person);
    // All of a person's name written as one is told by a rule of its own (`sameButForSpaces`).
    const most = count > 2 && person ? count - 1 : count;
    for (let size = 2; size <= 3 && size <= most; size++) {
      const at = (from + size - 1) % count;
      const next = many.tokens[at] as Token;
      const role = many.roles[at];
      if ((usedMany & (1 << at)) !== 0 || !joinable(role) || next.fidelity !== fidelity) break;
      length += next.length;
      letters |= next.letters;
      weight += tokenWeight(next, role as Role, person);
      for (let j = 0; j < one.tokens.length; j++) {
        if ((usedOne & (1 << j)) !== 0) continue;
        const single = one.tokens[j] as Token;
        const whole = one.roles[j];
        if (whole === undefined || (!joinable(whole) && whole !== ROLE.PATRONYMIC) || whole === ROLE.INITIAL) continue;
        if (whole === ROLE.PARTICLE) continue;
        const same = fidelity === single.fidelity;
        if (single.length < 4 || Math.abs(single.length - length) > (same ? 2 : 6)) continue;
        const reversed = size === 2 && single.first === next.first;
        if (single.first !== first.first && !reversed && same) continue;
        let score = 0;
        if (single.letters === letters && isJoined(single, many.tokens, from, size, length)) score = BEST_JOINED;
        else if (!same || length >= 6) {
          const latin = same && fidelity === 'a';
          if (countBits(single.letters ^ letters) > (latin ? LATIN_JOINED_APART : MOST_APART)) continue;
          const found = swapped ? likeness.ofJoinedCandidate(j, from, size) : likeness.ofJoinedQuery(from, size, j);
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

/** Whether a text is neighbours written as one, or two of them the other way round. */
function isJoined(one: Token, tokens: readonly Token[], from: number, size: number, length: number): boolean {
  if (one.length !== length) return false;
  const { text } = one;
  const first = (tokens[from] as Token).text;
  const second = (tokens[(from + 1) % tokens.length] as Token).text;
  const third = size > 2 ? (tokens[(from + 2) % tokens.length] as Token).text : '';
  return text === first + second + third || (size === 2 && text === second + first);
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
