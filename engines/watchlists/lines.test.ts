import assert from 'node:assert/strict';
import { test } from 'node:test';
import { file, readAll, warned } from './fixtures.ts';

function lines(...values: unknown[]): string {
  return `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
}

const FTM = lines(
  {
    id: 'S1',
    schema: 'Sanction',
    properties: {
      entity: ['P1'],
      program: ['Example'],
      authority: ['Example Office'],
      listingDate: ['2020-01-02'],
      sourceUrl: ['https://example.org/s1'],
      reason: ['Because 1'],
    },
  },
  {
    id: 'P1',
    caption: 'Ivan Examplov',
    schema: 'Person',
    properties: {
      name: ['EXAMPLOV, Ivan', 'Ivan Examplov'],
      alias: ['Иван Экзамплов'],
      weakAlias: ['Vanya'],
      previousName: ['Ivan Oldov'],
      firstName: ['Ivan'],
      lastName: ['Examplov'],
      birthDate: ['1960-05', '1961'],
      nationality: ['ru', 'suhh'],
      gender: ['male'],
      topics: ['sanction', 'poi', 'sanction.linked'],
      innCode: ['7700'],
      addressEntity: ['A1'],
      email: ['a@example.org'],
    },
  },
  { id: 'A1', schema: 'Address', properties: { full: ['1 Street, Examplograd'], country: ['ru'] } },
  { id: 'D1', schema: 'Passport', properties: { holder: ['P1'], number: ['A11'], country: ['ru'] } },
  { id: 'W1', schema: 'CryptoWallet', properties: { holder: ['P1'], publicKey: ['1abc'], currency: ['xbt'] } },
  {
    id: 'P2',
    caption: 'Anna Examplova',
    schema: 'Person',
    properties: { name: ['Anna Examplova'], topics: ['role.pep'] },
    target: true,
  },
  {
    id: 'O1',
    schema: 'Occupancy',
    properties: { holder: ['P2'], post: ['Q1'], startDate: ['2019'], endDate: ['2023-05-01'], status: ['ended'] },
  },
  { id: 'Q1', schema: 'Position', properties: { name: ['Minister of Examples'], country: ['ru'] } },
  { id: 'F1', schema: 'Family', properties: { person: ['P2'], relative: ['P3'], relationship: ['sister'] } },
  { id: 'P3', caption: 'Maria', schema: 'Person', properties: { name: ['Maria Examplova'] }, target: false },
  {
    id: 'C1',
    caption: 'Works',
    schema: 'Company',
    properties: { name: ['Example Works'], topics: ['debarment'], jurisdiction: ['cy'] },
  },
  { id: 'E1', schema: 'Ownership', properties: { owner: ['P1'], asset: ['C1'] } },
  { id: 'C2', caption: 'Neighbour', schema: 'Company', properties: { name: ['Neighbour'] }, target: false },
  {
    id: 'V1',
    schema: 'Vessel',
    properties: { name: ['Star'], topics: ['sanction'], imoNumber: ['IMO9999993'], flag: ['pa'] },
  },
  {
    id: 'X1',
    schema: 'Airplane',
    properties: { name: ['EP-ZZX'], registrationNumber: ['EP-ZZX'], topics: ['sanction'] },
  },
  { id: 'X2', schema: 'constructor', properties: {} },
  { id: 'X3', schema: 'Person', properties: { name: ['No Topic'] } },
);

test('ftm: neighbours are resolved wherever they stand', async () => {
  const { entities, summary } = await readAll('ftm', file('e.json', FTM, 1000));
  const by = new Map(entities.map((entity) => [entity.id, entity]));
  assert.deepEqual([...by.keys()], ['P1', 'P2', 'P3', 'C1', 'V1', 'X1', 'X3']);
  const ivan = by.get('P1') ?? assert.fail();
  assert.deepEqual(
    ivan.names.map(({ value, kind }) => `${kind} ${value}`),
    ['PRIMARY Ivan Examplov', 'ALIAS EXAMPLOV, Ivan', 'ALIAS Иван Экзамплов', 'WEAK_ALIAS Vanya', 'FORMER Ivan Oldov'],
  );
  assert.deepEqual(ivan.categories, ['SANCTIONS']);
  assert.deepEqual([ivan.programs, ivan.legalBasis, ivan.listedAt], [['Example'], ['Because 1'], '2020-01-02']);
  assert.deepEqual(ivan.sources, [{ url: 'https://example.org/s1', publisher: 'Example Office' }]);
  assert.deepEqual(ivan.nationalities, ['RU', 'SU']);
  assert.deepEqual(ivan.addresses, [{ full: '1 Street, Examplograd', country: 'RU' }]);
  assert.deepEqual(ivan.identifiers.map(({ type, value }) => `${type} ${value}`).sort(), [
    'CRYPTO_ADDRESS 1abc',
    'EMAIL a@example.org',
    'PASSPORT A11',
    'TAX_ID 7700',
  ]);
  assert.deepEqual(ivan.links, [{ relation: 'OWNER_OF', name: 'Example Works', id: 'C1' }]);
  const anna = by.get('P2') ?? assert.fail();
  assert.deepEqual(anna.positions, [
    { title: 'Minister of Examples', country: 'RU', since: '2019', until: '2023-05-01', inOffice: false },
  ]);
  assert.deepEqual(by.get('P3')?.categories, ['RCA']);
  assert.deepEqual(by.get('P3')?.links, [{ relation: 'FAMILY: sister', name: 'Anna Examplova', id: 'P2' }]);
  assert.deepEqual(by.get('V1')?.identifiers, [{ type: 'IMO', value: '9999993' }]);
  assert.deepEqual(by.get('X1')?.identifiers, [{ type: 'TAIL_NUMBER', value: 'EP-ZZX' }]);
  assert.equal(warned(summary, 'NO_CATEGORY'), 1);
});

test('ftm: nested neighbours', async () => {
  const { entities } = await readAll(
    'ftm',
    file(
      'nested.json',
      lines({
        id: 'P1',
        caption: 'Ivan',
        schema: 'Person',
        target: true,
        properties: {
          name: ['Ivan'],
          topics: ['sanction'],
          addressEntity: [{ id: 'A1', schema: 'Address', properties: { full: ['1 Street'] } }],
          sanctions: [{ id: 'S1', schema: 'Sanction', properties: { entity: ['P1'], program: ['Example'] } }],
          ownershipOwner: [
            {
              id: 'E1',
              schema: 'Ownership',
              properties: { owner: ['P1'], asset: [{ id: 'C1', schema: 'Company', properties: { name: ['Works'] } }] },
            },
          ],
        },
      }),
    ),
  );
  assert.deepEqual(
    entities.map(({ id }) => id),
    ['P1'],
  );
  assert.deepEqual(entities[0]?.addresses, [{ full: '1 Street' }]);
  assert.deepEqual(entities[0].programs, ['Example']);
  assert.deepEqual(entities[0].links, [{ relation: 'OWNER_OF', name: 'Works', id: 'C1' }]);
});

test('line-delimited files: cut, damaged, other', async () => {
  const good = lines({ id: 'P1', schema: 'Person', properties: { name: ['Ivan'], topics: ['sanction'] } });
  const read = (text: string): Promise<unknown> => readAll('ftm', file('e.json', text, 64));
  await assert.rejects(read(`${good}{"id":"P2","sch`), { code: 'TRUNCATED', place: 'e.json line 2' });
  await assert.rejects(read(`${good}{"id":\n${good}`), { code: 'DAMAGED', place: 'e.json line 2' });
  await assert.rejects(read(`${good}[1]\n${good}`), { code: 'DAMAGED' });
  await assert.rejects(read(`${good}{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`), {
    code: 'DAMAGED',
    message: /deep/,
  });
  await assert.rejects(read('[\n{}\n]\n'), { code: 'UNKNOWN_FORMAT', place: 'e.json line 1' });
  await assert.rejects(read('{"op":"ADD","entity":{"id":"x"}}\n'), { code: 'UNKNOWN_FORMAT', message: /delta/ });
  await assert.rejects(read('{"RECORD_ID":"x","DATA_SOURCE":"y"}\n'), { code: 'UNKNOWN_FORMAT', message: /Senzing/ });
  await assert.rejects(read('{"a":1}\n'), { code: 'UNKNOWN_FORMAT' });
  await assert.rejects(read(`{"id":"A","schema":"Address","properties":{}}\n`), { code: 'EMPTY' });
});

