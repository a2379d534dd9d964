import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { sql } from '../../../platform/database/sql.ts';
import { grant } from '../../../platform/credits/ledger.ts';
import { type AmlServices, amlServices } from '../module-services.ts';
import { eventsOf, importText, listOf, served } from '../testing.ts';
import { chargeMonitors } from './jobs.ts';
import { runMonitor } from './run.ts';
import { nextMonth } from './monitor.ts';

let service: TestService;
let own: AmlServices;
before(async () => {
  service = await startTestService();
  await importText(service, listOf(BASE));
  await served(service, 'csv', 1);
  own = amlServices(service.services);
  assert.ok(await own.watchlists.firstLoad(60_000));
});
after(async () => {
  await own.watchlists.stop();
  await service.close();
});

const BASE = [
  { id: 'b1', name: 'Ottmar Brandreth', birthDates: '1960-01-01', programs: 'EX-A' },
  { id: 'b2', name: 'Severin Quellmann', programs: 'EX-A' },
  { id: 'b3', name: 'Piotr Zawadzki-Horn', programs: 'EX-A' },
];

const watch = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await service.call({ path: '/aml/monitors', body: { subject: { type: 'PERSON', name }, ...more } });
  assert.equal(answer.status, 201, answer.text);
  return answer.json.data.monitoringId as string;
};

/** Imports, and waits until monitors were looked at for it. */
async function update(entries: Parameters<typeof listOf>[0], version: number): Promise<void> {
  const marker = new Date();
  const result = await importText(service, listOf(entries), { force: true });
  assert.equal(result.version, version);
  await eventually(async () => {
    const { data } = (await service.call({ path: '/aml/monitors?limit=100&status=ACTIVE' })).json;
    return data.every((monitor: { lastRunAt: string }) => new Date(monitor.lastRunAt) >= marker);
  });
}

const alerts = async (monitoringId: string) =>
  (await eventsOf(service, monitoringId)).map(({ type, data }) => {
    assert.equal(type, 'aml.monitoring_alert');
    return data as { screeningId: string; newMatches: { entityId: string }[] };
  });

test('an update alerts the monitors that it concerns, once per change, and no others', async () => {
  const known = await watch('Ottmar Brandreth');
  const fresh = await watch('Lioba Feuerstein');
  const other = await watch('Henrike Aldermann');
  const first = await service.call({ path: `/aml/monitors/${known}` });
  assert.equal(first.json.data.status, 'ACTIVE');
  const baseline = await service.call({ path: `/aml/screenings/${first.json.data.screeningId}` });
  assert.equal(baseline.json.data.matchCount, 1);
  assert.equal(baseline.json.data.monitoringId, known);

  // Added, and a change of nothing that concerns anybody.
  const second = [...BASE, { id: 'b4', name: 'Lioba Feuerstein', programs: 'EX-B' }];
  await update(second, 2);
  assert.deepEqual(
    (await alerts(fresh)).map(({ newMatches }) => newMatches.map(({ entityId }) => entityId)),
    [['b4']],
  );
  assert.equal((await alerts(known)).length, 0);
  const { screeningId } = (await alerts(fresh))[0] ?? { screeningId: '' };
  const told = await service.call({ path: `/aml/screenings/${screeningId}` });
  assert.equal(told.json.data.matches[0].entityId, 'b4');

  // Changed: another programme.
  const third = second.map((entry) => (entry.id === 'b1' ? { ...entry, programs: 'EX-A;EX-C' } : entry));
  await update(third, 3);
  assert.equal((await alerts(known)).length, 1);
  assert.equal((await alerts(fresh)).length, 1);

  // A change of remarks only is no change of the match; another alias is.
  const reviewed = third.map((entry) => (entry.id === 'b1' ? { ...entry, remarks: 'Reviewed.' } : entry));
  await update(reviewed, 4);
  assert.equal((await alerts(known)).length, 1);
  const fourth = reviewed.map((entry) => (entry.id === 'b1' ? { ...entry, aliases: 'Otmar the Tall' } : entry));
  await update(fourth, 5);
  assert.equal((await alerts(known)).length, 2);

  // Delisted: no alert. Listed again: an alert.
  await update(
    fourth.filter(({ id }) => id !== 'b4'),
    6,
  );
  assert.equal((await alerts(fresh)).length, 1);
  await update(fourth, 7);
  assert.equal((await alerts(fresh)).length, 2);
  assert.equal((await alerts(other)).length, 0);

  // However often it runs, what was told is not told again.
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  assert.ok(await own.watchlists.reach('csv', 7, 5000));
  await Promise.all([1, 2, 3].map(() => runMonitor(own, tenant, fresh)));
  assert.equal((await alerts(fresh)).length, 2);
});

