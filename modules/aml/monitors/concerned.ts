import type { Tenant } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { toFind } from '../make-screening.ts';
import type { AmlServices } from '../module-services.ts';
import { screen } from '../screening.ts';
import { compareMatches } from './monitor.ts';
import { runMonitor } from './run.ts';
import * as store from './store.ts';

/** Monitors that are looked at together. */
const PAGE = 100;
/** Monitors that are told at the same time, each in a transaction of its own. */
const AT_ONCE = 4;

/**
 * Screens the monitors that a new version may concern. Most of them it does not: that is found out first, without a
 * lock or a write, many at a time; only those with something new, changed or gone are run, as `runMonitor` does.
 * @returns how many were told something
 */
export async function runConcerned(
  services: AmlServices,
  monitors: readonly { id: string; organizationId: string; environment: Tenant['environment'] }[],
): Promise<number> {
  let told = 0;
  for (let at = 0; at < monitors.length; at += PAGE) {
    const page = monitors.slice(at, at + PAGE);
    const toRun = await withChanges(
      services,
      page.map(({ id }) => id),
    );
    const waiting = page.filter(({ id }) => toRun.has(id));
    const runNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id, ...tenant } = next;
        if (await runOrSkip(services, tenant, id)) told += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  }
  return told;
}

/** Of these monitors, those whose matches are others now than they know. */
async function withChanges(services: AmlServices, ids: readonly string[]): Promise<Set<string>> {
  const { db } = services;
  const [rows, known] = await Promise.all([store.monitorsAtWork(db, ids), store.knownMatchesOf(db, ids)]);
  const changed = new Set<string>();
  const check = async (monitor: store.MonitorRow): Promise<void> => {
    const { subject, subjectKey, configuration } = monitor;
    if (subject === null) return;
    const head = {
      screeningId: newId('scr'),
      applicantId: monitor.applicantId,
      subjectKey,
      metadata: {},
      monitoringId: monitor.id,
      jobId: null,
      screenedAt: services.clock.now(),
    };
    try {
      const screened = await screen(
        db,
        services.strategyOf(monitor),
        monitor,
        head,
        configuration,
        () => toFind(subject),
        () => services.ownStates.of(monitor, subjectKey),
        true,
      );
      const before = known.filter(({ monitorId }) => monitorId === monitor.id);
      const { told, ended } = compareMatches(before, screened);
      if (told.length + ended.length > 0) changed.add(monitor.id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What stands in the way is met, and told, where it is run.
      changed.add(monitor.id);
    }
  };
  await Promise.all(rows.map(check));
  return changed;
}

/** A monitor that cannot be screened now (its check has lost its lists) must not keep the others from being told. */
async function runOrSkip(services: AmlServices, tenant: Tenant, monitorId: string): Promise<boolean> {
  try {
    return await runMonitor(services, tenant, monitorId);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    services.log.warn({ monitorId, error: describeError(error) }, 'a monitor could not be screened');
    return false;
  }
}
