import { UNKNOWN } from './common.ts';
import type { AlignedPair } from './left-out.ts';
import { MODEL } from './model.ts';
import { ROLE, tokenBits, type NameReading } from './roles.ts';
import type { Token } from './token.ts';

/** Bits of a token that hardly anybody has. */
const MOST_BITS = 12;

/** How much the agreement of one pair tells: the less of what either side has. */
export function toldBy(
  { queryFrom, querySize, candidateFrom, candidateSize }: AlignedPair,
  query: NameReading,
  candidate: NameReading,
): number {
  const asked = bitsOf(query, queryFrom, querySize, candidateSize);
  return Math.min(asked, bitsOf(candidate, candidateFrom, candidateSize, querySize)) / MOST_BITS;
}

/** Most that a patronymic tells: given names are few. */
const PATRONYMIC_BITS = 7;

/** A word that nobody knows and the other side writes in several is worth as much as these. */
function bitsOf({ tokens, roles }: NameReading, from: number, size: number, others: number): number {
  if (size === 1) {
    const bits = tokenBits(tokens[from] as Token);
    if (roles[from] === ROLE.PATRONYMIC) return Math.min(bits, PATRONYMIC_BITS);
    return bits >= UNKNOWN.bits ? bits * others : bits;
  }
  let bits = 0;
  for (let at = from; at < from + size; at++) bits += tokenBits(tokens[at % tokens.length] as Token);
  return bits;
}

/** Share of the doubt that counts: names written by syllables or in another script differ in the writing, not in the person. */
export function roughness(query: NameReading, candidate: NameReading): number {
  const { syllables, respelled, script } = MODEL.person.roughDoubt;
  if (isRough(query) || isRough(candidate)) return syllables;
  if (!isForeign(query, candidate)) return 1;
  return query.tokens.some(({ fidelity }) => fidelity === 'e') ? respelled : script;
}

/** A name at least in part read by syllables. */
export function isRough(reading: NameReading): boolean {
  return reading.tokens.some((token) => token.fidelity === 'd');
}

/** One of the names at least is written in another script than Latin. */
function isForeign(query: NameReading, candidate: NameReading): boolean {
  const foreign = ({ fidelity }: Token): boolean => fidelity !== 'a';
  return query.tokens.some(foreign) || candidate.tokens.some(foreign);
}
