import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startTestService, type TestService } from '../server/testing.ts';
import { button, heading, linkFor, openDesk, PASSWORD, PATIENCE, sound } from './dashboard/desk.ts';
import { launchBrowser } from './lib/browser.ts';

let service: TestService;
let browser: Browser;
before(async () => {
  service = await startTestService({ credits: 1_000 });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service?.close();
});

test('from the first sign-in to the first key', { timeout: 10 * PATIENCE }, async () => {
  const desk = await openDesk(browser, service);
  const { page, origin } = desk;
  // Somebody who is not signed in is led to the sign-in, and nothing is shown before.
  await page.goto(`${origin}/live/developers/keys`);
  await heading(page, 'Sign in').waitFor();
  await sound(desk, 'sign-in');

  await page.goto(`${origin}/join${await linkFor(service, 'OWNER')}`);
  await heading(page, 'Welcome').waitFor();
  assert.doesNotMatch(page.url(), /#/, 'the token is taken out of the address');
  await sound(desk, 'join');
  await page.getByLabel('E-mail address').fill('ida@bank.example');
  await page.getByLabel('Your name').fill('Ida Owner');
  await page.getByLabel('Password').fill('password1234');
  await button(page, 'Make the account').click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Make the account').click();
  await heading(page, 'Home').waitFor();
  await sound(desk, 'home-empty');

  await page.getByRole('link', { name: 'Developers' }).click();
  await heading(page, 'Developers').waitFor();
  await sound(desk, 'developers');
  await page.getByRole('navigation', { name: 'For developers' }).getByRole('link', { name: 'Keys' }).click();
  await heading(page, 'Keys').waitFor();
  await button(page, 'Create key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Onboarding backend');
  await sound(desk, 'key-dialog');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog.getByLabel('Key', { exact: true }).textContent()) ?? '';
  await button(dialog, 'I kept it').click();
  await page.getByRole('row', { name: /Onboarding backend/ }).waitFor();
  await sound(desk, 'keys');
  assert.equal((await service.call({ path: '/auth/me', key })).status, 200, 'the key that was shown works');

  // The session ends elsewhere: the next thing asked for leads to the sign-in, and from there back.
  await desk.context.clearCookies();
  await page.getByRole('navigation', { name: 'For developers' }).getByRole('link', { name: 'Webhooks' }).click();
  await heading(page, 'Sign in').waitFor();
  await page.getByLabel('E-mail address').fill('ida@bank.example');
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
  await heading(page, 'Webhooks').waitFor();
  assert.deepEqual(desk.problems, []);
});
