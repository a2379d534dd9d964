import { createHash } from 'node:crypto';

/** JSON with the keys of every object in code-unit order and without undefined members: equal data, equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item) => (item === undefined ? 'null' : canonicalJson(item))).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** SHA-256, in hex, of the entity's canonical JSON, raw record included: the same content has the same hash. */
export function entityHash(entity: { readonly id: string }): string {
  return createHash('sha256').update(canonicalJson(entity)).digest('hex');
}

export interface ListChange {
  added: string[];
  changed: string[];
  removed: string[];
}

/**
 * What changed between two versions of a list.
 *
 * @param before content hash by entity id
 * @param after content hash by entity id
 */
export function listChange(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): ListChange {
  const change: ListChange = { added: [], changed: [], removed: [] };
  for (const [id, hash] of after) {
    const old = before.get(id);
    if (old === undefined) change.added.push(id);
    else if (old !== hash) change.changed.push(id);
  }
  for (const id of before.keys()) if (!after.has(id)) change.removed.push(id);
  return change;
}

/** True where the new version is smaller by a fifth or more: more likely a broken file than that many delistings. */
export function shrunken(previousCount: number, newCount: number): boolean {
  return previousCount > 0 && newCount * 5 <= previousCount * 4;
}
