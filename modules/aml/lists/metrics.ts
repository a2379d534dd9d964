import type { Services } from '../../../platform/module.ts';
import { listsStatus } from './status.ts';
import { refusals } from './store.ts';

/** What an operator watches of the lists; read from the database when it is scraped, so the same in every process. */
export function registerListMetrics(services: Pick<Services, 'db' | 'clock' | 'metrics'>): void {
  const { metrics } = services;
  const each = async (set: (status: Awaited<ReturnType<typeof listsStatus>>[number]) => void): Promise<void> => {
    // While the database is away there is nothing to tell, and the other metrics are told all the same.
    for (const status of await listsStatus(services).catch(() => [])) set(status);
  };
  metrics.gauge(
    'watchlist_age_seconds',
    'Time since the publisher of a watchlist was last asked, or a file imported, with success',
    ['dataset'],
    (set) => each(({ dataset, ageSeconds }) => set({ dataset }, ageSeconds)),
  );
  metrics.gauge('watchlist_entities', 'Entities of the version that serves', ['dataset'], (set) =>
    each(({ dataset, entities }) => set({ dataset }, entities)),
  );
  metrics.gauge('watchlist_version', 'Number of the version that serves', ['dataset'], (set) =>
    each(({ dataset, version }) => set({ dataset }, version)),
  );
  metrics.gauge(
    'watchlist_imports_refused_total',
    'Imports refused: damaged, cut short or suspiciously smaller lists',
    ['dataset'],
    async (set) => {
      for (const { dataset, refused } of await refusals(services.db).catch(() => [])) set({ dataset }, refused);
    },
  );
  metrics.gauge(
    'watchlist_fetches_failed_total',
    'Updates of a watchlist that could not be fetched from its publisher, after all attempts',
    ['dataset'],
    async (set) => {
      for (const { dataset, failed } of await refusals(services.db).catch(() => [])) set({ dataset }, failed);
    },
  );
}
