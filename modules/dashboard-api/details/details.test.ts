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
let stranger: Browser;
let made: { applicantId: string; verificationId: string; screeningId: string; checkId: string; jobId: string };
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const inSandbox = async (path: string, body?: unknown) => {
  const answer = await service.call({ path, environment: 'TEST', ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer.json.data;
};
const holds = (schema: TSchema, data: unknown): void => assert.deepEqual(Value.Errors(schema, data).slice(0, 3), []);

before(async () => {
  service = await startTestService();
  officer = await signInAs(service, 'OFFICER');
  stranger = await signInAs(service, 'OWNER', (await service.addOrganization({ name: 'Elsewhere' })).organizationId);
  const person = { firstName: 'Мария Sanctioned', lastName: 'Pending', dateOfBirth: '1971-05-05', nationality: 'BG' };
  const { applicantId } = await inSandbox('/applicants', person);
  const { verificationId } = await inSandbox('/verifications', { applicantId, profileType: 'STANDARD' });
  for (const kind of ['DOCUMENT_FRONT', 'SELFIE']) {
    await inSandbox(`/verifications/${verificationId}/files`, { kind, fileName: 'a.png', content: PNG });
  }
  await inSandbox(`/verifications/${verificationId}/submit`, {});
  const { screeningId } = await inSandbox('/aml/screenings', { applicantId, profile: 'ENHANCED' });
  await inSandbox('/aml/monitors', { applicantId, profile: 'BASIC' });
  const address = '0x0000000000000000000000000000000000009006';
  const { checkId } = await inSandbox('/kyt/checks', { address, blockchain: 'ETH', applicantId });
  await inSandbox('/kyt/checks', { address, blockchain: 'ETH' });
  const { jobId } = await inSandbox('/deepfake/jobs', { fileName: 'deepfake.png', content: PNG });
  await eventually(async () => (await inSandbox(`/deepfake/jobs/${jobId}`)).status === 'COMPLETED');
  await eventually(async () =>
    ['COMPLETED', 'MANUAL_REVIEW'].includes((await inSandbox(`/verifications/${verificationId}`)).status),
  );
  made = { applicantId, verificationId, screeningId, checkId, jobId };
});
after(() => service?.close());

const pages = (): readonly (readonly [string, TSchema])[] => [
  [`/verifications/${made.verificationId}/detail`, contract.VerificationDetail],
  [`/screenings/${made.screeningId}/detail`, contract.ScreeningDetail],
  [`/checks/${made.checkId}/detail`, contract.CheckDetail],
  [`/media/${made.jobId}/detail`, contract.MediaDetail],
  [`/applicants/${made.applicantId}/overview`, contract.ApplicantOverview],
];

describe('what a page shows of a record', () => {
  test('is as the contract says, of this organisation and environment alone, and each look is noted', async () => {
    for (const [path, schema] of pages()) {
      const answer = await officer.get(`/test${path}`);
      assert.equal(answer.status, 200, answer.text);
      holds(schema, answer.json.data);
      assert.equal((await officer.get(`/live${path}`)).status, 404, path);
      assert.equal((await stranger.get(`/test${path}`)).status, 404, path);
      const resourceId = path.split('/')[2] ?? '';
      const looks = await service.services.db.query(
        sql`select 1 from audit_entries where action = 'record.view' and resource_id = ${resourceId} and actor_id = ${officer.userId}
          and environment = 'TEST'`,
      );
      assert.equal(looks.length, 1, path);
    }
  });

  test('names, fields and files are laid side by side', async () => {
    const { data } = (await officer.get(`/test/verifications/${made.verificationId}/detail`)).json;
    assert.deepEqual(
      data.files.map((file: { kind: string }) => file.kind),
      ['DOCUMENT_FRONT', 'SELFIE'],
    );
    const rows = Object.fromEntries(data.fields.map((row: contract.FieldRow) => [row.field, row]));
    assert.equal(rows.dateOfBirth.given, '1971-05-05');
    assert.equal(data.applicant.name, 'Мария Sanctioned Pending');
    const screening = (await officer.get(`/test/screenings/${made.screeningId}/detail`)).json.data;
    assert.ok(screening.matches.length > 0);
    const sides = screening.matches[0].sides.map((side: { field: string }) => side.field);
    assert.ok(sides.includes('name') && sides.includes('dateOfBirth'), sides.join());
    const wallet = (await officer.get(`/test/checks/${made.checkId}/detail`)).json.data;
    assert.equal(wallet.others.length, 1);
    assert.equal(wallet.graph.nodes[0].kind, 'SUBJECT');
  });

  test('an applicant: what erasing takes and what stays is what then happens', async () => {
    const before = (await officer.get(`/test/applicants/${made.applicantId}/overview`)).json.data;
    assert.equal(before.erasure.removes.files, 2);
    assert.equal(before.checks.length, 1);
    assert.equal(before.monitors.length, 1);
    const { possible, refused } = before.erasure;
    assert.equal(possible, refused === null);
    if (refused === 'MANUAL_REVIEW') {
      const path = `/test/v3/verifications/${made.verificationId}/review`;
      await officer.post(path, { decision: 'APPROVED', reason: 'the same person' });
    }
    const { applicantId } = await inSandbox('/applicants', { firstName: 'Eva', lastName: 'Gone' });
    const { screeningId } = await inSandbox('/aml/screenings', { applicantId, profile: 'BASIC' });
    const address = '0x0000000000000000000000000000000000009003';
    const { checkId } = await inSandbox('/kyt/checks', { address, blockchain: 'ETH', applicantId });
    const reason = 'Eva Gone said on the telephone that it is hers';
    await officer.post(`/test/checks/${checkId}/decision`, { decision: 'CONFIRMED', reason });
    const told = (await officer.get(`/test/applicants/${applicantId}/overview`)).json.data.erasure;
    assert.deepEqual([told.possible, told.removes.screeningsStripped, told.keeps.screenings], [true, 1, 1]);
    assert.equal((await officer.remove(`/test/v3/applicants/${applicantId}`)).status, 200);
    const after = await officer.get(`/test/applicants/${applicantId}/overview`);
    holds(contract.ApplicantOverview, after.json.data);
    assert.deepEqual([after.json.data.erasure.possible, after.json.data.erasure.refused], [false, 'ERASED']);
    const screening = (await officer.get(`/test/screenings/${screeningId}/detail`)).json.data;
    assert.equal(screening.screening.subject, null);
    const { review } = (await officer.get(`/test/checks/${checkId}/detail`)).json.data;
    assert.deepEqual([review.decision, review.reason, review.by.userId], ['CONFIRMED', '', officer.userId]);
  });
});

describe('files', () => {
  test('open by a link of five minutes, in the session that asked, with ranges; nobody keeps them', async () => {
    const { data } = (await officer.get(`/test/verifications/${made.verificationId}/detail`)).json;
    const { fileId, size } = data.files[0];
    const link = await officer.post(`/test/files/${fileId}/link`);
    assert.equal(link.status, 200, link.text);
    const { url, expiresAt } = link.json.data;
    assert.ok(Date.parse(expiresAt) - Date.now() <= 300_000);
    const opened = await officer.get(url);
    assert.equal(opened.status, 200);
    assert.match(opened.headers.get('cache-control') ?? '', /no-store/);
    assert.equal(Number(opened.headers.get('content-length')), size);
    assert.match(opened.headers.get('content-security-policy') ?? '', /sandbox/);
    const part = await officer.get(url, { range: 'bytes=1-3' });
    assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, 'PNG', `bytes 1-3/${size}`]);
    assert.equal((await officer.get(url, { range: `bytes=${size}-` })).status, 416);

    const second = await signInAs(service, 'OFFICER');
    assert.equal((await second.get(url)).status, 404, 'another session');
    assert.equal((await officer.get(`${url.slice(0, -2)}xx`)).status, 404, 'changed');
    assert.equal((await stranger.post(`/test/files/${fileId}/link`)).status, 404);
    assert.equal((await officer.post(`/live/files/${fileId}/link`)).status, 404);
    const noted = await service.services.db.query(
      sql`select 1 from audit_entries where action = 'file.open' and actor_id = ${officer.userId} and details ->> 'fileId' = ${fileId}`,
    );
    assert.equal(noted.length, 1);
  });
});

