import { alignNames, type Alignment } from './align.ts';
import { explainAlignment, explainSteps } from './explain.ts';
import { parseName } from './parse.ts';
import { makeToken } from './token.ts';
import type { ScoreStep } from './score-steps.ts';
import type { NameReading } from './roles.ts';
import type { Explanation, NameSchema } from './types.ts';

export interface NameComparison {
  /** 0 to 100; 80 is the usual threshold. */
  score: number;
  explanation: Explanation[];
}

interface Best {
  alignment: Alignment;
  query: NameReading;
  candidate: NameReading;
}

/** The best alignment over all readings of both names; null where one has none. */
export function bestAlignment(
  queries: readonly NameReading[],
  candidates: readonly NameReading[],
  person: boolean,
): Best | null {
  let best: Best | null = null;
  for (const query of queries) {
    for (const candidate of candidates) {
      const alignment = alignNames(query, candidate, person, false);
      if (best === null || alignment.score > best.alignment.score) best = { alignment, query, candidate };
    }
  }
  return best;
}

/**
 * Compares two names of the same kind, nothing but the names.
 * @returns score 0 to 100 (100: the same name) and the token-by-token reasoning. Never throws.
 */
export function compareNames(a: string, b: string, schema: NameSchema): NameComparison {
  const person = schema === 'PERSON';
  const best = bestAlignment(parseName(a, schema, makeToken, true), parseName(b, schema), person);
  if (best === null) return { score: 0, explanation: [] };
  const steps: ScoreStep[] = [];
  const alignment = alignNames(best.query, best.candidate, person, false, undefined, steps);
  return {
    score: Math.round(alignment.score * 1e6) / 1e4,
    explanation: [...explainAlignment(alignment, best.query, best.candidate), ...explainSteps(steps)],
  };
}
