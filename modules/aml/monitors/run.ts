import type { Tenant } from '../../../platform/context.ts';
import { putScreening } from '../store.ts';
import { tellMonitor, tellScreening } from '../events.ts';
import { makeScreening } from '../make-screening.ts';
import type { AmlServices } from '../module-services.ts';
import { compareMatches, toKnown } from './monitor.ts';
import * as store from './store.ts';

/**
 * Screens whom a monitor watches against the lists of now, and tells what is new or changed since it was told last: a
 * screening record and one alert, in the transaction that also notes them as known. However often this runs, and
 * wherever it is broken off, each change is told exactly once. Not charged: the month is paid.
 * @returns whether there was anything to tell
 */
export async function runMonitor(services: AmlServices, tenant: Tenant, monitorId: string): Promise<boolean> {
  const now = services.clock.now();
  return services.db.transaction(async (transaction) => {
    const monitor = await store.lockMonitor(transaction, tenant, monitorId);
    if (!monitor || monitor.status !== 'ACTIVE' || monitor.subject === null) return false;
    const known = await store.knownMatches(transaction, monitorId);
    const whom = monitor.applicantId === null ? { subject: monitor.subject } : { applicantId: monitor.applicantId };
    const screened = await makeScreening(services, transaction, services.strategyOf(tenant), tenant, {
      whom,
      configuration: monitor.configuration,
      metadata: monitor.metadata,
      monitoringId: monitorId,
      patient: true,
      at: now,
    });
    const { record } = screened;
    const { told, ended } = compareMatches(known, screened);
    await Promise.all([
      store.forgetKnownMatches(transaction, monitorId, ended),
      store.putKnownMatches(transaction, monitorId, toKnown(told, screened.matched)),
      store.updateMonitor(transaction, { ...monitor, subject: record.subject ?? monitor.subject, lastRunAt: now }),
    ]);
    if (told.length === 0) return false;
    putScreening(transaction, tenant, screened);
    tellScreening(transaction, tenant, record, monitor.callbackUrl, now, told);
    tellMonitor(transaction, tenant, { ...monitor, screeningId: record.screeningId }, told, now);
    return true;
  });
}