describe('reports', () => {
  test('each decision is a PDF with its identifier, whatever script its names are in', async () => {
    const reports = [
      `/verifications/${made.verificationId}/report`,
      `/screenings/${made.screeningId}/report`,
      `/checks/${made.checkId}/report`,
      `/media/${made.jobId}/report`,
    ];
    for (const path of reports) {
      const report = await officer.get(`/test${path}`);
      assert.equal(report.status, 200, report.text.slice(0, 300));
      assert.equal(report.headers.get('content-type'), 'application/pdf');
      assert.match(report.text, /^%PDF-1\.7/);
      assert.ok(report.text.includes('/FontFile2'), 'with its fonts');
      assert.equal((await stranger.get(`/test${path}`)).status, 404);
    }
    const prints = await service.services.db.query(sql`select 1 from audit_entries where action = 'report.print'`);
    assert.equal(prints.length, reports.length);
  });
});

describe('what changed', () => {
  test('is told to open pages, without anything personal, until the session ends', async () => {
    const listener = await signInAs(service, 'OFFICER');
    const cookie = [...listener.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const abort = new AbortController();
    const stream = await fetch(`${listener.origin}/dashboard/api/test/events`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      signal: abort.signal,
    });
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    assert.ok(reader);
    let heard = '';
    const until = async (word: string): Promise<void> => {
      while (!heard.includes(word)) {
        const { value, done } = await reader.read();
        assert.ok(!done, `the stream ended before ${word}: ${heard}`);
        heard += value;
      }
    };
    await until('event: hello');
    const { screeningId } = await inSandbox('/aml/screenings', {
      subject: { type: 'PERSON', name: 'Petra Sanctioned' },
      profile: 'BASIC',
    });
    await until(screeningId);
    assert.match(heard, /event: queue\.changed/);
    assert.ok(!heard.includes('Petra'));
    abort.abort();
    assert.equal((await fetch(`${listener.origin}/dashboard/api/test/events`)).status, 401);
  });
});

