import { type Coverage, type DirectionExposure, type EntityExposure, ONE } from '../exposure/exposure.ts';
import type { Direction } from '../graph/graph.ts';
import type { Category, Label } from '../labels.ts';
import type { Policy } from './policy.ts';

export type RiskLevel = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | 'UNKNOWN';

export type ScoreInput = {
  exposure: Record<Direction, DirectionExposure>;
  /** The label that counts on the address itself, or on its cluster where the label defines one. */
  ownLabel?: Label;
  /** True where the address itself is on a sanctions list. */
  sanctioned: boolean;
  /** Value up to which a direct dealing is dust, in units of the graph. */
  dust: bigint;
};

/** An exposure with what it adds to the score. */
export type ScoredExposure = EntityExposure & {
  kind: 'DIRECT' | 'INDIRECT';
  /** Points of the score that this exposure accounts for; all contributions add up to the score. */
  contribution: number;
  /** True for a direct dealing too small to mean anything, as anyone can send such to any address. */
  dust: boolean;
};

export type Score = {
  /** Whole number, 0 to 100. */
  riskScore: number;
  riskLevel: RiskLevel;
  /** Categories that contribute, the heaviest first. */
  topRisks: Category[];
  exposures: ScoredExposure[];
  coverage: Record<Direction, Coverage>;
  /** What set the score where it is not the plain sum: the rules by name. */
  floors: ('SANCTIONED_ADDRESS' | 'OWN_LABEL' | 'DIRECT_SANCTIONS')[];
};

const BIG_ONE = BigInt(ONE);

/** A part of a risk: an exposure, and how many billionths of a certain 100 it weighs. */
type Part = { exposure: ScoredExposure; weight: bigint };

/**
 * The risk score of an address, in whole-number arithmetic.
 *
 * For each category and direction, exposures fill the category's threshold, the surest and nearest first: q = weight
 * × Σ (part of the threshold filled × confidence × decay^(hops − 1)). The address's own label makes a q of its own:
 * weight × confidence. Together: score = 100 × (1 − Π (1 − q)), rounded half up, so that their order does not matter
 * and no number of small risks passes 100. Then the floors. Contributions divide the score by q, largest remainders
 * first, so that they add up to it exactly.
 */
export function scoreOf(input: ScoreInput, policy: Policy): Score {
  const exposures = [
    ...(input.ownLabel || input.sanctioned ? [ownExposure(input)] : []),
    ...[...input.exposure.INCOMING.exposures, ...input.exposure.OUTGOING.exposures].map((exposure) =>
      withoutContribution(exposure, input.dust),
    ),
  ];
  const parts = exposures.flatMap((exposure) => (exposure.hops === 0 ? [ownPart(exposure, policy)] : []));
  const risks = parts.map((part) => part.weight);
  for (const group of groupByRisk(exposures)) {
    const filled = fillThreshold(group, policy);
    parts.push(...filled);
    risks.push(filled.reduce((sum, part) => sum + part.weight, 0n));
  }
  const combined = combine(risks);
  distribute(combined, parts);
  const { riskScore, floors } = applyFloors(combined, exposures, input, policy);
  const level = levelOf(riskScore, policy);
  return {
    riskScore,
    riskLevel: level === 'LOW' && !isKnown(input, policy) ? 'UNKNOWN' : level,
    topRisks: topRisks(exposures),
    exposures: exposures.sort((a, b) => b.contribution - a.contribution || b.share - a.share || a.hops - b.hops),
    coverage: { INCOMING: input.exposure.INCOMING.coverage, OUTGOING: input.exposure.OUTGOING.coverage },
    floors,
  };
}

/** The address's own label, as an exposure of no hops. */
function ownExposure(input: ScoreInput): ScoredExposure {
  const listed = input.sanctioned && input.ownLabel?.category !== 'SANCTIONS';
  const { category, entity, confidence } =
    input.ownLabel && !listed
      ? input.ownLabel
      : { category: 'SANCTIONS' as const, entity: input.ownLabel?.entity ?? 'Sanctioned address', confidence: 100 };
  const direction =
    input.exposure.INCOMING.total > 0n || input.exposure.OUTGOING.total === 0n ? 'INCOMING' : 'OUTGOING';
  const value = input.exposure[direction].total;
  return {
    category,
    entity,
    confidence,
    direction,
    hops: 0,
    share: ONE,
    value,
    paths: [],
    kind: 'DIRECT',
    contribution: 0,
    dust: false,
  };
}

function withoutContribution(exposure: EntityExposure, dust: bigint): ScoredExposure {
  const direct = exposure.hops <= 1;
  return {
    ...exposure,
    kind: direct ? 'DIRECT' : 'INDIRECT',
    contribution: 0,
    dust: direct && exposure.value <= dust,
  };
}

function ownPart(exposure: ScoredExposure, policy: Policy): Part {
  const weight = BigInt(policy.categories[exposure.category].weight);
  return { exposure, weight: (weight * BigInt(exposure.confidence) * BIG_ONE) / 10_000n };
}

function groupByRisk(exposures: readonly ScoredExposure[]): ScoredExposure[][] {
  const groups = new Map<string, ScoredExposure[]>();
  for (const exposure of exposures) {
    if (exposure.hops === 0 || exposure.dust) continue;
    const key = `${exposure.direction} ${exposure.category}`;
    const group = groups.get(key);
    if (group) group.push(exposure);
    else groups.set(key, [exposure]);
  }
  return [...groups.values()];
}

