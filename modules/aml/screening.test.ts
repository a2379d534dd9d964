import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../../server/testing.ts';
import { eventsOf, importText, listOf, screen, served } from './testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => service.close());

const LIST = [
  {
    id: 'x1',
    name: 'Viktor Malenkov',
    aliases: 'Виктор Маленков',
    birthDates: '1964-03-17',
    nationalities: 'RU',
    identifiers: 'PASSPORT:750012345:RU',
    programs: 'EX-RUSSIA',
  },
  { id: 'x2', name: 'Malenkov Shipping LLC', schema: 'ORGANIZATION', programs: 'EX-RUSSIA' },
  { id: 'x3', name: 'Giorgos Papastathis', categories: 'WANTED' },
];

describe('without a list', () => {
  test('a screening answers 503 that names the checks, takes nothing and records nothing', async () => {
    const subject = { type: 'PERSON', name: 'Viktor Malenkov' };
    const cases: [Record<string, unknown>, string[]][] = [
      [{ subject }, ['SANCTIONS', 'PEP']],
      [{ subject, profile: 'ENHANCED' }, ['SANCTIONS', 'PEP', 'ADVERSE_MEDIA']],
      [{ subject, checks: ['ADVERSE_MEDIA'] }, ['ADVERSE_MEDIA']],
    ];
    for (const [body, missing] of cases) {
      const answer = await screen(service, body);
      assert.equal(answer.status, 503, answer.text);
      assert.equal(answer.json.error.code, 'WATCHLISTS_UNAVAILABLE');
      assert.deepEqual(answer.json.error.details.missing, missing);
    }
    assert.equal((await service.call({ path: '/aml/screenings' })).json.pagination.total, 0);
    const transactions = await service.call({ path: '/credits/transactions?limit=100' });
    assert.ok(transactions.json.data.every((row: { type: string }) => row.type === 'GRANT'));
  });
});

describe('with a sanctions list', () => {
  before(async () => {
    const result = await importText(service, listOf(LIST));
    assert.equal(result.entities, 3);
    await served(service, 'csv', 1);
  });

  test('a listed person is found, with the explanation, the list and the events', async () => {
    const subject = { type: 'PERSON', firstName: 'Viktor', lastName: 'Malenkov', dateOfBirth: '1964-03-17' };
    const answer = await screen(service, { subject, metadata: { a: 'b' } });
    assert.equal(answer.status, 201, answer.text);
    const { data } = answer.json;
    assert.equal(data.matchCount, 1);
    assert.equal(data.riskLevel, 'CRITICAL');
    assert.deepEqual(data.subject, subject);
    assert.deepEqual(data.checks, { SANCTIONS: 'PERFORMED', PEP: 'NOT_PERFORMED' });
    const [match] = data.matches;
    assert.equal(match.entityId, 'x1');
    assert.match(match.matchId, /^mat_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.deepEqual(match.programs, ['EX-RUSSIA']);
    assert.equal(match.sources[0].record.id, 'x1');
    assert.ok(match.explanation.some((line: { feature: string }) => line.feature === 'birthDate'));
    assert.equal(data.datasets[0].dataset, 'csv');
    assert.equal(data.datasets[0].entities, 3);
    const again = await screen(service, { subject });
    assert.equal(again.json.data.matches[0].matchId, match.matchId);
    const read = await service.call({ path: `/aml/screenings/${data.screeningId}` });
    assert.deepEqual(read.json.data, data);
    const events = await eventsOf(service, data.screeningId);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['aml.screening_completed', 'aml.match_found', 'aml.sanctions_alert'],
    );
    const transactions = await service.call({ path: '/credits/transactions?limit=100' });
    const mine = transactions.json.data.filter((row: { resourceId: string }) => row.resourceId === data.screeningId);
    assert.equal(mine.length, 1);
    assert.equal(mine[0].type, 'CHARGE');
    assert.equal(mine[0].amount, 1);
  });

  test('nobody found: UNKNOWN while a check of the profile has no data, LOW where all were performed', async () => {
    const subject = { type: 'PERSON', name: 'Ingeborg Quistgaard-Nebelung' };
    assert.equal((await screen(service, { subject })).json.data.riskLevel, 'UNKNOWN');
    assert.equal((await screen(service, { subject, checks: ['SANCTIONS'] })).json.data.riskLevel, 'LOW');
    const missing = await screen(service, { subject, checks: ['SANCTIONS', 'PEP'] });
    assert.equal(missing.status, 503);
    assert.deepEqual(missing.json.error.details.missing, ['PEP']);
  });
});