test('a month costs one credit; without credits a monitor is suspended, and goes on when there are some', async () => {
  const poor = await service.addOrganization({ credits: 1 });
  const body = { subject: { type: 'PERSON', name: 'Wilhelmine Katzenstein' } };
  const created = await service.call({ path: '/aml/monitors', body, key: poor.liveKey });
  assert.equal(created.status, 201, created.text);
  const { monitoringId, nextChargeAt } = created.json.data;
  const refused = await service.call({ path: '/aml/monitors', body, key: poor.liveKey });
  assert.equal(refused.status, 402, refused.text);
  const at = (moment: string): AmlServices => ({ ...own, clock: { now: () => new Date(moment) } });
  const read = async () => (await service.call({ path: `/aml/monitors/${monitoringId}`, key: poor.liveKey })).json.data;
  await chargeMonitors(at(new Date(Date.parse(nextChargeAt) - 1000).toISOString()));
  assert.equal((await read()).status, 'ACTIVE');
  await chargeMonitors(at(nextChargeAt));
  const suspended = await read();
  assert.equal(suspended.status, 'SUSPENDED');
  assert.equal(suspended.statusReason, 'INSUFFICIENT_CREDITS');
  const later = new Date(Date.parse(suspended.nextChargeAt) + 1).toISOString();
  await service.services.db.transaction((transaction) =>
    grant(transaction, { organizationId: poor.organizationId, environment: 'LIVE' }, 5, null, new Date()),
  );
  await Promise.all([chargeMonitors(at(later)), chargeMonitors(at(later))]);
  assert.equal((await read()).status, 'ACTIVE');
  const balance = await service.call({ path: '/credits/balance', key: poor.liveKey });
  assert.equal(balance.json.data.balance, 4);
});

test('an ended monitor stays to be read, is charged no more and tells nothing', async () => {
  const id = await watch('Ottmar Brandreth');
  const ended = await service.call({ method: 'DELETE', path: `/aml/monitors/${id}` });
  assert.equal(ended.json.data.deleted, true, ended.text);
  const read = await service.call({ path: `/aml/monitors/${id}` });
  assert.equal(read.json.data.status, 'ENDED');
  assert.equal(read.json.data.nextChargeAt, null);
  const listed = await service.call({ path: '/aml/monitors?status=ENDED' });
  assert.equal(listed.json.pagination.total, 1);
  const foreign = await service.addOrganization();
  for (const request of [{}, { method: 'DELETE' }]) {
    const answer = await service.call({ path: `/aml/monitors/${id}`, key: foreign.liveKey, ...request });
    assert.equal(answer.status, 404);
  }
});

