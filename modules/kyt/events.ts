import type { Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { emitEvent } from '../../platform/events/events.ts';
import type { WholeCheck } from './check.ts';
import type { MonitorRow } from './monitor.ts';

/** The score at which a check is told to be of high risk, where the organisation has no threshold of its own. */
const HIGH_RISK = 75;

/** Finished checks by environment and level, among the database's tallies. */
export const CHECKS = 'wallet checks';

/** What a finished check tells: always that it is; that the address is sanctioned; that its risk is high. */
export function tellCheck(
  transaction: Transaction,
  tenant: Tenant,
  check: WholeCheck,
  ownThreshold: number | null,
  at: Date,
): void {
  const { id: checkId, applicantId, address, blockchain, riskScore, riskLevel, topRisks } = check;
  const about = { resourceId: checkId, callbackUrl: check.callbackUrl, at };
  const head = { checkId, applicantId, address, blockchain };
  transaction.tally(`${CHECKS} ${tenant.environment} ${riskLevel}`);
  emitEvent(transaction, tenant, { ...about, type: 'kyt.check_completed', data: { ...head, riskScore, riskLevel } });
  const { sanctions } = check.detail;
  if (sanctions.length > 0) {
    const sanctionsList = [...new Set(sanctions.map(({ list }) => list))].join(', ');
    emitEvent(transaction, tenant, { ...about, type: 'kyt.sanctions_match', data: { ...head, sanctionsList } });
  }
  if (riskScore >= (ownThreshold ?? HIGH_RISK)) {
    emitEvent(transaction, tenant, {
      ...about,
      type: 'kyt.high_risk_detected',
      data: { ...head, riskScore, riskLevel, topRisks },
    });
  }
}

/** What a monitor tells of a change. */
export function tellMonitor(
  transaction: Transaction,
  tenant: Tenant,
  before: MonitorRow,
  after: MonitorRow,
  at: Date,
): void {
  emitEvent(transaction, tenant, {
    type: 'kyt.monitoring_alert',
    resourceId: after.id,
    callbackUrl: after.callbackUrl,
    at,
    data: {
      monitoringId: after.id,
      address: after.address,
      blockchain: after.blockchain,
      oldRiskScore: before.toldScore,
      newRiskScore: after.riskScore,
      oldRiskLevel: before.toldLevel,
      newRiskLevel: after.riskLevel,
    },
  });
}
