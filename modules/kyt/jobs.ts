import type { Environment } from '../../contract/enums.ts';
import { PRICES } from '../../contract/prices.ts';
import type { Tenant } from '../../platform/context.ts';
import { charge } from '../../platform/credits/ledger.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { enqueue, type TaskList } from '../../platform/jobs/jobs.ts';
import type { Schedule, Services } from '../../platform/module.ts';
import { tellMonitor } from './events.ts';
import { currentVersions } from './live/live.ts';
import { afterCharge, afterRun, type MonitorRow, suspended } from './monitor.ts';
import * as store from './store.ts';
import type { Assessment, WalletStrategy } from './strategy.ts';
import { readWallet } from './wallet.ts';

export type Strategies = Readonly<Record<Environment, WalletStrategy>>;

const RUN = 'kyt.run_monitor';
const CHARGE = 'kyt.charge_monitors';
const WATCH = 'kyt.watch_data';
/** Runs asked for at one look at the data; the others follow at the next. */
const RUNS = 1_000;

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

/** Asks for runs of the monitors that were run on other data than there is now. @returns how many */
export async function runStaleMonitors({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const versions = await currentVersions(db);
  const stale = await store.staleMonitors(db, versions, RUNS);
  if (stale.length === 0) return 0;
  await db.transaction(async (transaction) => {
    const now = clock.now();
    for (const { organizationId, id } of stale)
      scheduleRun(transaction, { organizationId, environment: 'LIVE' }, id, now);
  });
  return stale.length;
}

export function walletTasks(services: Services, strategies: Strategies): TaskList {
  const { db, clock } = services;
  return {
    [RUN]: async (payload) => {
      const { monitoringId, ...tenant } = payload as unknown as Payload;
      const strategy = strategies[tenant.environment];
      const watched = await store.findMonitor(db, tenant, monitoringId);
      if (watched?.status !== 'ACTIVE') return;
      let found: Assessment | null = null;
      try {
        found = await strategy.assess(db, readWallet(watched, strategy), 'RUN');
      } catch (error) {
        // Nothing to look in any more: it waits for other data.
        if (!(error instanceof ApiError) || error.code !== 'CHAIN_DATA_UNAVAILABLE') throw error;
      }
      const versions = found ? [] : await currentVersions(db);
      await db.transaction(async (transaction) => {
        const before = await store.lockMonitor(transaction, tenant, monitoringId);
        if (before?.status !== 'ACTIVE') return;
        const now = clock.now();
        if (!found) {
          const dataVersion = versions.find(({ blockchain }) => blockchain === before.blockchain)?.version;
          await store.updateMonitor(transaction, tenant, { ...before, dataVersion: dataVersion ?? before.dataVersion });
          return;
        }
        const { row, told } = afterRun(before, found, now);
        await store.updateMonitor(transaction, tenant, row);
        if (told) tellMonitor(transaction, tenant, before, row, now);
      });
    },
    [WATCH]: async () => {
      await runStaleMonitors(services);
    },
    [CHARGE]: async () => {
      await chargeDueMonitors(services);
    },
  };
}