test('popolo: persons with memberships', async () => {
  const { entities, summary } = await readAll(
    'popolo',
    file(
      'p.jsonl',
      lines(
        {
          id: 'p1',
          name: 'Ivan Examplov',
          legislature: 'New_Zealand/House_of_Examples',
          gender: 'male',
          birth_date: '1960-05-01',
          given_name: 'Ivan',
          family_name: 'Examplov',
          other_names: [
            { name: 'Иван', lang: 'ru', note: 'multilingual' },
            { name: 'Ivan Oldov', note: 'former name' },
          ],
          identifiers: [
            { scheme: 'wikidata', identifier: 'Q1' },
            { scheme: 'parliament', identifier: '7' },
          ],
          memberships: [{ role: 'member', start_date: '2015-09-19', end_date: '2018' }],
        },
        {
          id: 'p2',
          name: 'Anna',
          death_date: '2012-07-14',
          birth_date: '9764-03-01',
          memberships: [{ role: 'Minister', organization: { name: 'Cabinet' } }],
        },
      ),
    ),
  );
  const [ivan, anna] = entities;
  assert.deepEqual(ivan?.categories, ['PEP']);
  assert.deepEqual(
    ivan.names.map(({ value, kind, language }) => [value, kind, language]),
    [
      ['Ivan Examplov', 'PRIMARY', undefined],
      ['Иван', 'ALIAS', 'ru'],
      ['Ivan Oldov', 'FORMER', undefined],
    ],
  );
  assert.deepEqual(ivan.positions, [
    { title: 'member, House of Examples', country: 'NZ', since: '2015-09-19', until: '2018' },
  ]);
  assert.deepEqual(ivan.countries, ['NZ']);
  assert.deepEqual(ivan.identifiers, [{ type: 'WIKIDATA', value: 'Q1' }]);
  assert.deepEqual(anna?.positions, [{ title: 'Minister, Cabinet', inOffice: false }]);
  assert.equal(warned(summary, 'UNREAD_BIRTH_DATE'), 1);
  await assert.rejects(readAll('popolo', file('p.jsonl', FTM, 512)), { code: 'UNKNOWN_FORMAT' });
});

test('an id that no database could keep is refused, and told by its place', async () => {
  const person = (id: string): string =>
    lines({ id, schema: 'Person', properties: { name: ['Ann Bee'], topics: ['sanction'] } });
  for (const id of ['a\0b', 'x'.repeat(501)]) {
    await assert.rejects(readAll('ftm', file('a.json', person('first') + person(id))), {
      name: 'ListError',
      code: 'DAMAGED',
      place: 'entity 2 of a.json',
    });
  }
  assert.equal((await readAll('ftm', file('a.json', person('x'.repeat(500))))).entities.length, 1);
});
