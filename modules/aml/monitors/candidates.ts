import type { NameIndex, NameIndexBuilder, NameQuery } from '../../../engines/names/index.ts';
import type { StoredEntity } from '../lists/store.ts';
import { kindsOf } from '../search/search-indexes.ts';
import { normalizeSubject, type Subject } from '../subject.ts';

/**
 * Evidence beside the name lifts a score by ten points at most, and what a name scores against another is not quite what
 * the other scores against it: that much below its threshold a name is still looked at. A screening then decides exactly.
 */
export const MARGIN = 20;
/** Matches of one pass: the engine scores twice as many names, so more than those found may be waiting. */
const PASS = 60;
/** While a pass is this full, another is made without those found. */
const FULL = 50;

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

/**
 * Adds to `concerned` all those watched whom a listed entity may be: too many rather than too few.
 * @param elsewhere whether the state of a monitor that is in this index is not the present one
 */
export function searchWatched(
  index: NameIndex,
  entity: StoredEntity,
  threshold: number,
  concerned: Set<string>,
  elsewhere: (id: string) => boolean = () => false,
): void {
  const exclude = (id: string): boolean => concerned.has(id) || elsewhere(id);
  const search = (query: NameQuery): void => {
    for (;;) {
      const found = index.search(query, { threshold, limit: PASS, exclude });
      for (const { entityId } of found) concerned.add(entityId);
      if (found.length < FULL) break;
    }
  };
  const names = entity.names.map(({ value }) => value);
  const identifiers = entity.identifiers.map(({ type, value }) => ({ type, value }));
  for (const schema of kindsOf(entity)) {
    for (let at = 0; at < names.length; at += NAMES_A_QUERY) {
      const [name = '', ...aliases] = names.slice(at, at + NAMES_A_QUERY);
      search({ schema, name, aliases });
    }
    // By themselves: beside a name they would have every name looked at that is but a little alike.
    if (identifiers.length > 0) search({ schema, name: '', identifiers });
  }
}
