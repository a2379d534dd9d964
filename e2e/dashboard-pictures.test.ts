import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, faults, open, page } from './dashboard/every-page.ts';
import { PATIENCE } from './dashboard/desk.ts';
import { DOCUMENT_JOB } from './dashboard/fixtures/document.ts';

const VERIFICATION = '/live/verifications/ver_01k0fixture000000000000001';

test(
  'what was read is marked on the picture from its row, and the other way round',
  { timeout: 4 * PATIENCE },
  async () => {
    await page.setViewportSize({ width: 1440, height: 1100 });
    await open(VERIFICATION);
    const picture = page.getByRole('img', { name: 'Document front' });
    await picture.waitFor();
    const marked = page.locator('.viewer-boxes .marked');
    assert.equal(await marked.count(), 0);
    // By keyboard: the row takes the focus, and both its places are marked, printed and in the zone.
    await page.getByRole('button', { name: 'Last name: show it on the picture' }).focus();
    await marked.nth(1).waitFor();
    assert.equal(await marked.count(), 2);
    await page.locator('figcaption').getByText('Last name, printed: “CHUKWUEMEKA”, sure to 97 %').waitFor();
    assert.deepEqual(await faults(), [], 'a marked row');
    await page.keyboard.press('Tab');
    await page.locator('figcaption').getByText('Date of birth, printed: “18.04.1991”').waitFor();
    assert.equal(await marked.count(), 1);
    // By pointer: the box marks its row.
    await page.locator('.viewer-boxes polygon', { hasText: 'Document number, printed' }).hover();
    await page.locator('tr.marked', { hasText: 'B91827364' }).waitFor();
    // Boxes lie on their words however near and turned the picture is.
    const within = async (): Promise<boolean> =>
      (await page.evaluate(`(() => {
      const [svg, img] = ['.viewer-boxes', '.viewer-picture img'].map((name) => document.querySelector(name).getBoundingClientRect());
      return ['x', 'y', 'width', 'height'].every((side) => Math.abs(svg[side] - img[side]) < 1.5);
    })()`)) as boolean;
    assert.equal(await within(), true);
    const pane = page.locator('.card', { has: picture });
    await pane.getByRole('button', { name: 'Turn' }).click();
    await pane.getByRole('button', { name: 'Larger' }).click();
    assert.equal(await within(), true, 'turned and nearer');
    await pane.getByRole('button', { name: 'Boxes on what was read' }).click();
    await page.locator('.viewer-boxes').waitFor({ state: 'detached' });
    await pane.getByRole('button', { name: 'Boxes on what was read' }).click();
    await page.locator('.viewer-boxes').waitFor();
  },
);

test(
  'a picture that does not come is asked for by a fresh link, then by whoever looks',
  { timeout: 4 * PATIENCE },
  async (t) => {
    await page.clock.install();
    let links = 0;
    let stalls = true;
    const held: (() => Promise<void>)[] = [];
    await page.route('**/files/*/link', async (route) => {
      links += 1;
      await route.continue();
    });
    await page.route(/\/dashboard\/api\/drawing\//, async (route) => {
      if (stalls) held.push(() => route.abort().catch(() => {}));
      else await route.continue();
    });
    t.after(async () => {
      stalls = false;
      for (const end of held) await end();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.clock.resume();
    });
    await page.goto(addressOf('/live/media/job_01k0fixture000000000000001'));
    const coming = page.locator('.viewer-picture img').first();
    await coming.waitFor({ state: 'attached' });
    const before = links;
    const fresh = page.waitForRequest(/\/files\/[^/]+\/link$/);
    await page.clock.runFor(16_000);
    await fresh;
    await coming.waitFor({ state: 'attached' });
    assert.ok(links > before, 'another link was asked for');
    await page.clock.runFor(16_000);
    await page.getByText('The picture did not come.').waitFor();
    assert.deepEqual(await faults(), [], 'a picture that did not come');
    stalls = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.clock.runFor(1_000);
    await page.getByRole('img', { name: 'Examined image' }).waitFor();
  },
);

test(
  'the states of a document are laid over each other, by pointer and by keys, and said in words',
  { timeout: 4 * PATIENCE },
  async () => {
    await page.setViewportSize({ width: 1440, height: 1100 });
    await open(`/live/media/${DOCUMENT_JOB}`);
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Earlier states' }) });
    const over = card.locator('.viewer-over');
    const laidOver = (opacity: string) => card.locator(`.viewer-over[style="opacity: ${opacity};"]`).waitFor();
    await laidOver('1');
    assert.equal(await card.locator('.viewer-boxes .marked').count(), 2);
    await card.getByText('page 1 differs in 2 places').waitFor();
    await card.getByText('1,204.50 became 9,204.50').waitFor();
    await card.getByRole('button', { name: 'State 1', exact: true }).click();
    await card.getByText('Shown: state 1').waitFor();
    await laidOver('0');
    await page.keyboard.press('b');
    await card.getByText('Shown: state 2').waitFor();
    await card.getByRole('slider', { name: 'From state 1 to state 2' }).focus();
    await page.keyboard.press('ArrowLeft');
    await card.getByText('Shown: states 1 and 2, 99 % of the later').waitFor();
    await laidOver('0.99');
    assert.deepEqual(await faults(), []);
    // A page that came: shown alone, and said so.
    await card.getByRole('button', { name: 'Page and states' }).click();
    await page.getByRole('option', { name: 'Page 2, state 2 to 3' }).click();
    await card.getByText('Page 2 came with state 3; state 2 has no such page.').waitFor();
    assert.equal(await over.count(), 0);
    assert.deepEqual(await faults(), []);
  },
);
