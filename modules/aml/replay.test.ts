import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../server/testing.ts';
import { replayScreening, ReplayImpossible } from './index.ts';
import { importText, listOf, screen, served } from './testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => service.close());

const LIST = [
  { id: 'r1', name: 'Anatol Wiśniewski', birthDates: '1971-05', programs: 'EX-A', aliases: 'Anatoly Vishnevsky' },
  { id: 'r2', name: 'Anatol Wisniewski', birthDates: '1985', programs: 'EX-B' },
  { id: 'r3', name: 'Bertil Ågren', categories: 'PEP', positions: 'Minister|SE|2020||IN_OFFICE' },
];

test('a past decision is made again byte for byte, after the lists have moved on', async () => {
  await importText(service, listOf(LIST));
  await served(service, 'csv', 1);
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  const bodies = [
    { subject: { lastName: 'Wisniewski', type: 'PERSON', firstName: 'Anatol', dateOfBirth: '1971-05-09' } },
    { subject: { type: 'PERSON', name: 'Bertil Agren', aliases: ['B. Ågren'] }, profile: 'BASIC', threshold: 62.5 },
    { subject: { type: 'PERSON', name: 'Nobody Atall' }, datasets: ['csv'], metadata: { case: '7' } },
    { subject: { type: 'PERSON', name: 'Anatol Wisniewski' }, checks: ['PEP', 'SANCTIONS'], threshold: 0 },
  ];
  const before: string[] = [];
  for (const body of bodies) {
    const answer = await screen(service, body);
    assert.equal(answer.status, 201, answer.text);
    before.push(answer.json.data.screeningId);
  }
  const first = (await service.call({ path: `/aml/screenings/${before[0]}` })).json.data;
  assert.ok(first.matchCount >= 1);
  await service.call({
    path: `/aml/screenings/${before[0]}/matches/${first.matches[0].matchId}/resolution`,
    body: { decision: 'FALSE_POSITIVE', reason: 'Another.' },
  });
  const suppressing = (await screen(service, bodies[0] ?? {})).json.data;
  assert.equal(suppressing.suppressed.length, 1);
  before.push(suppressing.screeningId);

  await importText(service, listOf(LIST.map((entry) => ({ ...entry, name: `Changed ${entry.id}` }))));
  await served(service, 'csv', 2);
  for (const screeningId of before) {
    const replay = await replayScreening(service.services, tenant, screeningId);
    assert.equal(replay.recomputed, replay.recorded);
    assert.equal(replay.identical, true);
  }
  await assert.rejects(
    replayScreening(service.services, { ...tenant, environment: 'TEST' }, before[0] ?? ''),
    /no such screening/,
  );
});

test('a sandbox decision is made again too; one about an erased person is not', async () => {
  const tenant = { organizationId: service.organizationId, environment: 'TEST' as const };
  const person = { firstName: 'Eva', lastName: 'Sanctioned' };
  const { applicantId } = (await service.call({ path: '/applicants', body: person, environment: 'TEST' })).json.data;
  const { screeningId } = (await screen(service, { applicantId }, { environment: 'TEST' })).json.data;
  assert.equal((await replayScreening(service.services, tenant, screeningId)).identical, true);
  await service.call({ method: 'DELETE', path: `/applicants/${applicantId}`, environment: 'TEST' });
  await assert.rejects(replayScreening(service.services, tenant, screeningId), ReplayImpossible);
});
