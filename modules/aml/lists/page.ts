import type { ListRequest } from '../../../platform/database/list.ts';
import type { ActiveDataset } from './datasets.ts';

/** A list with the time at which its version was taken in, by which lists are put in order. */
export type ListedDataset = ActiveDataset & { createdAt: Date };

/**
 * One page of the lists that serve, in (createdAt, dataset) order: they are few, so they are put in order here. One
 * row more than the page tells whether more follow.
 */
export function pageOfDatasets(
  active: readonly ActiveDataset[],
  { limit, order, created: { from, to }, after }: Pick<ListRequest, 'limit' | 'order' | 'created' | 'after'>,
): { rows: ListedDataset[]; total: number } {
  const direction = order === 'desc' ? -1 : 1;
  const within = active
    .map((list) => ({ ...list, createdAt: list.fetchedAt }))
    .filter(({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt <= to))
    .toSorted((a, b) => direction * compare(a.createdAt, a.dataset, b.createdAt, b.dataset));
  const rows = within.filter(
    ({ createdAt, dataset }) => !after || direction * compare(createdAt, dataset, after.value, after.id) > 0,
  );
  return { rows: rows.slice(0, limit + 1), total: within.length };
}

function compare(atA: Date, a: string, atB: Date, b: string): number {
  return atA.getTime() - atB.getTime() || (a < b ? -1 : a > b ? 1 : 0);
}
