import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { Browser, PASSWORD, signInAs } from '../testing/staff.ts';
import { deviceOf } from './team.ts';

let service: TestService;
let now = new Date();
let owner: Browser & { email: string };
before(async () => {
  service = await startTestService({ role: { api: true, worker: false }, clock: { now: () => now } });
  owner = await signInAs(service, 'OWNER');
});
after(() => service?.close());

const decoded = (text: string): Buffer => {
  let bits = '';
  for (const sign of text.replaceAll('=', '')) {
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0');
  }
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
};
/** RFC 6238, 6 digits, 30 s, SHA-1: written apart from what is tested. */
function totp(uri: string, at = Date.now()): string {
  const secret = decoded(new URL(uri).searchParams.get('secret') ?? '');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('a team', () => {
  test('grows by links that the inviter hands over; each is for one address, works once, and can be taken back', async () => {
    const invited = await owner.post('/team/invitations', { email: 'New@Example.com', role: 'ANALYST' });
    assert.equal(invited.status, 200, invited.text);
    assert.equal(invited.json.data.email, 'new@example.com');
    const token = invited.json.data.link.split('#')[1];
    assert.ok(!(await owner.get('/team')).text.includes(token), 'shown once');
    const replaced = await owner.post('/team/invitations', { email: 'new@example.com', role: 'OFFICER' });
    const joiner = new Browser(service);
    assert.equal((await joiner.post('/links/look', { token })).status, 404, 'a newer one replaces it');
    const link = replaced.json.data.link.split('#')[1];
    const joined = await joiner.post('/links/redeem', { token: link, account: { name: 'Nia', password: PASSWORD } });
    assert.equal(joined.json.data.role, 'OFFICER', joined.text);
    assert.equal((await joiner.get('/me')).json.data.user.email, 'new@example.com');
    assert.equal((await owner.post('/team/invitations', { email: 'new@example.com', role: 'OFFICER' })).status, 409);

    const other = await owner.post('/team/invitations', { email: 'late@example.com', role: 'ANALYST' });
    assert.equal((await owner.remove(`/team/invitations/${other.json.data.invitationId}`)).status, 200);
    assert.equal((await joiner.post('/links/look', { token: other.json.data.link.split('#')[1] })).status, 404);
    const admin = await signInAs(service, 'ADMIN');
    assert.equal((await admin.post('/team/invitations', { email: 'o@example.com', role: 'OWNER' })).status, 403);
  });

  test('an account that exists joins when it is signed in; the address must be the invited one', async () => {
    const elsewhere = await service.addOrganization({ name: 'Second' });
    const second = await signInAs(service, 'OWNER', elsewhere.organizationId);
    const member = await signInAs(service, 'ANALYST');
    const invite = async (email: string): Promise<string> =>
      (await second.post('/team/invitations', { email, role: 'DEVELOPER' })).json.data.link.split('#')[1];
    const token = await invite(member.email);
    assert.equal((await owner.post('/links/redeem', { token })).status, 409, 'signed in as somebody else');
    const anew = await new Browser(service).post('/links/redeem', {
      token,
      account: { name: 'X', password: PASSWORD },
    });
    assert.equal(anew.status, 409, 'there is an account already');
    const joined = await member.post('/links/redeem', { token });
    assert.equal(joined.status, 200, joined.text);
    const me = (await member.get('/me')).json.data;
    assert.deepEqual([me.organization.name, me.role, me.organizations.length], ['Second', 'DEVELOPER', 2]);
    const back = await member.post('/me/organization', { to: service.organizationId });
    assert.equal(back.json.data.role, 'ANALYST', back.text);
    assert.equal((await second.remove(`/team/members/${member.userId}`)).status, 200);
    assert.equal((await member.get('/me')).json.data.organizations.length, 1, 'still here');
  });

  test('keeps an owner; only owners make and remove owners; a new role counts at once', async () => {
    const admin = await signInAs(service, 'ADMIN');
    const member = await signInAs(service, 'ANALYST');
    const change = (by: Browser, userId: string, role: string) => by.patch(`/team/members/${userId}`, { role });
    assert.equal((await change(owner, owner.userId, 'ADMIN')).json.error.code, 'INVALID_STATE');
    assert.equal((await owner.remove(`/team/members/${owner.userId}`)).status, 409);
    assert.equal((await change(admin, member.userId, 'OWNER')).status, 403);
    assert.equal((await change(admin, owner.userId, 'ADMIN')).status, 403);
    assert.equal((await admin.remove(`/team/members/${owner.userId}`)).status, 403);
    assert.equal((await member.get('/requests')).status, 404);
    assert.equal((await member.get('/live/requests')).status, 403);
    assert.equal((await change(admin, member.userId, 'DEVELOPER')).json.data.role, 'DEVELOPER');
    assert.equal((await member.get('/live/requests')).status, 200);
    assert.equal((await change(owner, member.userId, 'OWNER')).json.data.role, 'OWNER');
    assert.equal((await change(member, owner.userId, 'ADMIN')).status, 200);
    assert.equal((await change(member, owner.userId, 'OWNER')).status, 200);
  });
});

describe('sessions', () => {
  test('are listed, and end where they are revoked, by the person or by an admin', async () => {
    const member = await signInAs(service, 'ANALYST');
    const phone = new Browser(service);
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
    await phone.post('/auth/sign-in/email', { email: member.email, password: PASSWORD }, { 'user-agent': agent });
    const { sessions } = (await member.get('/me/sessions')).json.data;
    assert.equal(sessions.length, 2);
    const other = sessions.find((row: { current: boolean }) => !row.current);
    assert.equal(other.device, 'Safari on iOS');
    const theirs = (await owner.get('/me/sessions')).json.data.sessions[0].sessionId;
    assert.equal((await member.remove(`/me/sessions/${theirs}`)).status, 404, "not other people's");
    assert.equal((await member.remove(`/me/sessions/${other.sessionId}`)).status, 200);
    assert.equal((await phone.get('/me')).status, 401);
    assert.equal((await owner.remove(`/team/members/${member.userId}/sessions`)).json.data.ended, 1);
    assert.equal((await member.get('/me')).status, 401);
    await phone.signIn(member.email);
    assert.equal((await phone.get('/me')).status, 200);
    await phone.post('/auth/sign-out');
    assert.equal((await phone.get('/me')).status, 401);
  });

  test('end when they are not used, and after half a day at the latest', async () => {
    const member = await signInAs(service, 'ANALYST');
    const start = now;
    try {
      now = new Date(start.getTime() + 50 * 60_000);
      assert.equal((await member.get('/me')).status, 200);
      now = new Date(start.getTime() + 100 * 60_000);
      assert.equal((await member.get('/me')).status, 200, 'used fifty minutes ago');
      now = new Date(start.getTime() + 161 * 60_000);
      assert.equal((await member.get('/me')).json.error.details.reason, 'IDLE');
      now = start;
      assert.equal((await member.get('/me')).status, 401, 'and it is gone');
      const busy = await signInAs(service, 'ANALYST');
      await service.services.db.query(
        sql`update dashboard_sessions set created_at = created_at - interval '13 hours' where user_id = ${busy.userId}`,
      );
      assert.equal((await busy.get('/me')).json.error.details.reason, 'EXPIRED');
    } finally {
      now = start;
    }
  });

  test('a browser is told by what it says of itself', () => {
    const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36';
    assert.equal(deviceOf(chrome), 'Chrome on Linux');
    assert.equal(deviceOf(`${chrome} Edg/131.0`), 'Edge on Linux');
    assert.equal(deviceOf(null), 'Unknown browser');
  });
});

describe('a second factor', () => {
  test('is asked for once it is there; a backup code works once; where it is demanded nothing opens without', async () => {
    const member = await signInAs(service, 'OFFICER');
    const enabled = await member.post('/auth/two-factor/enable', { password: PASSWORD });
    assert.equal(enabled.status, 200, enabled.text);
    const { totpURI, backupCodes } = enabled.json;
    const early = new Browser(service);
    assert.equal((await early.signIn(member.email)).json.twoFactorRedirect, undefined, 'not before it is confirmed');
    const confirmed = await member.post('/auth/two-factor/verify-totp', { code: totp(totpURI) });
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal((await member.get('/me')).json.data.user.twoFactor, true);

    const browser = new Browser(service);
    assert.equal((await browser.signIn(member.email)).json.twoFactorRedirect, true);
    assert.equal((await browser.get('/me')).status, 401, 'half a sign-in is none');
    assert.equal((await browser.post('/auth/two-factor/verify-totp', { code: '000000' })).status, 401);
    const right = await browser.post('/auth/two-factor/verify-totp', { code: totp(totpURI, Date.now()) });
    assert.equal(right.status, 200, right.text);
    assert.equal((await browser.get('/me')).json.data.user.userId, member.userId);

    const lost = new Browser(service);
    await lost.signIn(member.email);
    const [code] = backupCodes;
    assert.equal((await lost.post('/auth/two-factor/verify-backup-code', { code })).status, 200);
    assert.equal((await lost.get('/me')).status, 200);
    const again = new Browser(service);
    await again.signIn(member.email);
    assert.equal((await again.post('/auth/two-factor/verify-backup-code', { code })).status, 401, 'used up');

    const without = await signInAs(service, 'ANALYST');
    await owner.patch('/settings', { settings: { 'team.requireTwoFactor': true } });
    const refused = await without.get('/live/home');
    assert.deepEqual([refused.status, refused.json.error.details.reason], [403, 'SECOND_FACTOR_MISSING']);
    assert.equal((await without.get('/me')).json.data.mustAddTwoFactor, true);
    assert.equal((await member.get('/live/home')).status, 200, 'who has one goes on');
  });
});
