import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import type { Examination, Verdict, VerificationEngine } from './index.ts';
import { World } from './testing/world.ts';

/** An engine that says what the test tells it to, of one verification after the other. */
class ScriptedEngine implements VerificationEngine {
  readonly verdicts = new Map<string, (Verdict | Error)[]>();
  readonly examined: Examination[] = [];
  requireAvailable(): void {}
  course(_person: unknown, now: Date) {
    return { expiresAt: new Date(now.getTime() + 7 * 86_400_000), unattendedAt: null };
  }
  examinesAt(now: Date): Date {
    return now;
  }
  async examine(examination: Examination): Promise<Verdict> {
    this.examined.push(examination);
    const next = this.verdicts.get(examination.verificationId)?.shift() ?? APPROVE;
    if (next instanceof Error) throw next;
    return next;
  }
}

const findings = { checks: { document: 'PASS' } as const, extracted: null, breakdown: [] };
const APPROVE: Verdict = { kind: 'DECIDED', result: 'APPROVED', failureReasons: [], ...findings };
const REJECT: Verdict = { kind: 'DECIDED', result: 'REJECTED', failureReasons: ['DOCUMENT_EXPIRED'], ...findings };
const REFER: Verdict = { kind: 'REFERRED', reviewReason: 'FACE_MATCH_UNCERTAIN', ...findings };
const BLURRED: Verdict = {
  kind: 'UNREADABLE',
  uploadIssues: [{ kind: 'DOCUMENT_FRONT', reason: 'BLURRED', picture: 'a digest' }],
};

const engine = new ScriptedEngine();
let service: TestService;
let world: World;
before(async () => {
  service = await startTestService({ engines: { verification: engine }, credits: 1000 });
  world = new World(service, 'LIVE', service.liveKey);
});
after(async () => service.close());

test('credits are held, then taken when completed; the engine gets the person and the bytes', async () => {
  const before = await world.balance();
  const id = await world.begun('Lind', 'BIOMETRIC');
  assert.deepEqual(await world.ledger(id), ['HOLD 3']);
  assert.equal((await world.balance()).held, before.held + 3);
  for (const kind of ['DOCUMENT_FRONT', 'SELFIE', 'LIVENESS_FRAME']) await world.upload(id, kind);
  await world.submit(id);
  const done = await world.until(id, 'COMPLETED');
  assert.equal(done.checks.document, 'PASS');
  assert.equal(done.checks.liveness, 'NOT_PERFORMED', 'what the engine did not perform is said so');
  assert.deepEqual(await world.ledger(id), ['HOLD 3', 'CAPTURE 3']);
  assert.equal((await world.balance()).available, before.available - 3);
  const seen = engine.examined.find((examination) => examination.verificationId === id);
  assert.equal(seen?.person.lastName, 'Lind');
  assert.equal((await seen?.files[0]?.read())?.subarray(0, 2).toString('hex'), 'ffd8');
});

test('an unreadable image is asked for three times, then a person decides', async () => {
  const id = await world.begun('Blurred', 'DOCUMENT');
  engine.verdicts.set(id, [BLURRED, BLURRED, BLURRED]);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await world.upload(id, 'DOCUMENT_FRONT');
    assert.equal((await world.submit(id)).status, 202);
    const back = await world.until(id, attempt < 3 ? 'PENDING_UPLOAD' : 'MANUAL_REVIEW');
    assert.equal(back.tries, attempt);
    assert.deepEqual(back.uploadIssues, [{ kind: 'DOCUMENT_FRONT', reason: 'BLURRED' }]);
    if (attempt < 3) assert.deepEqual(back.missing, ['DOCUMENT_FRONT']);
  }
  assert.equal((await world.read(id)).reviewReason, 'UNREADABLE_IMAGE');
  assert.deepEqual(
    (await world.events(id)).map((event) => event.type.slice(13)),
    ['created', 'pending_upload', 'pending_upload', 'pending_upload', 'manual_review'],
  );
  await world.call({ path: `/verifications/${id}/review`, body: { decision: 'REJECTED', reason: 'unreadable' } });
  assert.deepEqual(await world.ledger(id), ['HOLD 1', 'CAPTURE 1']);
});

test('an engine that fails is tried again', async () => {
  const id = await world.begun('Flaky', 'DOCUMENT');
  engine.verdicts.set(id, [new Error('out of memory'), REJECT]);
  await world.upload(id, 'DOCUMENT_FRONT');
  await world.submit(id);
  assert.equal((await world.until(id, 'COMPLETED')).result, 'REJECTED');
});

