import { BIAS, WEIGHTS } from './weights.ts';

/** Chance that the sentence accuses or convicts the party, by its features: logistic regression, see weights.ts. */
export function probability(features: readonly string[]): number {
  let sum = BIAS;
  for (const feature of features) sum += WEIGHTS[feature] ?? 0;
  return 1 / (1 + Math.exp(-sum));
}
