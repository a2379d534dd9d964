import { blockDct } from './dct.ts';
import { meansEvidence } from './earlier-means.ts';
import { luminanceTable, ZIGZAG } from './jpeg.ts';
import type { Plane } from './open.ts';

/** Frequencies whose histograms are held against a smooth course: the first of the zigzag order without the mean. */
const FREQUENCIES = ZIGZAG.slice(1, 28);
/** What the means of blocks count: neighbouring blocks have much the same mean and are no witnesses apart. */
const MEANS_WEIGHT = 0.5;
/** Sizes of quantised values that are told apart, at most. */
const LARGEST = 24;
/** A histogram is looked at up to the size that this many blocks reach. */
const FEWEST = 12;
/** Spread of a coefficient after rounding to whole grey values: the root of 1/12, and a little for clipping. */
const ROUNDING = 0.32;
/** Share of coefficients that no hypothesis explains. */
const UNEXPLAINED = 0.02;
/** How far the histogram off the grid may be wrong: spread of the coefficients of a line and a parabola over it. */
const BEND = 1;
const LOWEST_QUALITY = 30;
const ITERATIONS = 6;
/** A frequency speaks no more than so many nats against an earlier quality: the course may be wrong for it. */
const DOUBT = -20;
/** Grids beside the picture's own; a small picture needs more of them for a smooth course. */
const SHIFTS = [
  [4, 4],
  [3, 5],
  [5, 3],
  [4, 2],
  [2, 4],
  [6, 4],
  [4, 6],
] as const;
const ENOUGH_BLOCKS = 12_000;

export interface EarlierJpeg {
  /**
   * Log-likelihood ratio of an earlier compression, at any quality and each as likely before, against a single one;
   * nats, over the whole picture.
   */
  score: number;
  /** The likeliest. */
  earlierQuality: number;
}

/**
 * Whether a picture was compressed before on the same grid: how jagged the histograms of quantised values are, against
 * what each earlier quality of the standard table would leave. Histograms off the grid give the smooth course
 * (calibration: Fridrich, Goljan, Hogea 2002); it may be bent by a parabola, since blocks off the grid are not those on
 * it, so that only what changes from one value to the next counts. Thus a second step larger than the first is seen too.
 * @param plane no larger than is worth its time
 * @param table the last quantisation of brightness, natural order
 */
export function measureEarlierJpeg(plane: Plane, table: Uint16Array): EarlierJpeg {
  const onGrid = blockDct(plane, 0, 0, [0, ...FREQUENCIES]);
  const seen = FREQUENCIES.flatMap((frequency) => {
    const step = table[frequency] as number;
    const counts = countsOf(onGrid.coefficients.get(frequency) ?? new Float32Array(), step);
    return counts ? [{ frequency, step, counts }] : [];
  });
  const grids = Math.ceil(ENOUGH_BLOCKS / Math.max(1, onGrid.across * onGrid.down));
  const wanted = seen.map(({ frequency }) => frequency);
  const offGrid = SHIFTS.slice(0, grids).map(([left, top]) => blockDct(plane, left, top, wanted));
  const evidence = seen.map(({ frequency, step, counts }) => {
    const free = offGrid.map(({ coefficients }) => coefficients.get(frequency) ?? new Float32Array());
    return { frequency, of: evidenceOf(counts, free, step) };
  });
  const means = meansEvidence(onGrid.coefficients.get(0) ?? new Float32Array(), table[0] as number);
  const ratios: number[] = [];
  for (let quality = LOWEST_QUALITY; quality <= 100; quality++) {
    const earlier = luminanceTable(quality);
    let ratio = MEANS_WEIGHT * means(earlier[0] as number);
    for (const { frequency, of } of evidence) ratio += of(earlier[frequency] as number);
    ratios.push(ratio);
  }
  const most = Math.max(...ratios);
  // The mean of the likelihoods, not the best of them: a best of seventy is found in every picture.
  const score = most + Math.log(ratios.reduce((sum, ratio) => sum + Math.exp(ratio - most), 0) / ratios.length);
  return { score, earlierQuality: LOWEST_QUALITY + ratios.indexOf(most) };
}

/** How often each size occurs, up to the largest that enough blocks reach; null where that is too small to tell anything. */
function countsOf(seen: Float32Array, step: number): Float64Array | null {
  const counts = histogram([seen], step, LARGEST + 2);
  for (let k = LARGEST + 1, above = 0; k > 1; k--) {
    above += counts[k] as number;
    if (above >= FEWEST) return counts.subarray(0, Math.min(k, LARGEST) + 1);
  }
  return null;
}

/** @returns for an earlier step, the log-likelihood ratio of one frequency's values, nats */
function evidenceOf(counts: Float64Array, free: readonly Float32Array[], step: number): (earlier: number) => number {
  const largest = counts.length - 1;
  const course = courseOf(histogram(free, step, largest + 3));
  const fit = new Fit(counts);
  const base = course.subarray(0, largest + 1).map((log, k) => log + (k > 0 ? Math.LN2 : 0));
  const once = fit.likelihood(base);
  const known = new Map<number, number>();
  return (earlier) => {
    if (earlier <= 1 || earlier === step) return 0;
    let ratio = known.get(earlier);
    if (ratio === undefined) {
      const comb = combOf(course, earlier, step, largest);
      ratio = Math.max(DOUBT, fit.likelihood(base.map((log, k) => log + (comb[k] as number))) - once);
      known.set(earlier, ratio);
    }
    return ratio;
  };
}

