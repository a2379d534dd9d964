import type { Static } from 'typebox';
import type { Check, CheckSummary } from '../../contract/kyt.ts';
import type { Assessment } from './strategy.ts';
import type { Wallet } from './wallet.ts';

export type CheckRecord = Static<typeof Check>;
export type CheckHead = Static<typeof CheckSummary>;
/** Of the findings what a list does not show. */
export type CheckDetail = Omit<Assessment, 'riskScore' | 'riskLevel' | 'topRisks'>;

export interface CheckRow extends Pick<Assessment, 'riskScore' | 'riskLevel' | 'topRisks'> {
  id: string;
  applicantId: string | null;
  address: string;
  addressNormalized: string;
  addressKey: string;
  blockchain: CheckHead['blockchain'];
  status: CheckHead['status'];
  metadata: Record<string, string>;
  callbackUrl: string | null;
  createdAt: Date;
  completedAt: Date | null;
}

export interface WholeCheck extends CheckRow {
  detail: CheckDetail;
}

/** A finished check. */
export function makeCheck(
  wallet: Wallet,
  assessment: Assessment,
  about: { id: string; applicantId: string | null; metadata: Record<string, string>; callbackUrl: string | null },
  now: Date,
): WholeCheck {
  const { riskScore, riskLevel, topRisks, ...detail } = assessment;
  return {
    ...about,
    address: wallet.address,
    addressNormalized: wallet.normalized,
    addressKey: wallet.key,
    blockchain: wallet.blockchain,
    status: 'COMPLETED',
    riskScore,
    riskLevel,
    topRisks,
    detail,
    createdAt: now,
    completedAt: now,
  };
}

export function presentSummary(row: CheckRow): CheckHead {
  return {
    checkId: row.id,
    id: row.id,
    applicantId: row.applicantId,
    address: row.address,
    addressNormalized: row.addressNormalized,
    blockchain: row.blockchain,
    status: row.status,
    riskScore: row.riskScore,
    riskLevel: row.riskLevel,
    topRisks: row.topRisks,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

export const presentCheck = (row: WholeCheck): CheckRecord => ({ ...presentSummary(row), ...row.detail });
