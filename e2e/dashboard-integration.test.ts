import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { importText, listOf, served } from '../modules/aml/testing.ts';
import { Receiver, status } from '../modules/webhooks/testing/receiver.ts';
import { eventually, startTestService, type TestService } from '../server/testing.ts';
import { button, heading, join, openDesk, PATIENCE, sound } from './dashboard/desk.ts';
import { launchBrowser } from './lib/browser.ts';

let service: TestService;
let browser: Browser;
let receiver: Receiver;
before(async () => {
  receiver = await Receiver.start();
  service = await startTestService({
    credits: 1_000,
    env: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service?.close();
  await receiver?.close();
});

test('a failed delivery is found, looked into and sent again', { timeout: 12 * PATIENCE }, async () => {
  const desk = await openDesk(browser, service);
  const { page, origin } = desk;
  await join(desk, service, { name: 'Dag Developer', email: 'dag@bank.example', role: 'DEVELOPER' });
  await page.goto(`${origin}/test/developers/webhooks`);
  await heading(page, 'Webhooks').waitFor();
  await page.getByText('Sandbox: simulated results').waitFor();
  await sound(desk, 'webhooks-empty');
  await button(page, 'Add endpoint').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${new URL(receiver.url).port}/in`);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByLabel('Secret', { exact: true }).waitFor();
  await sound(desk, 'webhook-secret');
  await button(dialog, 'I kept it').click();

  receiver.answer = status(500);
  const made = await service.call({
    environment: 'TEST',
    path: '/aml/screenings',
    body: { subject: { type: 'PERSON', name: 'Nobody At All' } },
  });
  assert.equal(made.status, 201, made.text);
  await eventually(async () => receiver.received.length > 0, PATIENCE);
  await page.getByRole('link', { name: /127\.0\.0\.1/ }).click();
  await button(page, /Show attempts of aml\.screening_completed/).click();
  await page.getByText('answer 500').first().waitFor();
  await sound(desk, 'delivery-failed');

  receiver.answer = status(200);
  const before = receiver.received.length;
  await button(page, 'Send again').click();
  await eventually(async () => receiver.received.length > before, PATIENCE);
  await page.getByRole('row', { name: /aml\.screening_completed.*Succeeded/ }).waitFor();
  const [first, last] = [receiver.received[0], receiver.received.at(-1)];
  assert.deepEqual(last?.body, first?.body, 'the same bytes');
  assert.equal(last?.headers['x-service-delivery'], first?.headers['x-service-delivery'], 'and the same identifier');
  await sound(desk, 'delivery-sent-again');
  assert.deepEqual(desk.problems, []);
});

test(
  'a policy is tried on decisions made before, then switched with a reason',
  { timeout: 12 * PATIENCE },
  async () => {
    const { dataset, version } = await importText(
      service,
      listOf([{ id: 'E-1', name: 'Viktor Malenkov', birthDates: '1964-03-17', nationalities: 'RU' }]),
    );
    await served(service, dataset, version);
    const screened = await service.call({
      path: '/aml/screenings',
      body: { subject: { type: 'PERSON', name: 'Viktor Malenkov', dateOfBirth: '1991-01-05' }, threshold: 50 },
    });
    assert.equal(screened.status, 201, screened.text);
    assert.equal(screened.json.data.matchCount, 1);

    const desk = await openDesk(browser, service);
    const { page, origin } = desk;
    await join(desk, service, { name: 'Olga Officer', email: 'olga@bank.example', role: 'OFFICER' });
    await page.goto(`${origin}/live/policies`);
    await heading(page, 'Policies').waitFor();
    await sound(desk, 'policies');
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Screening threshold' }) });
    await button(card, /Change/).click();
    await card.getByLabel('A match must be decided from').fill('90');
    await card.getByLabel('Name of the version').fill('only-near-matches');
    await sound(desk, 'policy-changed');
    await button(card, /Try on the last/).click();
    await card.getByText('1 would differ').waitFor();
    await sound(desk, 'policy-tried');
    await card.getByLabel('Why it is changed').fill('Matches below ninety were false for a year.');
    await button(card, 'Put only-near-matches in force').click();
    await card.getByRole('row', { name: /only-near-matches in force.*false for a year.*Olga Officer/ }).waitFor();
    await sound(desk, 'policy-switched');
    assert.deepEqual(desk.problems, []);
  },
);
