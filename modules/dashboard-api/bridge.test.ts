import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Role } from '../../contract/dashboard/index.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { type Browser, signInAs } from './testing/staff.ts';

let service: TestService;
const people = new Map<Role, Browser>();
before(async () => {
  service = await startTestService({ role: { api: true, worker: false } });
  for (const role of ['OWNER', 'OFFICER', 'ANALYST'] as const) people.set(role, await signInAs(service, role));
});
after(() => service?.close());

const person = (role: Role): Browser => {
  const found = people.get(role);
  assert.ok(found);
  return found;
};

describe('requests that other sites make a browser send', () => {
  test('a change without the header, with another Origin, or from another site is refused before anything', async () => {
    const browser = person('OWNER');
    const body = { firstName: 'A', lastName: 'B' };
    const tries: Record<string, string>[] = [
      { 'x-dashboard': '0' },
      { 'x-dashboard': '' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: browser.origin.replace('127.0.0.1', 'localhost') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of tries) {
      for (const path of ['/live/v3/applicants', '/team/invitations', '/live/queue/next', '/auth/sign-out']) {
        const answer = await browser.post(path, body, headers);
        assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)} ${answer.text}`);
        assert.equal(answer.json.error.details.reason, 'CROSS_SITE');
      }
    }
    assert.equal((await browser.get('/me', { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await browser.post('/live/v3/applicants', body)).status, 201);
  });
});

describe('through the pages', () => {
  test('the public calls do what they do, in the name of the person; Idempotency-Key and limits too', async () => {
    const officer = person('OFFICER');
    const headers = { 'idempotency-key': 'from-a-page' };
    const body = { firstName: 'Noor', lastName: 'Vermeer' };
    const first = await officer.post('/test/v3/applicants', body, headers);
    const again = await officer.post('/test/v3/applicants', body, headers);
    assert.equal(first.status, 201, first.text);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(first.headers.get('x-ratelimit-limit'), '600');
    const { applicantId } = first.json.data;
    const seen = await officer.get(`/test/v3/applicants/${applicantId}`);
    assert.equal(seen.json.data.lastName, 'Vermeer');
    assert.equal((await officer.get(`/live/v3/applicants/${applicantId}`)).status, 404);
    const log = await person('OWNER').get(`/audit?resourceId=${applicantId}`);
    assert.deepEqual(
      log.json.data.map((row: { action: string; actor: { id: string } }) => [row.action, row.actor.id]),
      [
        ['record.view', officer.userId],
        ['applicant.create', officer.userId],
      ],
    );
  });

  test('people of another organisation see and change nothing here', async () => {
    const other = await service.addOrganization({ name: 'Elsewhere' });
    const stranger = await signInAs(service, 'OWNER', other.organizationId);
    const made = await person('OFFICER').post('/live/v3/applicants', { firstName: 'Kim', lastName: 'Lund' });
    const { applicantId } = made.json.data;
    for (const path of [`/live/v3/applicants/${applicantId}`, `/live/applicants/${applicantId}/overview`]) {
      assert.equal((await stranger.get(path)).status, 404, path);
    }
    const team = await stranger.get('/team');
    assert.deepEqual(
      team.json.data.members.map((row: { userId: string }) => row.userId),
      [stranger.userId],
    );
    assert.equal((await stranger.remove(`/team/members/${person('ANALYST').userId}`)).status, 404);
    const moved = await stranger.post('/me/organization', { to: service.organizationId });
    assert.equal(moved.status, 404);
    assert.equal(
      (await stranger.get('/audit')).json.data.every((row: { resourceId: string }) => row.resourceId !== applicantId),
      true,
    );
  });
});
