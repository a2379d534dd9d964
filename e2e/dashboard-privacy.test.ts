import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { sql } from '../platform/database/sql.ts';
import { startTestService, type TestService } from '../server/testing.ts';
import { button, heading, join, openDesk, PATIENCE, sound } from './dashboard/desk.ts';
import { launchBrowser } from './lib/browser.ts';

let service: TestService;
let browser: Browser;
before(async () => {
  service = await startTestService();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service?.close();
});

const inSandbox = async (path: string, body: unknown) => {
  const answer = await service.call({ path, environment: 'TEST', body });
  assert.equal(answer.status, 201, answer.text);
  return answer.json.data;
};

test(
  'a consent text is put in force, read by the applicant as plain text, and kept by its digest',
  { timeout: 10 * PATIENCE },
  async () => {
    const desk = await openDesk(browser, service);
    const { page, origin } = desk;
    await join(desk, service, { name: 'Ada Admin', email: 'ada@bank.example', role: 'ADMIN' });
    await page.goto(`${origin}/live/settings/privacy`);
    await button(page, /Language/).click();
    await page.getByRole('option', { name: 'German' }).click();
    await page.getByLabel('What people agree to').fill('Wir prüfen <b>Ihren Ausweis</b>.\n\nFünf Jahre lang.');
    await page.getByRole('button', { name: 'Put version 1 in force' }).click();
    await page.getByText('Version 1 is in force.').waitFor();
    await page.getByText('Your own words: German.').waitFor();
    await sound(desk, 'consent-text');

    const { applicantId } = await inSandbox('/applicants', { firstName: 'Ines', lastName: 'Pending' });
    const made = await inSandbox('/verifications', { applicantId, profileType: 'STANDARD', locale: 'de' });
    const visitor = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    visitor.setDefaultTimeout(PATIENCE);
    const capture = await visitor.newPage();
    await capture.goto(new URL(new URL(made.uploadUrl).pathname, service.sandbox).href);
    await capture.getByText('Wir prüfen <b>Ihren Ausweis</b>.', { exact: true }).waitFor();
    assert.equal(await capture.locator('.own-text b').count(), 0, 'no markup is read in it');
    assert.equal(await capture.locator('.own-text p').count(), 2);
    await sound({ ...desk, page: capture, context: visitor }, 'capture-own-consent');
    await capture.getByRole('combobox').selectOption('en');
    await capture.getByRole('button', { name: 'I agree, begin' }).waitFor();
    assert.equal(await capture.locator('.own-text').count(), 0, 'the page’s own words, where there is no text');
    await capture.getByRole('combobox').selectOption('de');
    await capture.locator('.own-text').waitFor();
    await capture.locator('.actions .primary').click();
    await capture.locator('[data-screen]:not([data-screen="consent"])').waitFor();

    await page.goto(`${origin}/test/verifications/${made.verificationId}`);
    await page.getByText('Consent given').waitFor();
    await page.getByText('in German, version 1').waitFor();
    await sound(desk, 'consent-given');
    assert.deepEqual(desk.problems, []);
  },
);

test('how long things are kept is changed once it is seen what that erases', { timeout: 10 * PATIENCE }, async () => {
  const subject = { type: 'PERSON', name: 'Nora Nobody' };
  const { screeningId } = await inSandbox('/aml/screenings', { subject, profile: 'BASIC' });
  await service.services.db.query(
    sql`update aml_screenings set created_at = created_at - interval '90 days' where id = ${screeningId}`,
  );
  const desk = await openDesk(browser, service);
  const { page, origin } = desk;
  await join(desk, service, { name: 'Olu Owner', email: 'olu@bank.example', role: 'ADMIN' });
  await page.goto(`${origin}/live/settings/privacy`);
  await heading(page, 'Personal data').waitFor();
  const field = page.getByLabel('Days after a screening until the person in it is erased');
  const save = page.locator('form', { has: field }).getByRole('button', { name: 'Save' });
  await field.fill('29');
  await page.getByText('A whole number from 30 to 3650, or 0').waitFor();
  assert.equal(await save.isDisabled(), true);
  await field.fill('60');
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 screening loses its person, older than 60 days').waitFor();
  await sound(desk, 'retention-review');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await save.click();
  await dialog.getByRole('button', { name: 'Save and erase' }).click();
  await page.getByText('The settings were changed.').waitFor();
  await page.reload();
  await page
    .getByLabel('Days after a screening until the person in it is erased')
    .and(page.locator('[value="60"]'))
    .waitFor();
  assert.deepEqual(desk.problems, []);
});