/** How often each size occurs after quantising, the largest holding all beyond. */
function histogram(lists: readonly Float32Array[], step: number, bins: number): Float64Array {
  const counts = new Float64Array(bins);
  for (const values of lists) {
    for (const value of values) {
      const k = Math.min(bins - 1, Math.round(Math.abs(value) / step));
      counts[k] = (counts[k] as number) + 1;
    }
  }
  return counts;
}

/** Logarithm of the density at each multiple of the step, smoothed beyond the first two. */
function courseOf(counts: Float64Array): Float64Array {
  const logs = counts.map((count, k) => Math.log((k > 0 ? count / 2 : count) + 0.3));
  return logs.map((log, k) =>
    k >= 2 && k < logs.length - 2 ? ((logs[k - 1] as number) + log + (logs[k + 1] as number)) / 3 : log,
  );
}

/** Logarithm of how much fuller each value is if all were multiples of an earlier step before. */
function combOf(course: Float64Array, earlier: number, step: number, largest: number): Float64Array {
  const smooth = shared(course, 0.25, step, largest);
  const comb = shared(course, earlier, step, largest);
  return smooth.map((all, k) =>
    Math.log(((1 - UNEXPLAINED) * (comb[k] as number) + UNEXPLAINED * all) / Math.max(all, 1e-12)),
  );
}

/** The course sampled at multiples of a spacing, quantised by the step; near a border of two values, each its share. */
function shared(course: Float64Array, spacing: number, step: number, largest: number): Float64Array {
  const out = new Float64Array(largest + 1);
  const put = (k: number, weight: number): void => {
    if (k <= largest) out[k] = (out[k] as number) + weight;
  };
  for (let index = 0; ; index++) {
    const exact = (index * spacing) / step;
    const floor = Math.floor(exact);
    if (floor > largest) return out;
    const [low, high] = [course[floor] as number, course[Math.min(floor + 1, course.length - 1)] as number];
    const weight = Math.exp(low + (exact - floor) * (high - low)) * spacing * (index === 0 ? 0.5 : 1);
    const upper = 1 / (1 + Math.exp((-1.702 * (exact - floor - 0.5) * step) / ROUNDING));
    put(floor, weight * (1 - upper));
    put(floor + 1, weight * upper);
  }
}

/** Counts against a course times a parabola's exponential, its coefficients found by Newton's method (Poisson). */
class Fit {
  readonly #counts: Float64Array;
  readonly #total: number;
  constructor(counts: Float64Array) {
    this.#counts = counts;
    this.#total = counts.reduce((sum, count) => sum + count, 0);
  }

  /** @returns the largest penalised log-likelihood, but for what depends on the counts alone */
  likelihood(course: Float64Array): number {
    const all = course.reduce((sum, log) => sum + Math.exp(log), 0);
    let at: Parabola = [Math.log(this.#total / all), 0, 0];
    let best = this.#worth(course, at);
    for (let time = 0; time < ITERATIONS; time++) {
      const step = this.#step(course, at);
      // A full step can go too far where the course is steep.
      let share = 1;
      let next = moved(at, step, share);
      let worth = this.#worth(course, next);
      while (!(worth >= best) && share > 0.05) {
        share /= 2;
        next = moved(at, step, share);
        worth = this.#worth(course, next);
      }
      if (!(worth > best + 1e-3)) break;
      [at, best] = [next, worth];
    }
    return best;
  }

  #worth(course: Float64Array, [a, b, c]: Parabola): number {
    const width = widthOf(course);
    let sum = (-0.5 * (b * b + c * c)) / BEND ** 2;
    for (let k = 0; k < course.length; k++) {
      const x = k / width;
      const log = (course[k] as number) + a + b * x + c * x * x;
      sum += (this.#counts[k] as number) * log - Math.exp(log);
    }
    return sum;
  }

  /** Newton's step: three equations by Cramer's rule; the matrix is symmetric and positive. */
  #step(course: Float64Array, [a, b, c]: Parabola): Parabola {
    const width = widthOf(course);
    const prior = 1 / BEND ** 2;
    let [g0, g1, g2] = [0, -prior * b, -prior * c];
    let [h00, h01, h02, h12, h22] = [1e-9, 0, 0, 0, prior];
    for (let k = 0; k < course.length; k++) {
      const x = k / width;
      const mean = Math.exp((course[k] as number) + a + b * x + c * x * x);
      const left = (this.#counts[k] as number) - mean;
      g0 += left;
      g1 += left * x;
      g2 += left * x * x;
      h00 += mean;
      h01 += mean * x;
      h02 += mean * x * x;
      h12 += mean * x ** 3;
      h22 += mean * x ** 4;
    }
    const h11 = h02 + prior;
    const [m00, m01, m02] = [h11 * h22 - h12 * h12, h12 * h02 - h01 * h22, h01 * h12 - h11 * h02];
    const [m11, m12, m22] = [h00 * h22 - h02 * h02, h01 * h02 - h00 * h12, h00 * h11 - h01 * h01];
    const determinant = h00 * m00 + h01 * m01 + h02 * m02;
    return [
      (m00 * g0 + m01 * g1 + m02 * g2) / determinant,
      (m01 * g0 + m11 * g1 + m12 * g2) / determinant,
      (m02 * g0 + m12 * g1 + m22 * g2) / determinant,
    ];
  }
}

type Parabola = readonly [number, number, number];

const moved = ([a, b, c]: Parabola, [da, db, dc]: Parabola, share: number): Parabola => [
  a + share * da,
  b + share * db,
  c + share * dc,
];

const widthOf = (course: Float64Array): number => Math.max(4, course.length - 1);
