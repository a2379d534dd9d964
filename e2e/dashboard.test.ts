import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startTestService, type TestService } from '../server/testing.ts';
import { button, heading, join, linkFor, openDesk, PASSWORD, PATIENCE, sound } from './dashboard/desk.ts';
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

/** The code of an authenticator app (RFC 6238: SHA-1, 30 seconds, six digits) for the key in base32. */
function totp(key: string, at: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  let bits = '';
  for (const letter of key.replace(/=+$/, '')) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', bytes).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

test(
  'a second factor is added, asked for at the next sign-in, and a backup code opens too',
  { timeout: 10 * PATIENCE },
  async () => {
    const desk = await openDesk(browser, service);
    const { page, origin } = desk;
    await join(desk, service, { name: 'Tova Twofold', email: 'tova@bank.example', role: 'ANALYST' });
    await page.goto(`${origin}/live/account`);
    await heading(page, 'Account and security').waitFor();
    await sound(desk, 'account');
    await button(page, 'Add a second factor').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await button(dialog, 'Go on').click();
    const key = (await dialog.getByLabel('Key for the app', { exact: true }).textContent()) ?? '';
    const backup = (await dialog.locator('.backup-codes li').first().textContent()) ?? '';
    await sound(desk, 'two-factor');
    await dialog.getByLabel('Code that the app shows').fill(totp(key, Date.now()));
    await button(dialog, 'Turn on').click();
    await dialog.waitFor({ state: 'detached' });

    const signIn = async (): Promise<void> => {
      await button(page, /my account/).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await heading(page, 'Sign in').waitFor();
      await page.getByLabel('E-mail address').fill('tova@bank.example');
      await page.getByLabel('Password').fill(PASSWORD);
      await button(page, 'Sign in').click();
      await heading(page, 'One more step').waitFor();
    };
    await signIn();
    await sound(desk, 'sign-in-code');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await button(page, 'Go on').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(totp(key, Date.now()));
    await button(page, 'Go on').click();
    await heading(page, 'Home').waitFor();
    await signIn();
    await button(page, 'Use a backup code instead').click();
    await page.getByLabel('Backup code').fill(backup);
    await button(page, 'Go on').click();
    await heading(page, 'Home').waitFor();
    assert.deepEqual(desk.problems, []);
  },
);
