import type { Services } from '../../../platform/module.ts';
import type { WalletStrategy } from '../strategy.ts';
import { WATCH } from './ask.ts';
import { lookAtChanges, RUN_MANY } from './look.ts';
import { assessOne, hashOf, runMonitors } from './run.ts';
import * as store from './store.ts';

/** Monitors scored from nothing each night. */
const SAMPLE = 200;

export interface SampleMetrics {
  checked(outcome: 'SAME' | 'DIFFERENT' | 'BEHIND'): void;
}

/**
 * Scores some watched addresses from nothing and compares with what is stored, bit for bit: a difference means that a
 * change was missed. It is counted and logged, and the monitor is run, so that its owner is told.
 * @returns the monitors that differed
 */
export async function verifySample(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  fromNothing: WalletStrategy,
  metrics: SampleMetrics,
): Promise<string[]> {
  const { db, clock, log } = services;
  await lookAtChanges(services);
  // Others of them each night.
  const draw = clock.now().toISOString().slice(0, 10);
  const different: string[] = [];
  for (const one of await store.sampleOfMonitors(db, draw, SAMPLE)) {
    const { id, organizationId, environment } = one;
    const found = await assessOne({ db }, fromNothing, { organizationId, environment }, one);
    if (!found) continue;
    const same =
      found.riskScore === one.riskScore &&
      found.riskLevel === one.riskLevel &&
      (one.findingsHash === null || one.findingsHash === hashOf(found));
    if (same) metrics.checked('SAME');
    else if (await store.isBehind(db, [WATCH, RUN_MANY])) metrics.checked('BEHIND');
    else {
      metrics.checked('DIFFERENT');
      different.push(id);
      log.error(
        { monitoringId: id, stored: one.riskScore, found: found.riskScore },
        'a watched address scores differently from nothing than its monitor says; it is run again',
      );
      await runMonitors(services, fromNothing, [{ organizationId, environment, monitoringId: id }]);
    }
  }
  return different;
}
