import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import * as contract from '../../../contract/dashboard/index.ts';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { type Browser, signInAs } from '../testing/staff.ts';

let service: TestService;
let officer: Browser;
let second: Browser;
let analyst: Browser;
let admin: Browser;
before(async () => {
  service = await startTestService();
  [officer, second, analyst, admin] = await Promise.all([
    signInAs(service, 'OFFICER'),
    signInAs(service, 'OFFICER'),
    signInAs(service, 'ANALYST'),
    signInAs(service, 'ADMIN'),
  ]);
});
after(() => service?.close());

const holds = (schema: TSchema, data: unknown): void => assert.deepEqual(Value.Errors(schema, data).slice(0, 3), []);

const inSandbox = async (path: string, body?: unknown) => {
  const answer = await service.call({ path, environment: 'TEST', ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer.json.data;
};
const applicant = async (lastName: string, firstName = 'Rosa'): Promise<string> =>
  (await inSandbox('/applicants', { firstName, lastName, dateOfBirth: '1988-02-29', country: 'PT' })).applicantId;

async function inReview(): Promise<string> {
  const applicantId = await applicant('Review');
  const { verificationId } = await inSandbox('/verifications', { applicantId, profileType: 'STANDARD' });
  await eventually(async () => (await inSandbox(`/verifications/${verificationId}`)).status === 'MANUAL_REVIEW');
  return verificationId;
}
const screened = async (name = 'Olga Sanctioned'): Promise<string> =>
  (await inSandbox('/aml/screenings', { subject: { type: 'PERSON', name }, profile: 'BASIC' })).screeningId;
const risky = async (): Promise<string> =>
  (await inSandbox('/kyt/checks', { address: '0x0000000000000000000000000000000000009003', blockchain: 'ETH' }))
    .checkId;
async function doubtful(): Promise<string> {
  const { jobId } = await inSandbox('/deepfake/jobs', {
    fileName: 'inconclusive.png',
    content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  });
  await eventually(async () => (await inSandbox(`/deepfake/jobs/${jobId}`)).status === 'COMPLETED');
  return jobId;
}
const item = async (id: string, by = officer) => {
  for (const status of ['OPEN', 'CLOSED']) {
    const { json } = await by.get(`/test/queue?limit=200&status=${status}`);
    const found = json.data.find((row: { itemId: string }) => row.itemId === id);
    if (found) return found;
  }
  return undefined;
};

describe('what waits', () => {
  test('is in the queue as soon as it waits, whatever it is, and leaves it when it is decided', async () => {
    const [verificationId, screeningId, checkId, jobId] = await Promise.all([
      inReview(),
      screened(),
      risky(),
      doubtful(),
    ]);
    const page = await officer.get('/test/queue?limit=200');
    for (const row of page.json.data) holds(contract.QueueItem, row);
    const kinds = Object.fromEntries(page.json.data.map((row: contract.QueueItem) => [row.itemId, row]));
    assert.equal(kinds[verificationId].title, 'Rosa Review');
    assert.deepEqual(kinds[verificationId].reasons, ['FACE_MATCH_UNCERTAIN']);
    assert.deepEqual(
      [kinds[screeningId].title, kinds[screeningId].riskLevel, kinds[screeningId].openMatches],
      ['Olga Sanctioned', 'CRITICAL', 1],
    );
    assert.equal(kinds[checkId].riskLevel, 'CRITICAL');
    assert.equal(kinds[jobId].title, 'inconclusive.png');
    assert.equal(page.json.pagination.total, page.json.data.length);
    const due = Date.parse(kinds[verificationId].dueAt) - Date.parse(kinds[verificationId].openedAt);
    assert.equal(due, 24 * 3_600_000);
    assert.equal((await officer.get('/live/queue')).json.pagination.total, 0, 'the other environment');

    await inSandbox(`/verifications/${verificationId}/review`, { decision: 'APPROVED', reason: 'same person' });
    const { matches } = await inSandbox(`/aml/screenings/${screeningId}`);
    const path = `/aml/screenings/${screeningId}/matches/${matches[0].matchId}/resolution`;
    await inSandbox(path, { decision: 'NEEDS_INFORMATION', reason: 'asked for a passport' });
    assert.equal((await item(screeningId)).status, 'OPEN', 'asking settles nothing');
    await inSandbox(path, { decision: 'FALSE_POSITIVE', reason: 'another birth date' });
    for (const id of [verificationId, screeningId]) assert.equal((await item(id)).status, 'CLOSED');
  });

  test('is told page by page, in the order asked for, each once', async () => {
    for (let made = 0; made < 5; made += 1) await screened(`Number ${made} Sanctioned`);
    for (const order of ['asc', 'desc']) {
      for (const sort of contract.QUEUE_SORTS) {
        const seen: contract.QueueItem[] = [];
        let cursor: string | null = null;
        do {
          const page = await officer.get(
            `/test/queue?limit=2&sort=${sort}&order=${order}${cursor === null ? '' : `&cursor=${cursor}`}`,
          );
          assert.equal(page.status, 200, page.text);
          seen.push(...page.json.data);
          cursor = page.json.pagination.nextCursor;
        } while (cursor !== null);
        const all = (await officer.get('/test/queue?limit=200')).json.pagination.total;
        assert.equal(new Set(seen.map((row) => row.itemId)).size, all, `${sort} ${order}`);
        const values = seen.map((row) => (sort === 'riskLevel' ? 0 : Date.parse(row[sort])));
        const sorted = values.toSorted((a, b) => (order === 'asc' ? a - b : b - a));
        assert.deepEqual(values, sorted);
      }
    }
    const bound = (await officer.get('/test/queue?limit=1')).json.pagination.nextCursor;
    assert.equal((await officer.get(`/test/queue?limit=1&kind=WALLET&cursor=${bound}`)).status, 400);
  });

  test('a service level that is changed moves what is due', async () => {
    const verificationId = await inReview();
    const changed = await admin.patch('/settings', { settings: { 'queue.verificationHours': 2 } });
    assert.equal(changed.status, 200, changed.text);
    const row = await item(verificationId);
    assert.equal(Date.parse(row.dueAt) - Date.parse(row.openedAt), 2 * 3_600_000);
    await admin.patch('/settings', { settings: { 'queue.verificationHours': 24 } });
    const wrong = await admin.patch('/settings', { settings: { 'queue.verificationHours': 0 } });
    assert.equal(wrong.status, 400);
    assert.equal((await admin.patch('/settings', { settings: { nothing: true } })).status, 400);
  });
});

describe('who has it', () => {
  test('the next is taken once, by one person', async () => {
    await Promise.all(Array.from({ length: 3 }, () => risky()));
    const taken = await Promise.all(
      [officer, second, officer, second].map((person) => person.post('/test/queue/next', { kind: 'WALLET' })),
    );
    const ids = taken.map(({ json }) => json.data.item?.itemId).filter(Boolean);
    assert.ok(ids.length >= 3);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal((await item(ids[0])).assignee.userId, officer.userId);
  });

  test('an analyst takes for themselves and gives to nobody; an officer gives to those who can work at it', async () => {
    const checkId = await risky();
    const give = (by: Browser, assignee: string | null) =>
      by.post('/test/queue/assign', { itemIds: [checkId], assignee });
    assert.equal((await give(analyst, officer.userId)).status, 403);
    assert.equal((await give(analyst, 'me')).json.data.items[0].assignee.userId, analyst.userId);
    assert.equal((await give(officer, second.userId)).json.data.items[0].assignee.userId, second.userId);
    assert.equal((await give(analyst, 'me')).status, 403, 'not what others have');
    const reader = await signInAs(service, 'READ_ONLY');
    assert.equal((await give(officer, reader.userId)).status, 409);
    assert.equal((await give(officer, `usr_${'0'.repeat(26)}`)).status, 404);
    assert.equal((await give(officer, null)).json.data.items[0].assignee, null);
  });
});

describe('two people', () => {
  test('the second cannot be the first, for verifications, wallets and media', async () => {
    const settings = { 'verifications.fourEyes': true, 'kyt.fourEyes': true, 'deepfake.fourEyes': true };
    await admin.patch('/settings', { settings });
    const [verificationId, checkId, jobId] = await Promise.all([inReview(), risky(), doubtful()]);
    const cases = [
      { id: checkId, path: `/test/checks/${checkId}` },
      { id: jobId, path: `/test/media/${jobId}` },
    ];
    for (const { id, path } of cases) {
      const first = await officer.post(`${path}/decision`, { decision: 'CONFIRMED', reason: 'listed' });
      assert.equal(first.status, 200, first.text);
      assert.deepEqual([first.json.data.review, first.json.data.fourEyes.refused], [null, 'FIRST_PERSON']);
      const again = await officer.post(`${path}/decision`, { decision: 'CONFIRMED', reason: 'listed' });
      assert.equal(again.status, 409, again.text);
      const seen = await second.get(`${path}/detail`);
      assert.equal(seen.json.data.fourEyes.proposed.by.userId, officer.userId);
      assert.equal(seen.json.data.fourEyes.refused, null);
      const other = await second.post(`${path}/decision`, { decision: 'CLEARED', reason: 'own wallet' });
      assert.equal(other.json.data.fourEyes.proposed.decision, 'CLEARED', 'one that differs is the proposal now');
      const agreed = await officer.post(`${path}/decision`, { decision: 'CLEARED', reason: 'indeed' });
      assert.equal(agreed.json.data.review.decision, 'CLEARED', agreed.text);
      assert.deepEqual(
        [agreed.json.data.review.by.userId, agreed.json.data.review.secondBy.userId],
        [second.userId, officer.userId],
      );
      assert.equal((await item(id)).status, 'CLOSED');
      const late = await second.post(`${path}/decision`, { decision: 'CONFIRMED', reason: 'no' });
      assert.equal(late.status, 409);
    }
    const review = (by: Browser) =>
      by.post(`/test/v3/verifications/${verificationId}/review`, { decision: 'APPROVED', reason: 'same person' });
    assert.equal((await review(officer)).json.data.status, 'MANUAL_REVIEW');
    assert.equal((await review(officer)).status, 409);
    const detail = await officer.get(`/test/verifications/${verificationId}/detail`);
    holds(contract.VerificationDetail, detail.json.data);
    assert.equal(detail.json.data.fourEyes.refused, 'FIRST_PERSON');
    const next = await officer.post('/test/queue/next', { kind: 'VERIFICATION' });
    assert.notEqual(next.json.data.item?.itemId, verificationId, 'not given to the first person');
    assert.equal((await review(second)).json.data.status, 'COMPLETED');
    await admin.patch('/settings', {
      settings: { 'verifications.fourEyes': false, 'kyt.fourEyes': false, 'deepfake.fourEyes': false },
    });
  });
});

describe('bulk actions', () => {
  /** Time passes for what is held. */
  const due = async (bulkId: string): Promise<void> => {
    await service.services.db.query(
      sql`update graphile_worker._private_jobs set run_at = now() where key = ${`bulk ${bulkId}`}`,
    );
  };

  test('change nothing while they are held, and nothing once they are undone', async () => {
    const ids = await Promise.all([screened('Una Sanctioned'), screened('Due Sanctioned')]);
    const action = { type: 'RESOLVE_MATCHES', decision: 'FALSE_POSITIVE', reason: 'other people' };
    const made = await officer.post('/test/queue/bulk', { itemIds: ids, action });
    assert.equal(made.status, 200, made.text);
    holds(contract.Bulk, made.json.data);
    const { bulkId, heldUntil, createdAt } = made.json.data;
    assert.equal(Date.parse(heldUntil) - Date.parse(createdAt), 10_000);
    assert.equal((await item(ids[0] ?? '')).bulkId, bulkId);
    const twice = await second.post('/test/queue/bulk', { itemIds: ids, action });
    assert.equal(twice.json.error.code, 'CONFLICT');
    const undone = await officer.remove(`/test/queue/bulk/${bulkId}`);
    assert.equal(undone.json.data.status, 'UNDONE');
    await due(bulkId);
    await eventually(
      async () =>
        (
          await service.services.db.query(
            sql`select 1 from graphile_worker._private_jobs where key = ${`bulk ${bulkId}`}`,
          )
        ).length === 0,
    );
    assert.equal((await item(ids[0] ?? '')).status, 'OPEN');
    assert.equal((await item(ids[0] ?? '')).bulkId, null);
  });

  test('are done item by item after that, each with what came of it', async () => {
    const [one, two, check] = await Promise.all([inReview(), inReview(), risky()]);
    const action = { type: 'REVIEW', decision: 'REJECTED', reason: 'copies', failureReasons: ['DOCUMENT_FORGED'] };
    const mixed = await officer.post('/test/queue/bulk', { itemIds: [one, check], action });
    assert.equal(mixed.status, 400, 'a wallet is not reviewed');
    const made = await officer.post('/test/queue/bulk', { itemIds: [one, two], action });
    await inSandbox(`/verifications/${two}/review`, { decision: 'APPROVED', reason: 'decided meanwhile' });
    const { bulkId } = made.json.data;
    await due(bulkId);
    const done = await eventually(async () => {
      const { data } = (await officer.get(`/test/queue/bulk/${bulkId}`)).json;
      return data.status === 'DONE' && data;
    });
    assert.deepEqual(
      done.items.map((row: { outcome: string }) => row.outcome),
      ['DONE', 'FAILED'],
    );
    const decided = await inSandbox(`/verifications/${one}`);
    assert.deepEqual([decided.result, decided.failureReasons], ['REJECTED', ['DOCUMENT_FORGED']]);
    assert.equal((await inSandbox(`/verifications/${two}`)).result, 'APPROVED');
    assert.equal((await officer.remove(`/test/queue/bulk/${bulkId}`)).status, 409);
    const log = await admin.get(`/audit?resourceId=${one}&action=verification.*&environment=TEST`);
    const actors = log.json.data.map((row: { actor: { id: string } }) => row.actor.id);
    assert.ok(actors.includes(officer.userId), 'in the name of who asked');
  });

  test('are not done where who asked may not do it any more', async () => {
    const leaver = await signInAs(service, 'OFFICER');
    const checkId = await risky();
    const action = { type: 'DECIDE', decision: 'CLEARED', reason: 'fine' };
    const made = await leaver.post('/test/queue/bulk', { itemIds: [checkId], action });
    assert.equal((await admin.remove(`/team/members/${leaver.userId}`)).status, 200);
    assert.equal((await leaver.get('/me')).status, 401, 'and their session is over');
    await due(made.json.data.bulkId);
    const done = await eventually(async () => {
      const { data } = (await officer.get(`/test/queue/bulk/${made.json.data.bulkId}`)).json;
      return data.status === 'DONE' && data;
    });
    assert.equal(done.items[0].outcome, 'FAILED');
    assert.equal((await item(checkId)).status, 'OPEN');
  });
});
