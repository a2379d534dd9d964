import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Value from 'typebox/value';
import { ScreeningDetail } from '../../../contract/dashboard/index.ts';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { type Browser, signInAs } from '../testing/staff.ts';

let service: TestService;
let officer: Browser;
let second: Browser;
let admin: Browser;
before(async () => {
  service = await startTestService();
  [officer, second, admin] = await Promise.all([
    signInAs(service, 'OFFICER'),
    signInAs(service, 'OFFICER'),
    signInAs(service, 'ADMIN'),
  ]);
  const changed = await admin.patch('/settings', { settings: { 'screenings.fourEyes': true } });
  assert.equal(changed.status, 200, changed.text);
});
after(() => service?.close());

const byKey = (path: string, body?: unknown) =>
  service.call({ path, environment: 'TEST', ...(body === undefined ? {} : { body }) });
interface Case {
  screeningId: string;
  matchId: string;
  subject: object;
}
async function screened(name: string, again?: object): Promise<Case> {
  const subject = again ?? { type: 'PERSON', name, dateOfBirth: '1980-01-02' };
  const made = await byKey('/aml/screenings', { subject, profile: 'BASIC' });
  assert.equal(made.status, 201, made.text);
  const { screeningId, matches } = made.json.data;
  return { screeningId, matchId: matches[0]?.matchId ?? '', subject };
}
const pathOf = ({ screeningId, matchId }: Case): string =>
  `/aml/screenings/${screeningId}/matches/${matchId}/resolution`;
const say = (by: Browser, one: Case, decision: string, reason = 'as said') =>
  by.post(`/test/v3${pathOf(one)}`, { decision, reason });
const detailOf = async (by: Browser, { screeningId }: Case) => {
  const { status, json, text } = await by.get(`/test/screenings/${screeningId}/detail`);
  assert.equal(status, 200, text);
  assert.deepEqual(Value.Errors(ScreeningDetail, json.data).slice(0, 3), []);
  return json.data;
};
const itemOf = async ({ screeningId }: Case) => {
  const rows = [];
  for (const status of ['OPEN', 'CLOSED']) {
    rows.push(...(await admin.get(`/test/queue?kind=SCREENING&status=${status}&limit=200`)).json.data);
  }
  return rows.find(({ itemId }) => itemId === screeningId);
};
const resolutionOf = async ({ screeningId }: Case) =>
  (await byKey(`/aml/screenings/${screeningId}`)).json.data.matches[0].resolution;

test('what one person says of a match changes nothing until another one says the same', async () => {
  const one = await screened('Ana Sanctioned');
  const first = await say(officer, one, 'FALSE_POSITIVE', 'born elsewhere');
  assert.equal(first.status, 200, first.text);
  assert.equal(first.json.data.resolution, null);
  assert.equal(await resolutionOf(one), null);
  assert.ok((await screened('', one.subject)).matchId, 'it is found in the next screening');
  assert.equal((await say(officer, one, 'FALSE_POSITIVE')).status, 409, 'the first person cannot be the second');
  assert.equal((await say(officer, one, 'TRUE_MATCH')).status, 409);

  const item = await itemOf(one);
  assert.deepEqual([item.status, item.openMatches], ['OPEN', 1]);
  assert.deepEqual([item.proposed.decision, item.proposed.by.userId], ['FALSE_POSITIVE', officer.userId]);
  const mine = (await detailOf(officer, one)).matches[0].fourEyes;
  assert.deepEqual([mine.refused, mine.proposed.mine], ['FIRST_PERSON', true]);
  const theirs = (await detailOf(second, one)).matches[0].fourEyes;
  assert.deepEqual([theirs.refused, theirs.proposed.by.userId], [null, officer.userId]);

  const other = await say(second, one, 'TRUE_MATCH', 'the same address');
  assert.equal(other.json.data.resolution, null, 'one that differs is the proposal now');
  const agreed = await say(officer, one, 'TRUE_MATCH', 'indeed');
  assert.deepEqual(
    [agreed.json.data.resolution.decision, agreed.json.data.resolution.resolvedBy],
    ['TRUE_MATCH', officer.userId],
  );
  assert.equal((await itemOf(one)).status, 'CLOSED');
  const { matches } = await detailOf(second, one);
  assert.deepEqual([matches[0].first.by.userId, matches[0].first.reason], [second.userId, 'the same address']);
  assert.equal(matches[0].fourEyes.proposed, null);
  const log = await admin.get(`/audit?resourceId=${one.screeningId}&environment=TEST&action=screening.*`);
  const steps = log.json.data.map((row: { action: string; actor: { id: string } }) => [row.action, row.actor.id]);
  assert.deepEqual(steps.slice(0, 3), [
    ['screening.resolve', officer.userId],
    ['screening.propose_resolution', second.userId],
    ['screening.propose_resolution', officer.userId],
  ]);
  const report = await admin.get(`/test/screenings/${one.screeningId}/report`);
  assert.equal(report.status, 200);
});

