import type { Services } from '../../platform/module.ts';
import { SCREENED } from './store.ts';

/** What an operator watches of screenings: single ones, those of batches and of monitors alike. */
export function registerScreeningMetrics({ metrics, db }: Pick<Services, 'metrics' | 'db'>): void {
  metrics.tallied(
    'aml_screenings_total',
    'Recorded screenings by risk level',
    ['environment', 'level'],
    db.tallies,
    SCREENED,
  );
}
