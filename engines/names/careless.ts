import type { AlignedPair } from './left-out.ts';
import { ROLE, type NameReading } from './roles.ts';
import { typingDistance } from './typing-distance.ts';

/** Tokens that are mistyped beside them, at least, for contradictions to be taken for slips; and these at most. */
const LEAST_SLIPS = 2;
const MOST_OTHERS = 2;
const MOST_EDITS = 1.1;
/** A slip that makes another name says less than one that makes none. */
const DOUBT = 0.06;
const LEAST_LETTERS = 4;

/**
 * Who mistypes the other tokens has mistyped this one too, even where that makes another name: in "Rodrigudz Goez, Jorg"
 * for "Rodriguez Gomez, Jorge", Jorg is no other person. Turns contradictions between tokens a letter apart into slips,
 * where two tokens at least have slips that make no other name, and nothing else contradicts.
 */
export function takeForSlips(pairs: readonly AlignedPair[], query: NameReading, candidate: NameReading): void {
  let slips = 0;
  let others = 0;
  for (const { evidence } of pairs) {
    if (evidence === 'spelling') slips++;
    else if (evidence === 'different') others++;
  }
  if (others === 0 || others > MOST_OTHERS || slips < LEAST_SLIPS) return;
  const different = pairs.filter(({ evidence }) => evidence === 'different');
  const scores = different.map((pair) => slipScore(pair, query, candidate));
  if (scores.includes(0)) return;
  for (const [place, pair] of different.entries()) {
    pair.evidence = 'spelling';
    pair.score = scores[place] ?? 0;
  }
}

/** What a contradiction is worth as a slip; 0 where it can be none. */
function slipScore(pair: AlignedPair, query: NameReading, candidate: NameReading): number {
  if (pair.querySize !== 1 || pair.candidateSize !== 1) return 0;
  if (query.roles[pair.queryFrom] !== ROLE.NAME || candidate.roles[pair.candidateFrom] !== ROLE.NAME) return 0;
  const asked = query.tokens[pair.queryFrom]?.text ?? '';
  const listed = candidate.tokens[pair.candidateFrom]?.text ?? '';
  if (Math.min(asked.length, listed.length) < LEAST_LETTERS) return 0;
  const distance = typingDistance(asked, listed, MOST_EDITS);
  return distance > MOST_EDITS ? 0 : 1 - (0.85 * distance) / Math.max(asked.length, listed.length) - DOUBT;
}
