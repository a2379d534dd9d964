import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PROFILE_CHECKS, PROFILE_TYPES } from '../../contract/verifications.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { World } from './testing/world.ts';

let service: TestService;
let world: World;
before(async () => {
  service = await startTestService();
  world = new World(service, 'TEST', service.testKey);
});
after(async () => service.close());

const types = (events: readonly { type: string }[]): string[] => events.map((event) => event.type);

test('any other name: created, awaiting uploads, then by itself approved, with every event in order', async () => {
  const applicantId = await world.person('Lovelace', { dateOfBirth: '1990-12-10', nationality: 'GB' });
  const made = await world.start(applicantId, 'STANDARD', { metadata: { a: '1' }, locale: 'pt-BR' });
  assert.equal(made.status, 201, made.text);
  const { data } = made.json;
  assert.equal(data.status, 'CREATED');
  assert.equal(data.id, data.verificationId);
  assert.deepEqual(data.metadata, { a: '1' });
  assert.deepEqual(data.checks, { document: 'NOT_PERFORMED', faceMatch: 'NOT_PERFORMED' });
  assert.deepEqual(data.missing, ['DOCUMENT_FRONT', 'SELFIE']);
  assert.equal(Date.parse(data.expiresAt) - Date.parse(data.createdAt), 7 * 86_400_000);
  assert.match(data.uploadUrl, /^http:\/\/localhost:\d+\/capture\/[A-Za-z0-9_-]{43}$/);

  const done = await world.until(data.id, 'COMPLETED');
  assert.equal(done.result, 'APPROVED');
  assert.equal(done.decidedBy, 'AUTOMATIC');
  assert.equal(done.uploadUrl, null);
  assert.deepEqual(done.checks, { document: 'PASS', faceMatch: 'PASS' });
  assert.equal(done.extracted.dateOfBirth, '1990-12-10');
  assert.equal(done.extracted.lastName, 'Lovelace');
  assert.ok(done.extracted.dateOfExpiry > done.createdAt);

  const told = await world.events(data.id);
  const ids = { verificationId: data.id, applicantId };
  const checks = { document: 'PASS', faceMatch: 'PASS' };
  assert.deepEqual(types(told), [
    'verification.created',
    'verification.pending_upload',
    'verification.completed',
    'verification.approved',
  ]);
  assert.deepEqual(told[0]?.data, { ...ids, profileType: 'STANDARD' });
  assert.deepEqual(told[1]?.data, { ...ids, uploadUrl: data.uploadUrl, expiresAt: data.expiresAt });
  assert.deepEqual(told[2]?.data, {
    ...ids,
    status: 'COMPLETED',
    result: 'APPROVED',
    checks,
    decidedBy: 'AUTOMATIC',
  });
  assert.deepEqual(told[3]?.data, { ...ids, result: 'APPROVED', checks, decidedBy: 'AUTOMATIC' });
  assert.deepEqual(await world.ledger(data.id), [], 'the sandbox takes no credits');
});

test('every profile performs its checks, and says the same twice', async () => {
  for (const profileType of PROFILE_TYPES) {
    const applicantId = await world.person('Hopper');
    const ids = await Promise.all([0, 1].map(async () => (await world.start(applicantId, profileType)).json.data.id));
    const [one, two] = await Promise.all(ids.map((id) => world.until(id, 'COMPLETED')));
    assert.deepEqual(Object.keys(one.checks), PROFILE_CHECKS[profileType]);
    assert.ok(Object.values(one.checks).every((outcome) => outcome === 'PASS'));
    assert.deepEqual([one.checks, one.extracted, one.breakdown], [two.checks, two.extracted, two.breakdown]);
    assert.deepEqual(
      [...new Set(one.breakdown.map((rule: { check: string }) => rule.check))],
      [...PROFILE_CHECKS[profileType]],
    );
  }
});

test('Rejected: an expired document', async () => {
  const id = await world.begun('Rejected', 'ENHANCED');
  const done = await world.until(id, 'COMPLETED');
  assert.equal(done.result, 'REJECTED');
  assert.deepEqual(done.failureReasons, ['DOCUMENT_EXPIRED']);
  assert.equal(done.checks.document, 'FAIL');
  assert.ok(done.extracted.dateOfExpiry < done.createdAt);
  const rule = done.breakdown.find((found: { rule: string }) => found.rule === 'DOCUMENT_NOT_EXPIRED');
  assert.equal(rule.outcome, 'FAIL');
  const told = await world.events(id);
  assert.deepEqual(types(told).slice(2), ['verification.completed', 'verification.rejected']);
  assert.deepEqual(told[3]?.data.failureReasons, ['DOCUMENT_EXPIRED']);
  assert.equal(told[2]?.data.result, 'REJECTED');
});

