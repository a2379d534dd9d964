import type { Static } from 'typebox';
import type { WalletMonitor } from '../../contract/kyt.ts';
import type { Assessment } from './strategy.ts';
import type { Wallet } from './wallet.ts';

export type MonitorRecord = Static<typeof WalletMonitor>;

export interface MonitorRow {
  id: string;
  status: MonitorRecord['status'];
  address: string;
  addressNormalized: string;
  addressKey: string;
  blockchain: MonitorRecord['blockchain'];
  threshold: number;
  riskScore: number;
  riskLevel: MonitorRecord['riskLevel'];
  /** What was told last (at first, what was found first); a change is told against it. */
  toldScore: number;
  toldLevel: MonitorRecord['riskLevel'];
  dataVersion: string;
  lastRunAt: Date;
  nextChargeAt: Date | null;
  suspendedAt: Date | null;
  endedAt: Date | null;
  callbackUrl: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
}

/** A change of score that is told even where the level stays. */
const TOLD_MOVE = 10;
/** A monitor without credits is tried again after this. */
const RETRY_MS = 60 * 60_000;

/** One calendar month on, in UTC; the last day of a shorter month. */
export function oneMonthAfter(from: Date): Date {
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to;
}

export function makeMonitor(
  wallet: Wallet,
  assessment: Assessment,
  about: { id: string; threshold: number; metadata: Record<string, string>; callbackUrl: string | null },
  now: Date,
): MonitorRow {
  return {
    ...about,
    status: 'ACTIVE',
    address: wallet.address,
    addressNormalized: wallet.normalized,
    addressKey: wallet.key,
    blockchain: wallet.blockchain,
    riskScore: assessment.riskScore,
    riskLevel: assessment.riskLevel,
    toldScore: assessment.riskScore,
    toldLevel: assessment.riskLevel,
    dataVersion: assessment.dataVersion,
    lastRunAt: now,
    nextChargeAt: oneMonthAfter(now),
    suspendedAt: null,
    endedAt: null,
    createdAt: now,
  };
}

type Risk = Pick<Assessment, 'riskScore' | 'riskLevel'>;

/** Whether a change is told: the level is another one or the score moved by 10, and one of the two scores matters. */
export function isTold(before: Risk, after: Risk, threshold: number): boolean {
  const changed = before.riskLevel !== after.riskLevel || Math.abs(before.riskScore - after.riskScore) >= TOLD_MOVE;
  return changed && Math.max(before.riskScore, after.riskScore) >= threshold;
}

/** The row after a run. What is too small to be told stays untold, so that many small steps are told once they add up. */
export function afterRun(row: MonitorRow, found: Assessment, now: Date): { row: MonitorRow; told: boolean } {
  const { riskScore, riskLevel, dataVersion } = found;
  const told = isTold({ riskScore: row.toldScore, riskLevel: row.toldLevel }, found, row.threshold);
  const news = told ? { toldScore: riskScore, toldLevel: riskLevel } : {};
  return { row: { ...row, riskScore, riskLevel, dataVersion, lastRunAt: now, ...news }, told };
}

/** The row once its next month is paid. A month missed for want of credits is not asked for later. */
export function afterCharge(row: MonitorRow, now: Date): MonitorRow {
  const from = row.status === 'SUSPENDED' || row.nextChargeAt === null ? now : row.nextChargeAt;
  return { ...row, status: 'ACTIVE', suspendedAt: null, nextChargeAt: oneMonthAfter(from) };
}

export const suspended = (row: MonitorRow, now: Date): MonitorRow => ({
  ...row,
  status: 'SUSPENDED',
  suspendedAt: row.suspendedAt ?? now,
  nextChargeAt: new Date(now.getTime() + RETRY_MS),
});

export const ended = (row: MonitorRow, now: Date): MonitorRow => ({
  ...row,
  status: 'ENDED',
  suspendedAt: null,
  nextChargeAt: null,
  endedAt: row.endedAt ?? now,
});

const REASONS = { ACTIVE: null, SUSPENDED: 'INSUFFICIENT_CREDITS', ENDED: 'DELETED' } as const;

export function presentMonitor(row: MonitorRow): MonitorRecord {
  return {
    monitoringId: row.id,
    id: row.id,
    status: row.status,
    statusReason: REASONS[row.status],
    address: row.address,
    addressNormalized: row.addressNormalized,
    blockchain: row.blockchain,
    threshold: row.threshold,
    riskScore: row.riskScore,
    riskLevel: row.riskLevel,
    lastRunAt: row.lastRunAt.toISOString(),
    nextChargeAt: row.nextChargeAt?.toISOString() ?? null,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
  };
}
