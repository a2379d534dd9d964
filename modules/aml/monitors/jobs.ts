import type { Tenant } from '../../../platform/context.ts';
import { charge } from '../../../platform/credits/ledger.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { enqueue, type TaskList } from '../../../platform/jobs/jobs.ts';
import { PRICES } from '../../../contract/prices.ts';
import { tellMonitor } from '../events.ts';
import { BLOCKLIST } from '../lists/datasets.ts';
import { activeDatasets, changesOfVersion, ownerOf } from '../lists/store.ts';
import type { AmlServices } from '../module-services.ts';
import { findScreening } from '../store.ts';
import { isComparable, normalizeSubject, type Subject } from '../subject.ts';
import { runConcerned } from './concerned.ts';
import { nextMonth, toKnown } from './monitor.ts';
import { runMonitor } from './run.ts';
import * as store from './store.ts';

const LOAD_MS = 120_000;
const HOUR_MS = 3_600_000;

export function monitorTasks(services: AmlServices): TaskList {
  return {
    /** A list has a new version: whom of those watched does it concern? */
    'aml.watch': async ({ dataset, version }) => {
      if (typeof dataset !== 'string' || typeof version !== 'number') return;
      await watch(services, dataset, version);
    },
    /** One monitor, against the lists as they are now. */
    'aml.watchOne': async ({ organizationId, environment, monitorId }) => {
      if (typeof organizationId !== 'string' || typeof monitorId !== 'string') return;
      if (environment !== 'LIVE') return;
      await services.watchlists.firstLoad(LOAD_MS);
      for (const { dataset, version } of await activeDatasets(services.db)) {
        if (!(await services.watchlists.reach(dataset, version, LOAD_MS))) throw new Error('The lists are not loaded');
      }
      await runMonitor(services, { organizationId, environment }, monitorId);
    },
    /** The sandbox's list update: it adds the match that the name stands for. */
    'aml.sandboxAlert': async ({ organizationId, monitorId }) => {
      if (typeof organizationId !== 'string' || typeof monitorId !== 'string') return;
      await sandboxAlert(services, { organizationId, environment: 'TEST' }, monitorId);
    },
    'aml.chargeMonitors': () => chargeMonitors(services),
  };
}

async function watch(services: AmlServices, stored: string, version: number): Promise<void> {
  const { db } = services;
  const [{ present, removed }, owner] = await Promise.all([changesOfVersion(db, stored, version), ownerOf(db, stored)]);
  const dataset = owner ? BLOCKLIST : stored;
  const [looked, knowing] = await Promise.all([
    present.length > 0 ? services.watchedIndex.look(stored, version) : null,
    store.monitorsKnowing(db, dataset, [...present, ...removed]),
  ]);
  const ids = [...new Set([...(looked?.concerned ?? []), ...knowing])];
  const monitors = await store.monitorsOf(db, ids, dataset, owner);
  if (monitors.length > 0 && !owner && !(await services.watchlists.reach(dataset, version, LOAD_MS))) {
    throw new Error('The new version of a list is not loaded');
  }
  const told = await runConcerned(services, monitors);
  if (!owner) await store.noteRun(db, services.clock.now());
  const { concerned: _concerned, ...took } = looked ?? {};
  services.log.info(
    { dataset, version, changed: present.length, removed: removed.length, screened: monitors.length, told, ...took },
    'monitors looked at for a new version',
  );
}

async function sandboxAlert(services: AmlServices, tenant: Tenant, monitorId: string): Promise<void> {
  const now = services.clock.now();
  await services.db.transaction(async (transaction) => {
    const monitor = await store.lockMonitor(transaction, tenant, monitorId);
    if (!monitor || monitor.status !== 'ACTIVE') return;
    const [screening, known] = await Promise.all([
      findScreening(transaction, tenant, monitor.screeningId),
      store.knownMatches(transaction, monitorId),
    ]);
    const matches = screening?.detail.matches ?? [];
    if (matches.length === 0 || known.length > 0) return;
    await Promise.all([
      store.putKnownMatches(transaction, monitorId, toKnown(matches, {})),
      store.updateMonitor(transaction, { ...monitor, lastRunAt: now }),
    ]);
    tellMonitor(transaction, tenant, monitor, matches, now);
  });
}

/** Takes the credit of every monitor whose month has ended, each in a transaction of its own. */
export async function chargeMonitors(services: AmlServices): Promise<void> {
  for (let more = true; more;) {
    more = await services.db.transaction((transaction) => chargeNext(services, transaction));
  }
}

async function chargeNext(services: AmlServices, transaction: Transaction): Promise<boolean> {
  const now = services.clock.now();
  const monitor = await store.lockDueMonitor(transaction, now);
  if (!monitor) return false;
  const suspended = monitor.status === 'SUSPENDED';
  // A month that was not paid was not watched: it is not owed. Watching begins again with a month of its own.
  const begins = suspended ? now : (monitor.nextChargeAt ?? now);
  try {
    await charge(transaction, monitor, {
      operation: 'AML_MONITORING',
      amount: PRICES.AML_MONITORING,
      resourceId: monitor.id,
      occurrence: begins.toISOString(),
      at: now,
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
    await store.updateMonitor(transaction, {
      ...monitor,
      status: 'SUSPENDED',
      suspendedAt: monitor.suspendedAt ?? now,
      nextChargeAt: new Date(now.getTime() + HOUR_MS),
    });
    if (!suspended) services.log.warn({ monitorId: monitor.id }, 'a monitor is suspended: no credits');
    return true;
  }
  await store.updateMonitor(transaction, {
    ...monitor,
    status: 'ACTIVE',
    suspendedAt: null,
    chargedAt: begins,
    nextChargeAt: suspended ? nextMonth(now, now) : nextMonth(monitor.createdAt, begins),
  });
  if (suspended) watchSoon(transaction, monitor, monitor.id);
  return true;
}

/**
 * Has an applicant's monitors watch the person it is now, and looks at once for what the lists say of that person. A
 * name without a letter or digit is nobody that could be looked for: the monitor stays with the name before.
 */
export async function watchAs(
  transaction: Transaction,
  tenant: Tenant,
  applicantId: string,
  subject: Subject,
): Promise<void> {
  if (!isComparable(normalizeSubject(subject).name)) return;
  const active = await store.changeWatched(transaction, tenant, applicantId, subject);
  if (tenant.environment === 'LIVE') for (const id of active) watchSoon(transaction, tenant, id);
}

/** What changed while nobody watched is looked for as soon as may be, and once. */
export function watchSoon(transaction: Transaction, tenant: Tenant, monitorId: string): void {
  const { organizationId, environment } = tenant;
  enqueue(transaction, {
    task: 'aml.watchOne',
    payload: { organizationId, environment, monitorId },
    queue: 'aml.watch',
    key: `aml.watchOne ${monitorId}`,
  });
}
