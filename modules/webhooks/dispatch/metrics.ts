import type { Services } from '../../../platform/module.ts';
import type { SendResult } from '../../../platform/outbound/index.ts';
import type { Verdict } from './schedule.ts';
import { queueState } from './store.ts';

export interface DispatchMetrics {
  attempted(result: Pick<SendResult, 'success' | 'error' | 'duration'>, next: Verdict['next']): void;
}

/** Deliveries and attempts by outcome, attempt durations; depth and age of the queue, asked of the database when scraped. */
export function dispatchMetrics({ metrics, db, clock }: Services): DispatchMetrics {
  const attempts = metrics.counter('webhook_attempts_total', 'Delivery attempts', ['outcome']);
  const deliveries = metrics.counter('webhook_deliveries_total', 'Deliveries that came to an end', ['outcome']);
  const seconds = metrics.histogram(
    'webhook_attempt_duration_seconds',
    'Time of delivery attempts',
    ['outcome'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 6],
  );
  metrics.gauge('webhook_queue_deliveries', 'Deliveries still to be made', ['state'], async (set) => {
    const state = await queueState(db, clock.now());
    set({ state: 'DUE' }, state.due);
    set({ state: 'SCHEDULED' }, state.scheduled);
  });
  metrics.gauge('webhook_queue_oldest_seconds', 'How long the longest due delivery waits', [], async (set) => {
    set({}, (await queueState(db, clock.now())).oldest);
  });
  return {
    attempted(result, next) {
      const outcome = result.success ? 'SUCCEEDED' : (result.error ?? 'FAILED');
      attempts.inc({ outcome });
      seconds.observe({ outcome }, result.duration / 1000);
      if (next !== 'RETRY') deliveries.inc({ outcome: result.success ? 'SUCCEEDED' : 'FAILED' });
    },
  };
}
