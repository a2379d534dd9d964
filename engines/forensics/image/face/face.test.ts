import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { sharedData } from '../../../../tools/shared-data.ts';
import type { Raster } from '../../../identity/types.ts';
import { openImage } from '../open.ts';
import { BlendNet } from './blend-net.ts';
import { blendRatio } from './calibration.ts';
import { cutPlanes, squareAround } from './cut.ts';
import { faceBlendDetector } from './detector.ts';
import { FaceFinder } from './find.ts';
import { BLEND_SLOT } from './slots.ts';

/** A picture whose red is its column, green its row, blue 7. */
const ramp = (width: number, height: number): Raster => ({
  width,
  height,
  channels: 3,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const i = Math.floor(at / 3);
    return [i % width, Math.floor(i / width), 7][at % 3] ?? 0;
  }),
});

test('a square is averaged where it shrinks and drawn between pixels where it grows, its edges repeated', () => {
  const picture = ramp(64, 64);
  const half = cutPlanes(picture, { left: 16, top: 8, side: 32 }, 16);
  const at = (planes: Float32Array, side: number, c: number, x: number, y: number): number =>
    Math.round(255 * (planes[(c * side + y) * side + x] as number));
  // Means of two neighbours, halves rounded up.
  assert.deepEqual([at(half, 16, 0, 0, 0), at(half, 16, 1, 0, 0), at(half, 16, 2, 5, 5)], [17, 9, 7]);
  assert.deepEqual([at(half, 16, 0, 15, 3), at(half, 16, 1, 3, 15)], [47, 39]);
  const double = cutPlanes(picture, { left: 0, top: 0, side: 8 }, 16);
  assert.deepEqual([at(double, 16, 0, 0, 0), at(double, 16, 0, 15, 0), at(double, 16, 2, 0, 0)], [0, 7, 7]);
  assert.deepEqual([at(double, 16, 0, 4, 0), at(double, 16, 0, 5, 0)], [2, 2]);
});

test('the square around a face lies within its picture', () => {
  const points = [
    { x: 5, y: 10 },
    { x: 45, y: 60 },
  ];
  assert.deepEqual(squareAround(points, 100, 100), { left: 0, top: 0, side: 75 });
  assert.deepEqual(squareAround(points, 40, 90), { left: 0, top: 15, side: 40 });
});

test('the network is the one that was published, and its calibration has bounds', () => {
  const digest = createHash('sha256').update(readFileSync(BLEND_SLOT.path)).digest('hex');
  assert.equal(digest, BLEND_SLOT.sha256);
  assert.ok(blendRatio(3) > blendRatio(0) && blendRatio(0) > blendRatio(-3));
  assert.deepEqual([blendRatio(1e6), blendRatio(-1e6)], [2, -2]);
});

test('a picture without a face says so and counts nothing', async () => {
  const bytes = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#335577' } })
    .jpeg()
    .toBuffer();
  const finding = await faceBlendDetector().examine(await openImage(bytes, 'image/jpeg'));
  assert.deepEqual([finding.logLikelihoodRatio, finding.evidence[0]?.code], [0, 'NO_FACE']);
});

const folder = sharedData('media/image/real');
test(
  'faces are found and read',
  { skip: folder === undefined ? 'the shared pictures are absent' : false },
  async () => {
    const [finder, network] = [await FaceFinder.open(), await BlendNet.open()];
    const names = (await readdir(folder ?? '')).toSorted().filter((_, index) => index % 60 === 0);
    let found = 0;
    for (const name of names) {
      const { colour } = await openImage(readFileSync(join(folder ?? '', name)), 'image/png');
      assert.ok(colour);
      const [face] = await finder.find(colour);
      if (!face) continue;
      found += 1;
      const { logit, mask } = await network.read(colour, face);
      assert.ok(Number.isFinite(logit) && mask.length === 1024 && mask.every((cell) => cell >= 0 && cell <= 1));
    }
    assert.ok(found >= names.length - 1, `${found} of ${names.length}`);
  },
);
