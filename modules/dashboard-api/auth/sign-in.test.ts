import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { Browser, newLink, PASSWORD, signInAs } from '../testing/staff.ts';

let service: TestService;
const lines: string[] = [];
before(async () => {
  service = await startTestService({ role: { api: true, worker: false }, logTo: (line) => lines.push(line) });
});
after(() => service?.close());

describe('the first sign-in', () => {
  test('by an owner link: once, and the cookie is for this site and no script', async () => {
    const token = await newLink(service, service.organizationId, 'OWNER', null);
    const browser = new Browser(service);
    const look = await browser.post('/links/look', { token });
    assert.equal(look.status, 200, look.text);
    assert.deepEqual(
      [look.json.data.kind, look.json.data.role, look.json.data.email, look.json.data.hasAccount],
      ['OWNER', 'OWNER', null, false],
    );
    const account = { email: 'Ines@Example.com', name: 'Ines Duarte', password: PASSWORD };
    const weak = await browser.post('/links/redeem', { token, account: { ...account, password: 'Password12345!' } });
    assert.equal(weak.json.error.code, 'VALIDATION_ERROR', weak.text);
    const nobody = await browser.post('/links/redeem', { token, account: { name: 'X', password: PASSWORD } });
    assert.equal(nobody.json.error.details.issues[0].path, '/account/email');
    const joined = await browser.post('/links/redeem', { token, account });
    assert.equal(joined.status, 200, joined.text);
    const cookie = joined.headers.getSetCookie().find((set) => set.startsWith('compliance.session_token')) ?? '';
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/dashboard/api']) assert.match(cookie, new RegExp(part));
    assert.doesNotMatch(cookie, /Secure/, 'this request came by plain http');
    const me = await browser.get('/me');
    assert.equal(me.status, 200, me.text);
    assert.deepEqual(
      [me.json.data.user.name, me.json.data.user.email, me.json.data.role, me.json.data.organization.organizationId],
      ['Ines Duarte', 'ines@example.com', 'OWNER', service.organizationId],
    );
    const other = new Browser(service);
    const again = await other.post('/links/redeem', { token, account: { ...account, email: 'b@example.com' } });
    assert.equal(again.status, 404, 'a link works once');
    assert.equal((await other.post('/links/look', { token })).status, 404);
    assert.equal((await other.get('/me')).status, 401);
  });

  test('a link ends after its time, and one that nobody made is told the same', async () => {
    const token = await newLink(service, service.organizationId, 'OWNER', null);
    await service.services.db.query(
      sql`update dashboard_links set expires_at = now() - interval '1 second' where used_at is null`,
    );
    const browser = new Browser(service);
    const expired = await browser.post('/links/look', { token });
    const unknown = await browser.post('/links/look', { token: 'x'.repeat(43) });
    assert.deepEqual([expired.status, unknown.status], [404, 404]);
    assert.equal(expired.json.error.message, unknown.json.error.message);
  });

  test('the hash of a token is kept, not the token', async () => {
    const token = await newLink(service, service.organizationId, 'ANALYST', 'x@example.com');
    const rows = await service.services.db.query<{ text: string }>(sql`select l::text as text from dashboard_links l`);
    assert.ok(rows.every((row) => !row.text.includes(token)));
  });
});

describe('with a password', () => {
  test('right, wrong, unknown: one refusal for both; the session is no part of the answer', async () => {
    const officer = await signInAs(service, 'OFFICER');
    const browser = new Browser(service);
    const wrong = await browser.signIn(officer.email, 'a wrong pass phrase 1');
    const unknown = await browser.signIn('nobody@example.com');
    assert.deepEqual([wrong.status, unknown.status], [401, 401]);
    assert.equal(wrong.json.message, unknown.json.message);
    const right = await browser.signIn(officer.email);
    assert.equal(right.status, 200, right.text);
    assert.equal(right.json.token, undefined);
    const value = decodeURIComponent(browser.cookies.get('compliance.session_token') ?? '').split('.')[0] ?? '';
    assert.ok(value.length > 20 && !right.text.includes(value));
    assert.equal((await browser.get('/me')).json.data.role, 'OFFICER');
    const forged = new Browser(service);
    forged.cookies.set('compliance.session_token', value);
    assert.equal((await forged.get('/me')).status, 401, 'a token without its signature');
  });

  test('nobody signs up, and what is not listed is not there', async () => {
    const browser = await signInAs(service, 'ANALYST');
    for (const path of [
      '/auth/sign-up/email',
      '/auth/list-sessions',
      '/auth/delete-user',
      '/auth/change-email',
      '/auth/revoke-sessions',
      '/auth/update-session',
      '/auth/two-factor/send-otp',
      '/auth/get-session',
    ]) {
      const answer = await browser.post(path, { email: 'a@example.com', password: PASSWORD, name: 'A' });
      assert.equal(answer.status, 404, path);
    }
  });

  test('changing it needs the old one, refuses what is guessed, and ends other sessions', async () => {
    const browser = await signInAs(service, 'OFFICER');
    const elsewhere = new Browser(service);
    await elsewhere.signIn(browser.email);
    const change = (currentPassword: string, newPassword: string) =>
      browser.post('/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: false });
    assert.equal((await change('not the old one 17', 'copper lantern hums 9 tunes')).status, 400);
    const guessed = await change(PASSWORD, `${browser.email.split('@')[0]}12345678`);
    assert.deepEqual([guessed.status, guessed.json.code], [400, 'PASSWORD_GUESSABLE']);
    assert.equal((await change(PASSWORD, 'copper lantern hums 9 tunes')).status, 200);
    assert.equal((await elsewhere.get('/me')).status, 401);
    assert.equal((await browser.get('/me')).status, 200);
    assert.equal((await elsewhere.signIn(browser.email)).status, 401);
    assert.equal((await elsewhere.signIn(browser.email, 'copper lantern hums 9 tunes')).status, 200);
  });

  test('tries are counted for the account, whoever makes them', async () => {
    const browser = new Browser(service);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await browser.signIn('target@example.com')).status);
    assert.ok(statuses.includes(429), statuses.join());
  });
});

test('neither names nor addresses of staff, nor secrets, are in the log', () => {
  const log = lines.join('\n');
  assert.ok(lines.length > 20);
  for (const secret of ['example.com', 'Ines', 'Duarte', PASSWORD, 'lantern']) assert.ok(!log.includes(secret), secret);
});
