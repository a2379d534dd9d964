import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { World } from '../../modules/verifications/testing/world.ts';
import type { Examination, Verdict, VerificationEngine } from '../../modules/verifications/index.ts';
import { sql } from '../../platform/database/sql.ts';
import { SAMPLES } from '../../platform/http/testing/media-samples.ts';
import { startTestService, type TestService } from '../testing.ts';
import { type Answer, Visitor } from './testing.ts';

const findings = { checks: { document: 'PASS' } as const, extracted: null, breakdown: [] };
const verdicts = new Map<string, Verdict[]>();
const examined: Examination[] = [];
/** Examinations that wait until the test lets them go on. */
const held = new Map<string, Promise<void>>();
/** Says what the test tells it to; approves otherwise. */
const engine: VerificationEngine = {
  requireAvailable() {},
  course: (_person, now) => ({ expiresAt: new Date(now.getTime() + 7 * 86_400_000), unattendedAt: null }),
  examinesAt: (now) => now,
  examine: async (examination) => {
    examined.push(examination);
    await held.get(examination.verificationId);
    const approve: Verdict = { kind: 'DECIDED', result: 'APPROVED', failureReasons: [], ...findings };
    return verdicts.get(examination.verificationId)?.shift() ?? approve;
  },
};

let service: TestService;
let world: World;
let log = '';
before(async () => {
  service = await startTestService({
    engines: { verification: engine },
    credits: 1_000,
    logTo: (line) => (log += line),
  });
  world = new World(service, 'LIVE', service.liveKey);
});
after(async () => service?.close());

const visit = async (profileType = 'DOCUMENT', more: Record<string, unknown> = {}): Promise<Visitor> => {
  const id = await world.begun('Lind', profileType, more);
  return Visitor.of(service, 'LIVE', id, (await world.read(id)).uploadUrl);
};
const agreed = async (profileType = 'DOCUMENT'): Promise<Visitor> => {
  const visitor = await visit(profileType);
  assert.equal((await visitor.post('/consent', { language: 'en' })).status, 200);
  return visitor;
};
const codeOf = ({ status, json }: Answer): string => `${status} ${String(json?.error?.code)}`;

test('the page: its language, its headers, nothing inline, and the same on both ports for their own verifications', async () => {
  const visitor = await visit('DOCUMENT', { locale: 'ar-EG' });
  const page = await visitor.get('', { 'accept-language': 'de' });
  assert.equal(page.status, 200);
  assert.match(page.text, /<html lang="ar" dir="rtl">/);
  assert.doesNotMatch(page.text, /<script(?![^>]*\ssrc=)|<style|\son\w+=|style=/);
  assert.ok(!page.text.includes(visitor.token));
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.match(page.headers.get('permissions-policy') ?? '', /camera=\(self\), microphone=\(\)/);
  assert.equal(page.headers.get('set-cookie'), null);

  const german = await (await visit()).get('', { 'accept-language': 'xx, fr;q=0.3, de-AT;q=0.8' });
  assert.match(german.text, /<html lang="de" dir="ltr">/);
  const other = await fetch(`${service.sandbox.replace('/api/v3', '')}/capture/${visitor.token}`);
  assert.equal(other.status, 404, 'a live token is unknown to the sandbox');
});

test('an address that leads nowhere: a page that says so, and 404 for all that is below', async () => {
  const visitor = await visit();
  for (const token of ['x', 'A'.repeat(43), '..%2f..%2fetc%2fpasswd', `${visitor.token}x`, '%00', '🙂']) {
    const stranger = new Visitor(visitor.origin, token, visitor.verificationId);
    const page = await stranger.get('');
    assert.equal(page.status, 404, token);
    assert.match(
      page.headers.get('content-type') ?? '',
      token === '%00' || token.includes('%2f') ? /html|json/ : /html/,
    );
    assert.equal(codeOf(await stranger.get('/state')), '404 NOT_FOUND', token);
    assert.equal(codeOf(await stranger.post('/submit', {})), '404 NOT_FOUND', token);
  }
});

