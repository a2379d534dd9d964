import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { Visitor } from '../../../server/capture/testing.ts';
import { type Browser, signInAs } from '../testing/staff.ts';

let service: TestService;
let admin: Browser;
let officer: Browser;
before(async () => {
  service = await startTestService();
  admin = await signInAs(service, 'ADMIN');
  officer = await signInAs(service, 'OFFICER');
});
after(() => service?.close());

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const inSandbox = async (path: string, body?: unknown) => {
  const answer = await service.call({ path, environment: 'TEST', ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer.json.data;
};
const rows = <T extends object>(statement: ReturnType<typeof sql>): Promise<T[]> =>
  service.services.db.query<T>(statement);

async function visit(lastName = 'Pending'): Promise<Visitor> {
  const { applicantId } = await inSandbox('/applicants', { firstName: 'Ines', lastName });
  const made = await inSandbox('/verifications', { applicantId, profileType: 'DOCUMENT' });
  return Visitor.of(service, 'TEST', made.verificationId, made.uploadUrl);
}

describe('what people are asked to agree to', () => {
  const TEXT = 'Wir prüfen Ihren Ausweis.\r\n\r\n<b>Nach fünf Jahren</b> wird er gelöscht.';
  const KEPT = TEXT.replaceAll('\r', '');
  const HASH = createHash('sha256').update(KEPT).digest('hex');

  test('is set by owners and admins, in versions with an author, each known by its digest', async () => {
    const body = { language: 'de', text: TEXT, after: 0 };
    assert.equal((await officer.post('/consent-texts', body)).status, 403);
    const made = await admin.post('/consent-texts', body);
    assert.equal(made.status, 200, made.text);
    const { version, text, hash, inForce, author } = made.json.data;
    assert.deepEqual([version, text, hash, inForce, author.userId], [1, KEPT, HASH, true, admin.userId]);
    const late = await admin.post('/consent-texts', { ...body, text: 'Anders.' });
    assert.equal(late.json.error.code, 'CONFLICT', 'written over a version that was not seen');
    for (const wrong of [
      { text: ' \n ' },
      { text: '\u0007' },
      { text: '' },
      { text: 'x'.repeat(5_001) },
      { text: KEPT },
    ]) {
      assert.equal(
        (await admin.post('/consent-texts', { ...body, after: 1, ...wrong })).status,
        400,
        JSON.stringify(wrong).slice(0, 60),
      );
    }
    assert.equal((await admin.post('/consent-texts', { ...body, language: 'xx' })).status, 400);
    const told = (await officer.get('/consent-texts')).json.data.versions;
    assert.equal(told.length, 1);
    const log = (await admin.get('/audit?action=consent_text.set')).json.data;
    assert.deepEqual(log[0].details, { language: 'de', version: 1, hash: HASH });
  });

  test('is shown on the page in its language, and its digest is kept with the consent', async () => {
    const visitor = await visit();
    const { consentTexts } = await visitor.state();
    assert.deepEqual(consentTexts, { de: { version: 1, text: KEPT, hash: HASH } });
    const unseen = await visitor.post('/consent', { language: 'de' });
    assert.equal(unseen.status, 409, 'without the text that is in force, nobody agreed to it');
    assert.equal((await visitor.post('/consent', { language: 'de', shown: '0'.repeat(64) })).status, 409);
    assert.equal((await visitor.post('/consent', { language: 'de', shown: HASH })).json.data.consent, true);
    assert.deepEqual((await visitor.state()).consentTexts, {}, 'shown while it is asked for');
    const [kept] = await rows<object>(sql`select consent_language as language, consent_version as version,
      encode(consent_hash, 'hex') as hash from captures where verification_id = ${visitor.verificationId}`);
    assert.deepEqual(kept, { language: 'de', version: 1, hash: HASH });
    const { timeline } = (await officer.get(`/test/verifications/${visitor.verificationId}/detail`)).json.data;
    const entry = timeline.find(({ action }: { action: string }) => action === 'verification.consent');
    assert.deepEqual(entry.details, { language: 'de', version: 1, hash: HASH });
  });

  test('is the service’s own where the organisation has none, known by a digest of its own in each language', async () => {
    const digests = new Set<string>();
    for (const language of ['en', 'fr', 'ar']) {
      const visitor = await visit();
      assert.equal((await visitor.post('/consent', { language })).status, 200);
      const [kept] = await rows<{ version: number | null; hash: string }>(sql`select consent_version as version,
        encode(consent_hash, 'hex') as hash from captures where verification_id = ${visitor.verificationId}`);
      assert.equal(kept?.version, null);
      digests.add(kept?.hash ?? '');
    }
    assert.equal(digests.size, 3);
  });

  test('a text taken back is asked for no more; what was agreed to stays what it was', async () => {
    const waiting = await visit();
    assert.equal((await admin.post('/consent-texts', { language: 'de', text: null, after: 1 })).status, 200);
    assert.equal((await waiting.post('/consent', { language: 'de', shown: HASH })).status, 409);
    assert.equal((await waiting.post('/consent', { language: 'de' })).status, 200);
    const told = (await admin.get('/consent-texts')).json.data.versions;
    assert.deepEqual(
      told.map((one: { version: number; inForce: boolean; text: string | null }) => [
        one.version,
        one.inForce,
        one.text,
      ]),
      [
        [2, true, null],
        [1, false, KEPT],
      ],
    );
  });
});

describe('how long things are kept', () => {
  const settings = (values: Record<string, number>) =>
    admin.patch('/settings', {
      settings: Object.fromEntries(Object.entries(values).map(([k, v]) => [`retention.${k}`, v])),
    });
  const preview = async (values: Record<string, number>) => {
    const days = Object.fromEntries(Object.entries(values).map(([k, v]) => [`retention.${k}`, v]));
    const told = await admin.post('/retention/preview', { days });
    assert.equal(told.status, 200, told.text);
    return told.json.data.erases[0].count as number;
  };
  /** The hourly run, now. */
  const run = async (): Promise<void> => {
    await rows(sql`select graphile_worker.add_job('organizations.retain', '{}'::json, job_key => 'retain now')`);
    await eventually(
      async () => (await rows(sql`select 1 from graphile_worker.jobs where key = 'retain now'`)).length === 0,
    );
  };

  test('has bounds, and 0 where it means something', async () => {
    for (const [name, wrong] of [
      ['applicantDays', 29],
      ['screeningDays', 3_651],
      ['deepfakeMediaDays', 0],
      ['requestLogDays', 366],
      ['verificationMediaDays', -1],
    ] as const) {
      assert.equal((await settings({ [name]: wrong })).status, 400, name);
      assert.equal(
        (await admin.post('/retention/preview', { days: { [`retention.${name}`]: wrong } })).status,
        400,
        name,
      );
    }
    assert.equal((await officer.post('/retention/preview', { days: { 'retention.applicantDays': 30 } })).status, 403);
    assert.equal((await admin.post('/retention/preview', { days: {} })).status, 400);
    const shown = (await admin.get('/settings')).json.data.settings;
    const media = shown.find(({ name }: { name: string }) => name === 'retention.deepfakeMediaDays');
    assert.deepEqual([media.value, media.minimum, media.maximum, media.zero], [30, 1, 365, null]);
  });

  test('pictures of verifications that ended go; the record, and what waits for a person, stay', async () => {
    const picture = { kind: 'DOCUMENT_FRONT', fileName: 'a.png', content: PNG };
    const one = async (lastName: string, until: string): Promise<string> => {
      const { verificationId } = await visit(lastName);
      await inSandbox(`/verifications/${verificationId}/files`, picture);
      if (lastName === 'Pending') await inSandbox(`/verifications/${verificationId}/submit`, {});
      await eventually(async () => (await inSandbox(`/verifications/${verificationId}`)).status === until);
      return verificationId;
    };
    const ended = await one('Pending', 'COMPLETED');
    const waits = await one('Review', 'MANUAL_REVIEW');
    await rows(sql`update verifications set completed_at = completed_at - interval '11 days', updated_at = updated_at - interval '11 days'
      where id = any(${[ended, waits]}::text[])`);
    assert.equal(await preview({ verificationMediaDays: 12 }), 0);
    assert.equal(await preview({ verificationMediaDays: 10 }), 1);
    await run();
    assert.equal(
      (await rows(sql`select 1 from files where owner_id = ${ended}`)).length,
      1,
      'nothing before it is set',
    );
    assert.equal((await settings({ verificationMediaDays: 10 })).status, 200);
    await run();
    assert.equal((await rows(sql`select 1 from files where owner_id = ${ended}`)).length, 0);
    assert.equal((await rows(sql`select 1 from files where owner_id = ${waits}`)).length, 1);
    const record = await inSandbox(`/verifications/${ended}`);
    assert.deepEqual([record.status, record.result], ['COMPLETED', 'APPROVED']);
    const log = (await admin.get(`/audit?resourceId=${ended}&action=verification.erase_media&environment=TEST`)).json
      .data;
    assert.deepEqual(log[0].details, { files: 1 });
    assert.equal(log[0].actor.type, 'SYSTEM');
    assert.equal(await preview({ verificationMediaDays: 10 }), 0);
  });

  test('applicants go after the last thing that happened about them, unless watched, waiting, or blocked', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['idle', 'blocked', 'watched', 'screened', 'waiting']) {
      ids[name] = (await inSandbox('/applicants', { firstName: name, lastName: 'Kept' })).applicantId;
    }
    const { idle = '', blocked = '', watched = '', screened = '', waiting = '' } = ids;
    const patched = await service.call({
      path: `/applicants/${blocked}`,
      environment: 'TEST',
      method: 'PATCH',
      body: { status: 'BLOCKED' },
    });
    assert.equal(patched.status, 200, patched.text);
    await inSandbox('/aml/monitors', { applicantId: watched, profile: 'BASIC' });
    await inSandbox('/aml/screenings', { applicantId: screened, profile: 'BASIC' });
    await inSandbox('/kyt/checks', {
      address: '0x0000000000000000000000000000000000009003',
      blockchain: 'ETH',
      applicantId: waiting,
    });
    const all = Object.values(ids);
    await rows(
      sql`update applicants set updated_at = updated_at - interval '40 days', created_at = created_at - interval '40 days' where id = any(${all}::text[])`,
    );
    await rows(sql`update kyt_checks set created_at = created_at - interval '40 days' where applicant_id = ${waiting}`);
    await rows(
      sql`update aml_screenings set created_at = created_at - interval '40 days' where applicant_id = ${watched}`,
    );
    assert.equal(await preview({ applicantDays: 30 }), 1);
    assert.equal((await settings({ applicantDays: 30 })).status, 200);
    await run();
    const states = await Promise.all(all.map(async (id) => (await inSandbox(`/applicants/${id}`)).status));
    assert.deepEqual(states, ['ERASED', 'BLOCKED', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    const log = (await admin.get(`/audit?resourceId=${idle}&action=applicant.erase&environment=TEST`)).json.data;
    assert.equal(log[0].actor.type, 'SYSTEM');
    await settings({ applicantDays: 0 });
  });

  test('the person in an old screening goes once nothing of it waits; level and lists stay', async () => {
    const screen = async (name: string) =>
      inSandbox('/aml/screenings', { subject: { type: 'PERSON', name }, profile: 'BASIC' });
    const [clear, open] = [await screen('Nora Nobody'), await screen('Otto Sanctioned')];
    const made = [clear.screeningId, open.screeningId];
    await rows(
      sql`update aml_screenings set created_at = created_at - interval '90 days' where id = any(${made}::text[])`,
    );
    assert.equal(await preview({ screeningDays: 60 }), 1);
    await settings({ screeningDays: 60 });
    await run();
    const after = await inSandbox(`/aml/screenings/${clear.screeningId}`);
    assert.deepEqual([after.subject, after.riskLevel, after.datasets.length > 0], [null, 'LOW', true]);
    assert.ok(after.erasedAt);
    assert.equal((await inSandbox(`/aml/screenings/${open.screeningId}`)).subject.name, 'Otto Sanctioned');
    const text = JSON.stringify(
      await rows(sql`select head, detail from aml_screenings where id = ${clear.screeningId}`),
    );
    assert.ok(!text.includes('Nora'));
  });

  test('examined media and calls are kept as long as set', async () => {
    await settings({ deepfakeMediaDays: 5 });
    const { jobId } = await inSandbox('/deepfake/jobs', { fileName: 'a.png', content: PNG });
    await eventually(async () => (await inSandbox(`/deepfake/jobs/${jobId}`)).status === 'COMPLETED');
    const [file] = await rows<{ days: number }>(
      sql`select round(extract(epoch from expires_at - created_at) / 86400)::int as days from files where owner_id = ${jobId} and kind = 'MEDIA'`,
    );
    assert.equal(file?.days, 5);
    await rows(sql`update files set created_at = created_at - interval '4 days' where owner_id = ${jobId}`);
    assert.equal(await preview({ deepfakeMediaDays: 3 }), 1);
    await settings({ deepfakeMediaDays: 3 });
    await run();
    assert.equal((await rows(sql`select 1 from files where owner_id = ${jobId} and kind = 'MEDIA'`)).length, 0);
    assert.equal((await inSandbox(`/deepfake/jobs/${jobId}`)).status, 'COMPLETED');

    await eventually(
      async () => (await rows(sql`select 1 from api_requests where resource_id is not null`)).length > 0,
    );
    const [{ id } = { id: '' }] = await rows<{ id: string }>(
      sql`update api_requests set created_at = created_at - interval '9 days' where id = (select min(id) from api_requests) returning id`,
    );
    assert.equal(await preview({ requestLogDays: 7 }), 1);
    await settings({ requestLogDays: 7 });
    await run();
    assert.equal((await rows(sql`select 1 from api_requests where id = ${id}`)).length, 0);
  });
});
