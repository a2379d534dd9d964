import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { test } from 'node:test';
import { NameIndexBuilder } from '../../../engines/names/index.ts';
import { type ListedEntity, listReader } from '../../../engines/watchlists/index.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { toNameEntity } from '../search/search-indexes.ts';
import { nameQueries, normalizeSubject, type Subject } from '../subject.ts';
import { addSubject, MARGIN, searchWatched } from './candidates.ts';

const THRESHOLD = 80;

const subjectOf = (entity: ListedEntity, name: string): Subject => ({
  type: entity.schema,
  name: name.slice(0, 500),
  ...(/^\d{4}-\d{2}-\d{2}$/.test(entity.birthDates[0] ?? '') ? { dateOfBirth: entity.birthDates[0] ?? '' } : {}),
});

/** Whom a screening of each would find, and who is found by searching the entities among those watched. */
function compare(entities: readonly ListedEntity[], subjects: ReadonlyMap<string, Subject>) {
  const list = new NameIndexBuilder();
  for (const entity of entities) list.add(toNameEntity(entity));
  const index = list.build();
  const screened = [...subjects].filter(([, subject]) =>
    nameQueries(subject, normalizeSubject(subject)).some(
      (query) => index.search(query, { threshold: THRESHOLD, limit: 1 }).length > 0,
    ),
  );
  const watched = new NameIndexBuilder();
  for (const [id, subject] of subjects) addSubject(watched, id, subject);
  const watchedIndex = watched.build();
  const concerned = new Set<string>();
  for (const entity of entities) searchWatched(watchedIndex, entity, THRESHOLD - MARGIN, concerned);
  return { screened: screened.map(([id]) => id), concerned };
}

const nobody = {
  id: 'e',
  schema: 'PERSON',
  caption: 'Muhammad Ali Hassan',
  names: [{ value: 'Muhammad Ali Hassan', kind: 'PRIMARY' }],
  categories: ['SANCTIONS'],
  programs: [],
  legalBasis: [],
  birthDates: [],
  birthPlaces: [],
  countries: [],
  nationalities: [],
  identifiers: [],
  addresses: [],
  positions: [],
  links: [],
  sources: [],
  raw: null,
} satisfies ListedEntity;

test('many of one name are all found, however many the engine scores at a time', () => {
  const subjects = new Map<string, Subject>();
  for (let n = 0; n < 2000; n += 1) subjects.set(`m${n}`, { type: 'PERSON', name: 'Mohammed Ali Hassan' });
  const { screened, concerned } = compare([nobody], subjects);
  assert.equal(screened.length, 2000);
  assert.equal(concerned.size, 2000);
});

test('who has the identifier of a listed entity is found, whatever the name', () => {
  const subjects = new Map<string, Subject>([
    ['m1', { type: 'PERSON', name: 'Quite Another', identifiers: [{ type: 'PASSPORT', value: 'C 0190-8831' }] }],
    ['m2', { type: 'PERSON', name: 'Somebody Else', identifiers: [{ type: 'PASSPORT', value: 'C01908832' }] }],
  ]);
  const index = new NameIndexBuilder();
  for (const [id, subject] of subjects) addSubject(index, id, subject);
  const concerned = new Set<string>();
  const entity = { ...nobody, identifiers: [{ type: 'PASSPORT' as const, value: 'C01908831' }] };
  searchWatched(index.build(), entity, THRESHOLD - MARGIN, concerned);
  assert.deepEqual([...concerned], ['m1']);
});

const folder = sharedData('watchlists/ofac/2022-01-31');
test(
  'whoever a screening would find is found by searching changed entities among those watched',
  { skip: folder ? false : 'the public test data is absent' },
  async () => {
    const inputs = ['sdn', 'alt', 'add'].map((name) => ({
      name: `${name}.csv`,
      stream: createReadStream(`${folder ?? ''}/${name}.csv`),
    }));
    const all: ListedEntity[] = [];
    for await (const entity of listReader('ofac-sdn').read(inputs)) all.push(entity);
    const changed = all.filter((_, n) => n % 30 === 0);
    const subjects = new Map<string, Subject>();
    for (const [n, entity] of all.entries()) {
      if (n % 3 !== 0) continue;
      for (const { value } of entity.names.slice(0, 3)) subjects.set(`m${subjects.size}`, subjectOf(entity, value));
    }
    const { screened, concerned } = compare(changed, subjects);
    const missed = screened.filter((id) => !concerned.has(id));
    assert.ok(screened.length > 300, String(screened.length));
    assert.deepEqual(missed.length, 0, `${missed.length} of ${screened.length} are missed`);
  },
);
