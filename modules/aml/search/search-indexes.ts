import {
  NameIndex,
  type NameEntity,
  type NameMatch,
  type NameQuery,
  type SearchOptions,
} from '../../../engines/names/index.ts';
import type { ListedAddress, ListCategory } from '../../../engines/watchlists/index.ts';
import { type AmlCheck, CHECK_OF_CATEGORY, CHECKS } from '../lists/datasets.ts';
import type { StoredEntity } from '../lists/store.ts';

/** The index of one version of one list, and which checks each entity of it is for (one bit a check, by ordinal). */
export interface DatasetIndex {
  dataset: string;
  version: number;
  index: NameIndex;
  checks: Uint8Array;
}

export interface SearchRequest {
  /** One subject; several queries where it has more names than one query takes. The best of all counts. */
  queries: readonly NameQuery[];
  threshold: number;
  /** Most matches in all. */
  limit: number;
  /** Lists to search: by name, or an organisation's own by its key. */
  datasets: readonly string[];
  checks: readonly AmlCheck[];
  /** By name of list: entities that are taken out before the best are chosen, and looked at apart. */
  suppressed: Readonly<Record<string, readonly string[]>>;
}

export interface FoundMatch extends NameMatch {
  dataset: string;
}

export interface SearchAnswer {
  matches: FoundMatch[];
  /** More than `limit` were at or above the threshold. */
  more: boolean;
  suppressed: FoundMatch[];
}

const ALL = (1 << CHECKS.length) - 1;

export const checkBits = (checks: readonly AmlCheck[]): number =>
  checks.reduce((bits, check) => bits | (1 << CHECKS.indexOf(check)), 0);

export const categoryBits = (categories: readonly ListCategory[]): number =>
  checkBits(categories.map((category) => CHECK_OF_CATEGORY[category]));

/** Better first; equal scores in an order that does not depend on anything but the lists. */
function byScore(a: FoundMatch, b: FoundMatch): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.nameScore !== b.nameScore) return b.nameScore - a.nameScore;
  if (a.dataset !== b.dataset) return a.dataset < b.dataset ? -1 : 1;
  return a.entityId < b.entityId ? -1 : a.entityId > b.entityId ? 1 : 0;
}

/** Searches several lists as if they were one. Deterministic: the same versions and request give the same answer. */
export function searchIndexes(find: (key: string) => DatasetIndex | undefined, request: SearchRequest): SearchAnswer {
  const { threshold, limit } = request;
  const bits = checkBits(request.checks);
  const matches: FoundMatch[] = [];
  const suppressed: FoundMatch[] = [];
  for (const key of request.datasets) {
    const found = find(key);
    if (!found) throw new Error('A search names a list that is not loaded');
    const { dataset, index, checks } = found;
    const wanted = (ordinal: number): boolean => ((checks[ordinal] ?? 0) & bits) !== 0;
    const hidden = new Set(request.suppressed[dataset]);
    const options = {
      threshold,
      limit: limit + 1,
      ...(hidden.size > 0 ? { exclude: (id: string) => hidden.has(id) } : {}),
      ...(bits === ALL ? {} : { accept: (_id: string, ordinal: number) => wanted(ordinal) }),
    };
    for (const match of searchAll(index, request.queries, options)) matches.push({ ...match, dataset });
    if (hidden.size > 0) {
      const only = { threshold, limit, accept: (id: string, ordinal: number) => hidden.has(id) && wanted(ordinal) };
      for (const match of searchAll(index, request.queries, only)) suppressed.push({ ...match, dataset });
    }
  }
  matches.sort(byScore);
  suppressed.sort(byScore);
  return { matches: matches.slice(0, limit), more: matches.length > limit, suppressed: suppressed.slice(0, limit) };
}

/** The matches of several queries for one subject, each entity once, with its best score. */
function searchAll(index: NameIndex, queries: readonly NameQuery[], options: SearchOptions): NameMatch[] {
  const [only] = queries;
  if (queries.length === 1 && only) return index.search(only, options);
  const best = new Map<string, NameMatch>();
  for (const query of queries) {
    for (const match of index.search(query, options)) {
      const known = best.get(match.entityId);
      if (!known || known.score < match.score) best.set(match.entityId, match);
    }
  }
  return [...best.values()];
}

const line = ({ full, street, city, region, postalCode, country }: ListedAddress): string =>
  full ?? [street, city, region, postalCode, country].filter((part) => part !== undefined).join(', ');

/** The kinds of party that an entity is searched as: both where its list leaves open which it is. */
export function kindsOf({ schema, eitherKind }: StoredEntity): StoredEntity['schema'][] {
  return eitherKind ? ['PERSON', 'ORGANIZATION'] : [schema];
}

/** What of a listed entity the name index needs. */
export function toNameEntity(entity: StoredEntity): NameEntity {
  return {
    id: entity.id,
    schema: entity.schema,
    names: entity.names.map(({ value, kind, parts }) => ({ value, kind, ...(parts ? { parts } : {}) })),
    birthDates: entity.birthDates,
    countries: entity.countries,
    nationalities: entity.nationalities,
    ...(entity.gender === undefined ? {} : { gender: entity.gender }),
    identifiers: entity.identifiers.map(({ type, value, country }) => ({
      type,
      value,
      ...(country === undefined ? {} : { country }),
    })),
    addresses: entity.addresses.map(line),
  };
}