test('an examination whose last attempt was cut off goes to a person', async () => {
  const id = await world.begun('Cut', 'DOCUMENT');
  engine.verdicts.set(
    id,
    Array.from({ length: 9 }, () => new Error('crashed')),
  );
  await world.upload(id, 'DOCUMENT_FRONT');
  await world.submit(id);
  const { db } = service.services;
  await db.query(
    sql`update verifications set updated_at = now() - interval '6 hours' where id = ${id} and status = 'PROCESSING'`,
  );
  const sweep = service.app.modules.find((module) => module.name === 'verifications')?.tasks?.['verifications.sweep'];
  assert.ok(sweep);
  await sweep({}, { attempt: 1, lastAttempt: true });
  assert.equal((await world.read(id)).status, 'PROCESSING', 'the queue still has attempts left');
  await db.query(sql`select graphile_worker.remove_job(${`verifications.examine:${id}`})`);
  await sweep({}, { attempt: 1, lastAttempt: true });
  const left = await world.read(id);
  assert.equal(left.status, 'MANUAL_REVIEW');
  assert.equal(left.reviewReason, 'EXAMINATION_FAILED');
  assert.deepEqual(await world.ledger(id), ['HOLD 1']);
});

test('too few credits: 402 and no record', async () => {
  const poor = await service.addOrganization({ credits: 2 });
  const there = new World(service, 'LIVE', poor.liveKey);
  const applicantId = await there.person('Poor');
  const refused = await there.start(applicantId, 'BIOMETRIC');
  assert.equal(refused.json.error.code, 'INSUFFICIENT_CREDITS', refused.text);
  assert.deepEqual(refused.json.error.details, { required: 3, available: 2 });
  assert.equal((await there.call({ path: '/verifications' })).json.pagination.total, 0);
  const taken = await Promise.all(Array.from({ length: 5 }, () => there.start(applicantId, 'DOCUMENT')));
  assert.deepEqual(
    taken.map((answer) => answer.status).toSorted((a, b) => a - b),
    [201, 201, 402, 402, 402],
  );
});

type Command = 'upload' | 'submit' | 'cancel' | 'approve' | 'reject' | 'expire' | 'sweep';
const COMMANDS: readonly Command[] = ['upload', 'submit', 'cancel', 'approve', 'reject', 'expire', 'sweep'];
const VERDICTS = { APPROVE, REJECT, REFER, BLURRED };

test('whatever is done to a verification, its credits are taken or given back exactly once', async () => {
  const org = await service.addOrganization({ credits: 10_000 });
  const there = new World(service, 'LIVE', org.liveKey);
  const applicantId = await there.person('Random');
  const sweep = service.app.modules.find((module) => module.name === 'verifications')?.tasks?.['verifications.sweep'];
  const run = async (commands: readonly Command[], verdicts: readonly (keyof typeof VERDICTS)[]): Promise<void> => {
    const id: string = (await there.start(applicantId, 'ENHANCED')).json.data.id;
    engine.verdicts.set(
      id,
      verdicts.map((name) => VERDICTS[name]),
    );
    const post = (path: string, body?: unknown) =>
      there.call({ method: 'POST', path: `/verifications/${id}/${path}`, ...(body ? { body } : {}) });
    const work: Record<Command, () => Promise<unknown>> = {
      upload: () => Promise.all(['DOCUMENT_FRONT', 'SELFIE', 'LIVENESS_FRAME'].map((kind) => there.upload(id, kind))),
      submit: () => post('submit'),
      cancel: () => post('cancel'),
      approve: () => post('review', { decision: 'APPROVED', reason: 'seen' }),
      reject: () => post('review', { decision: 'REJECTED', reason: 'seen' }),
      expire: () => service.services.db.query(sql`update verifications set expires_at = now() where id = ${id}`),
      sweep: async () => sweep?.({}, { attempt: 1, lastAttempt: true }),
    };
    for (const command of commands) await work[command]();
    // At the same time: whoever comes second is refused, and nothing is settled twice.
    await Promise.all([post('cancel'), post('submit'), post('review', { decision: 'APPROVED', reason: 'race' })]);
    let last = await there.read(id);
    for (let step = 0; step < 200 && !['COMPLETED', 'EXPIRED', 'CANCELLED'].includes(last.status); step += 1) {
      if (last.status === 'MANUAL_REVIEW') await post('review', { decision: 'APPROVED', reason: 'at last' });
      else if (last.status === 'PENDING_UPLOAD') await post('cancel');
      else {
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      }
      last = await there.read(id);
    }
    const end = last.status === 'COMPLETED' ? 'CAPTURE 2' : 'RELEASE 2';
    assert.ok(['COMPLETED', 'EXPIRED', 'CANCELLED'].includes(last.status), last.status);
    assert.deepEqual(await there.ledger(id), ['HOLD 2', end], `${commands.join(' ')} → ${last.status}`);
    const told = (await there.events(id)).map((event) => event.type.slice(13));
    assert.deepEqual(told.slice(0, 2), ['created', 'pending_upload']);
    const decisions = told.filter((type) => ['completed', 'approved', 'rejected'].includes(type));
    assert.equal(decisions.length, last.status === 'COMPLETED' ? 2 : 0);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...COMMANDS), { maxLength: 8 }),
      fc.array(fc.constantFrom(...(Object.keys(VERDICTS) as (keyof typeof VERDICTS)[])), { maxLength: 4 }),
      run,
    ),
    { numRuns: 20 },
  );
  const { held } = await there.balance();
  assert.equal(held, 0);
});
