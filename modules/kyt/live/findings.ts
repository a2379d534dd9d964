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
import { presentAddress } from '../addresses.ts';
import { formatUnits } from '../assets.ts';
import { nameOfSeveral } from '../several.ts';
import type { Assessment } from '../strategy.ts';
import type { EdgeDetail, EdgeQuestion, Versions } from './store.ts';

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

const moment = (seconds: number): string | null => (seconds === 0 ? null : new Date(seconds * 1000).toISOString());
const pairOf = ({ from, to }: { from: number; to: number }): string => `${from} ${to}`;

type LabelOf = (node: number) => Label | undefined;

/**
 * The paths that carry most of a score, with what is kept of every step; the address's own label before them.
 * @returns besides, the data that the steps are of; null where there was nothing to ask
 */
export async function presentEvidence(
  detailsOf: (question: EdgeQuestion) => Promise<EdgeDetail[]>,
  score: Pick<Score, 'exposures'>,
  graph: { labelOf: LabelOf; asset: string; blockchain: string } | null,
): Promise<{ evidence: Assessment['evidence']; versions: Versions | null }> {
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
  if (!graph) return { evidence: own, versions: null };
  const paths = topPaths(score.exposures, MOST_PATHS);
  const pairs = new Map(paths.flatMap(({ path }) => path.steps.map((step) => [pairOf(step), step] as const)));
  const rows = pairs.size === 0 ? [] : await detailsOf({ ...graph, pairs: [...pairs.values()] });
  const details = new Map(rows.map((row) => [pairOf(row), row]));
  const shown = paths.map((evidence) => presentPath(evidence, details, graph.labelOf));
  return { evidence: [...own, ...shown], versions: rows[0] ?? null };
}

function presentPath(evidence: EvidencePath, details: ReadonlyMap<string, EdgeDetail>, labelOf: LabelOf): PresentPath {
  const { exposure, path, contribution } = evidence;
  const steps = path.steps.flatMap((step) => details.get(pairOf(step)) ?? []);
  const nearest = entityStep(evidence);
  const edge = nearest && details.get(pairOf(nearest));
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
    steps: steps.map((step) => ({
      from: presentAddress(step.fromAddress),
      to: presentAddress(step.toAddress),
      value: formatUnits(BigInt(step.units)),
      firstAt: moment(step.firstAt),
      lastAt: moment(step.lastAt),
    })),
  };
}
