import { jobQueueState } from '../platform/jobs/store.ts';
import type { Services } from '../platform/module.ts';

/** What an operator watches beside requests and what the modules bring: jobs, credits, connections. */
export function registerServerMetrics({ metrics, db }: Pick<Services, 'metrics' | 'db'>): void {
  metrics.gauge('job_queue_jobs', 'Background jobs that wait, run or were given up', ['state'], async (set) => {
    const { due, scheduled, running, failed } = await jobQueueState(db);
    for (const [state, count] of Object.entries({ due, scheduled, running, failed })) {
      set({ state: state.toUpperCase() }, count);
    }
  });
  metrics.gauge('job_queue_oldest_seconds', 'How long the longest due background job waits', [], async (set) => {
    set({}, (await jobQueueState(db)).oldest);
  });
  // Movements, never balances: who has how much is nobody's who may only watch.
  metrics.tallied(
    'credit_movements_total',
    'Credit transactions of this process by type',
    ['type'],
    db.tallies,
    'credit movements',
  );
  metrics.gauge('database_connections', 'Connections of this process to the database', ['state'], (set) => {
    const { total, idle, waiting } = db.counts;
    set({ state: 'USED' }, total - idle);
    set({ state: 'IDLE' }, idle);
    // Requests that wait for one.
    set({ state: 'AWAITED' }, waiting);
  });
}
