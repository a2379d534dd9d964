import type { ListSource } from '../../../contract/dashboard/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { listSources, listRefusals, listVersions } from './store.ts';

/** Every list that serves the organisation, with its versions and how each differed from the one before. */
export async function readLists(db: Queryable, tenant: Tenant): Promise<ListSource[]> {
  const sources = await listSources(db, tenant);
  const names = sources.map(({ dataset }) => dataset);
  const [versions, refusals] = await Promise.all([listVersions(db, names), listRefusals(db, names)]);
  return sources.map((source) => ({
    dataset: source.own ? 'blocklist' : source.dataset,
    format: source.format,
    own: source.own,
    categories:
      versions.find((row) => row.dataset === source.dataset && row.version === source.activeVersion)?.categories ?? {},
    checkedAt: source.checkedAt.toISOString(),
    versions: versions
      .filter(({ dataset }) => dataset === source.dataset)
      .map(({ dataset: _dataset, categories: _categories, fetchedAt, warnings, ...row }) => ({
        ...row,
        active: row.version === source.activeVersion,
        fetchedAt: fetchedAt.toISOString(),
        warnings: warnings.map(({ code, count, example }) => ({ code, count, example })),
      })),
    refusals: refusals
      .filter(({ dataset }) => dataset === source.dataset)
      .map(({ code, reason, refusedAt }) => ({ code, reason, refusedAt: refusedAt.toISOString() })),
  }));
}
