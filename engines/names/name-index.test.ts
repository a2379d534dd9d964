import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import {
  ALGORITHM_VERSION,
  NameIndex,
  NameIndexBuilder,
  type NameEntity,
  type NameQuery,
  type NameSchema,
} from './index.ts';
import { entityOf } from './testing.ts';

const ENTITIES: NameEntity[] = [
  entityOf('p1', 'ORLOV, Ivan Sergeyevich', {
    birthDates: ['1961-04-03', '~1963'],
    nationalities: ['Russia'],
    gender: 'male',
    identifiers: [{ type: 'PASSPORT', value: 'AB 123-4567', country: 'RU' }],
    addresses: ['12 Lesnaya Street, Tver'],
  }),
  entityOf('p2', 'Ivan Orlov', { birthDates: ['1988'] }),
  entityOf('p3', 'Mohammed Hussein al-Darwishi', { countries: ['Syria'] }),
  entityOf('p4', '李晓明'),
  entityOf('p5', 'Fatima Zahra Benali', {
    names: [
      { value: 'Fatima Zahra Benali', kind: 'PRIMARY' },
      { value: 'The Jackdaw', kind: 'WEAK_ALIAS' },
      { value: 'فاطمة بن علي', kind: 'ALIAS' },
    ],
  }),
  entityOf('o1', '11420 Corp', { schema: 'ORGANIZATION' }),
  entityOf('o2', 'Meridian Shipping and Trading LLC', {
    schema: 'ORGANIZATION',
    identifiers: [{ type: 'LEI', value: '5493001KJTIIGC8Y1R12' }],
  }),
  entityOf('v1', 'Sea Star 7', { schema: 'VESSEL', identifiers: [{ type: 'IMO', value: 'IMO 9074729' }] }),
];

