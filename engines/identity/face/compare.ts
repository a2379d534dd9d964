/** How alike two faces are, and what that means. */
export interface FaceComparison {
  /** Cosine of the two embeddings, -1 to 1. */
  similarity: number;
  /** Share of pairs of different people that reach this similarity, as measured (see README). */
  falseMatchRate: number;
  outcome: 'SAME' | 'UNCERTAIN' | 'DIFFERENT';
}

/**
 * Similarities that the given share of pairs of different people reaches, measured on the tuning half of the people
 * (bench/identity/faces.ts prints both halves).
 */
const IMPOSTORS: readonly (readonly [similarity: number, share: number])[] = [
  [0.8, 0.75],
  [0.8895, 0.1],
  [0.9165, 0.01],
  [0.934, 0.001],
  [0.9455, 0.0001],
  [1, 0.0000001],
];

/** At and above: one person. One pair of different people in a thousand gets there. */
export const SAME = 0.934;
/** Below, at good quality: two people. None of the pairs of one person at good quality fell below 0.91. */
export const DIFFERENT = 0.9;

/** Cosine of two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError('Embeddings of two models cannot be compared');
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
}

/** Share of pairs of different people that reach a similarity; logarithmic between the measured points. */
export function falseMatchRate(similarity: number): number {
  const first = IMPOSTORS[0] as readonly [number, number];
  if (similarity <= first[0]) return first[1];
  for (let k = 1; k < IMPOSTORS.length; k++) {
    const [to, high] = IMPOSTORS[k] as readonly [number, number];
    const [from, low] = IMPOSTORS[k - 1] as readonly [number, number];
    if (similarity > to) continue;
    const share = (similarity - from) / (to - from);
    return Math.exp(Math.log(low) * (1 - share) + Math.log(high) * share);
  }
  return (IMPOSTORS.at(-1) as readonly [number, number])[1];
}

/**
 * @param a, b embeddings of one model, of length 1
 * @param decisive whether both pictures are good enough to say that two people are different
 */
export function compareFaces(a: Float32Array, b: Float32Array, decisive: boolean): FaceComparison {
  const similarity = cosine(a, b);
  const outcome = similarity >= SAME ? 'SAME' : similarity < DIFFERENT && decisive ? 'DIFFERENT' : 'UNCERTAIN';
  return { similarity, falseMatchRate: falseMatchRate(similarity), outcome };
}