test('Review: a person decides, and completed comes with what was decided', async () => {
  for (const decision of ['APPROVED', 'REJECTED'] as const) {
    const id = await world.begun('Review');
    const waiting = await world.until(id, 'MANUAL_REVIEW');
    assert.equal(waiting.reviewReason, 'FACE_MATCH_UNCERTAIN');
    assert.equal(waiting.checks.faceMatch, 'REVIEW');
    assert.equal(waiting.result, null);
    assert.equal(waiting.uploadUrl, null);
    const answer = await world.call({
      path: `/verifications/${id}/review`,
      body: {
        decision,
        reason: 'looked at it',
        ...(decision === 'REJECTED' ? { failureReasons: ['FACE_MISMATCH'] } : {}),
      },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.data.status, 'COMPLETED');
    assert.equal(answer.json.data.decidedBy, 'REVIEWER');
    assert.equal(answer.json.data.review.reason, 'looked at it');
    const told = await world.events(id);
    assert.deepEqual(types(told).slice(2), [
      'verification.manual_review',
      'verification.completed',
      `verification.${decision.toLowerCase()}`,
    ]);
    assert.equal(told[2]?.data.reviewReason, 'FACE_MATCH_UNCERTAIN');
    assert.equal(told[3]?.data.decidedBy, 'REVIEWER');
    assert.equal(told[4]?.data.checks.faceMatch, decision === 'APPROVED' ? 'PASS' : 'FAIL');
    if (decision === 'REJECTED') assert.deepEqual(told[4]?.data.failureReasons, ['FACE_MISMATCH']);
  }
  const documentOnly = await world.until(await world.begun('Review', 'DOCUMENT'), 'MANUAL_REVIEW');
  assert.deepEqual(documentOnly.checks, { document: 'REVIEW' });
});

test('Expired: ends by itself, without a decision', async () => {
  const id = await world.begun('Expired');
  const done = await world.until(id, 'EXPIRED');
  assert.equal(done.result, null);
  assert.equal(done.uploadUrl, null);
  assert.ok(Date.parse(done.expiresAt) <= Date.now());
  assert.deepEqual(types(await world.events(id)), ['verification.created', 'verification.pending_upload']);
  const listed = await world.call({ path: '/verifications?status=EXPIRED' });
  assert.equal(listed.json.pagination.total, 1);
});

test('Pending: waits for files, then approved', async () => {
  const id = await world.begun('Pending', 'BIOMETRIC');
  await new Promise((resolve) => {
    setTimeout(resolve, 600);
  });
  assert.equal((await world.read(id)).status, 'PENDING_UPLOAD');
  const early = await world.submit(id);
  assert.equal(early.status, 409, early.text);
  assert.equal(early.json.error.code, 'INVALID_STATE');
  assert.deepEqual(early.json.error.details.missing, ['DOCUMENT_FRONT', 'SELFIE', 'LIVENESS_FRAME']);
  assert.equal(early.json.error.details.status, 'PENDING_UPLOAD');
  for (const kind of ['DOCUMENT_FRONT', 'SELFIE', 'LIVENESS_FRAME']) {
    assert.equal((await world.upload(id, kind)).status, 201);
  }
  const submitted = await world.submit(id);
  assert.equal(submitted.status, 202, submitted.text);
  assert.equal(submitted.json.data.status, 'PROCESSING');
  const done = await world.until(id, 'COMPLETED');
  assert.equal(done.result, 'APPROVED');
  assert.equal(done.files.length, 3);
  assert.deepEqual(types(await world.events(id)), [
    'verification.created',
    'verification.pending_upload',
    'verification.completed',
    'verification.approved',
  ]);
});

test('the last name decides exactly, and only the last name', async () => {
  const names = ['rejected', 'Rejected-Smith', 'Review Board'];
  for (const name of names) {
    assert.equal((await world.until(await world.begun(name), 'COMPLETED')).result, 'APPROVED', name);
  }
});

test('files handed in before the delay is over are used, and completed once', async (t) => {
  // Long enough for both requests on a busy machine.
  const delay = 3000;
  const slow = await startTestService({ env: { SANDBOX_DELAY_MS: String(delay) } });
  t.after(() => slow.close());
  const patient = new World(slow, 'TEST', slow.testKey);
  const id = await patient.begun('Early', 'DOCUMENT');
  assert.equal((await patient.upload(id, 'DOCUMENT_FRONT', 'pdf', 'id.pdf')).status, 201);
  assert.equal((await patient.submit(id)).status, 202);
  await patient.until(id, 'COMPLETED');
  // What would complete it by itself comes after the delay.
  await new Promise((resolve) => {
    setTimeout(resolve, delay + 500);
  });
  assert.equal(types(await patient.events(id)).filter((type) => type === 'verification.completed').length, 1);
});
