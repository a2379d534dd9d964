/** A character as recognised. */
export interface Character {
  symbol: string;
  /** 0 to 1. */
  probability: number;
  /** Middle of it along the line, as a share of the line's width. */
  at: number;
}

/**
 * Greedy reading of CTC's outputs (Graves et al. 2006): the likeliest symbol of each step, repeats and blanks left out.
 * @param probabilities steps × classes, blank first
 * @param symbols of the classes after the blank
 * @param used share of the steps that the line fills
 */
export function readSteps(
  probabilities: Float32Array,
  classes: number,
  symbols: readonly string[],
  used: number,
): Character[] {
  const steps = Math.floor(probabilities.length / classes);
  const found: Character[] = [];
  let before = 0;
  for (let step = 0; step < steps; step++) {
    const base = step * classes;
    let best = 0;
    for (let c = 1; c < classes; c++) {
      if ((probabilities[base + c] as number) > (probabilities[base + best] as number)) best = c;
    }
    const probability = probabilities[base + best] as number;
    if (best !== 0) {
      const at = Math.min(1, (step + 0.5) / (steps * used));
      const last = found[found.length - 1];
      if (best !== before) found.push({ symbol: symbols[best - 1] ?? '', probability, at });
      else if (last && probability > last.probability) last.probability = probability;
    }
    before = best;
  }
  return found;
}
