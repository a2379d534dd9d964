import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Verdict, VerificationEngine } from '../modules/verifications/index.ts';
import { World } from '../modules/verifications/testing/world.ts';
import { startTestService, type TestService } from '../server/testing.ts';
import { launchBrowser } from './lib/browser.ts';
import { DOCUMENT_DRAWING, FACE_DRAWING, launchWithCamera, photoOf } from './lib/camera.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where pictures of the screens go, for people to look at; nowhere by itself. */
const SCREENSHOTS = process.env['CAPTURE_SCREENSHOTS'];

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
const DESK = { viewport: { width: 1440, height: 900 } } as const;

const findings = { checks: { document: 'PASS' } as const, extracted: null, breakdown: [] };
const verdicts = new Map<string, Verdict[]>();
const engine: VerificationEngine = {
  requireAvailable() {},
  course: (_person, now) => ({ expiresAt: new Date(now.getTime() + 7 * 86_400_000), unattendedAt: null }),
  examinesAt: (now) => now,
  examine: async ({ verificationId }) =>
    verdicts.get(verificationId)?.shift() ?? { kind: 'DECIDED', result: 'APPROVED', failureReasons: [], ...findings },
};

let service: TestService;
let world: World;
before(async () => {
  service = await startTestService({
    engines: { verification: engine },
    credits: 1_000,
    env: { PUBLIC_URL: 'https://verify.example.com' },
  });
  world = new World(service, 'LIVE', service.liveKey);
});
after(async () => service?.close());

/** A new verification: its identifier, and its page on this machine. */
async function begun(
  profileType: string,
  more: Record<string, unknown> = {},
  from = world,
): Promise<{ id: string; url: string }> {
  const id = await from.begun(from === world ? 'Lind' : 'Pending', profileType, more);
  const { uploadUrl } = await from.read(id);
  const origin = (from === world ? service.production : service.sandbox).replace('/api/v3', '');
  return { id, url: origin + new URL(uploadUrl).pathname };
}

/** Watches for what must not happen on any screen: errors, and requests that leave the service. */
function watch(page: Page, url: string): string[] {
  const problems: string[] = [];
  const { origin } = new URL(url);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url()))
      problems.push(`asked ${request.url()}`);
    if (request.headers()['referer']) problems.push('told where it comes from');
  });
  return problems;
}

/** The screen is there, is accessible (WCAG 2.2 AA as far as axe sees), and fits its width. */
async function on(page: Page, screen: string, look = ''): Promise<void> {
  await page.waitForSelector(`[data-screen="${screen}"]`, { timeout: 30_000 });
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${look}-${screen}.png` });
  const faults = await page.evaluate(`${axe};
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ')))`);
  assert.deepEqual(faults, [], screen);
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(over) <= 0, `${screen} is ${String(over)} pixels too wide`);
}

async function open(
  browser: Browser,
  look: Parameters<Browser['newContext']>[0],
  url: string,
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({ permissions: ['camera'], ...look });
  const page = await context.newPage();
  const problems = watch(page, url);
  await page.goto(url);
  return { context, page, problems };
}

const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click();

test(
  'on a phone: document by itself, selfie and turns on another device, again with the very reason, approved',
  { timeout: 240_000 },
  async () => {
    const { id, url } = await begun('ENHANCED');
    verdicts.set(id, [{ kind: 'UNREADABLE', uploadIssues: [{ kind: 'SELFIE', reason: 'FACE_TURNED_AWAY' }] }]);
    const first = await launchWithCamera(DOCUMENT_DRAWING);
    try {
      const { page, problems } = await open(first.browser, PHONE, url);
      await on(page, 'consent', 'phone');
      await press(page, 'I agree, begin');
      await on(page, 'picture-front', 'phone');
      await press(page, 'Open camera');
      await on(page, 'camera-front', 'phone');
      // Nothing is pressed: the document stands still within the frame.
      await on(page, 'confirm-front', 'phone');
      await press(page, 'Use this picture');
      await on(page, 'picture-back', 'phone');
      await page.reload();
      await on(page, 'picture-back', 'phone');
      await press(page, 'The back has nothing on it');
      await on(page, 'picture-selfie', 'phone');
      assert.deepEqual(problems, []);
    } finally {
      await first.close();
    }
    const second = await launchWithCamera(FACE_DRAWING);
    try {
      const { page, problems } = await open(second.browser, { ...PHONE, colorScheme: 'dark' }, url);
      await on(page, 'picture-back', 'dark');
      await press(page, 'The back has nothing on it');
      await press(page, 'Open camera');
      await on(page, 'camera-selfie', 'dark');
      await press(page, 'Take picture');
      await on(page, 'confirm-selfie', 'dark');
      await press(page, 'Use this picture');
      await on(page, 'challenge', 'dark');
      await press(page, 'Begin');
      await on(page, 'challenge-camera', 'dark');
      await on(page, 'hand-in', 'dark');
      const { files } = await world.read(id);
      assert.equal(files.filter(({ kind }: { kind: string }) => kind === 'LIVENESS_FRAME').length, 9);
      await press(page, 'Hand in');
      await on(page, 'picture-selfie', 'again');
      assert.match((await page.textContent('[role=alert]')) ?? '', /Your face was turned away.*2 more times/s);
      await press(page, 'Open camera');
      await press(page, 'Take picture');
      await press(page, 'Use this picture');
      await on(page, 'hand-in', 'again');
      await press(page, 'Hand in');
      await on(page, 'end-approved', 'dark');
      await page.reload();
      await on(page, 'end-approved', 'dark');
      assert.deepEqual(problems, []);
    } finally {
      await second.close();
    }
    assert.equal((await world.read(id)).result, 'APPROVED');
  },
);

