import { DEFAULT_POLICY, policyHash } from '../../engines/wallets/index.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError, notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/module.ts';
import type { CheckDetail, WholeCheck } from './check.ts';
import { liveStrategy } from './live/live.ts';
import { policyOfRecord } from './policies/policies.ts';
import { sandboxStrategy } from './sandbox.ts';
import { findAnyCheck } from './store.ts';
import type { Assessment, WalletStrategy } from './strategy.ts';
import { readWallet } from './wallet.ts';

/** A check that cannot be made again: why, and what would be needed. */
export class CheckReplayImpossible extends Error {
  override name = 'CheckReplayImpossible';
}

export interface CheckReplay {
  checkId: string;
  /** Whether what was found is found again, byte for byte. */
  identical: boolean;
  /** The data of the record, and that which it was made again from: later data may say the very same. */
  recordedFrom: string;
  recomputedFrom: string;
  /** The last block of each; null where the data names none. */
  recordedHeight: number | null;
  recomputedHeight: number | null;
  /** Whether these are different data: then it was not the record's own data that was looked at again. */
  onLaterData: boolean;
  recorded: string;
  recomputed: string;
}

/**
 * Makes a past check again from its stamp: its address, and the policy whose hash it names, over the database alone; then
 * compares the findings as bytes. Earlier states of labels and payments are not kept: on data that has moved on, findings
 * that come out the same are the same, with the stamp of the data put back, and others cannot be told from what the new
 * data changed. Changes nothing.
 * @throws ApiError NOT_FOUND; CheckReplayImpossible, naming what is missing: an unfinished check, a policy that is not
 *   kept, answers of a live provider, data that has moved on and says something else
 */
export async function replayCheck(services: Pick<Services, 'db'>, checkId: string): Promise<CheckReplay> {
  const { db } = services;
  const found = await findAnyCheck(db, checkId);
  if (!found) throw notFound('wallet check');
  const { check, detailText } = found;
  if (check.status !== 'COMPLETED') throw new CheckReplayImpossible('The check has not finished yet.');
  if (check.detail.coverage.provider) {
    throw new CheckReplayImpossible(
      'The check was answered with what a live provider of chain data told at that moment, and that is not kept.',
    );
  }
  const strategy = await strategyOf(db, found);
  const wallet = readWallet(check, strategy);
  let assessment: Assessment;
  try {
    assessment = await strategy.assess(db, wallet, 'LOOK');
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CHAIN_DATA_UNAVAILABLE') throw error;
    throw new CheckReplayImpossible(
      `There are neither labels nor chain data of ${check.blockchain} any more; the record was made from ${check.detail.dataVersion}.`,
    );
  }
  const stamped = check.detail.dataVersion;
  const recordedHeight = check.detail.coverage.height;
  const { riskScore, riskLevel, topRisks, ...detail } = assessment;
  const again: CheckDetail = {
    ...detail,
    dataVersion: stamped,
    coverage: { ...detail.coverage, height: recordedHeight },
  };
  const textOf = (score: number, level: string, risks: readonly string[], rest: string): string =>
    `${JSON.stringify([score, level, risks])}\n${rest}`;
  const recorded = textOf(check.riskScore, check.riskLevel, check.topRisks, detailText);
  const recomputed = textOf(riskScore, riskLevel, topRisks, JSON.stringify(again));
  if (recorded !== recomputed && stamped !== detail.dataVersion) {
    throw new CheckReplayImpossible(
      `The record was made from "${stamped}" (${upTo(recordedHeight)}). The data is at "${detail.dataVersion}" ` +
        `(${upTo(detail.coverage.height)}) now and says something else of this ` +
        'address; earlier states of labels and payments are not kept. Restore a backup of that time and replay there.',
    );
  }
  return {
    checkId,
    identical: recorded === recomputed,
    recordedFrom: stamped,
    recomputedFrom: detail.dataVersion,
    recordedHeight,
    recomputedHeight: detail.coverage.height,
    onLaterData: stamped !== detail.dataVersion,
    recorded,
    recomputed,
  };
}

const upTo = (height: number | null): string => (height === null ? 'no block named' : `up to block ${height}`);

async function strategyOf(
  db: Services['db'] & Queryable,
  { tenant, check }: { tenant: { organizationId: string; environment: 'LIVE' | 'TEST' }; check: WholeCheck },
): Promise<WalletStrategy> {
  if (tenant.environment === 'TEST') return sandboxStrategy;
  const { hash, version } = check.detail.policy;
  const policy = await policyOfRecord(db, tenant, hash);
  if (!policy) {
    const mine = policyHash(DEFAULT_POLICY);
    throw new CheckReplayImpossible(
      `The record was made under the policy ${version} (${hash}), which neither the organisation has had nor this release ` +
        `has (its own is ${DEFAULT_POLICY.version}, ${mine}). Run the release that made it.`,
    );
  }
  return liveStrategy(policy, { db, reads: db, graphs: null, maskOf: async () => null });
}
