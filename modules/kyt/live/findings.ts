import {
  type Coverage,
  designationTiming,
  type EvidencePath,
  type Label,
  entityStep,
  ONE,
  type Score,
  type ScoredExposure,
  topPaths,
} from '../../../engines/wallets/index.ts';
import { formatUnits } from '../assets.ts';
import { nameOfSeveral } from '../several.ts';
import type { Assessment } from '../strategy.ts';
import { pairOf, type Step } from './steps.ts';
import type { EdgeQuestion } from './store.ts';

const MOST_EXPOSURES = 200;
const MOST_PATHS = 10;

type PresentCoverage = Assessment['coverage']['INCOMING'];
type PresentPath = Assessment['evidence'][number];

const share = (billionths: number): number => billionths / ONE;

export const presentCoverage = (coverage: Coverage): PresentCoverage => ({
  exposure: share(coverage.exposure),
  originUnknown: share(coverage.originUnknown),
  unattributedService: share(coverage.unattributedService),
  belowThreshold: share(coverage.belowThreshold),
  truncated: share(coverage.truncated),
  beyondHorizon: share(coverage.beyondHorizon),
});

/**
 * Exposures as the record has them: all that contribute, and of the others the largest; what is left is put together by
 * direction, category and kind, so that shares still add up to the coverage.
 */
export function presentExposures(exposures: readonly ScoredExposure[]): Assessment['exposures'] {
  const [shown, rest]: [ScoredExposure[], ScoredExposure[]] = [[], []];
  exposures.forEach((exposure, i) => (exposure.contribution > 0 || i < MOST_EXPOSURES ? shown : rest).push(exposure));
  const together = Map.groupBy(rest, ({ direction, category, kind }) => `${direction} ${category} ${kind}`);
  return [...shown, ...[...together.values()].map(putTogether)].map((exposure) => ({
    category: exposure.category,
    entity: exposure.entity,
    direction: exposure.direction,
    kind: exposure.kind,
    value: formatUnits(exposure.value),
    share: share(exposure.share),
    hops: exposure.hops,
    contribution: exposure.contribution,
    confidence: exposure.confidence,
    dust: exposure.dust,
  }));
}

/** Several exposures as one: at the distance of the nearest, as sure as they are on average. */
function putTogether(several: readonly ScoredExposure[]): ScoredExposure {
  const [first] = several;
  if (!first) throw new RangeError('There is nothing to put together');
  if (several.length === 1) return first;
  const sum = several.reduce((all, one) => all + one.share, 0);
  const trust = several.reduce((all, one) => all + one.share * one.confidence, 0);
  return {
    ...first,
    entity: nameOfSeveral(several.length),
    value: several.reduce((all, one) => all + one.value, 0n),
    share: sum,
    hops: several.reduce((least, one) => Math.min(least, one.hops), Infinity),
    confidence: Math.round(sum === 0 ? first.confidence : trust / sum),
    dust: several.every(({ dust }) => dust),
    paths: [],
  };
}

type LabelOf = (node: number) => Label | undefined;

/**
 * The paths that carry most of a score, with what is kept of every step; the address's own label before them.
 * @param isOfMoment whether a step is of the data that the walk was over
 * @returns besides, whether all steps are there and of that data
 */
export async function presentEvidence(
  stepsOf: (question: EdgeQuestion) => Promise<ReadonlyMap<string, Step>>,
  score: Pick<Score, 'exposures'>,
  graph: { labelOf: LabelOf; asset: string; blockchain: string } | null,
  isOfMoment: (step: Step) => boolean,
): Promise<{ evidence: Assessment['evidence']; isOfOneMoment: boolean }> {
  const own = score.exposures
    .filter(({ hops }) => hops === 0)
    .map(({ category, entity, direction, contribution }): PresentPath => ({
      category,
      entity,
      direction,
      hops: 0,
      share: 1,
      contribution,
      timing: 'UNKNOWN',
      steps: [],
    }));
  if (!graph) return { evidence: own, isOfOneMoment: true };
  const { asset, blockchain, labelOf } = graph;
  const paths = topPaths(score.exposures, MOST_PATHS);
  const pairs = new Map(paths.flatMap(({ path }) => path.steps.map((step) => [pairOf(step), step] as const)));
  const steps = await stepsOf({ asset, blockchain, pairs: [...pairs.values()] });
  const shown = paths.map((evidence) => presentPath(evidence, steps, labelOf));
  const isOfOneMoment = steps.size === pairs.size && [...steps.values()].every(isOfMoment);
  return { evidence: [...own, ...shown], isOfOneMoment };
}

function presentPath(evidence: EvidencePath, known: ReadonlyMap<string, Step>, labelOf: LabelOf): PresentPath {
  const { exposure, path, contribution } = evidence;
  const steps = path.steps.flatMap((step) => known.get(pairOf(step))?.shown ?? []);
  const nearest = entityStep(evidence);
  const edge = nearest && known.get(pairOf(nearest));
  const entity = nearest && (exposure.direction === 'INCOMING' ? nearest.from : nearest.to);
  const since = entity === undefined ? undefined : labelOf(entity)?.since;
  return {
    category: exposure.category,
    entity: exposure.entity,
    direction: exposure.direction,
    hops: exposure.hops,
    share: share(path.share),
    contribution: Math.min(100, contribution / 100),
    timing: edge ? designationTiming(edge.firstAt, edge.lastAt, since) : 'UNKNOWN',
    steps,
  };
}
