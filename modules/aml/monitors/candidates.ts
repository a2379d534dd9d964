import { type NameIndex, NameIndexBuilder, type NameQuery } from '../../../engines/names/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { entitiesOfChange, type StoredEntity } from '../lists/store.ts';
import { normalizeSubject, type Subject } from '../subject.ts';
import { watchedSubjects } from './store.ts';

const PAGE = 5000;
/** Evidence beside the name can add this much to a score; a screening then decides exactly. */
export const MARGIN = 30;
/** The engine scores the best candidates only: while a pass is this full, another is made without those found. */
const FULL = 50;

/**
 * The monitors that a new version of a list may concern: every added or changed entity is searched in an index of
 * those who are watched. Finds too many rather than too few.
 * @returns identifiers of monitors
 */
export async function monitorsConcerned(db: Queryable, dataset: string, version: number): Promise<string[]> {
  const watched = await indexWatched(db, dataset);
  if (!watched) return [];
  const concerned = new Set<string>();
  for (let after = ''; ;) {
    const page = await entitiesOfChange(db, dataset, version, after, PAGE);
    for (const { entity } of page) searchWatched(watched.index, entity, watched.threshold, concerned);
    const last = page.at(-1);
    if (page.length < PAGE || !last) break;
    after = last.entityId;
  }
  return [...concerned];
}

async function indexWatched(db: Queryable, dataset: string): Promise<{ index: NameIndex; threshold: number } | null> {
  const builder = new NameIndexBuilder();
  let lowest = 100;
  let count = 0;
  for (let after = ''; ;) {
    const page = await watchedSubjects(db, after, PAGE);
    for (const { id, subject, configuration } of page) {
      if (configuration.datasets !== null && !configuration.datasets.includes(dataset)) continue;
      addSubject(builder, id, subject);
      lowest = Math.min(lowest, configuration.threshold);
      count += 1;
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) break;
    after = last.id;
  }
  return count === 0 ? null : { index: builder.build(), threshold: Math.max(20, lowest - MARGIN) };
}

/** Adds somebody who is watched to the index; what is beside the name and identifiers is left to the screening. */
export function addSubject(builder: NameIndexBuilder, id: string, subject: Subject): void {
  const { type, name, aliases, identifiers } = normalizeSubject(subject);
  builder.add({
    id,
    schema: type,
    names: [name, ...aliases].map((value) => ({ value, kind: 'PRIMARY' as const })),
    birthDates: [],
    countries: [],
    nationalities: [],
    identifiers: identifiers.map((identifier) => ({ type: identifier.type, value: identifier.value })),
    addresses: [],
  });
}

const NAMES_A_QUERY = 6;

/** Adds to `concerned` all those watched whom a listed entity may be. */
export function searchWatched(index: NameIndex, entity: StoredEntity, threshold: number, concerned: Set<string>): void {
  const names = entity.names.map(({ value }) => value);
  for (let at = 0; at < names.length; at += NAMES_A_QUERY) {
    const [name = '', ...aliases] = names.slice(at, at + NAMES_A_QUERY);
    const query: NameQuery = {
      schema: entity.schema,
      name,
      aliases,
      identifiers: entity.identifiers.map(({ type, value }) => ({ type, value })),
    };
    for (;;) {
      const found = index.search(query, { threshold, limit: 1000, exclude: (id) => concerned.has(id) });
      for (const { entityId } of found) concerned.add(entityId);
      if (found.length < FULL) break;
    }
  }
}