test('files of the page: strong tags, compressed, all of it below 200 KB, and no path leads outside', async () => {
  const visitor = await visit();
  const page = await visitor.get('');
  const names = [...page.text.matchAll(/(?:href|src)="(\/capture-page\/[^"]+)"/g)].map((match) => match[1] ?? '');
  names.push('/capture-page/words/ar.json');
  let packed = Buffer.byteLength(page.text);
  for (const name of new Set(names)) {
    const plain = await fetch(visitor.origin + name, { headers: { 'accept-encoding': 'identity' } });
    assert.equal(plain.status, 200, name);
    const tag = plain.headers.get('etag') ?? '';
    assert.match(tag, /^"[\w-]{22}"$/, name);
    const again = await fetch(visitor.origin + name, { headers: { 'if-none-match': tag } });
    assert.equal(again.status, 304, name);
    const text = await plain.text();
    if (name.endsWith('.ts')) {
      assert.match(plain.headers.get('content-type') ?? '', /javascript/);
      assert.doesNotMatch(text, /\binterface [A-Z]|import type/, name);
    }
    packed += await visitor.packedSize(name);
  }
  assert.ok(packed < 200_000, `${packed} bytes`);
  assert.ok(packed > 10_000, 'the files were found');
  for (const path of ['../package.json', '..%2fpackage.json', 'tsconfig.json', 'words/../../package.json', '']) {
    assert.equal((await visitor.raw('GET', `/capture-page/${path}`)).status, 404, path);
  }
});

test('consent comes first, is written down once, and nothing is taken before', async () => {
  const visitor = await visit();
  assert.equal((await visitor.state()).consent, false);
  assert.equal(codeOf(await visitor.post('/captures', { kind: 'DOCUMENT_FRONT' })), '409 INVALID_STATE');
  assert.equal(codeOf(await visitor.post('/submit', {})), '409 INVALID_STATE');
  assert.equal(codeOf(await visitor.post('/consent', { language: 'xx' })), '400 VALIDATION_ERROR');
  const one = await visitor.post('/consent', { language: 'de' });
  assert.equal(one.json.data.consent, true);
  await visitor.post('/consent', { language: 'de' });
  const entries = await service.services.db.query<{ actor: string }>(
    sql`select actor_type || ' ' || actor_id as actor from audit_entries where action = 'verification.consent' and resource_id = ${visitor.verificationId}`,
  );
  assert.deepEqual(entries, [{ actor: `APPLICANT ${visitor.verificationId}` }]);
});

test('from the first picture to the end: only what is missing is asked for, and the end is told after a reload', async () => {
  const visitor = await agreed('STANDARD');
  verdicts.set(visitor.verificationId, [
    { kind: 'UNREADABLE', uploadIssues: [{ kind: 'DOCUMENT_FRONT', reason: 'IMAGE_BLURRED' }] },
  ]);
  assert.deepEqual(
    (await visitor.state()).steps.map(({ kind, required, present }) => [kind, required, present]),
    [
      ['DOCUMENT_FRONT', true, false],
      ['DOCUMENT_BACK', false, false],
      ['SELFIE', true, false],
    ],
  );
  for (const kind of ['DOCUMENT_FRONT', 'SELFIE']) assert.equal((await visitor.send(kind, SAMPLES.jpeg)).status, 204);
  const released = Promise.withResolvers<void>();
  held.set(visitor.verificationId, released.promise);
  assert.equal((await visitor.post('/submit', {})).json.data.phase, 'CHECKING');
  released.resolve();
  await world.until(visitor.verificationId, 'PENDING_UPLOAD');
  const back = await visitor.state();
  assert.deepEqual(
    back.steps.map(({ kind, present, issue }) => [kind, present, issue]),
    [
      ['DOCUMENT_FRONT', false, 'IMAGE_BLURRED'],
      ['DOCUMENT_BACK', false, null],
      ['SELFIE', true, null],
    ],
  );
  assert.equal(back.triesLeft, 2);
  const missing = await visitor.post('/submit', {});
  assert.deepEqual(missing.json.error.details.missing, ['DOCUMENT_FRONT']);
  await visitor.send('DOCUMENT_FRONT', SAMPLES.png);
  await visitor.post('/submit', {});
  await world.until(visitor.verificationId, 'COMPLETED');
  const end = await visitor.state();
  assert.equal(end.phase, 'APPROVED');
  assert.deepEqual(end.steps, []);
  assert.equal((await visitor.get('')).status, 200, 'the page still says how it ended');
  assert.equal(codeOf(await visitor.post('/submit', {})), '409 INVALID_STATE');
  assert.equal(codeOf(await visitor.post('/captures', { kind: 'SELFIE' })), '409 INVALID_STATE');
  const files = examined.findLast((one) => one.verificationId === visitor.verificationId)?.files ?? [];
  assert.deepEqual(await files.find(({ kind }) => kind === 'DOCUMENT_FRONT')?.read(), SAMPLES.png);
});

