import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { PagePath } from '../../dashboard/paths.ts';
import { startFixtureServer } from './fixture-server.ts';
import { PATIENCE, settled } from './desk.ts';
import { launchBrowser } from '../lib/browser.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const IDENTIFIER = 'rec_01k0fixture000000000000001';

let server: Awaited<ReturnType<typeof startFixtureServer>>;
let browser: Browser;
export let page: Page;
const problems: string[] = [];
/** One browser and one server of invented data for each test file that imports this. */
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

export const addressOf = (path: string): string => server.origin + path;

export async function open(path: string): Promise<void> {
  await page.goto(addressOf(path));
  await page.locator('h1').waitFor();
  await settled(page);
}

const tooWide = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth - innerWidth');
export const faults = (): Promise<unknown> =>
  page.evaluate(`${axe};
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ').slice(0, 400)))`);

/** A test for each of these pages: at three widths, light and dark, and from right to left. */
export function testPages(patterns: readonly PagePath[]): void {
  for (const pattern of patterns) testPage(pattern);
}

function testPage(pattern: PagePath): void {
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
