import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { PAGE_PATHS } from '../dashboard/paths.ts';
import { startFixtureServer } from './dashboard/fixture-server.ts';
import { PATIENCE } from './dashboard/desk.ts';
import { launchBrowser } from './lib/browser.ts';

/** Every page over invented data: at three widths, light and dark, and from right to left. */
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const IDENTIFIER = 'rec_01k0fixture000000000000001';

let server: Awaited<ReturnType<typeof startFixtureServer>>;
let browser: Browser;
let page: Page;
const problems: string[] = [];
before(async () => {
  server = await startFixtureServer();
  browser = await launchBrowser();
  page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path: string): Promise<void> {
  await page.goto(server.origin + path);
  await page.locator('h1').waitFor();
  for (const loading of await page.locator('.loading').all()) await loading.waitFor({ state: 'detached' });
}

const tooWide = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth - innerWidth');
const faults = (): Promise<unknown> =>
  page.evaluate(`${axe};
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ').slice(0, 400)))`);

for (const pattern of PAGE_PATHS) {
  const path = `/live/${pattern.replace('$', IDENTIFIER)}`.replace(/\/$/, '');
  test(`${path}: whole at every width, accessible in light and dark`, { timeout: 4 * PATIENCE }, async () => {
    problems.length = 0;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(path);
    assert.equal(await page.locator('h1').count(), 1);
    assert.equal(await page.locator('.problem').count(), 0, 'what the page reads is there');
    assert.match(await page.title(), /^[A-Z][A-Za-z ,-]+ · Compliance$/);
    assert.deepEqual(await faults(), [], 'wide and light');
    await page.setViewportSize({ width: 1024, height: 844 });
    assert.ok(Number(await tooWide()) <= 0, `${path} is too wide at 1024`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await open(path);
    assert.ok(Number(await tooWide()) <= 0, `${path} is too wide at 390`);
    assert.deepEqual(await faults(), [], 'narrow and dark');
    await page.evaluate('document.documentElement.dir = "rtl"');
    assert.ok(Number(await tooWide()) <= 0, `${path} is too wide from right to left`);
    assert.deepEqual(problems, []);
  });
}

test('a hundred thousand rows are scrolled through with few of them drawn', { timeout: 4 * PATIENCE }, async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('/live/queue');
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(5).waitFor();
  let reached = 0;
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, 3_000);
    assert.ok((await rows.count()) < 80, 'only what is near the window is drawn');
    const last = await rows.last().getAttribute('aria-rowindex');
    reached = Math.max(reached, Number(last));
  }
  assert.ok(reached > 500, `${reached} rows were reached`);
});

test('keys of the queue: moved through, chosen, decided, with an end to each', { timeout: 4 * PATIENCE }, async () => {
  await open('/live/queue');
  await page.getByRole('row').nth(3).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.locator('.row.current a:focus').waitFor();
  await page.keyboard.press('x');
  await page.getByText('1 case chosen').waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: /Decide 1/ }).waitFor();
  assert.deepEqual(await faults(), [], 'the dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys of this page' }).getByText('Take the next that is due').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('ver_01k0fixture000000000000003');
  assert.deepEqual(await faults(), [], 'the command box');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Amara Chukwuemeka' }).waitFor();
  assert.match(page.url(), /\/live\/verifications\/ver_01k0fixture000000000000003$/);
});