test(
  'on a desk without a camera: files, by keyboard alone, with the code for the phone; then under review',
  { timeout: 120_000 },
  async () => {
    const { id, url } = await begun('STANDARD', { locale: 'de' });
    verdicts.set(id, [{ kind: 'REFERRED', reviewReason: 'FACE_MATCH_UNCERTAIN', ...findings }]);
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.addInitScript('Object.defineProperty(navigator, "mediaDevices", { value: undefined })');
      const problems = watch(page, url);
      await page.goto(url);
      await on(page, 'consent', 'desk');
      /** Goes on with the tabulator until the button of this name has the focus, and presses it. */
      const byKey = async (name: RegExp): Promise<void> => {
        for (let tabs = 0; tabs < 30; tabs += 1) {
          await page.keyboard.press('Tab');
          const named = String(await page.evaluate('document.activeElement?.closest("button")?.textContent ?? ""'));
          if (!name.test(named)) continue;
          const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
          assert.equal(outline, 'solid', 'the focus is seen');
          await page.keyboard.press('Enter');
          return;
        }
        assert.fail(`no ${String(name)} is reached by keyboard`);
      };
      await byKey(/mit dem Handy/);
      await page.waitForSelector('.phone-panel img');
      await page.evaluate('document.querySelector(".phone-panel img").decode()');
      await on(page, 'consent', 'desk-code');
      await byKey(/Einverstanden/);
      for (const [screen, svg] of [
        ['front', DOCUMENT_DRAWING],
        ['back', DOCUMENT_DRAWING],
        ['selfie', FACE_DRAWING],
      ] as const) {
        await on(page, `picture-${screen}`, 'desk');
        assert.equal(
          await page.evaluate('document.activeElement?.tagName'),
          'H1',
          'the new screen is read from its heading',
        );
        const chooser = page.waitForEvent('filechooser');
        await byKey(/Datei auswählen/);
        await (await chooser).setFiles({ name: 'bild.jpg', mimeType: 'image/jpeg', buffer: await photoOf(svg) });
        await on(page, `confirm-${screen}`, 'desk');
        await byKey(/Dieses Bild verwenden/);
      }
      await on(page, 'hand-in', 'desk');
      await byKey(/^Einreichen$/);
      await on(page, 'end-under_review', 'desk');
      assert.doesNotMatch((await page.textContent('body')) ?? '', /FACE_MATCH|UNCERTAIN/);
      assert.deepEqual(problems, []);
    } finally {
      await browser.close();
    }
  },
);

