import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from '../contract/events.ts';
import { OPERATIONS } from '../contract/index.ts';
import { startTestService } from '../server/testing.ts';
import { launchBrowser } from './lib/browser.ts';

test('the API reference shows every operation and asks no other address', async () => {
  const service = await startTestService();
  const browser = await launchBrowser();
  try {
    const origin = service.production.replace('/api/v3', '');
    const page = await browser.newPage();
    const outside: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${origin}/docs`);
    await page.waitForSelector('.opblock');
    assert.equal(await page.locator('.opblock').count(), OPERATIONS.length + EVENT_TYPES.length);
    assert.deepEqual(problems, []);
    // The front doors lead here: the staff's pages on one port, a page of its own on the other.
    await page.goto(`${origin}/`);
    await page.waitForSelector('a[href="/docs"]');
    assert.deepEqual(outside, []);
    await page.goto(service.sandbox.replace('/api/v3', '/'));
    assert.match((await page.textContent('h1')) ?? '', /Compliance verification service/);
    await page.waitForSelector('a[href$="/docs"]');
  } finally {
    await browser.close();
    await service.close();
  }
});
