import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import { eventsOf, screen } from './testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => service.close());

const sandbox = { environment: 'TEST' } as const;

test('the outcome follows from the name, with no list, at no cost', async () => {
  const cases: [string, string[], string, string[]][] = [
    ['Ana Sanctioned', ['SANCTIONS'], 'CRITICAL', ['screening_completed', 'match_found', 'sanctions_alert']],
    ['POLITICIAN, Ana', ['PEP'], 'HIGH', ['screening_completed', 'match_found']],
    ['Ana Newsworthy-Lind', ['ADVERSE_MEDIA'], 'HIGH', ['screening_completed', 'match_found']],
    ['Ana Lind', [], 'LOW', ['screening_completed']],
  ];
  const before = await service.call({ path: '/credits/balance', ...sandbox });
  for (const [name, categories, riskLevel, events] of cases) {
    const answer = await screen(service, { subject: { type: 'PERSON', name } }, sandbox);
    assert.equal(answer.status, 201, answer.text);
    const { data } = answer.json;
    assert.equal(data.riskLevel, riskLevel);
    assert.deepEqual(
      data.matches.flatMap((match: { categories: string[] }) => match.categories),
      categories,
    );
    const again = await screen(service, { subject: { type: 'PERSON', name } }, sandbox);
    assert.deepEqual(again.json.data.matches, data.matches);
    assert.deepEqual(
      (await eventsOf(service, data.screeningId)).map(({ type }) => type.replace('aml.', '')),
      events,
    );
  }
  const afterwards = await service.call({ path: '/credits/balance', ...sandbox });
  assert.equal(afterwards.json.data.balance, before.json.data.balance);
});

test('an applicant by that name has that outcome, and shows it', async () => {
  const applicant = await service.call({
    path: '/applicants',
    body: { firstName: 'Ana', lastName: 'Sanctioned' },
    ...sandbox,
  });
  const { applicantId } = applicant.json.data;
  const { data } = (await screen(service, { applicantId }, sandbox)).json;
  assert.equal(data.riskLevel, 'CRITICAL');
  assert.equal(data.applicantId, applicantId);
  const read = await service.call({ path: `/applicants/${applicantId}`, ...sandbox });
  assert.deepEqual(read.json.data.screenings, [
    { screeningId: data.screeningId, riskLevel: 'CRITICAL', matchCount: 1, screenedAt: data.screenedAt },
  ]);
  assert.equal(read.json.data.risk.level, 'CRITICAL');
});

test('a monitor on such a name alerts once, after the delay; on any other name it does not', async () => {
  const body = { subject: { type: 'PERSON', name: 'Ana Politician' } };
  const created = await service.call({ path: '/aml/monitors', body, ...sandbox });
  assert.equal(created.status, 201, created.text);
  const { monitoringId } = created.json.data;
  const events = await eventually(async () => {
    const found = await eventsOf(service, monitoringId);
    return found.length > 0 && found;
  });
  assert.equal(events[0]?.type, 'aml.monitoring_alert');
  assert.equal((events[0]?.data['newMatches'] as unknown[] | undefined)?.length, 1);
  const quiet = await service.call({
    path: '/aml/monitors',
    body: { subject: { type: 'PERSON', name: 'Ana Lind' } },
    ...sandbox,
  });
  await new Promise((resolve) => {
    setTimeout(resolve, 700);
  });
  assert.equal((await eventsOf(service, monitoringId)).length, 1);
  assert.equal((await eventsOf(service, quiet.json.data.monitoringId)).length, 0);
});

test('a batch in the sandbox: every scenario, in the order sent, as JSON and as lines', async () => {
  const subjects = ['Ana Sanctioned', 'Ana Lind', 'Ana Newsworthy'].map((name) => ({ type: 'PERSON', name }));
  const requests = [
    { body: { subjects } },
    {
      body: subjects.map((subject) => JSON.stringify(subject)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    },
  ];
  for (const request of requests) {
    const created = await service.call({ path: '/aml/batch', ...request, ...sandbox });
    assert.equal(created.status, 202, created.text);
    const { jobId } = created.json.data;
    const job = await eventually(async () => {
      const { data } = (await service.call({ path: `/aml/batch/${jobId}`, ...sandbox })).json;
      return data.status === 'COMPLETED' && data;
    });
    assert.deepEqual([job.progress, job.completed, job.failed], [100, 3, 0]);
    const results = await service.call({ path: `/aml/batch/${jobId}/results`, ...sandbox });
    assert.deepEqual(
      results.json.data.map((row: { index: number; riskLevel: string }) => [row.index, row.riskLevel]),
      [
        [0, 'CRITICAL'],
        [1, 'LOW'],
        [2, 'HIGH'],
      ],
    );
    assert.equal(results.json.pagination.total, 3);
  }
});

test('a false positive is suppressed, and comes back when the person changes', async () => {
  const applicant = await service.call({
    path: '/applicants',
    body: { firstName: 'Eva', lastName: 'Sanctioned', dateOfBirth: '1990-01-01' },
    ...sandbox,
  });
  const { applicantId } = applicant.json.data;
  const first = (await screen(service, { applicantId }, sandbox)).json.data;
  const [match] = first.matches;
  const resolved = await service.call({
    path: `/aml/screenings/${first.screeningId}/matches/${match.matchId}/resolution`,
    body: { decision: 'FALSE_POSITIVE', reason: 'Another person.' },
    ...sandbox,
  });
  assert.equal(resolved.status, 200, resolved.text);
  assert.equal(resolved.json.data.resolution.decision, 'FALSE_POSITIVE');
  const read = await service.call({ path: `/aml/screenings/${first.screeningId}`, ...sandbox });
  assert.equal(read.json.data.matches[0].resolution.reason, 'Another person.');
  const second = (await screen(service, { applicantId }, sandbox)).json.data;
  assert.equal(second.matchCount, 0);
  assert.equal(second.riskLevel, 'LOW');
  assert.equal(second.suppressed[0].matchId, match.matchId);
  assert.equal(second.suppressed[0].suppressedBy.screeningId, first.screeningId);
  await service.call({
    method: 'PATCH',
    path: `/applicants/${applicantId}`,
    body: { dateOfBirth: '1991-01-01' },
    ...sandbox,
  });
  const third = (await screen(service, { applicantId }, sandbox)).json.data;
  assert.equal(third.matchCount, 1);
  assert.equal(third.matches[0].reopened, true);
  assert.equal(third.matches[0].matchId, match.matchId);
});
