import { hash } from 'node:crypto';
import type { Tenant } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { tellMonitor } from '../events.ts';
import { currentVersions } from '../live/live.ts';
import { afterRun, type MonitorRow } from '../monitor.ts';
import { findMonitor, lockMonitor } from '../store.ts';
import type { Assessment, WalletStrategy } from '../strategy.ts';
import { readWallet } from '../wallet.ts';
import { updateRuns } from './store.ts';

/** Assessments at once: each waits for the database now and then. */
const AT_ONCE = 4;

/**
 * Scores watched addresses anew and tells what changed: the rows and the events of all commit together, each row
 * locked, so that a change is told once, however often, and by however many, the same run is made.
 */
export async function runMonitors(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  strategy: WalletStrategy,
  watchers: readonly (Tenant & { monitoringId: string })[],
): Promise<void> {
  const found = new Map<string, { tenant: Tenant; assessment: Assessment | null }>();
  const waiting = [...watchers];
  const assessNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { monitoringId, organizationId, environment } = next;
      const tenant: Tenant = { organizationId, environment };
      const watched = await findMonitor(db, tenant, monitoringId);
      if (watched?.status !== 'ACTIVE') continue;
      found.set(monitoringId, {
        tenant,
        assessment: await assessOne({ db }, strategy, tenant, watched),
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, assessNext));
  if (found.size === 0) return;
  const versions = [...found.values()].some(({ assessment }) => !assessment) ? await currentVersions(db) : [];
  await db.transaction(async (transaction) => {
    const now = clock.now();
    const rows: (MonitorRow & { findingsHash: string | null })[] = [];
    // Always in the same order, so that no two runs wait for one another in a circle.
    for (const [id, { tenant, assessment }] of [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const before = await lockMonitor(transaction, tenant, id);
      if (before?.status !== 'ACTIVE') continue;
      if (!assessment) {
        const current = versions.find(({ blockchain }) => blockchain === before.blockchain)?.version;
        rows.push({ ...before, dataVersion: current ?? before.dataVersion, findingsHash: null });
        continue;
      }
      const { row, told } = afterRun(before, assessment, now);
      rows.push({ ...row, findingsHash: hashOf(assessment) });
      if (told) tellMonitor(transaction, tenant, before, row, now);
    }
    await updateRuns(transaction, rows);
  });
}

/**
 * Stands for all that was found and does not change by itself: the version of the data and the size of a cluster may
 * move without anything of weight changing.
 */
export const hashOf = ({
  riskScore,
  riskLevel,
  topRisks,
  exposures,
  sanctions,
  coverage,
  policy,
}: Assessment): string =>
  hash(
    'sha256',
    JSON.stringify([
      riskScore,
      riskLevel,
      topRisks,
      exposures,
      sanctions,
      coverage.INCOMING,
      coverage.OUTGOING,
      policy,
    ]),
  );

/** What is found about a watched address; null where there is nothing to look in any more: it waits for other data. */
export async function assessOne(
  { db }: Pick<Services, 'db'>,
  strategy: WalletStrategy,
  tenant: Tenant,
  watched: Pick<MonitorRow, 'address' | 'blockchain'>,
): Promise<Assessment | null> {
  try {
    return await strategy.assess(db, readWallet(watched, strategy), 'RUN', tenant);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CHAIN_DATA_UNAVAILABLE') throw error;
    return null;
  }
}
