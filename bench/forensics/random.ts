/** Seeded numbers from 0 to 1 (mulberry32), so that a measurement is the same each time. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The chance that one of the first is above one of the second, ties half (area under the ROC curve). */
export function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
  let sum = 0;
  for (const one of positive) for (const other of negative) sum += one > other ? 1 : one === other ? 0.5 : 0;
  return sum / (positive.length * negative.length);
}

/** The value above which the given share lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Interval of a share that holds 95 in 100 (Wilson 1927), as text. */
export function interval(hits: number, of: number): string {
  const z = 1.96;
  const share = hits / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return `${hits}/${of} = ${(100 * share).toFixed(1)} % (${(100 * (middle - half)).toFixed(1)} to ${(100 * (middle + half)).toFixed(1)})`;
}

/**
 * Interval that holds 95 in 100 of a figure when whole clusters are drawn again (Efron 1979), so that many pictures of
 * one person count as what they are.
 */
export function bootstrap<Item>(
  items: readonly Item[],
  clusterOf: (item: Item) => string,
  figure: (items: readonly Item[]) => number,
  random: () => number,
  times = 500,
): [low: number, high: number] {
  const clusters = [...Map.groupBy(items, clusterOf).values()];
  const figures: number[] = [];
  for (let time = 0; time < times; time++) {
    const drawn = clusters.flatMap(() => clusters[Math.floor(random() * clusters.length)] ?? []);
    const value = figure(drawn);
    if (Number.isFinite(value)) figures.push(value);
  }
  return [quantile(figures, 0.025), quantile(figures, 0.975)];
}
