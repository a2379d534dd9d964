import { type NameEntity, type NameIndex, NameIndexBuilder, type NameSchema } from './index.ts';

/** A listed person of whom nothing is known but the name, unless `more` says it. */
export function entityOf(id: string, name: string, more: Partial<NameEntity> = {}): NameEntity {
  return {
    id,
    schema: 'PERSON',
    names: [{ value: name, kind: 'PRIMARY' }],
    birthDates: [],
    countries: [],
    nationalities: [],
    identifiers: [],
    addresses: [],
    ...more,
  };
}

export function indexOf(entities: readonly NameEntity[]): NameIndex {
  const builder = new NameIndexBuilder();
  for (const entity of entities) builder.add(entity);
  return builder.build();
}

/** What a name that is listed alone scores for another that is asked for, 0 to 100; 0 where it is not found. */
export function scoreAlone(listed: string, asked: string, schema: NameSchema = 'PERSON'): number {
  const index = indexOf([entityOf('listed', listed, { schema })]);
  return index.search({ schema, name: asked }, { threshold: 0, limit: 1 })[0]?.score ?? 0;
}
