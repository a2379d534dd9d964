import type { Static } from 'typebox';
import type { BlocklistEntry } from '../../../contract/aml.ts';
import { IDENTIFIER_TYPES, type IdentifierType, type ListedEntity } from '../../../engines/watchlists/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import { idOf } from '../match.ts';
import { normalizeSubject, type Subject } from '../subject.ts';

/** What an entry's own record says; of an imported entry, its line of the file. */
export interface BlocklistRecord {
  reason: string;
  addedBy: string;
  addedAt: string;
  subject: Subject;
}

const PUBLISHER = 'Own blocklist';
const KNOWN = new Set<string>(IDENTIFIER_TYPES);
const isKnown = (type: string): type is IdentifierType => KNOWN.has(type);

/** The listed entity that an entry is. */
export function blockedEntity(id: string, record: BlocklistRecord): ListedEntity {
  const { subject, addedAt } = record;
  const { type, name, aliases, dateOfBirth, country, nationality, identifiers, address } = normalizeSubject(subject);
  const parts = {
    ...(subject.firstName === undefined ? {} : { first: subject.firstName }),
    ...(subject.middleName === undefined ? {} : { middle: subject.middleName }),
    ...(subject.lastName === undefined ? {} : { last: subject.lastName }),
  };
  return {
    id,
    schema: type,
    caption: name,
    names: [
      { value: name, kind: 'PRIMARY', ...(Object.keys(parts).length > 0 ? { parts } : {}) },
      ...aliases.map((value) => ({ value, kind: 'ALIAS' as const })),
    ],
    categories: ['BLOCKLIST'],
    programs: [],
    legalBasis: [],
    birthDates: dateOfBirth === null ? [] : [dateOfBirth],
    birthPlaces: [],
    countries: [...new Set([country, nationality].filter((code) => code !== null))],
    nationalities: nationality === null ? [] : [nationality],
    identifiers: identifiers.map((given) => ({
      ...(isKnown(given.type) ? { type: given.type } : { type: 'OTHER' as const, label: given.type }),
      value: given.value,
      ...(given.country === null ? {} : { country: given.country }),
    })),
    addresses: address === null ? [] : [{ full: address }],
    positions: [],
    links: [],
    sources: [{ publisher: PUBLISHER }],
    listedAt: addedAt.slice(0, 10),
    raw: record,
  };
}

/** An imported entity as an entry: blocked whatever its line says, under an identifier that follows from the line's. */
export const asBlocked = (owner: Tenant, entity: ListedEntity): ListedEntity => ({
  ...entity,
  id: idOf('ble', [owner.organizationId, owner.environment, entity.id]),
  categories: ['BLOCKLIST'],
  sources: entity.sources.length > 0 ? entity.sources : [{ publisher: PUBLISHER }],
});

export interface BlocklistRow {
  id: string;
  entity: Omit<ListedEntity, 'raw'>;
  raw: unknown;
  createdAt: Date;
}

const textOf = (raw: unknown, member: string): string | null => {
  if (typeof raw !== 'object' || raw === null) return null;
  const value: unknown = Object.entries(raw).find(([name]) => name === member)?.[1];
  return typeof value === 'string' && value !== '' ? value : null;
};

export function presentBlocked({ id, entity, raw, createdAt }: BlocklistRow): Static<typeof BlocklistEntry> {
  return {
    entryId: id,
    id,
    type: entity.schema,
    name: entity.caption,
    aliases: entity.names.map(({ value }) => value).filter((value) => value !== entity.caption),
    birthDates: [...entity.birthDates],
    countries: [...entity.countries],
    nationalities: [...entity.nationalities],
    identifiers: entity.identifiers.map(({ type, value, country }) => ({ type, value, country: country ?? null })),
    addresses: entity.addresses.map(
      ({ full, street, city, region, postalCode, country }) =>
        full ?? [street, postalCode, city, region, country].filter((part) => part !== undefined).join(', '),
    ),
    reason: textOf(raw, 'reason') ?? textOf(raw, 'remarks'),
    addedBy: textOf(raw, 'addedBy'),
    createdAt: createdAt.toISOString(),
  };
}