describe('searching an index', () => {
  let index: NameIndex;
  before(() => {
    const builder = new NameIndexBuilder();
    for (const one of ENTITIES) builder.add(one);
    index = builder.build();
  });
  const search = (query: Partial<NameQuery>, threshold = 80): { id: string; score: number }[] =>
    index
      .search({ schema: 'PERSON', ...query }, { threshold, limit: 10 })
      .map((match) => ({ id: match.entityId, score: match.score }));

  it('holds a listed name to be whole: another given name in front of all of it is another person', () => {
    const builder = new NameIndexBuilder();
    builder.add(entityOf('father', 'DARWISHI, Anwar'));
    builder.add(entityOf('long', 'QASEMI, Tariq Anwar'));
    const small = builder.build();
    const found = (name: string): string[] =>
      small.search({ schema: 'PERSON', name }, { threshold: 80, limit: 5 }).map((match) => match.entityId);
    assert.deepEqual(found('Tariq Anwar Darwishi'), []);
    const [son] = small.search({ schema: 'PERSON', name: 'Tariq Anwar Darwishi' }, { threshold: 50, limit: 1 });
    assert.equal(son?.explanation.find((line) => line.query === 'tariq')?.outcome, 'CONTRADICTS');
    assert.deepEqual(found('Anwar Darwishi'), ['father']);
    // A very frequent first name comes and goes, and what the query leaves out is no contradiction.
    assert.deepEqual(found('Mohammed Anwar Darwishi'), ['father']);
    assert.deepEqual(found('Anwar Qasemi'), ['long']);
  });

  it('never lets unlike evidence tie, also where it lifts no further', () => {
    const builder = new NameIndexBuilder();
    const born = { birthDates: ['1961-04-03'], nationalities: ['Russia'] };
    builder.add(entityOf('more', 'Ivan Orlovski', { ...born, gender: 'male', countries: ['Russia'] }));
    builder.add(entityOf('less', 'Ivan Orlovski', born));
    const matches = builder.build().search(
      {
        schema: 'PERSON',
        name: 'Ivan Orlofska',
        birthDate: '1961-04-03',
        nationality: 'RU',
        gender: 'm',
        country: 'RU',
      },
      { threshold: 50, limit: 5 },
    );
    assert.deepEqual(
      matches.map((match) => match.entityId),
      ['more', 'less'],
    );
    assert.ok((matches[0]?.score ?? 0) > (matches[1]?.score ?? 0));
  });

  it('finds a name stuck to a frequent one by its rarer half', () => {
    const builder = new NameIndexBuilder();
    for (let i = 0; i < 400; i++)
      builder.add(entityOf(`other${i}`, `Muhammad ${'bcdfghklmnprst'.charAt(i % 14)}${i}orva`));
    builder.add(entityOf('wanted', 'MUHAMMAD, Kayiira'));
    const small = builder.build();
    const [first] = small.search({ schema: 'PERSON', name: 'MUHAMMADKayiira' }, { threshold: 80, limit: 3 });
    assert.equal(first?.entityId, 'wanted');
  });

  it('finds names spelled, ordered and written otherwise', () => {
    for (const name of [
      'Ivan Sergeevich Orlov',
      'ORLOV Ivan',
      'Иван Орлов',
      'Ivam Orlov',
      'IvanOrlov',
      'Iv an Orlov',
    ]) {
      assert.ok(
        search({ name }).some((match) => match.id === 'p1'),
        name,
      );
    }
    assert.equal(search({ name: 'Muhammad Husayn Darwishi' })[0]?.id, 'p3');
    assert.equal(search({ name: 'Li Xiaoming' })[0]?.id, 'p4');
    assert.equal(search({ name: 'فاطمة بن علي' })[0]?.id, 'p5');
    assert.equal(search({ firstName: 'Fatima', lastName: 'Benali' })[0]?.id, 'p5');
    assert.deepEqual(search({ name: 'Peter Novotny' }), []);
  });

  it('ranks by what else is known, and a name alone never ties with a name confirmed', () => {
    const alone = search({ name: 'Ivan Orlov' });
    const born = search({ name: 'Ivan Orlov', birthDate: '1961-04-03' });
    const other = search({ name: 'Ivan Orlov', birthDate: '1950-01-01' }, 0);
    assert.equal(born[0]?.id, 'p1');
    const highest = Math.max(...alone.map((match) => match.score));
    assert.ok((born[0]?.score ?? 0) > highest);
    assert.ok(highest <= 92);
    assert.ok((other.find((match) => match.id === 'p1')?.score ?? 100) < 80);
  });

  it('finds by an identifier whatever the name, and only a telling one', () => {
    assert.equal(
      search({ name: 'Somebody Else', identifiers: [{ type: 'PASSPORT', value: 'ab1234567' }] })[0]?.id,
      'p1',
    );
    assert.equal(
      index.search(
        { schema: 'VESSEL', name: 'Renamed', identifiers: [{ type: 'IMO', value: 'IMO9074729' }] },
        { threshold: 80, limit: 5 },
      )[0]?.entityId,
      'v1',
    );
    assert.deepEqual(search({ name: 'Somebody Else', identifiers: [{ type: 'PASSPORT', value: '0000' }] }), []);
  });

  it('keeps schemas apart and numbers in names', () => {
    assert.deepEqual(index.search({ schema: 'ORGANIZATION', name: 'Corp' }, { threshold: 80, limit: 5 }), []);
    assert.equal(
      index.search({ schema: 'ORGANIZATION', name: '11420 Corporation' }, { threshold: 80, limit: 5 })[0]?.entityId,
      'o1',
    );
    assert.deepEqual(index.search({ schema: 'VESSEL', name: 'Sea Star 8' }, { threshold: 80, limit: 5 }), []);
    assert.deepEqual(index.search({ schema: 'VESSEL', name: 'Ivan Orlov' }, { threshold: 50, limit: 5 }), []);
  });

  it('applies exclude and accept before the best are chosen', () => {
    const excluded = index.search(
      { schema: 'PERSON', name: 'Ivan Orlov' },
      { threshold: 80, limit: 1, exclude: (id) => id === 'p2' },
    );
    assert.deepEqual(
      excluded.map((match) => match.entityId),
      ['p1'],
    );
    const accepted = index.search(
      { schema: 'PERSON', name: 'Ivan Orlov' },
      { threshold: 80, limit: 1, accept: (id) => id === 'p1' },
    );
    assert.deepEqual(
      accepted.map((match) => match.entityId),
      ['p1'],
    );
    const hundred = new NameIndexBuilder();
    for (let i = 0; i < 1000; i++) hundred.add(entityOf(`same-${i}`, 'Ivan Orlov'));
    const last = hundred
      .build()
      .search(
        { schema: 'PERSON', name: 'Ivan Orlov' },
        { threshold: 80, limit: 1, exclude: (id) => id !== 'same-999' },
      );
    assert.deepEqual(
      last.map((match) => match.entityId),
      ['same-999'],
    );
  });

  it('explains the name token by token, then everything else', () => {
    const [match] = index.search(
      { schema: 'PERSON', name: 'Ivan Orlov', birthDate: '1961', nationality: 'RU', gender: 'F' },
      { threshold: 0, limit: 1, accept: (id) => id === 'p1' },
    );
    const features = new Map(match?.explanation.map((line) => [line.feature, line.outcome]));
    assert.equal(features.get('birthDate'), 'AGREES');
    assert.equal(features.get('nationality'), 'AGREES');
    assert.equal(features.get('gender'), 'CONTRADICTS');
    assert.equal(features.get('name.exact'), 'AGREES');
    assert.equal(match?.matchedName, 'ORLOV, Ivan Sergeyevich');
  });

  it('is monotone in the threshold and deterministic', () => {
    for (const name of ['Ivan Orlov', 'Mohamed Husein', 'Li Ming', 'Fatima']) {
      const all = search({ name }, 0);
      for (const threshold of [20, 60, 80, 90]) {
        const expected = all.filter((match) => match.score >= threshold).map((match) => match.id);
        const found = search({ name }, threshold).map((match) => match.id);
        assert.deepEqual(found, expected, `${name} at ${threshold}`);
      }
      assert.deepEqual(search({ name }, 0), all);
    }
  });

  it('never throws on any text, in names and queries', () => {
    const schemas = fc.constantFrom<NameSchema>('PERSON', 'ORGANIZATION', 'VESSEL', 'AIRCRAFT');
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        text,
        text,
        schemas,
        (names, name, birthDate, schema) => {
          const builder = new NameIndexBuilder();
          names.forEach((value, at) =>
            builder.add(
              entityOf(`e${at}`, value, {
                schema,
                birthDates: [birthDate],
                countries: [name],
                identifiers: [{ type: name, value }],
              }),
            ),
          );
          const built = builder.build();
          for (const match of built.search(
            { schema, name, birthDate, country: name, address: name, identifiers: [{ type: 'X', value: name }] },
            { threshold: 0, limit: 5 },
          )) {
            assert.ok(match.score >= 0 && match.score <= 100 && match.probability >= 0 && match.probability <= 1);
          }
        },
      ),
      { numRuns: 150, seed: 3 },
    );
  });

  it('stays quick on hostile queries', () => {
    const started = performance.now();
    for (const name of [
      'a '.repeat(4000),
      'Ivan '.repeat(60),
      'é\u0301\u0301\u0301'.repeat(2000),
      '\udc00'.repeat(200),
      'ivanorlov'.repeat(40),
      'abd '.repeat(1000),
    ])
      search({ name }, 0);
    assert.ok(performance.now() - started < 500);
  });

  it('is shared with another thread without a copy', async () => {
    const worker = new Worker(
      `const { workerData, parentPort } = require('node:worker_threads');
       import(workerData.module).then(({ NameIndex }) => {
         const index = NameIndex.attach(workerData.shared);
         parentPort.postMessage(index.search({ schema: 'PERSON', name: 'Ivan Orlov' }, { threshold: 80, limit: 5 }));
       });`,
      { eval: true, workerData: { module: new URL('./index.ts', import.meta.url).href, shared: index.transfer() } },
    );
    const [answer] = (await new Promise((resolve, reject) => {
      worker.once('message', (message) => resolve([message]));
      worker.once('error', reject);
    })) as [unknown];
    await worker.terminate();
    assert.deepEqual(answer, index.search({ schema: 'PERSON', name: 'Ivan Orlov' }, { threshold: 80, limit: 5 }));
    assert.throws(() => NameIndex.attach({ ...index.transfer(), format: 0 }), /build the index again/);
  });

  it('names its version', () => {
    assert.match(ALGORITHM_VERSION, /^names-\d+\.\d+\.\d+$/);
  });
});