test('the first page tells what waits, what was done and how things stand', async () => {
  const home = await officer.get('/test/home');
  assert.equal(home.status, 200, home.text);
  holds(contract.Home, home.json.data);
  assert.equal(home.json.data.days.length, 30);
  const sumOf = (column: string): number =>
    home.json.data.days.reduce((sum: number, day: Record<string, number>) => sum + (day[column] ?? 0), 0);
  // Each number of the first page leads to a list of exactly as many rows.
  const createdFrom = home.json.data.days[0].day;
  const lists: [column: string, path: string][] = [
    ['verifications', 'verifications?'],
    ['approved', 'verifications?result=APPROVED'],
    ['rejected', 'verifications?result=REJECTED'],
    ['screenings', 'aml/screenings?'],
    ['screeningsCritical', 'aml/screenings?riskLevel=CRITICAL'],
    ['screeningsHigh', 'aml/screenings?riskLevel=HIGH'],
    ['screeningsMedium', 'aml/screenings?riskLevel=MEDIUM'],
    ['walletChecks', 'kyt/checks?'],
    ['walletsCritical', 'kyt/checks?riskLevel=CRITICAL'],
    ['walletsHigh', 'kyt/checks?riskLevel=HIGH'],
    ['media', 'deepfake/jobs?'],
    ['mediaToReject', 'deepfake/jobs?recommendation=REJECT'],
    ['mediaToReview', 'deepfake/jobs?recommendation=REVIEW'],
  ];
  for (const [column, path] of lists) {
    const list = await officer.get(`/test/v3/${path}&limit=1&createdFrom=${createdFrom}`);
    assert.equal(list.status, 200, list.text);
    assert.equal(list.json.pagination.total, sumOf(column), column);
  }
  for (const group of [/^screenings[CHM]/, /^walletsCritical|^walletsHigh/, /^mediaTo/]) {
    const columns = lists.filter(([column]) => group.test(column));
    assert.ok(
      columns.some(([column]) => sumOf(column) >= 1),
      String(group),
    );
  }
  assert.equal(home.json.data.webhooks, null, 'an officer does not look after webhooks');
  const kinds = Object.fromEntries(home.json.data.waiting.kinds.map((row: { kind: string }) => [row.kind, row]));
  assert.ok(kinds.SCREENING.open >= 1);
  assert.equal(kinds.SCREENING.open, kinds.SCREENING.unassigned);
});
