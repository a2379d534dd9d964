import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page, Request, Route } from 'playwright-core';
import type { VerificationEngine } from '../modules/verifications/index.ts';
import { World } from '../modules/verifications/testing/world.ts';
import { startTestService, type TestService } from '../server/testing.ts';
import { launchBrowser } from './lib/browser.ts';
import { DOCUMENT_DRAWING, FACE_DRAWING, photoOf } from './lib/camera.ts';

const findings = { checks: { document: 'PASS' } as const, extracted: null, breakdown: [] };
const engine: VerificationEngine = {
  requireAvailable() {},
  course: (_person, now) => ({ expiresAt: new Date(now.getTime() + 7 * 86_400_000), unattendedAt: null }),
  examinesAt: (now) => now,
  examine: async () => ({ kind: 'DECIDED', result: 'APPROVED', failureReasons: [], ...findings }),
};

let service: TestService;
let world: World;
before(async () => {
  service = await startTestService({ engines: { verification: engine }, credits: 1_000 });
  world = new World(service, 'LIVE', service.liveKey);
});
after(async () => service?.close());

async function begun(profileType: string): Promise<{ id: string; url: string }> {
  const id = await world.begun('Lind', profileType);
  const { uploadUrl } = await world.read(id);
  return { id, url: service.production.replace('/api/v3', '') + new URL(uploadUrl).pathname };
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).first().click();
const on = (page: Page, screen: string): Promise<unknown> =>
  page.waitForSelector(`[data-screen="${screen}"]`, { timeout: 30_000 });