test('erasing an applicant ends its monitors and empties its screenings', async () => {
  const person = { firstName: 'Ottmar', lastName: 'Brandreth', dateOfBirth: '1960-01-01' };
  const { applicantId } = (await service.call({ path: '/applicants', body: person })).json.data;
  const monitor = (await service.call({ path: '/aml/monitors', body: { applicantId } })).json.data;
  const [match] = (await service.call({ path: `/aml/screenings/${monitor.screeningId}` })).json.data.matches;
  const decided = await service.call({
    path: `/aml/screenings/${monitor.screeningId}/matches/${match.matchId}/resolution`,
    body: { decision: 'TRUE_MATCH', reason: 'Ottmar Brandreth showed us the letter' },
  });
  assert.equal(decided.status, 200, decided.text);
  const allowed = await service.call({
    path: '/aml/allowlist',
    body: { applicantId, dataset: match.dataset, entityId: match.entityId, reason: 'Not our Ottmar Brandreth' },
  });
  assert.equal(allowed.status, 201, allowed.text);
  await service.call({ method: 'DELETE', path: `/applicants/${applicantId}` });
  const read = (await service.call({ path: `/aml/monitors/${monitor.monitoringId}` })).json.data;
  assert.deepEqual([read.status, read.statusReason, read.subject], ['ENDED', 'APPLICANT_ERASED', null]);
  const screening = await service.call({ path: `/aml/screenings/${monitor.screeningId}` });
  assert.equal(screening.status, 200, screening.text);
  assert.ok(!/Brandreth/i.test(screening.text), 'the name is gone');
  assert.equal(screening.json.data.matchCount, 1);
  assert.notEqual(screening.json.data.erasedAt, null);
  const log = await service.services.db.query<{ action: string; text: string }>(
    sql`select action, details::text as text from audit_entries where action in ('screening.resolve', 'allowlist.add')`,
  );
  assert.deepEqual(log.map(({ action }) => action).toSorted(), ['allowlist.add', 'screening.resolve']);
  assert.ok(!log.some(({ text }) => /Brandreth/.test(text)), 'nor is it in what staff wrote');
});

test('an applicant is watched as the person it is now', async () => {
  const person = { firstName: 'Greta', lastName: 'Unverzagt', dateOfBirth: '1981-02-03' };
  const { applicantId } = (await service.call({ path: '/applicants', body: person })).json.data;
  const created = await service.call({ path: '/aml/monitors', body: { applicantId } });
  const { monitoringId, screeningId } = created.json.data;
  const ended = (await service.call({ path: '/aml/monitors', body: { applicantId } })).json.data.monitoringId;
  await service.call({ method: 'DELETE', path: `/aml/monitors/${ended}` });
  const path = `/applicants/${applicantId}`;
  const change = async (body: Record<string, unknown>): Promise<void> => {
    const answer = await service.call({ method: 'PATCH', path, body });
    assert.equal(answer.status, 200, answer.text);
  };
  const subjectOf = async (id: string) => (await service.call({ path: `/aml/monitors/${id}` })).json.data.subject;

  // Whoever the person turns out to be is looked for at once, and told once.
  await Promise.all([change({ firstName: 'Severin', lastName: 'Quellmann' }), change({ email: 'sq@example.org' })]);
  assert.equal((await subjectOf(monitoringId)).lastName, 'Quellmann');
  assert.equal((await subjectOf(ended)).lastName, 'Unverzagt');
  await eventually(async () => (await alerts(monitoringId)).length > 0);
  await change({ nationality: 'DE' });
  const told = await alerts(monitoringId);
  assert.deepEqual(
    told.map(({ newMatches }) => newMatches.map(({ entityId }) => entityId)),
    [['b2']],
  );
  assert.notEqual(told[0]?.screeningId, screeningId);

  // A list that comes later is compared with the present name, and not with the one of the beginning.
  await change({ firstName: 'Ludmila', lastName: 'Ostrowsky-Brand' });
  const listed = [
    { id: 'b5', name: 'Ludmila Ostrowsky-Brand' },
    { id: 'b6', name: 'Greta Unverzagt', birthDates: '1981-02-03' },
  ];
  const { version } = await importText(service, listOf([...BASE, ...listed]), { force: true });
  await eventually(async () => (await alerts(monitoringId)).length > 1);
  await served(service, 'csv', version);
  assert.ok(await own.watchlists.reach('csv', version, 5000));
  await runMonitor(own, { organizationId: service.organizationId, environment: 'LIVE' }, monitoringId);
  assert.deepEqual(
    (await alerts(monitoringId)).slice(1).map(({ newMatches }) => newMatches.map(({ entityId }) => entityId)),
    [['b5']],
  );
  assert.equal((await alerts(ended)).length, 0);
});

test('months are counted from the day of the first, to the last day of a short one', () => {
  const anchor = new Date('2026-01-31T10:00:00.000Z');
  const moments: string[] = [];
  for (let at = anchor, n = 0; n < 4; n += 1) moments.push((at = nextMonth(anchor, at)).toISOString().slice(0, 10));
  assert.deepEqual(moments, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
});