test('a rejection and a review are not told apart from their reasons; expired and cancelled are', async () => {
  const rejected = await agreed();
  verdicts.set(rejected.verificationId, [
    { kind: 'DECIDED', result: 'REJECTED', failureReasons: ['DOCUMENT_EXPIRED'], ...findings },
  ]);
  await rejected.send('DOCUMENT_FRONT', SAMPLES.jpeg);
  await rejected.post('/submit', {});
  await world.until(rejected.verificationId, 'COMPLETED');
  const told = await rejected.get('/state');
  assert.equal(told.json.data.phase, 'FINISHED');
  assert.doesNotMatch(told.text, /REJECT|DOCUMENT_EXPIRED|breakdown|failure/);

  const cancelled = await visit();
  assert.equal((await cancelled.post('/cancel', {})).json.data.phase, 'CANCELLED');
  assert.equal(codeOf(await cancelled.post('/cancel', {})), '409 INVALID_STATE');
  assert.deepEqual(await world.ledger(cancelled.verificationId), ['HOLD 1', 'RELEASE 1']);

  const late = await agreed();
  const begun = await late.begin('DOCUMENT_FRONT');
  await service.services.db.query(
    sql`update verifications set expires_at = now() - interval '1 second' where id = ${late.verificationId}`,
  );
  assert.equal(codeOf(await late.create('DOCUMENT_FRONT', begun.nonce, 10)), '409 INVALID_STATE');
  assert.equal((await late.state()).phase, 'EXPIRED');
});

test('erased with the applicant: the page is gone', async () => {
  const visitor = await agreed();
  const { applicantId } = await world.read(visitor.verificationId);
  await visitor.post('/cancel', {});
  await world.call({ method: 'DELETE', path: `/applicants/${applicantId}` });
  assert.equal(codeOf(await visitor.get('/state')), '404 NOT_FOUND');
});

test('the code for the phone is drawn here and holds the address', async () => {
  const visitor = await visit();
  const code = await visitor.get('/qr.svg');
  assert.equal(code.status, 200);
  assert.match(code.headers.get('content-type') ?? '', /svg/);
  assert.match(code.text, /<svg[\s\S]*<path/);
  assert.ok(!code.text.includes(visitor.token), 'as a picture only');
  assert.equal((await visitor.state()).phone, false, 'localhost on a phone is the phone');
});

test('no token is in the log', async () => {
  const visitor = await agreed();
  await visitor.send('DOCUMENT_FRONT', SAMPLES.jpeg);
  await visitor.get(`/nothing`);
  await visitor.raw('BREW', `/capture/${visitor.token}/state`).catch(() => {});
  assert.match(log, /"route":"\/capture\/:token\/uploads"/);
  assert.ok(!log.includes(visitor.token));
  assert.ok(!log.includes(visitor.token.slice(0, 20)));
});
