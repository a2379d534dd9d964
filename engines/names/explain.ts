import type { AlignedPair, Alignment } from './align.ts';
import { isBySyllable } from './token.ts';
import type { ScoreStep } from './score-steps.ts';
import { ROLE_NAMES, type NameReading } from './roles.ts';
import type { Explanation, Outcome } from './types.ts';

function textOf(reading: NameReading, from: number, size: number): string | null {
  if (size === 0) return null;
  const { tokens } = reading;
  const one = (at: number): string => {
    const text = tokens[at % tokens.length]?.text ?? '';
    return isBySyllable(text) ? text.slice(1) : text;
  };
  if (size === 1) return one(from);
  return Array.from({ length: size }, (_, i) => one(from + i)).join(' ');
}

function outcomeOf(pair: AlignedPair): Outcome {
  if (pair.evidence === 'omitted') return 'MISSING';
  return pair.evidence === 'different' ? 'CONTRADICTS' : 'AGREES';
}

/** The alignment as explanation lines, in the order of the query's tokens; weights are shares of 100 points. */
export function explainAlignment(alignment: Alignment, query: NameReading, candidate: NameReading): Explanation[] {
  let total = 0;
  for (const pair of alignment.pairs) total += pair.weight;
  const pairs = [...alignment.pairs].sort((a, b) => {
    const left = a.querySize > 0 ? a.queryFrom : 100 + a.candidateFrom;
    const right = b.querySize > 0 ? b.queryFrom : 100 + b.candidateFrom;
    return left - right;
  });
  return pairs.map((pair) => {
    const role = pair.querySize > 0 ? query.roles[pair.queryFrom] : candidate.roles[pair.candidateFrom];
    const kind =
      pair.evidence === 'omitted' || pair.evidence === 'different'
        ? `${pair.evidence}.${ROLE_NAMES[role ?? 0]}`
        : pair.evidence;
    return {
      feature: `name.${kind}`,
      query: textOf(query, pair.queryFrom, pair.querySize),
      candidate: textOf(candidate, pair.candidateFrom, pair.candidateSize),
      score: round(pair.score),
      weight: round((100 * pair.weight) / (total === 0 ? 1 : total)),
      outcome: outcomeOf(pair),
    };
  });
}

/**
 * The rules of the model that made the score other than the sum of the lines: points added (AGREES) or taken
 * (CONTRADICTS). With them, the shares of the tokens that agree and the evidence beside the name, every point is there.
 */
export function explainSteps(steps: readonly ScoreStep[]): Explanation[] {
  const out: Explanation[] = [];
  for (const { rule, points } of steps) {
    const weight = round(Math.abs(points));
    if (weight === 0) continue;
    const added = points > 0;
    out.push({
      feature: `score.${rule}`,
      query: null,
      candidate: null,
      score: added ? 1 : 0,
      weight,
      outcome: added ? 'AGREES' : 'CONTRADICTS',
    });
  }
  return out;
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
