import type { Conclusion, Family, Manipulation, Reported } from './types.ts';

/** Changes whenever a bound below does. */
export const FUSION_VERSION = '3';

/**
 * The most that a family of detectors counts for, natural logarithm. They look at traces of one cause: five of them
 * seen is not five times the evidence. Families whose figures were never measured on material of the world stay below
 * DECISIVE by themselves; a family of 0 is told and not counted.
 */
const CAPS: Readonly<Record<Family, number>> = {
  PROVENANCE: 3.5,
  METADATA: 3,
  COMPRESSION: 1.5,
  NOISE: 0,
  SPECTRUM: 0,
  DUPLICATION: 1.5,
  SIGNATURE: 3,
  REVISIONS: 2,
  COVERING: 2,
  TYPESETTING: 1.5,
  GLYPHS: 1.2,
  LAYOUT: 1,
  CONTENT: 1,
  SIGNAL: 0.5,
  VOICE: 0,
  NETWORK: 0,
};

/** ln 9: nine in ten. */
const DECISIVE = Math.log(9);
/** No answer is surer than this: 97 in a hundred. */
const MOST = 3.5;
/** Families that must each speak clearly for an answer, unless one finding settles the question. */
const FAMILIES_NEEDED = 2;
const CLEAR = 0.7;
/** Findings of lower quality are told and not counted. */
const QUALITY_NEEDED = 0.5;

/**
 * From findings to an answer: ratios are summed, each family up to its cap; the answer is decisive where the sum is at
 * least nine to one and enough of different kind speaks for it. Everything else is inconclusive, and says so: 50.
 * That nothing was found is never counted as a sign of an untouched medium.
 */
export function fuse(reported: readonly Reported[]): Conclusion {
  const sums = new Map<Family, number>();
  let settled: Reported | null = null;
  let strongest: { ratio: number; manipulation: Manipulation } | null = null;
  for (const one of reported) {
    const { finding, family } = one;
    const ratio = weighable(one);
    if (!finding || ratio === 0) continue;
    sums.set(family, (sums.get(family) ?? 0) + ratio);
    if (finding.settles && Math.abs(ratio) > Math.abs(settled?.finding?.logLikelihoodRatio ?? 0)) settled = one;
    // What is not counted does not name the manipulation either.
    const counted = Math.min(ratio, CAPS[family]);
    if (finding.manipulation && counted > (strongest?.ratio ?? 0)) {
      strongest = { ratio: counted, manipulation: finding.manipulation };
    }
  }
  const caps = new Map([...sums].map(([family, sum]) => [family, clamp(sum, CAPS[family])]));
  const capped = [...caps.values()];
  const sum = capped.reduce((total, value) => total + value, 0);
  const total = clamp(sum, MOST);
  const counted = reported.map((one) => {
    const ofFamily = sums.get(one.family) ?? 0;
    const share = ofFamily === 0 ? 1 : (caps.get(one.family) ?? 0) / ofFamily;
    return weighable(one) * share * (sum === 0 ? 1 : total / sum);
  });
  const agreeing = capped.filter((value) => Math.sign(value) === Math.sign(total) && Math.abs(value) >= CLEAR).length;
  const enough = settled !== null || agreeing >= FAMILIES_NEEDED;
  if (Math.abs(total) < DECISIVE - 1e-9 || !enough) {
    return {
      fusion: FUSION_VERSION,
      isDeepfake: null,
      confidence: 50,
      manipulation: null,
      recommendation: 'REVIEW',
      logLikelihoodRatio: total,
      counted,
    };
  }
  const isDeepfake = total > 0;
  return {
    fusion: FUSION_VERSION,
    isDeepfake,
    confidence: Math.floor(100 / (1 + Math.exp(-Math.abs(total)))),
    manipulation: isDeepfake ? (settled?.finding?.manipulation ?? strongest?.manipulation ?? null) : null,
    recommendation: isDeepfake ? 'REJECT' : 'ACCEPT',
    logLikelihoodRatio: total,
    counted,
  };
}

/** What a finding may count for at most: its ratio, or 0 where there is none, or the medium does not let it see enough. */
function weighable({ finding }: Reported): number {
  if (!finding || finding.quality < QUALITY_NEEDED || !Number.isFinite(finding.logLikelihoodRatio)) return 0;
  return finding.logLikelihoodRatio;
}

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