test('a decision that counts is not undone by one person; asking for information settles nothing and needs one', async () => {
  const one = await screened('Bea Sanctioned');
  const asked = await say(officer, one, 'NEEDS_INFORMATION', 'no birth date');
  assert.equal(asked.json.data.resolution.decision, 'NEEDS_INFORMATION');
  await say(officer, one, 'FALSE_POSITIVE', 'somebody else');
  const agreed = await say(second, one, 'FALSE_POSITIVE', 'yes');
  assert.equal(agreed.json.data.resolution.decision, 'FALSE_POSITIVE');
  assert.equal((await screened('', one.subject)).matchId, '', 'left out of the next screening');
  for (const decision of ['TRUE_MATCH', 'NEEDS_INFORMATION']) {
    assert.equal((await say(second, one, decision)).json.data.resolution?.decision, 'FALSE_POSITIVE', decision);
    await service.services.db.query(sql`delete from aml_resolution_proposals where screening_id = ${one.screeningId}`);
  }
  assert.equal((await screened('', one.subject)).matchId, '', 'still left out');
});

test('keys of the API are held to it as people are, by the contract of the call', async () => {
  const one = await screened('Cleo Sanctioned');
  const body = { decision: 'FALSE_POSITIVE', reason: 'by a program' };
  const first = await byKey(pathOf(one), body);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.json.data.resolution, null);
  const again = await byKey(pathOf(one), body);
  assert.deepEqual([again.status, again.json.error.code], [409, 'INVALID_STATE']);
  const theirs = (await detailOf(officer, one)).matches[0].fourEyes;
  assert.deepEqual([theirs.proposed.by, theirs.proposed.mine, theirs.refused], [null, false, null]);
  const agreed = await say(officer, one, 'FALSE_POSITIVE', 'I see it too');
  assert.equal(agreed.json.data.resolution.decision, 'FALSE_POSITIVE');
});

test('take next passes over what one proposed; a bulk action proposes, and does not agree with oneself', async () => {
  const one = await screened('Dora Sanctioned');
  await say(officer, one, 'FALSE_POSITIVE', 'somebody else');
  for (;;) {
    const { item } = (await officer.post('/test/queue/next', { kind: 'SCREENING' })).json.data;
    if (item === null) break;
    assert.notEqual(item.itemId, one.screeningId);
  }
  const bulk = async (by: Browser) => {
    const action = { type: 'RESOLVE_MATCHES', decision: 'FALSE_POSITIVE', reason: 'other people' };
    const made = await by.post('/test/queue/bulk', { itemIds: [one.screeningId], action });
    assert.equal(made.status, 200, made.text);
    const { bulkId } = made.json.data;
    await service.services.db.query(
      sql`update graphile_worker._private_jobs set run_at = now() where key = ${`bulk ${bulkId}`}`,
    );
    const done = await eventually(async () => {
      const { data } = (await by.get(`/test/queue/bulk/${bulkId}`)).json;
      return data.status === 'DONE' && data;
    });
    return done.items[0].outcome;
  };
  assert.equal(await bulk(officer), 'FAILED', 'all of it was proposed by the same person');
  assert.equal((await itemOf(one)).status, 'OPEN');
  assert.equal(await bulk(second), 'DONE');
  assert.equal((await itemOf(one)).status, 'CLOSED');
});

test('nobody puts an entity on the allowlist alone: what two people said is there', async () => {
  const one = await screened('Gil Sanctioned');
  const { dataset, entityId } = (await byKey(`/aml/screenings/${one.screeningId}`)).json.data.matches[0];
  const entry = { subject: one.subject, dataset, entityId, reason: 'Another birth date' };
  for (const refused of [await byKey('/aml/allowlist', entry), await officer.post('/test/v3/aml/allowlist', entry)]) {
    assert.deepEqual([refused.status, refused.json.error.code], [409, 'INVALID_STATE'], refused.text);
    assert.equal(refused.json.error.details.status, 'FOUR_EYES_REQUIRED');
  }
  const listed = async (): Promise<number> =>
    (await byKey('/aml/allowlist?limit=100')).json.data.filter(
      (row: { screeningId: string }) => row.screeningId === one.screeningId,
    ).length;
  await say(officer, one, 'FALSE_POSITIVE');
  assert.equal(await listed(), 0);
  await say(second, one, 'FALSE_POSITIVE');
  assert.equal(await listed(), 1);
});

test('once one person is enough again, the next word counts; an erased person leaves no proposal', async () => {
  const made = await byKey('/applicants', { firstName: 'Ed', lastName: 'Sanctioned', dateOfBirth: '1980-01-02' });
  const { applicantId } = made.json.data;
  const screening = (await byKey('/aml/screenings', { applicantId, profile: 'BASIC' })).json.data;
  const one = { screeningId: screening.screeningId, matchId: screening.matches[0].matchId, subject: {} };
  const kept = await screened('Fay Sanctioned');
  await Promise.all([say(officer, one, 'TRUE_MATCH', 'Ed himself'), say(officer, kept, 'TRUE_MATCH')]);
  assert.equal((await admin.remove(`/test/v3/applicants/${applicantId}`)).status, 200);
  const left = await service.services.db.query(
    sql`select 1 from aml_resolution_proposals where screening_id = ${one.screeningId}`,
  );
  assert.equal(left.length, 0);
  await admin.patch('/settings', { settings: { 'screenings.fourEyes': false } });
  assert.equal((await say(officer, kept, 'TRUE_MATCH')).json.data.resolution.decision, 'TRUE_MATCH');
  assert.equal((await detailOf(second, kept)).matches[0].first, null);
});
