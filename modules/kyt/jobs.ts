import type { Environment } from '../../contract/enums.ts';
import { PRICES } from '../../contract/prices.ts';
import type { Tenant } from '../../platform/context.ts';
import { charge } from '../../platform/credits/ledger.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { enqueue, type TaskList } from '../../platform/jobs/jobs.ts';
import type { Schedule, Services } from '../../platform/module.ts';
import { PACK } from './graph/packed/ask.ts';
import { packNodes } from './graph/packed/pack.ts';
import { afterCharge, type MonitorRow, suspended } from './monitor.ts';
import * as store from './store.ts';
import type { WalletStrategy } from './strategy.ts';
import { WATCH } from './watch/ask.ts';
import { lookAtChanges, RUN_MANY } from './watch/look.ts';
import { runMonitors } from './watch/run.ts';
import { type SampleMetrics, verifySample } from './watch/sample.ts';

export type Strategies = Readonly<Record<Environment, WalletStrategy>>;

const RUN = 'kyt.run_monitor';
const CHARGE = 'kyt.charge_monitors';
const SAMPLE = 'kyt.verify_sample';

interface Payload extends Tenant {
  monitoringId: string;
}

/** Asks for a run of a monitor; a later request for the same one replaces an earlier one that still waits. */
export function scheduleRun(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  monitoringId: string,
  runAt: Date,
): void {
  const payload: Payload = { organizationId, environment, monitoringId };
  enqueue(transaction, { task: RUN, payload: { ...payload }, runAt, key: `${RUN}:${monitoringId}`, maxAttempts: 8 });
}

export const schedules: readonly Schedule[] = [
  { task: CHARGE, cron: '*/5 * * * *' },
  { task: WATCH, cron: '* * * * *' },
  { task: SAMPLE, cron: '17 3 * * *' },
  { task: PACK, cron: '*/10 * * * *' },
];

/** Takes the credit of a monitor's month. The month is told by the day it begins. @throws ApiError INSUFFICIENT_CREDITS */
export const chargeMonth = (transaction: Transaction, tenant: Tenant, monitoringId: string, from: Date, at: Date) =>
  charge(transaction, tenant, {
    operation: 'KYT_MONITORING',
    amount: PRICES.KYT_MONITORING,
    resourceId: monitoringId,
    occurrence: from.toISOString(),
    at,
  });

/** The row after its month was paid for, or could not be. */
async function renew(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  row: MonitorRow,
  now: Date,
): Promise<void> {
  const tenant: Tenant = { organizationId, environment };
  const from = row.status === 'SUSPENDED' ? now : (row.nextChargeAt ?? now);
  let changed: MonitorRow;
  try {
    await chargeMonth(transaction, tenant, row.id, from, now);
    changed = afterCharge(row, now);
    // What it slept through is looked at now.
    if (row.status === 'SUSPENDED') scheduleRun(transaction, tenant, row.id, now);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
    changed = suspended(row, now);
  }
  await store.updateMonitor(transaction, tenant, changed);
}

/** Charges the months that begin, each in a transaction of its own. @returns how many monitors it looked at */
export async function chargeDueMonitors({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  for (let done = 0; ; done += 1) {
    const found = await db.transaction(async (transaction) => {
      const now = clock.now();
      const due = await store.lockDueMonitor(transaction, now);
      if (due) await renew(transaction, due, due, now);
      return due !== undefined;
    });
    if (!found) return done;
  }
}

/** @param fromNothing production's strategy without anything kept in memory, for what was found to be found again */
export function walletTasks(
  services: Services,
  strategies: Strategies,
  fromNothing: WalletStrategy,
  metrics: SampleMetrics,
): TaskList {
  return {
    [RUN]: async (payload) => {
      const { monitoringId, organizationId, environment } = payload as unknown as Payload;
      await runMonitors(services, strategies[environment], [{ monitoringId, organizationId, environment }]);
    },
    [RUN_MANY]: async (payload) => {
      const { monitors } = payload as unknown as { monitors: [organizationId: string, monitoringId: string][] };
      await runMonitors(
        services,
        strategies.LIVE,
        monitors.map(([organizationId, monitoringId]) => ({ organizationId, environment: 'LIVE', monitoringId })),
      );
    },
    [WATCH]: async () => {
      await lookAtChanges(services);
    },
    [PACK]: async () => {
      await packNodes(services.db);
    },
    [SAMPLE]: async () => {
      await verifySample(services, fromNothing, metrics);
    },
    [CHARGE]: async () => {
      await chargeDueMonitors(services);
    },
  };
}
