/** How alike two faces are, and what that means. */
export interface FaceComparison {
  /** Cosine of the two embeddings, -1 to 1. */
  similarity: number;
  /** Share of pairs of different people that reach this similarity, as measured (see README). */
  falseMatchRate: number;
  /** At and above: SAME. */
  threshold: number;
  outcome: 'SAME' | 'UNCERTAIN' | 'DIFFERENT';
}

/** What similarities of one network's embeddings mean; another network has another scale. */
export interface FaceCalibration {
  /** At and above: one person. */
  same: number;
  /** Below, at good quality: two people. */
  different: number;
  /** Lowest similarity of frames of one person: while looking ahead, and while the head turns. */
  sameWhenStill: number;
  sameWhenTurned: number;
  /** Similarities that the given share of pairs of different people reaches, rising; shares fall. */
  impostors: readonly (readonly [similarity: number, share: number])[];
}

/**
 * Of the network that comes with the service, measured on the tuning half of the people (bench/identity/faces.ts prints
 * both halves). One pair of different people in a thousand reaches `same`; none of the pairs of one person at good
 * quality fell below 0.91.
 */
export const OWN_CALIBRATION: FaceCalibration = {
  same: 0.934,
  different: 0.9,
  sameWhenStill: 0.914,
  sameWhenTurned: 0.9,
  impostors: [
    [0.8, 0.75],
    [0.8895, 0.1],
    [0.9165, 0.01],
    [0.934, 0.001],
    [0.9455, 0.0001],
    [1, 0.0000001],
  ],
};

/** Cosine of two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError('Embeddings of two models cannot be compared');
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
}

/** Share of pairs of different people that reach a similarity; logarithmic between the measured points. */
export function falseMatchRate(similarity: number, { impostors }: FaceCalibration): number {
  const first = impostors[0] as readonly [number, number];
  if (similarity <= first[0]) return first[1];
  for (let k = 1; k < impostors.length; k++) {
    const [to, high] = impostors[k] as readonly [number, number];
    const [from, low] = impostors[k - 1] as readonly [number, number];
    if (similarity > to) continue;
    const share = (similarity - from) / (to - from);
    return Math.exp(Math.log(low) * (1 - share) + Math.log(high) * share);
  }
  return (impostors.at(-1) as readonly [number, number])[1];
}

/**
 * @param a, b embeddings of one model, of length 1
 * @param decisive whether both pictures are good enough to say that two people are different
 */
export function compareFaces(
  a: Float32Array,
  b: Float32Array,
  decisive: boolean,
  calibration: FaceCalibration,
): FaceComparison {
  const similarity = cosine(a, b);
  const { same, different } = calibration;
  const outcome = similarity >= same ? 'SAME' : similarity < different && decisive ? 'DIFFERENT' : 'UNCERTAIN';
  return { similarity, falseMatchRate: falseMatchRate(similarity, calibration), threshold: same, outcome };
}