/** One category in one direction: how much of its threshold each exposure fills, the surest and nearest first. */
function fillThreshold(group: readonly ScoredExposure[], policy: Policy): Part[] {
  const { weight, fullAtPercent } = policy.categories[group[0]!.category];
  const full = BigInt(Math.max(1, Math.round((fullAtPercent * ONE) / 100)));
  let room = full;
  return group
    .map((exposure) => ({ exposure, strength: strengthOf(exposure, policy) }))
    .sort((a, b) => (a.strength === b.strength ? 0 : a.strength > b.strength ? -1 : 1))
    .map(({ exposure, strength }) => {
      const share = BigInt(exposure.share);
      const taken = share < room ? share : room;
      room -= taken;
      return { exposure, weight: (BigInt(weight) * strength * taken) / (100n * full) };
    });
}

/** Confidence and distance as one factor, in billionths. */
function strengthOf(exposure: ScoredExposure, policy: Policy): bigint {
  const further = BigInt(exposure.hops - 1);
  return (
    (BIG_ONE * BigInt(exposure.confidence) * BigInt(policy.decayPercentPerHop) ** further) / (100n * 100n ** further)
  );
}

/** 100 × (1 − Π (1 − q)), rounded half up; exact until the rounding, so that order cannot matter. */
function combine(risks: readonly bigint[]): number {
  let clear = 1n;
  let whole = 1n;
  for (const risk of risks) {
    clear *= BIG_ONE - (risk > BIG_ONE ? BIG_ONE : risk);
    whole *= BIG_ONE;
  }
  return Number((200n * (whole - clear) + whole) / (2n * whole));
}

/** Divides a whole score over its parts by weight; largest remainders get the points left over. */
function distribute(score: number, parts: readonly Part[]): void {
  const total = parts.reduce((sum, part) => sum + part.weight, 0n);
  if (total === 0n) return;
  const quotas = parts.map((part) => {
    const quota = BigInt(score) * part.weight;
    part.exposure.contribution = Number(quota / total);
    return { part, rest: quota % total };
  });
  let left = score - parts.reduce((sum, part) => sum + part.exposure.contribution, 0);
  quotas.sort((a, b) => (a.rest === b.rest ? compareParts(a.part, b.part) : a.rest > b.rest ? -1 : 1));
  for (const { part } of quotas) {
    if (left <= 0) break;
    part.exposure.contribution++;
    left--;
  }
}

/** An order that depends on nothing but what the exposures are. */
function compareParts(a: Part, b: Part): number {
  const [x, y] = [a.exposure, b.exposure];
  if (x.share !== y.share) return y.share - x.share;
  if (x.hops !== y.hops) return x.hops - y.hops;
  return `${x.category} ${x.direction} ${x.entity}` < `${y.category} ${y.direction} ${y.entity}` ? -1 : 1;
}

/** Raises the score to the highest floor that applies; the exposure behind it accounts for the difference. */
function applyFloors(
  score: number,
  exposures: readonly ScoredExposure[],
  input: ScoreInput,
  policy: Policy,
): Pick<Score, 'riskScore' | 'floors'> {
  const own = exposures.find((exposure) => exposure.hops === 0);
  const isSure = ({ confidence, surest = confidence }: ScoredExposure): boolean => surest >= policy.ownLabelConfidence;
  const direct = exposures
    .filter(
      (exposure) => exposure.hops === 1 && exposure.category === 'SANCTIONS' && !exposure.dust && isSure(exposure),
    )
    .sort((a, b) => b.share - a.share)[0];
  const candidates: { name: Score['floors'][number]; least: number; exposure: ScoredExposure }[] = [];
  if (own && (input.sanctioned || (own.category === 'SANCTIONS' && own.confidence >= policy.ownLabelConfidence))) {
    candidates.push({ name: 'SANCTIONED_ADDRESS', least: 100, exposure: own });
  }
  if (own && own.confidence >= policy.ownLabelConfidence) {
    candidates.push({ name: 'OWN_LABEL', least: policy.categories[own.category].weight, exposure: own });
  }
  if (direct) candidates.push({ name: 'DIRECT_SANCTIONS', least: policy.directSanctionsFloor, exposure: direct });
  let riskScore = score;
  for (const { least, exposure } of candidates) {
    if (least <= riskScore) continue;
    exposure.contribution += least - riskScore;
    riskScore = least;
  }
  return { riskScore, floors: candidates.filter(({ least }) => least > score).map(({ name }) => name) };
}

/** The level of a score by the policy's bounds; never `UNKNOWN`, which depends on the coverage. */
export function levelOf(score: number, policy: Policy): Exclude<RiskLevel, 'UNKNOWN'> {
  if (score >= policy.levels.CRITICAL) return 'CRITICAL';
  if (score >= policy.levels.HIGH) return 'HIGH';
  return score >= policy.levels.MEDIUM ? 'MEDIUM' : 'LOW';
}

/** Whether enough is known to call a low score LOW: the address's owner, or where most of its value came from. */
function isKnown(input: ScoreInput, policy: Policy): boolean {
  if (input.ownLabel && input.ownLabel.confidence >= policy.ownLabelConfidence) return true;
  const { INCOMING, OUTGOING } = input.exposure;
  const side = INCOMING.total > 0n ? INCOMING : OUTGOING;
  return side.total > 0n && side.coverage.exposure >= (policy.knownPercentForLow * ONE) / 100;
}

function topRisks(exposures: readonly ScoredExposure[]): Category[] {
  const byCategory = new Map<Category, number>();
  for (const { category, contribution } of exposures) {
    if (contribution > 0) byCategory.set(category, (byCategory.get(category) ?? 0) + contribution);
  }
  return [...byCategory].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([category]) => category);
}
