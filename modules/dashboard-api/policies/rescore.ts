import type { Static } from 'typebox';
import type { Screening } from '../../../contract/aml-records.ts';
import type { PolicyTry, UntoldReason } from '../../../contract/dashboard/index.ts';
import type { Check } from '../../../contract/kyt-records.ts';
import {
  type Direction,
  type DirectionExposure,
  ONE,
  type Policy,
  scoreOf,
  type ScoreInput,
} from '../../../engines/wallets/index.ts';
import { rewalk } from './rewalk.ts';

type Difference = NonNullable<PolicyTry['result']>['differences'][number];
export type Outcome = Difference['before'];
type CheckRecord = Static<typeof Check>;
type Exposure = DirectionExposure['exposures'][number];

/** Records keep this many exposures at least; of one with as many, others may be missing. */
const MOST_KEPT = 200;

/** What a record would say under another policy, and whether that is more than an estimate. */
export interface Rescored {
  outcome: Outcome;
  sure: boolean;
}

/**
 * What a recorded wallet check would say under another policy: from the exposures, labels and coverage that its record
 * holds, and, where payments would be followed otherwise, from what can be told of that.
 * @param made the policy by which it was made; null: not known, so that only what is weighed is tried
 * @returns why it cannot be told, where it cannot
 */
export function rescore(check: CheckRecord, made: Policy | null, policy: Policy): Rescored | UntoldReason {
  if (check.exposures.length >= MOST_KEPT) return 'NOT_KEPT';
  const walked = made === null ? { check, sure: false } : rewalk(check, made, policy);
  if (typeof walked === 'string') return walked;
  const { riskScore, riskLevel } = scoreOf(inputOf(walked.check), policy);
  return { outcome: { riskLevel, score: riskScore, matches: 0 }, sure: walked.sure };
}

function inputOf(check: CheckRecord): ScoreInput {
  const own = check.exposures.find(({ hops }) => hops === 0);
  const side = (direction: Direction): DirectionExposure => ({
    direction,
    total: check.exposures.some((exposure) => exposure.direction === direction) ? 1n : 0n,
    coverage: billionths(check.coverage[direction]),
    exposures: check.exposures
      .filter((exposure) => exposure.direction === direction && exposure.hops > 0)
      .map((exposure): Exposure => ({
        category: exposure.category,
        entity: exposure.entity,
        confidence: exposure.confidence,
        direction,
        hops: exposure.hops,
        share: Math.round(exposure.share * ONE),
        // Of a value it counts only whether it was dust.
        value: exposure.dust ? 0n : 1n,
        paths: [],
      })),
    edgesSeen: 0,
  });
  return {
    exposure: { INCOMING: side('INCOMING'), OUTGOING: side('OUTGOING') },
    sanctioned: check.sanctions.length > 0,
    dust: 0n,
    ...(own
      ? { ownLabel: { category: own.category, entity: own.entity, confidence: own.confidence, source: 'record' } }
      : {}),
  };
}

const billionths = (coverage: CheckRecord['coverage']['INCOMING']): DirectionExposure['coverage'] => ({
  exposure: Math.round(coverage.exposure * ONE),
  originUnknown: Math.round(coverage.originUnknown * ONE),
  unattributedService: Math.round(coverage.unattributedService * ONE),
  belowThreshold: Math.round(coverage.belowThreshold * ONE),
  truncated: Math.round(coverage.truncated * ONE),
  beyondHorizon: Math.round(coverage.beyondHorizon * ONE),
});

/** What of a screening waits for a decision from a score on. */
export function waitingFrom(screening: Static<typeof Screening>, threshold: number): Outcome {
  const { matches, riskLevel } = screening;
  return {
    riskLevel,
    score: Math.max(0, ...matches.map(({ score }) => score)),
    matches: matches.filter(({ score }) => score >= threshold).length,
  };
}

/** Gathers what differs, decision by decision. */
export class Comparison {
  readonly #most: number;
  readonly #waits: (outcome: Outcome) => boolean;
  readonly #differences: Difference[] = [];
  readonly #moves = new Map<string, number>();
  #examined = 0;
  #skipped = 0;
  #estimated = 0;
  readonly #untold = new Map<UntoldReason, number>();
  #changed = 0;
  readonly #waiting = { before: 0, after: 0 };

  /** @param waits whether an outcome would wait for a person */
  constructor(most: number, waits: (outcome: Outcome) => boolean) {
    this.#most = most;
    this.#waits = waits;
  }

  skip(reason: UntoldReason): void {
    this.#skipped += 1;
    this.#untold.set(reason, (this.#untold.get(reason) ?? 0) + 1);
  }

  add(resourceId: string, at: string, before: Outcome, after: Outcome, sure = true): void {
    this.#examined += 1;
    if (!sure) this.#estimated += 1;
    if (this.#waits(before)) this.#waiting.before += 1;
    if (this.#waits(after)) this.#waiting.after += 1;
    if (before.riskLevel === after.riskLevel && before.score === after.score && before.matches === after.matches)
      return;
    this.#changed += 1;
    if (before.riskLevel !== after.riskLevel) {
      const move = `${before.riskLevel} ${after.riskLevel}`;
      this.#moves.set(move, (this.#moves.get(move) ?? 0) + 1);
    }
    this.#differences.push({ resourceId, at, before, after });
  }

  get result(): NonNullable<PolicyTry['result']> {
    const size = ({ before, after }: Difference): number =>
      Math.abs(after.score - before.score) + Math.abs(after.matches - before.matches);
    return {
      examined: this.#examined,
      skipped: this.#skipped,
      untold: [...this.#untold].map(([reason, count]) => ({ reason, count })),
      estimated: this.#estimated,
      changed: this.#changed,
      moves: [...this.#moves].map(([move, count]) => {
        const [from = 'UNKNOWN', to = 'UNKNOWN'] = move.split(' ') as Outcome['riskLevel'][];
        return { from, to, count };
      }),
      differences: this.#differences.toSorted((a, b) => size(b) - size(a)).slice(0, this.#most),
      waiting: { ...this.#waiting },
    };
  }
}