test(
  'from right to left, in the sandbox, without turning the head; a wrong file is told, and cancelling asks first',
  { timeout: 120_000 },
  async () => {
    const sandbox = new World(service, 'TEST', service.testKey);
    const { id, url } = await begun('ENHANCED', { locale: 'ar' }, sandbox);
    const browser = await launchBrowser();
    try {
      const { page, problems } = await open(browser, PHONE, url);
      await on(page, 'consent', 'arabic');
      assert.equal(await page.getAttribute('html', 'dir'), 'rtl');
      assert.ok(await page.isVisible('.band'), 'the sandbox says that it is one');
      await page.selectOption('select', 'fr');
      await page.waitForSelector('html[lang=fr][dir=ltr]');
      await page.selectOption('select', 'ar');
      await page.waitForSelector('html[lang=ar][dir=rtl]');
      await press(page, 'أوافق، لنبدأ');
      await on(page, 'picture-front', 'arabic');
      const file = (kind: string, ...buffers: Buffer[]): Promise<void> =>
        page.setInputFiles(
          `[data-kind=${kind}]`,
          buffers.map((buffer, at) => ({ name: `${at}.jpg`, mimeType: 'image/jpeg', buffer })),
        );
      await file('DOCUMENT_FRONT', Buffer.from('this is no picture'));
      await on(page, 'confirm-front', 'arabic');
      await press(page, 'استخدام هذه الصورة');
      await page.waitForSelector('[role=alert]');
      await on(page, 'confirm-front', 'arabic-refused');
      // The browser reports the refusal, which is the point here.
      assert.ok(problems.splice(0).every((problem) => /40\d|41\d|42\d/.test(problem)));
      await press(page, 'اختيار صورة أخرى');
      await file('DOCUMENT_FRONT', await photoOf(DOCUMENT_DRAWING));
      await press(page, 'استخدام هذه الصورة');
      await press(page, 'لا يوجد شيء على الظهر');
      await on(page, 'picture-selfie', 'arabic');
      await file('SELFIE', await photoOf(FACE_DRAWING));
      await press(page, 'استخدام هذه الصورة');
      await on(page, 'challenge', 'arabic');
      await page.click('summary');
      await on(page, 'challenge', 'arabic-other');
      const frame = await photoOf(FACE_DRAWING);
      await file('LIVENESS_FRAME', frame, frame, frame);
      await on(page, 'hand-in', 'arabic');
      await page.locator('.foot button').click();
      await page.waitForSelector('dialog[open]');
      await on(page, 'hand-in', 'arabic-cancel');
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
      await page.locator('.foot button').click();
      await page.locator('dialog .danger').click();
      await on(page, 'end-cancelled', 'arabic');
      assert.deepEqual(problems, []);
      assert.equal((await sandbox.read(id)).status, 'CANCELLED');
    } finally {
      await browser.close();
    }
  },
);

test(
  'without a camera there are files, over a bad network a picture arrives all the same, an unknown link ends in words',
  { timeout: 120_000 },
  async () => {
    const { id, url } = await begun('DOCUMENT');
    const browser = await launchBrowser();
    try {
      const { page } = await open(browser, PHONE, url);
      await press(page, 'I agree, begin');
      await press(page, 'Open camera');
      await page.waitForSelector('[role=alert]');
      assert.match((await page.textContent('[role=alert]')) ?? '', /No camera was found/);
      await on(page, 'picture-front', 'no-camera');
      let pieces = 0;
      let cut = 0;
      await page.route('**/uploads/*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        pieces += 1;
        // One piece never leaves, the answer to the next is lost: both must be made good.
        if (pieces === 1) {
          cut += 1;
          return route.abort('connectionreset');
        }
        if (pieces === 2) {
          cut += 1;
          await route.fetch();
          return route.abort('connectionreset');
        }
        return route.continue();
      });
      const noise = Buffer.concat([await photoOf(DOCUMENT_DRAWING), Buffer.alloc(1_500_000, 7)]);
      await page.setInputFiles('[data-kind=DOCUMENT_FRONT]', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: noise });
      await press(page, 'Use this picture');
      await on(page, 'picture-back', 'network');
      assert.equal(cut, 2);
      assert.equal((await world.read(id)).files[0].size, noise.length);
      await page.goto(`${new URL(url).origin}/capture/${'A'.repeat(43)}`);
      assert.match((await page.textContent('h1')) ?? '', /This link does not work/);
      if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/unknown.png` });
    } finally {
      await browser.close();
    }
  },
);

test('the desk follows what the phone does, to the end', { timeout: 60_000 }, async () => {
  const { id, url } = await begun('DOCUMENT');
  const browser = await launchBrowser();
  try {
    const { page, problems } = await open(browser, DESK, url);
    await press(page, 'Continue on your phone instead');
    assert.equal(await page.locator('.follow .present').count(), 0);
    await world.upload(id, 'DOCUMENT_FRONT');
    await page.waitForSelector('.follow .present');
    await on(page, 'consent', 'desk-follows');
    await world.submit(id);
    await on(page, 'end-approved', 'desk-follows');
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
});