/** What the page keeps on the device: entries of the tab, and records with what they look like. */
const kept = (page: Page): Promise<{ session: number; records: { bytes: number; plain: boolean }[] }> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('capture', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('pending', { keyPath: 'id' });
    opening.onerror = reject;
    opening.onsuccess = () => {
      const all = opening.result.transaction('pending').objectStore('pending').getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve({
          session: sessionStorage.length,
          records: all.result.map(({ sealed }) => ({
            bytes: sealed.byteLength,
            plain: new TextDecoder('latin1').decode(sealed).includes('\\xff\\xd8\\xff'),
          })),
        });
      };
    };
  })`);

/** Lets so many pieces through, then none: the next one waits until the page goes away. */
async function stallAfter(page: Page, pieces: number): Promise<{ stalled: Promise<void>; release(): void }> {
  const stalled = Promise.withResolvers<void>();
  let passed = 0;
  let free = false;
  await page.route('**/uploads/*', async (route: Route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    if (free || passed < pieces) {
      passed += 1;
      return route.continue();
    }
    stalled.resolve();
  });
  // Those that wait stay behind: they end with the page that sent them.
  return { stalled: stalled.promise, release: () => (free = true) };
}

/** Requests of uploads since now, as method and offset. */
function uploadsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request: Request) => {
    if (/\/uploads(\/|$)/.test(new URL(request.url()).pathname)) {
      seen.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim());
    }
  });
  return seen;
}

test(
  'a picture half sent goes on after a reload where it stopped, and nothing of it stays on the device',
  { timeout: 120_000 },
  async (t) => {
    const { id, url } = await begun('DOCUMENT');
    const browser = await launchBrowser();
    t.after(() => browser.close());
    const page = await (await browser.newContext()).newPage();
    await page.goto(url);
    await press(page, 'I agree, begin');
    await on(page, 'picture-front');
    const { stalled, release } = await stallAfter(page, 1);
    const buffer = Buffer.concat([await photoOf(DOCUMENT_DRAWING), Buffer.alloc(1_500_000, 7)]);
    await page.setInputFiles('[data-kind=DOCUMENT_FRONT]', { name: 'card.jpg', mimeType: 'image/jpeg', buffer });
    await press(page, 'Use this picture');
    await stalled;
    const held = await kept(page);
    assert.deepEqual([held.session, held.records.length], [1, 1]);
    assert.ok((held.records[0]?.bytes ?? 0) > buffer.length && held.records[0]?.plain === false, 'it is encrypted');

    const seen = uploadsOf(page);
    release();
    await page.reload();
    await on(page, 'picture-back');
    const offset = 512 * 1024;
    assert.deepEqual(seen.slice(0, 2), ['HEAD', `PATCH ${offset}`], seen.join());
    assert.ok(!seen.includes('POST') && !seen.includes('PATCH 0'), seen.join());
    assert.equal((await world.read(id)).files[0].size, buffer.length);
    assert.deepEqual(await kept(page), { session: 0, records: [] });
    // Once more, now that nothing is under way.
    await page.reload();
    await on(page, 'picture-back');
  },
);

test(
  'what closed tabs and other verifications left is not taken, and goes; what the service forgot is sent anew',
  { timeout: 120_000 },
  async (t) => {
    const first = await begun('DOCUMENT');
    const browser = await launchBrowser();
    t.after(() => browser.close());
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(first.url);
    await press(page, 'I agree, begin');
    const { stalled, release } = await stallAfter(page, 1);
    const buffer = Buffer.concat([await photoOf(DOCUMENT_DRAWING), Buffer.alloc(900_000, 7)]);
    const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer };
    await page.setInputFiles('[data-kind=DOCUMENT_FRONT]', file);
    await press(page, 'Use this picture');
    await stalled;

    // Another tab has not the key; another verification in the same tab is not sent the picture.
    const other = await context.newPage();
    await other.goto(first.url);
    await on(other, 'picture-front');
    await other.close();
    release();
    const second = await begun('DOCUMENT');
    await page.goto(second.url);
    await on(page, 'consent');
    assert.equal((await world.read(second.id)).files.length, 0);

    // The service forgot the upload, as it does after an hour: the picture is begun again by itself.
    await page.evaluate(`{
    const held = JSON.parse(sessionStorage.getItem('capture-upload'));
    sessionStorage.setItem('capture-upload', JSON.stringify({ ...held, place: 'AAAAAAAAAAAAAAAAAAAAAA' }));
  }`);
    const seen = uploadsOf(page);
    await page.goto(first.url);
    await on(page, 'picture-back');
    assert.deepEqual(seen.slice(0, 2), ['HEAD', 'POST'], seen.join());
    assert.equal((await world.read(first.id)).files[0].size, buffer.length);
    assert.deepEqual(await kept(page), { session: 0, records: [] });

    // A closed tab's record is removed once it is too old to be gone on with.
    await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('capture', 1);
    opening.onsuccess = () => {
      const put = opening.result.transaction('pending', 'readwrite').objectStore('pending');
      put.put({ id: 'old', savedAt: Date.now() - 7_200_000, iv: new Uint8Array(12), sealed: new ArrayBuffer(8) })
        .onsuccess = () => { opening.result.close(); resolve(); };
    };
  })`);
    assert.equal((await kept(page)).records.length, 1);
    await page.reload();
    await on(page, 'picture-back');
    assert.deepEqual((await kept(page)).records, []);
  },
);

test('frames go on in their order, each once', { timeout: 120_000 }, async (t) => {
  const { id, url } = await begun('ENHANCED');
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await press(page, 'I agree, begin');
  const face = await photoOf(FACE_DRAWING);
  const frame = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: face };
  await page.setInputFiles('[data-kind=DOCUMENT_FRONT]', frame);
  await press(page, 'Use this picture');
  await press(page, 'The back has nothing on it');
  await page.setInputFiles('[data-kind=SELFIE]', frame);
  await press(page, 'Use this picture');
  await on(page, 'challenge');
  await page.click('summary');
  const { stalled, release } = await stallAfter(page, 2);
  await page.setInputFiles('[data-kind=LIVENESS_FRAME]', [frame, frame, frame, frame]);
  await stalled;
  release();
  const seen = uploadsOf(page);
  await page.reload();
  await on(page, 'hand-in');
  assert.deepEqual(seen, ['HEAD', 'PATCH 0', 'POST', 'PATCH 0'], 'the third, then the fourth');
  const frames = (await world.read(id)).files.filter(({ kind }: { kind: string }) => kind === 'LIVENESS_FRAME');
  assert.equal(frames.length, 4);
  assert.deepEqual(await kept(page), { session: 0, records: [] });
});
