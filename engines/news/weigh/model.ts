import type { Reason } from '../types.ts';
import { BIAS, WEIGHTS } from './weights.ts';

/** Chance that the sentence accuses or convicts the party, by its features: logistic regression, see weights.ts. */
export function probability(features: readonly string[]): number {
  let sum = BIAS;
  for (const feature of features) sum += WEIGHTS[feature] ?? 0;
  return 1 / (1 + Math.exp(-sum));
}

/** Most reasons that a finding gives. */
const MAX_REASONS = 8;

/** What weighed most for and against, in log odds, the heaviest first. */
export function reasons(features: readonly string[]): Reason[] {
  return features
    .map((feature): Reason => ({ feature, weight: WEIGHTS[feature] ?? 0 }))
    .filter(({ weight }) => weight !== 0)
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MAX_REASONS);
}
