import type { Services } from '../../../platform/module.ts';
import { checksServed } from './datasets.ts';
import { activeDatasets, refusals } from './store.ts';

export interface ListStatus {
  dataset: string;
  format: string;
  version: number;
  entities: number;
  publishedAt: string | null;
  fetchedAt: string;
  /** When the publisher was last asked, or a file last imported, with success. */
  checkedAt: string;
  ageSeconds: number;
  sha256: string;
  checks: string[];
  /** Imports refused and updates not fetched so far, and the latest of either. */
  refused: number;
  failed: number;
  lastRefusal: { code: string; reason: string; at: string } | null;
}

/** Every list that serves, and what was refused. */
export async function listsStatus(services: Pick<Services, 'db' | 'clock'>): Promise<ListStatus[]> {
  const [active, refused] = await Promise.all([activeDatasets(services.db), refusals(services.db)]);
  const now = services.clock.now().getTime();
  return active.map((list) => {
    const refusal = refused.find(({ dataset }) => dataset === list.dataset);
    return {
      dataset: list.dataset,
      format: list.format,
      version: list.version,
      entities: list.entities,
      publishedAt: list.publishedAt,
      fetchedAt: list.fetchedAt.toISOString(),
      checkedAt: list.checkedAt.toISOString(),
      ageSeconds: Math.max(0, Math.round((now - list.checkedAt.getTime()) / 1000)),
      sha256: list.sha256,
      checks: checksServed(list.categories),
      refused: refusal?.refused ?? 0,
      failed: refusal?.failed ?? 0,
      lastRefusal: refusal
        ? { code: refusal.lastCode, reason: refusal.lastReason, at: refusal.lastAt.toISOString() }
        : null,
    };
  });
}
