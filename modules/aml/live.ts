import { ALGORITHM_VERSION } from '../../engines/names/index.ts';
import type { Issue } from '../../contract/errors.ts';
import { ApiError, validationError } from '../../platform/http/errors.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { Configuration } from './checks.ts';
import {
  type ActiveDataset,
  type AmlCheck,
  BLOCKLIST,
  CHECK_OF_CATEGORY,
  checksServed,
  checksTouched,
  storedName,
} from './lists/datasets.ts';
import { entitiesById } from './lists/store.ts';
import type { FoundEntity } from './match.ts';
import { keyOf, type OwnLists } from './own/serving.ts';
import { SearchFailed } from './search/pool.ts';
import type { FoundMatch, SearchAnswer, SearchRequest } from './search/search-indexes.ts';
import type { Watchlists } from './search/watchlists.ts';
import { type DatasetStamp, type Findings, MATCH_LIMIT, type Plan, type Strategy } from './strategy.ts';
import { nameQueries } from './subject.ts';

export const stamp = (active: ActiveDataset): DatasetStamp => ({
  dataset: active.dataset,
  version: active.version,
  publishedAt: active.publishedAt,
  fetchedAt: active.fetchedAt.toISOString(),
  sha256: active.sha256,
  entities: active.entities,
});

/** Screens against the lists that serve. */
export function liveStrategy(watchlists: Watchlists, own: OwnLists): Strategy {
  return {
    async ready() {
      await watchlists.firstLoad();
      // The first list may have come this moment.
      if (watchlists.loaded && watchlists.active.length === 0) await watchlists.refresh();
    },
    plan(configuration) {
      if (!watchlists.loaded) throw unavailable(configuration.checks, 'The watchlists are being loaded.');
      return planWith(watchlists.active, configuration);
    },
    stands: (plan) =>
      plan.datasets.every(
        ({ dataset, version }) =>
          dataset === BLOCKLIST ||
          watchlists.active.some((active) => active.dataset === dataset && active.version === version),
      ),
    async withOwn(plan, { datasets }, tenant, version) {
      const wanted = datasets === null || datasets.includes(BLOCKLIST);
      if (version === null || !wanted || !plan.performed.includes(CHECK_OF_CATEGORY.BLOCKLIST)) return plan;
      const stamped = await own.stampOf(tenant, version);
      return stamped ? { ...plan, datasets: [...plan.datasets, stamped] } : plan;
    },
    search(db, tenant, plan, subject, configuration, takenOut, patient) {
      const request: SearchRequest = {
        queries: nameQueries(subject.subject, subject.normalized),
        threshold: configuration.threshold,
        limit: MATCH_LIMIT,
        datasets: plan.datasets.map(({ dataset, version }) =>
          dataset === BLOCKLIST ? keyOf(tenant, version) : dataset,
        ),
        checks: plan.performed,
        suppressed: takenOut,
      };
      return findEntities(db, tenant, plan, request, () => watchlists.search(request, patient));
    },
    materialOf: () => null,
  };
}

/**
 * Which lists serve, and which checks can be performed with them. Singly asked checks must all have data; a profile
 * runs with sanctions lists alone.
 * @throws ApiError WATCHLISTS_UNAVAILABLE with details.missing; VALIDATION_ERROR for a list that there is none of
 */
export function planWith(active: readonly ActiveDataset[], configuration: Configuration): Plan {
  const { profile, checks: asked } = configuration;
  if (active.length === 0) throw unavailable(asked, 'There is no watchlist.');
  const chosen = choose(active, configuration.datasets);
  const available = new Set(chosen.flatMap(({ categories }) => checksServed(categories)));
  const missing = asked.filter((check) => !available.has(check));
  const refused = profile === null ? missing.length > 0 : !available.has('SANCTIONS');
  if (refused) throw unavailable(missing, 'There is no watchlist with data for what is asked.');
  const performed = asked.filter((check) => available.has(check));
  const wanted = (list: ActiveDataset): boolean =>
    checksTouched(list.categories).some((check) => performed.includes(check));
  return {
    algorithmVersion: ALGORITHM_VERSION,
    datasets: chosen.filter(wanted).map(stamp),
    checks: Object.fromEntries(
      asked.map((check) => [check, available.has(check) ? ('PERFORMED' as const) : ('NOT_PERFORMED' as const)]),
    ),
    performed,
  };
}

function choose(active: readonly ActiveDataset[], names: readonly string[] | null): readonly ActiveDataset[] {
  if (names === null) return active;
  // An organisation's own list may be named whether it has entries or not.
  const known = new Set([...active.map(({ dataset }) => dataset), BLOCKLIST]);
  const issues = names.flatMap((name, place): Issue[] =>
    known.has(name)
      ? []
      : [{ path: `/datasets/${place}`, code: 'INVALID_VALUE', message: `must be one of ${[...known].join(', ')}` }],
  );
  if (issues.length > 0) throw validationError(issues);
  return active.filter(({ dataset }) => names.includes(dataset));
}

function unavailable(missing: readonly AmlCheck[], why: string): ApiError {
  return new ApiError(
    'WATCHLISTS_UNAVAILABLE',
    `${why} Nothing was screened and nothing is charged. Missing data for: ${missing.join(', ')}.`,
    { missing },
    { 'Retry-After': '5' },
  );
}

/** Searches, and reads what the lists say of those found, as it stood in the versions of the plan. */
export async function findEntities(
  db: Queryable,
  tenant: Tenant,
  plan: Plan,
  request: SearchRequest,
  search: (request: SearchRequest) => Promise<SearchAnswer>,
): Promise<Findings> {
  let answer: SearchAnswer;
  try {
    answer = await search(request);
  } catch (error) {
    if (!(error instanceof SearchFailed)) throw error;
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'The search broke off. Nothing was recorded and nothing is charged; try again.',
      undefined,
      { 'Retry-After': '1' },
    );
  }
  const found = [...answer.matches, ...answer.suppressed];
  if (found.length === 0) return { matches: [], more: false, suppressed: [] };
  const versions = new Map(plan.datasets.map(({ dataset, version }) => [dataset, version]));
  const rows = await entitiesById(
    db,
    found.map(({ dataset, entityId }) => ({
      dataset: storedName(tenant, dataset),
      entityId,
      version: versions.get(dataset) ?? 0,
    })),
  );
  const byKey = new Map(rows.map((row) => [`${row.dataset} ${row.entityId}`, row]));
  const complete = (match: FoundMatch): FoundEntity => {
    const row = byKey.get(`${storedName(tenant, match.dataset)} ${match.entityId}`);
    if (!row) throw new Error('An entity of the index is not in the store of lists');
    const { dataset, score, matchedName, explanation } = match;
    return { dataset, entity: row.entity, raw: row.raw, material: row.material, score, matchedName, explanation };
  };
  return {
    matches: answer.matches.map(complete),
    more: answer.more,
    suppressed: answer.suppressed.map(complete),
  };
}
