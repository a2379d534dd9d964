import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../server/testing.ts';
import { importText, listOf, screen, served } from './testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  await importText(service, listOf([{ id: 'p0', name: 'Nobody Inparticular' }]));
  await importText(service, FTM, { format: 'ftm' });
  await importText(service, POPOLO, { format: 'popolo' });
  for (const dataset of ['csv', 'ftm', 'popolo']) await served(service, dataset, 1);
});
after(async () => service.close());

const lines = (items: readonly unknown[]): string => `${items.map((item) => JSON.stringify(item)).join('\n')}\n`;
const thing = (id: string, schema: string, properties: Record<string, unknown[]>) => ({ id, schema, properties });

/** FollowTheMoney, flat: who holds what, and who belongs to whom, stand apart. Every name is invented. */
const FTM = lines([
  thing('q1', 'Person', { name: ['Theodora Brankovitch'], topics: ['role.pep'], birthDate: ['1961-04-02'] }),
  thing('q2', 'Person', { name: ['Casimir Brankovitch'], topics: ['role.rca'] }),
  thing('q3', 'Person', { name: ['Ulrich Pommerening'], topics: ['role.pep'] }),
  thing('q4', 'Person', { name: ['Fausto Delacroix-Lindqvist'] }),
  thing('post1', 'Position', { name: ['Minister of Fisheries'], country: ['lt'] }),
  thing('o1', 'Occupancy', { holder: ['q1'], post: ['post1'], startDate: ['2021-03'], status: ['current'] }),
  thing('o2', 'Occupancy', {
    holder: ['q3'],
    post: ['post1'],
    startDate: ['2009'],
    endDate: ['2012-06-30'],
    status: ['ended'],
  }),
  thing('f1', 'Family', { person: ['q1'], relative: ['q2'], relationship: ['husband'] }),
  thing('a1', 'Associate', { person: ['q3'], associate: ['q4'], relationship: ['business partner'] }),
]);

const POPOLO = lines([
  {
    id: 'pp1',
    name: 'Ingrid Solvang-Reuter',
    birth_date: '1970-11-30',
    legislature: 'Norway/Storting',
    memberships: [
      { role: 'member', organization: { name: 'Storting' }, start_date: '2005-10-01', end_date: '2009-09-30' },
      { post: { label: 'Speaker' }, organization: { name: 'Storting' }, start_date: '2021-10-01' },
    ],
  },
]);

const find = async (name: string) => {
  const answer = await screen(service, { subject: { type: 'PERSON', name } });
  assert.equal(answer.status, 201, answer.text);
  return answer.json.data;
};

test('who is in office shows the position, its country and since when, and the relatives', async () => {
  const record = await find('Theodora Brankovitch');
  assert.equal(record.riskLevel, 'HIGH');
  const match = record.matches.find(({ entityId }: { entityId: string }) => entityId === 'q1');
  assert.deepEqual(match.categories, ['PEP']);
  assert.deepEqual(match.positions, [
    { title: 'Minister of Fisheries', country: 'LT', since: '2021-03', until: null, inOffice: true },
  ]);
  assert.deepEqual(match.associates, [{ relation: 'FAMILY: husband', name: 'Casimir Brankovitch', entityId: 'q2' }]);
});

test('who has left office is a former one', async () => {
  const record = await find('Ulrich Pommerening');
  assert.equal(record.riskLevel, 'MEDIUM');
  const [match] = record.matches;
  assert.deepEqual(match.positions, [
    { title: 'Minister of Fisheries', country: 'LT', since: '2009', until: '2012-06-30', inOffice: false },
  ]);
});

test('relatives and close associates are matches of their own, whether the source calls them so or not', async () => {
  for (const [name, relation, other] of [
    ['Casimir Brankovitch', 'FAMILY: husband', 'Theodora Brankovitch'],
    ['Fausto Delacroix-Lindqvist', 'ASSOCIATE: business partner', 'Ulrich Pommerening'],
  ]) {
    const record = await find(name ?? '');
    assert.equal(record.riskLevel, 'MEDIUM', name);
    const [match] = record.matches;
    assert.deepEqual(match.categories, ['RCA']);
    assert.deepEqual([match.associates[0].relation, match.associates[0].name], [relation, other]);
  }
});

test('a legislator shows every seat, the present one too', async () => {
  const record = await find('Ingrid Solvang-Reuter');
  assert.equal(record.riskLevel, 'HIGH');
  const [match] = record.matches;
  assert.equal(match.dataset, 'popolo');
  assert.deepEqual(
    match.positions.map(({ title, country, since, until }: Record<string, unknown>) => [title, country, since, until]),
    [
      ['member, Storting', 'NO', '2005-10-01', '2009-09-30'],
      ['Speaker, Storting', 'NO', '2021-10-01', null],
    ],
  );
});
