import type { Static } from 'typebox';
import type { UntoldReason } from '../../../contract/dashboard/index.ts';
import type { Check } from '../../../contract/kyt-records.ts';
import { chainFamily, type Policy } from '../../../engines/wallets/index.ts';
import { dustOf, parseAmount } from '../../kyt/index.ts';

type CheckRecord = Static<typeof Check>;
type Exposure = CheckRecord['exposures'][number];
const DIRECTIONS = ['INCOMING', 'OUTGOING'] as const;

/** A record as it would be after another walk; `sure` is false where that is an estimate. */
export interface Rewalked {
  check: CheckRecord;
  sure: boolean;
}

/**
 * What a record would hold had its payments been followed as another policy says. A walk cannot be made again from a
 * record: where the change makes it shorter, what lay beyond is taken out, an estimate wherever value came by several
 * ways; where it makes it longer, it can be told only if the record left nothing unfollowed for that reason.
 * @param made the policy by which the record was made
 * @returns why it cannot be told, where it cannot
 */
export function rewalk(record: CheckRecord, made: Policy, changed: Policy): Rewalked | UntoldReason {
  const reason = untold(record, made, changed);
  if (reason) return reason;
  const { limits: before } = made;
  const { limits: after } = changed;
  const check: CheckRecord = {
    ...record,
    exposures: [...record.exposures],
    coverage: {
      ...record.coverage,
      INCOMING: { ...record.coverage.INCOMING },
      OUTGOING: { ...record.coverage.OUTGOING },
    },
  };
  let sure = true;
  const without = (gone: (exposure: Exposure) => boolean, to: 'beyondHorizon' | 'belowThreshold' | 'originUnknown') => {
    for (const exposure of check.exposures.filter((one) => one.hops > 0 && gone(one))) {
      const coverage = check.coverage[exposure.direction];
      coverage.exposure = Math.max(0, coverage.exposure - exposure.share);
      coverage[to] = Math.min(1, coverage[to] + exposure.share);
      sure = false;
    }
    check.exposures = check.exposures.filter((one) => one.hops === 0 || !gone(one));
  };
  const reaches = (least: number): boolean => record.exposures.some(({ hops }) => hops >= least);
  if (after.maxHops < before.maxHops) {
    // An entity that is near may have been reached by longer ways as well.
    if (reaches(1)) sure = false;
    without(({ hops }) => hops > after.maxHops, 'beyondHorizon');
  }
  if (after.shareThreshold > before.shareThreshold) {
    if (reaches(2)) sure = false;
    without(({ hops, share }) => hops > 1 && share < after.shareThreshold, 'belowThreshold');
  }
  if (changed.minimumConfidence > made.minimumConfidence) {
    // Beyond a label that no longer counts the walk would go on; where to, the record does not say.
    without(({ confidence }) => confidence < changed.minimumConfidence, 'originUnknown');
    check.exposures = check.exposures.filter(
      ({ hops, confidence }) => hops > 0 || confidence >= changed.minimumConfidence || record.sanctions.length > 0,
    );
  }
  const dust = withDust(check, made, changed);
  return { check: dust.check, sure: sure && dust.sure };
}

/** Why a record cannot tell what a longer or another walk would find; null: it can. */
function untold({ coverage }: CheckRecord, made: Policy, changed: Policy): UntoldReason | null {
  const { limits: before } = made;
  const { limits: after } = changed;
  const left = (name: keyof CheckRecord['coverage']['INCOMING']): boolean =>
    DIRECTIONS.some((direction) => coverage[direction][name] > 0);
  if (after.timeOrdered !== before.timeOrdered) return 'TIME_ORDER';
  if (changed.minimumConfidence < made.minimumConfidence) return 'LABELS';
  if (after.maxHops > before.maxHops && left('beyondHorizon')) return 'HOPS';
  if (after.shareThreshold < before.shareThreshold && left('belowThreshold')) return 'SHARE';
  if (after.edgeBudget < before.edgeBudget) return 'BUDGET';
  if (after.edgeBudget > before.edgeBudget && left('truncated')) return 'BUDGET';
  if (after.serviceDegree < before.serviceDegree) return 'SERVICES';
  if (after.serviceDegree > before.serviceDegree && left('unattributedService')) return 'SERVICES';
  return null;
}

/** Marks anew which direct dealings are dust, where the change says something of it. */
function withDust(check: CheckRecord, made: Policy, changed: Policy): Rewalked {
  const { asset, blockchain } = check;
  const same =
    JSON.stringify([made.dust, made.tokenDust ?? null]) === JSON.stringify([changed.dust, changed.tokenDust ?? null]);
  if (same || asset === null) return { check, sure: true };
  const family = chainFamily(blockchain);
  // All that came in is not in the record; the largest share of it tells how much it was, nearly.
  const largest = check.exposures
    .filter(({ direction, share }) => direction === 'INCOMING' && share > 0)
    .toSorted((a, b) => b.share - a.share)[0];
  const received = largest ? BigInt(Math.round(Number(parseAmount(largest.value) ?? 0n) / largest.share)) : 0n;
  const least = dustOf(changed, { blockchain, family, asset, received });
  const byPart = dustOf(changed, { blockchain, family, asset, received: 0n }) !== least;
  return {
    check: {
      ...check,
      exposures: check.exposures.map((exposure) => ({
        ...exposure,
        dust: exposure.hops === 1 && (parseAmount(exposure.value) ?? 0n) <= least,
      })),
    },
    sure: !byPart,
  };
}
