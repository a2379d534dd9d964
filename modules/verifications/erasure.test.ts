import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { World } from './testing/world.ts';

let service: TestService;
let world: World;
before(async () => {
  service = await startTestService();
  world = new World(service, 'TEST', service.testKey);
});
after(async () => service.close());

const erase = (applicantId: string) => world.call({ method: 'DELETE', path: `/applicants/${applicantId}` });

test('an applicant is not erased while a verification runs, in any unfinished status', async () => {
  const waiting = await world.person('Pending');
  const id = (await world.start(waiting, 'DOCUMENT')).json.data.id;
  const refused = await erase(waiting);
  assert.equal(refused.status, 409, refused.text);
  assert.equal(refused.json.error.details.status, 'PENDING_UPLOAD');
  await world.call({ method: 'POST', path: `/verifications/${id}/cancel` });
  assert.equal((await erase(waiting)).status, 200);

  const reviewed = await world.person('Review');
  const second = (await world.start(reviewed)).json.data.id;
  await world.until(second, 'MANUAL_REVIEW');
  assert.equal((await erase(reviewed)).json.error.details.status, 'MANUAL_REVIEW');
});

test('an overdue verification does not stand in the way, and is ended by the erasure', async () => {
  const applicantId = await world.person('Pending');
  const id = (await world.start(applicantId, 'DOCUMENT')).json.data.id;
  await service.services.db.query(sql`update verifications set expires_at = now() where id = ${id}`);
  assert.equal((await erase(applicantId)).status, 200);
  const [row] = await service.services.db.query<{ status: string }>(
    sql`select status from verifications where id = ${id}`,
  );
  assert.equal(row?.status, 'EXPIRED');
});

test('erasure takes what was read, said and uploaded, and leaves the decision', async () => {
  const applicantId = await world.person('Pending', { dateOfBirth: '1985-05-05' });
  const made = await world.start(applicantId, 'STANDARD', { metadata: { ref: 'secret-ref' } });
  const { id } = made.json.data;
  await world.upload(id, 'DOCUMENT_FRONT');
  await world.upload(id, 'SELFIE');
  await world.submit(id);
  const before = await world.until(id, 'COMPLETED');
  assert.equal(before.extracted.firstName, 'Ada');
  const shown = await world.call({ path: `/applicants/${applicantId}` });
  assert.deepEqual(shown.json.data.latestVerification, {
    verificationId: id,
    profileType: 'STANDARD',
    status: 'COMPLETED',
    result: 'APPROVED',
    createdAt: before.createdAt,
    completedAt: before.completedAt,
  });
  assert.equal((await erase(applicantId)).status, 200);
  const left = await world.read(id);
  assert.equal(left.status, 'COMPLETED');
  assert.equal(left.result, 'APPROVED');
  assert.deepEqual(left.checks, before.checks);
  assert.equal(left.extracted, null);
  assert.deepEqual(left.files, []);
  assert.deepEqual(left.metadata, {});
  assert.ok(left.breakdown.every((rule: { evidence: object }) => Object.keys(rule.evidence).length === 0));
  const files = await service.services.db.query(sql`select id from files where owner_id = ${id}`);
  assert.equal(files.length, 0);
  const [row] = await service.services.db.query<{ text: string }>(
    sql`select row_to_json(v)::text as text from verifications v where id = ${id}`,
  );
  assert.ok(!/Ada|Pending|1985|secret-ref/.test(row?.text ?? 'Ada'));
});
