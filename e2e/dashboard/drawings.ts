import { mkdir } from 'node:fs/promises';
import { launchBrowser } from '../lib/browser.ts';
import { startFixtureServer } from './fixture-server.ts';

/**
 * Draws pages over invented data, at three widths, to be looked at:
 * node e2e/dashboard/drawings.ts FOLDER [light|dark] [PATH …]
 */
const [folder = '', scheme = 'light', ...asked] = process.argv.slice(2);
if (folder === '') throw new Error('name the folder that the pictures go to');
const paths = asked.length > 0 ? asked : ['/live', '/live/queue'];
const widths = (process.env['WIDTHS'] ?? '1440,1024,390').split(',').map(Number);

await mkdir(folder, { recursive: true });
const server = await startFixtureServer();
const browser = await launchBrowser();
try {
  // One page for all: this Chromium ends with the first context that is closed.
  const page = await browser.newPage({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  let at = '';
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') process.stderr.write(`${at}: ${message.text()}\n`);
  });
  page.on('pageerror', (error) => process.stderr.write(`${at}: ${error.message}\n`));
  for (const path of paths) {
    for (const width of widths) {
      at = `${path} at ${width}`;
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
      await page.goto(server.origin + path);
      await page.waitForSelector('h1');
      for (const loading of await page.locator('.loading').all()) await loading.waitFor({ state: 'detached' });
      await page.evaluate('document.fonts.ready');
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (wide > 0) process.stderr.write(`${at}: ${wide} pixels too wide\n`);
      const name = `${path.slice(1).replaceAll(/[/?=&]/g, '-') || 'front'}-${width}-${scheme}.png`;
      await page.screenshot({ path: `${folder}/${name}`, fullPage: process.env['FULL'] === '1' });
    }
  }
} finally {
  await browser.close();
  await server.close();
}
