import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Role } from '../../contract/dashboard/index.ts';
import { makeLink } from '../../modules/dashboard-api/index.ts';
import type { TestService } from '../../server/testing.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where pictures of the pages go, for people to look at; nowhere by itself. */
const SCREENSHOTS = process.env['DASHBOARD_SCREENSHOTS'];
export const PASSWORD = 'teal otter crosses 41 bridges';
/** What a slow machine may take for one step. */
export const PATIENCE = 60_000;

/** A member of staff at a browser. */
export interface Desk {
  page: Page;
  context: BrowserContext;
  origin: string;
  /** What must not happen on any page: errors, refusals of the policy, requests that leave the service. */
  problems: string[];
}

/** The address of a link as an operator or a colleague hands it over. */
export async function linkFor(service: TestService, role: Role, email: string | null = null): Promise<string> {
  const { services, organizationId } = service;
  const { link } = await services.db.transaction((transaction) =>
    makeLink(services, transaction, { organizationId, role, email, invitedBy: null }, services.clock.now(), {
      type: 'OPERATOR',
      id: 'test',
    }),
  );
  return new URL(link).hash;
}

export async function openDesk(browser: Browser, service: TestService): Promise<Desk> {
  const origin = new URL(service.production).origin;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // What the service refuses, the page tells; the browser says so as well.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) {
      problems.push(`asked ${request.url()}`);
    }
  });
  return { page, context, origin, problems };
}

/** Makes the account of a new member of staff by a link; ends on the first page. */
export async function join(
  desk: Desk,
  service: TestService,
  person: { name: string; email: string; role: Role },
): Promise<void> {
  const { page, origin } = desk;
  await page.goto(`${origin}/join${await linkFor(service, person.role, null)}`);
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await heading(page, 'Home').waitFor();
}

export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).first();

/** What the page reads is there, and was drawn: twice nothing is loading, two frames apart. */
export async function settled(page: Page): Promise<void> {
  // The policy of the pages refuses code made of text, so that nothing can be polled for with it.
  for (let quiet = 0; quiet < 2;) {
    const [loading] = await page.locator('.loading, main .spinner').all();
    if (loading) {
      await loading.waitFor({ state: 'detached' });
      quiet = 0;
    } else {
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      quiet += 1;
    }
  }
}

/** The page is whole: accessible (WCAG 2.2 AA as far as axe sees), as wide as the window, nothing personal in its address. */
export async function sound({ page, problems }: Desk, name: string): Promise<void> {
  await settled(page);
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
  const faults = await page.evaluate(`${axe};
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ').slice(0, 600)))`);
  assert.deepEqual(faults, [], name);
  const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  assert.ok(over <= 0, `${name} is ${over} pixels too wide`);
  assert.deepEqual(problems, [], name);
}
