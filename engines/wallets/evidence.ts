import type { Path, PathStep } from './exposure/exposure.ts';
import type { ScoredExposure } from './score/score.ts';

/** A path worth showing, with the points of the score that it stands for. */
export type EvidencePath = {
  exposure: ScoredExposure;
  path: Path;
  /** Points of the score, in hundredths. */
  contribution: number;
};

/** When value moved between the labelled entity and its counterparty, against the day it was designated. */
export type DesignationTiming = 'BEFORE' | 'AFTER' | 'BOTH' | 'UNKNOWN';

/**
 * The paths that carry most of a score, the heaviest first: each exposure's contribution falls to its paths by their
 * part of its share. Exposures that add nothing to the score come after all that do, by share.
 */
export function topPaths(exposures: readonly ScoredExposure[], limit = 10): EvidencePath[] {
  return exposures
    .flatMap((exposure) =>
      exposure.paths.map((path) => ({
        exposure,
        path,
        contribution:
          exposure.share === 0
            ? 0
            : Math.round((exposure.contribution * 100 * Math.min(path.share, exposure.share)) / exposure.share),
      })),
    )
    .sort((a, b) => b.contribution - a.contribution || b.path.share - a.path.share)
    .slice(0, limit);
}

/** The step of a path at which the labelled entity itself paid (incoming) or was paid (outgoing). */
export function entityStep(evidence: EvidencePath): PathStep | undefined {
  const { steps } = evidence.path;
  return evidence.exposure.direction === 'INCOMING' ? steps[0] : steps.at(-1);
}

/**
 * Whether dealings lay before or after a designation.
 * @param first, last times of the first and last payment, seconds since 1970, 0 unknown; @param since the designation
 */
export function designationTiming(first: number, last: number, since: number | undefined): DesignationTiming {
  if (since === undefined || first === 0 || last === 0) return 'UNKNOWN';
  if (last < since) return 'BEFORE';
  return first >= since ? 'AFTER' : 'BOTH';
}
