import { cpus } from 'node:os';
import { launchBrowser } from '../../e2e/lib/browser.ts';
import { startFixtureServer } from '../../e2e/dashboard/fixture-server.ts';
import { buildDashboard } from '../../server/dashboard/build.ts';

/**
 * What the pages weigh, and how long it takes from a click to the painted page, over invented data that is answered at
 * once: what is measured is the browser's own work. node bench/dashboard/timings.ts
 */
const ROUNDS = 7;
const PAGES = [
  'Queue',
  'Applicants',
  'Verifications',
  'Screenings',
  'Wallets',
  'Developers',
  'Credits',
  'Policies',
  'Audit log',
];

const { assets, shell } = await buildDashboard();
const sizeOf = (names: readonly string[]): { brotli: number; gzip: number; plain: number } => {
  const found = names.flatMap((name) => assets.get(name) ?? []);
  const sum = (part: 'brotli' | 'gzip' | 'plain'): number =>
    found.reduce((total, asset) => total + asset[part].length, 0);
  return { brotli: sum('brotli'), gzip: sum('gzip'), plain: sum('plain') };
};
const first = sizeOf([shell.script, shell.style, ...shell.imports]);
const all = sizeOf([...assets.keys()]);
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
process.stdout.write(
  [
    `processors ${cpus().length}`,
    `shell     brotli ${kilobytes(first.brotli)}  gzip ${kilobytes(first.gzip)}  plain ${kilobytes(first.plain)}`,
    `all files brotli ${kilobytes(all.brotli)}  gzip ${kilobytes(all.gzip)}  plain ${kilobytes(all.plain)}`,
    '',
  ].join('\n'),
);

/** Clicks the link and waits until its heading is there and two frames were drawn, in the page itself. */
const clickOf = (name: string): string => `new Promise((resolve) => {
  const link = [...document.querySelectorAll('.side-link')].find((one) => one.textContent.trim() === ${JSON.stringify(name)});
  const started = performance.now();
  const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)));
  const there = () => document.querySelector('h1')?.textContent === ${JSON.stringify(name)} && !document.querySelector('main .loading');
  const watch = new MutationObserver(() => { if (there()) { watch.disconnect(); painted(); } });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  link.click();
})`;

const server = await startFixtureServer();
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const loads: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await page.goto(`${server.origin}/live`);
    await page.locator('.tile').first().waitFor();
    loads.push(performance.now() - started);
  }
  const tell = (name: string, times: readonly number[]): void => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number): string => `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)} ms`;
    process.stdout.write(
      `${name.padEnd(24)} first ${Math.round(times[0] ?? 0)} ms  median ${at(0.5)}  slowest ${at(1)}\n`,
    );
  };
  tell('Home, whole load', loads);
  for (const name of PAGES) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.evaluate(clickOf('Home'));
      times.push(Number(await page.evaluate(clickOf(name))));
    }
    tell(`click to ${name}`, times);
  }
} finally {
  await browser.close();
  await server.close();
}
