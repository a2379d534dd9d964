import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE } from './dashboard/desk.ts';
import { faults, open, page } from './dashboard/every-page.ts';

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
