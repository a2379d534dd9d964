/** Spread of a coefficient after rounding to whole grey values: the root of 1/12, and a little for clipping. */
const ROUNDING = 0.32;
/** Share of blocks that no hypothesis explains. */
const UNEXPLAINED = 0.05;
/** A value counts at most so many times what its neighbours hold on average: one flat sky is not a thousand witnesses. */
const MOST_OVER_NEIGHBOURS = 6;
const NEIGHBOURS = 2;
/** Means that occur so seldom count as they are. */
const FEW = 3;

/**
 * What the means of blocks (the first coefficient) say of an earlier step. They are spread over so many values that
 * without an earlier step neighbouring ones are about as likely, whatever the picture shows; after one, each holds as
 * many multiples of the earlier step as fall into it.
 * @param means the first coefficient of each block
 * @param step of the last quantisation
 * @returns for an earlier step, the log-likelihood ratio against none, nats
 */
export function meansEvidence(means: Float32Array, step: number): (earlier: number) => number {
  const counts = new Map<number, number>();
  for (const mean of means) {
    const k = Math.round(mean / step);
    counts.set(k, (counts.get(k) ?? 0) + 1);
  }
  const held = [...counts].map(([k, count]) => {
    let beside = 0;
    for (let by = 1; by <= NEIGHBOURS; by++) beside += (counts.get(k - by) ?? 0) + (counts.get(k + by) ?? 0);
    const most = Math.max(FEW, (MOST_OVER_NEIGHBOURS * beside) / (2 * NEIGHBOURS));
    return [k, Math.min(count, most)] as const;
  });
  const known = new Map<number, number>();
  return (earlier) => {
    if (earlier <= 1 || earlier === step) return 0;
    let ratio = known.get(earlier);
    if (ratio === undefined) {
      ratio = 0;
      for (const [k, count] of held)
        ratio += count * Math.log((1 - UNEXPLAINED) * fullness(k, earlier, step) + UNEXPLAINED);
      known.set(earlier, ratio);
    }
    return ratio;
  };
}

/** How many multiples of the earlier step a value of the last one takes in, over the mean of all values. */
function fullness(k: number, earlier: number, step: number): number {
  let sum = 0;
  const last = Math.floor(((k + 1) * step) / earlier);
  for (let index = Math.ceil(((k - 1) * step) / earlier); index <= last; index++) {
    const inside = (0.5 - Math.abs((index * earlier) / step - k)) * step;
    // Logistic approximation of the normal distribution.
    sum += 1 / (1 + Math.exp((-1.702 * inside) / ROUNDING));
  }
  return (sum * earlier) / step;
}
