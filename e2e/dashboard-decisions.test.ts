import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { importText, listOf, served } from '../modules/aml/testing.ts';
import { changeSetting, type SettingName } from '../modules/organizations/index.ts';
import type { Verdict, VerificationEngine } from '../modules/verifications/index.ts';
import { World } from '../modules/verifications/testing/world.ts';
import { startTestService, type TestService } from '../server/testing.ts';
import { button, heading, join, openDesk, PATIENCE, sound } from './dashboard/desk.ts';
import { launchBrowser } from './lib/browser.ts';
import { DOCUMENT_DRAWING, photoOf } from './lib/camera.ts';

const findings = { checks: { document: 'PASS' } as const, extracted: null, breakdown: [] };
const referred: Verdict = { kind: 'REFERRED', reviewReason: 'FACE_MATCH_UNCERTAIN', ...findings };
const engine: VerificationEngine = {
  requireAvailable() {},
  course: (_person, now) => ({ expiresAt: new Date(now.getTime() + 7 * 86_400_000), unattendedAt: null }),
  examinesAt: (now) => now,
  examine: async () => referred,
};

let service: TestService;
let browser: Browser;
before(async () => {
  service = await startTestService({ engines: { verification: engine }, credits: 1_000 });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service?.close();
});

test(
  'a review decided by two people, found in the queue, and its report printed',
  { timeout: 15 * PATIENCE },
  async () => {
    await service.services.db.transaction((transaction) =>
      changeSetting(transaction, service.organizationId, 'verifications.fourEyes', true, new Date(), {
        type: 'OPERATOR',
        id: 'test',
      }),
    );
    const world = new World(service, 'LIVE', service.liveKey);
    const id = await world.begun('Lind', 'DOCUMENT');
    const picture = await photoOf(DOCUMENT_DRAWING);
    const uploaded = await world.call({
      path: `/verifications/${id}/files`,
      body: { kind: 'DOCUMENT_FRONT', fileName: 'front.jpg', content: picture.toString('base64') },
    });
    assert.equal(uploaded.status, 201, uploaded.text);
    await world.submit(id);
    await world.until(id, 'MANUAL_REVIEW');

    const first = await openDesk(browser, service);
    await join(first, service, { name: 'Ida First', email: 'ida@bank.example', role: 'OFFICER' });
    const { page } = first;
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await heading(page, 'Queue').waitFor();
    await page.getByRole('row', { name: /Ada Lind/ }).waitFor();
    await sound(first, 'queue');
    // By keyboard alone: to the case, into it, and to the decision.
    await page.keyboard.press('j');
    await page.getByRole('link', { name: 'Ada Lind' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Ada Lind').waitFor();
    assert.doesNotMatch(
      `${page.url()} ${await page.title()}`,
      /Lind|Ada/,
      'nobody is named in the address or the title',
    );
    await page.getByRole('img', { name: 'Document front' }).waitFor();
    await sound(first, 'verification');
    await page.keyboard.press('a');
    await page.getByLabel('Why is it approved?').fill('The portrait is the same person.');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('You decided first: approved.').waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Approve' }).count(),
      0,
      'the second person cannot be the first',
    );
    await sound(first, 'verification-proposed');
    assert.equal((await world.read(id)).status, 'MANUAL_REVIEW');

    const second = await openDesk(browser, service);
    await join(second, service, { name: 'Bo Second', email: 'bo@bank.example', role: 'OFFICER' });
    await button(second.page, 'Waiting')
      .or(second.page.getByRole('link', { name: 'Open the queue' }))
      .click();
    await heading(second.page, 'Queue').waitFor();
    await second.page.getByRole('link', { name: 'Ada Lind' }).click();
    await second.page.getByText('Ida First decided first: approved.').waitFor();
    await second.page.getByRole('button', { name: /Approve/ }).click();
    await second.page.getByLabel('Why is it approved?').fill('I see the same.');
    await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await second.page.getByText('Approved by a reviewer').waitFor();
    await sound(second, 'verification-decided');
    assert.equal((await world.read(id)).result, 'APPROVED');
    // The first one's page hears of it by itself.
    await page.getByText('Approved by a reviewer').waitFor();

    const download = second.page.waitForEvent('download');
    await second.page.getByRole('link', { name: 'Report' }).click();
    const pdf = await readFile(await (await download).path());
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    assert.deepEqual([...first.problems, ...second.problems], []);
  },
);

const setSetting = (name: SettingName, value: boolean): Promise<void> =>
  service.services.db.transaction((transaction) =>
    changeSetting(transaction, service.organizationId, name, value, new Date(), { type: 'OPERATOR', id: 'test' }),
  );

test(
  'a match decided by two people: the first word is a proposal, and the second counts',
  { timeout: 15 * PATIENCE },
  async (t) => {
    const { dataset, version } = await importText(
      service,
      listOf([{ id: 'E-9', name: 'Oksana Tereshko', birthDates: '1970-09-01', nationalities: 'BY', programs: 'EX' }]),
    );
    await served(service, dataset, version);
    await setSetting('screenings.fourEyes', true);
    t.after(() => setSetting('screenings.fourEyes', false));
    const subject = { type: 'PERSON', name: 'Oksana Tereshko', dateOfBirth: '1992-02-02' };
    const made = await service.call({
      path: '/aml/screenings',
      body: { subject, checks: ['SANCTIONS'], threshold: 50 },
    });
    assert.equal(made.status, 201, made.text);
    const { screeningId } = made.json.data;

    const first = await openDesk(browser, service);
    await join(first, service, { name: 'Mia First', email: 'mia@bank.example', role: 'OFFICER' });
    const { page, origin } = first;
    const decide = async (at: typeof page, reason: string): Promise<void> => {
      await button(at, 'Resolve …').click();
      const dialog = at.getByRole('dialog');
      await dialog.getByText('Somebody else').click();
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: 'Resolve' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.goto(`${origin}/live/screenings/${screeningId}`);
    await page.getByText('Two people decide about matches here').waitFor();
    await sound(first, 'match-two-people');
    await decide(page, 'Another birth date.');
    await page.getByText('You decided first: false positive.').waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Resolve …' }).isDisabled(),
      true,
      'the second cannot be the first',
    );
    await sound(first, 'match-proposed');
    await page.goto(`${origin}/live/queue?kind=SCREENING`);
    await page
      .getByRole('row', { name: /Oksana Tereshko/ })
      .getByText('second person needed')
      .waitFor();
    await sound(first, 'queue-proposed');
    await page.goto(`${origin}/live/screenings/${screeningId}`);

    const second = await openDesk(browser, service);
    await join(second, service, { name: 'Lea Second', email: 'lea@bank.example', role: 'OFFICER' });
    await second.page.goto(`${origin}/live/screenings/${screeningId}`);
    await second.page.getByText('Mia First decided first: false positive.').waitFor();
    await decide(second.page, 'And another country.');
    await second.page.getByText('all decided').waitFor();
    await second.page.getByText('Said first by Mia First').waitFor();
    await sound(second, 'match-decided');
    // The first one's page hears of it by itself.
    await page.getByText('all decided').waitFor();
    assert.deepEqual([...first.problems, ...second.problems], []);
  },
);

test(
  'a match resolved as somebody else is left out of the next screening, and seen there',
  { timeout: 10 * PATIENCE },
  async () => {
    const { dataset, version } = await importText(
      service,
      listOf([{ id: 'E-1', name: 'Viktor Malenkov', birthDates: '1964-03-17', nationalities: 'RU', programs: 'EX' }]),
    );
    await served(service, dataset, version);
    const applicant = await service.call({
      path: '/applicants',
      body: { firstName: 'Viktor', lastName: 'Malenkov', dateOfBirth: '1991-01-05', nationality: 'RU' },
    });
    const { applicantId } = applicant.json.data;
    const screen = async (): Promise<string> => {
      const made = await service.call({
        path: '/aml/screenings',
        body: { applicantId, checks: ['SANCTIONS'], threshold: 50 },
      });
      assert.equal(made.status, 201, made.text);
      return made.json.data.screeningId;
    };
    const screeningId = await screen();
    const desk = await openDesk(browser, service);
    const { page, origin } = desk;
    await join(desk, service, { name: 'Eva Officer', email: 'eva@bank.example', role: 'OFFICER' });
    await page.goto(`${origin}/live/queue?kind=SCREENING`);
    await page.getByRole('link', { name: 'Viktor Malenkov' }).click();
    await heading(page, 'Viktor Malenkov').waitFor();
    await sound(desk, 'screening');
    await button(page, 'List record and score').click();
    await sound(desk, 'screening-open');
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Somebody else').click();
    await dialog.getByLabel('Reason').fill('Born 27 years later.');
    await sound(desk, 'resolve');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('all decided').waitFor();
    await page.getByText('by Eva Officer').first().waitFor();

    const next = await screen();
    assert.notEqual(next, screeningId);
    await page.goto(`${origin}/live/screenings/${next}`);
    await page.getByRole('heading', { name: '1 match left out' }).waitFor();
    await page.getByText('Born 27 years later.').waitFor();
    await sound(desk, 'screening-suppressed');
    await page.getByRole('link', { name: 'where it was decided' }).click();
    await page.getByText('all decided').waitFor();
    assert.deepEqual(desk.problems, []);
  },
);
