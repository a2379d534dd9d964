import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { form } from '../../../platform/http/testing/media-samples.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { changeSetting, type SettingName } from '../../organizations/index.ts';
import { LiveEngine } from '../index.ts';
import { World } from '../testing/world.ts';

const specimens = sharedData('identity/mrz/konstantint+PassportEye');
const faces = sharedData('identity/faces/serengil+deepface');
const skip = specimens && faces ? false : 'the specimens and pictures of people are not here';
const TODAY = new Date('2012-01-05T10:00:00Z');

let service: TestService;
let world: World;
before(async () => {
  service = await startTestService({
    engines: (services) => ({ verification: new LiveEngine(services) }),
    // The specimens are from years ago.
    clock: { now: () => new Date(TODAY.getTime() + performance.now()) },
    credits: 1000,
  });
  world = new World(service, 'LIVE', service.liveKey);
});
after(() => service.close());

const set = (name: SettingName, value: boolean | number): Promise<void> =>
  service.services.db.transaction((transaction) =>
    changeSetting(transaction, service.organizationId, name, value, new Date(), { type: 'OPERATOR', id: 'test' }),
  );

async function examined(id: string, pictures: Readonly<Record<string, Buffer>>): ReturnType<World['read']> {
  for (const [kind, bytes] of Object.entries(pictures)) {
    const answer = await world.call({
      path: `/verifications/${id}/files`,
      body: form({ bytes, name: 'a.jpg' }, { kind }),
    });
    assert.equal(answer.status, 201, answer.text);
  }
  assert.equal((await world.submit(id)).status, 202);
  for (let tries = 0; tries < 900; tries++) {
    const record = await world.read(id);
    if (record.status !== 'PROCESSING') return record;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  throw new Error('still PROCESSING');
}

const specimen = (name: string): Buffer => readFileSync(join(specimens ?? '', name));
const photograph = (name: string): Buffer => readFileSync(join(faces ?? '', name));
// oxlint-disable-next-line typescript/no-explicit-any
const ruleOf = (record: any, rule: string): any => record.breakdown.find((one: { rule: string }) => one.rule === rule);

test('a document that another applicant came with goes to a person; known fraud is rejected', { skip }, async () => {
  const front = specimen('100_pass-cze.jpg');
  const first = await examined(await world.begun('First', 'DOCUMENT'), { DOCUMENT_FRONT: front });
  assert.equal(ruleOf(first, 'DOCUMENT_NOT_SEEN_BEFORE').outcome, 'PASS');
  const second = await examined(await world.begun('Second', 'DOCUMENT'), { DOCUMENT_FRONT: front });
  assert.equal(second.status, 'MANUAL_REVIEW');
  const seen = ruleOf(second, 'DOCUMENT_NOT_SEEN_BEFORE');
  assert.deepEqual([seen.outcome, seen.evidence.otherApplicants], ['REVIEW', 1]);
  assert.equal(seen.evidence.verificationId, first.verificationId);

  const review = { decision: 'REJECTED', reason: 'A forgery.', failureReasons: ['DOCUMENT_FORGED'] };
  const done = await world.call({ path: `/verifications/${second.verificationId}/review`, body: review });
  assert.equal(done.status, 200, done.text);
  const third = await examined(await world.begun('Third', 'DOCUMENT'), { DOCUMENT_FRONT: front });
  assert.deepEqual([third.result, third.failureReasons], ['REJECTED', ['KNOWN_FRAUD']]);
});

test(
  'faces are compared only where the organisation says so; a face seen before goes to a person',
  { skip },
  async () => {
    const pictures = (selfie: string, document: string) => ({
      DOCUMENT_FRONT: specimen(document),
      SELFIE: photograph(selfie),
      LIVENESS_FRAME: photograph(selfie),
    });
    const without = await settled('Ada', pictures('img1.jpg', '100_pass-lux.jpg'));
    assert.equal(ruleOf(without, 'FACE_NOT_SEEN_BEFORE').outcome, 'NOT_PERFORMED');
    await set('verifications.duplicateFaces', true);
    const one = await settled('Berta', pictures('img1.jpg', '100_pass-cze2.jpg'));
    assert.deepEqual(
      [ruleOf(one, 'FACE_NOT_SEEN_BEFORE').outcome, ruleOf(one, 'FACE_NOT_SEEN_BEFORE').evidence.compared],
      ['PASS', 0],
    );
    const again = await settled('Cleo', pictures('img2.jpg', '100_pass-bdr.jpg'));
    const seen = ruleOf(again, 'FACE_NOT_SEEN_BEFORE');
    assert.deepEqual(
      [seen.outcome, seen.evidence.compared, seen.evidence.verificationId],
      ['REVIEW', 1, one.verificationId],
    );
    assert.equal(again.checks.duplicateFace, 'REVIEW');

    const { rows } = await templates();
    assert.equal(rows, 2, 'two faces are kept, sealed');
    const gone = await world.call({ method: 'DELETE', path: `/applicants/${one.applicantId}` });
    assert.ok(gone.status === 200 || gone.status === 204 || gone.status === 409, gone.text);
    if (gone.status !== 409) assert.equal((await templates()).rows, 1, 'and go with their applicant');
  },
);

async function settled(name: string, pictures: Readonly<Record<string, Buffer>>): ReturnType<World['read']> {
  const id = await world.begun(name, 'BIOMETRIC');
  for (let tries = 0; tries < 3; tries++) {
    const record = await examined(id, pictures);
    if (record.status !== 'PENDING_UPLOAD') return record;
  }
  throw new Error('never settled');
}

async function templates(): Promise<{ rows: number }> {
  const [found] = await service.services.db.query<{ rows: number; longest: number }>(
    sql`select count(*)::int as rows, max(length(template)) as longest from identity_traces where template is not null`,
  );
  // 128 numbers of four bytes, sealed.
  assert.ok((found?.longest ?? 0) > 512);
  return { rows: found?.rows ?? 0 };
}

test('traces go when their time is over', { skip }, async () => {
  await set('verifications.templateDays', 1);
  await examined(await world.begun('Short', 'DOCUMENT'), { DOCUMENT_FRONT: specimen('100_pass-ltu.jpg') });
  const before = await count();
  const { eraseExpired } = await import('./store.ts');
  const erased = await eraseExpired(service.services.db, new Date(TODAY.getTime() + 2 * 86_400_000));
  assert.ok(erased >= 1);
  assert.equal(await count(), before - erased);
});

async function count(): Promise<number> {
  const [found] = await service.services.db.query<{ rows: number }>(
    sql`select count(*)::int as rows from identity_traces`,
  );
  return found?.rows ?? 0;
}

test('four eyes: the first decision waits, the same key cannot agree with itself, another can', { skip }, async () => {
  await set('verifications.fourEyes', true);
  const record = await examined(await world.begun('Four', 'DOCUMENT'), {
    DOCUMENT_FRONT: specimen('100_pass-polx.jpg'),
  });
  assert.equal(record.status, 'MANUAL_REVIEW', JSON.stringify(record.breakdown));
  const path = `/verifications/${record.verificationId}/review`;
  const body = { decision: 'APPROVED', reason: 'Looks right.' };
  const proposed = await world.call({ path, body });
  assert.deepEqual([proposed.status, proposed.json.data.status], [200, 'MANUAL_REVIEW']);
  assert.equal(proposed.json.data.proposedReview.decision, 'APPROVED');
  const own = await world.call({ path, body });
  assert.deepEqual([own.status, own.json.error.code], [409, 'INVALID_STATE']);
  const second = await service.addKey(service.organizationId, 'LIVE');
  const contrary = await world.call({ path, body: { ...body, decision: 'REJECTED' }, key: second });
  assert.equal(contrary.json.data.proposedReview.decision, 'REJECTED');
  const agreed = await world.call({ path, body: { ...body, decision: 'REJECTED' } });
  assert.deepEqual(
    [agreed.json.data.status, agreed.json.data.result, agreed.json.data.proposedReview],
    ['COMPLETED', 'REJECTED', null],
  );
  await set('verifications.fourEyes', false);
});
