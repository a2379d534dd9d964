import { createHash } from 'node:crypto';
import { canonicalJson } from '../../engines/watchlists/index.ts';
import type { StoredEntity } from './lists/store.ts';

/** SHA-256 of the canonical JSON of a value, in hex: equal content, equal digest. */
export const digest = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

const sorted = <T>(values: readonly T[]): T[] =>
  values.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));

/**
 * What of a listed entity a decision about it rests on: names, birth dates, identifiers and programmes. When this
 * changes, an earlier "false positive" no longer holds. The order in which the publisher writes them does not matter.
 */
export function entityMaterial(entity: StoredEntity): string {
  return digest({
    names: sorted(entity.names.map((name) => name.value)),
    birthDates: sorted(entity.birthDates),
    identifiers: sorted(entity.identifiers.map(({ type, value, country }) => ({ type, value, country }))),
    programs: sorted(entity.programs),
  });
}
