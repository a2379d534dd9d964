import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { copyMoveDetector, findDuplicate } from './copy-move.ts';
import { openImage } from './open.ts';
import { PAGE_FROM, textLike } from './text-like.ts';

/** Lines of strokes as wide as letters, the same line again and again, on paper with grain; the same each time. */
async function page(width: number, height: number): Promise<Buffer> {
  const data = new Uint8Array(width * height);
  let state = 7;
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // No two strokes of a line are as wide; every line is the same.
    const isInk = y % 24 < 10 && Math.sin((x * x) / 3000 + x / 3) > 0.3 && (x + 2 * (y % 24)) % 13 > 2;
    data[i] = (isInk ? 60 : 225) + (state >>> 29) - 4;
  }
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

test('print that repeats itself on a page is told and not counted', async () => {
  const image = await openImage(await page(600, 420), 'image/png');
  assert.ok(image.plane);
  assert.ok(textLike(image.plane) >= PAGE_FROM, String(textLike(image.plane)));
  assert.ok(findDuplicate(image.plane));
  const finding = await copyMoveDetector.examine(image);
  assert.deepEqual([finding.logLikelihoodRatio, finding.evidence[0]?.code], [0, 'PRINT_REPEATED']);
});

test('plain paper, noise and a ramp are no pages', () => {
  const [width, height] = [400, 320];
  const plane = (level: (index: number) => number): number =>
    textLike({
      data: Float32Array.from({ length: width * height }, (_, i) => level(i)),
      width,
      height,
      left: 0,
      top: 0,
    });
  assert.equal(
    plane(() => 230),
    0,
  );
  assert.equal(
    plane((i) => (255 * (i % width)) / width),
    0,
  );
  assert.ok(plane((i) => (Math.imul(i, 2_654_435_761) >>> 8) & 255) < PAGE_FROM);
});
