import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPictureSpectrum } from '../render/picture-spectrum.ts';
import { openImage, type Plane } from './open.ts';
import { measureSpectrum, spectrumDetector } from './spectrum-peaks.ts';

/** Grain and soft shapes, the same each time; `added` at each place. */
function plane(added: (x: number, y: number) => number, side = 384): Plane {
  const data = new Float32Array(side * side);
  let state = 17;
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[i] = 120 + 40 * Math.sin(x / 23 + (y * y) / 9000) + (state / 2 ** 32 - 0.5) * 12 + added(x, y);
  }
  return { data, width: side, height: side, left: 0, top: 0 };
}

test('a faint pattern all over a picture is a peak at its own place in the spectrum', () => {
  const spectrum = measureSpectrum(
    plane((x, y) => 2 * Math.cos(2 * Math.PI * (x * 0.25 + y * 0.375))),
    false,
  );
  const [highest] = spectrum?.peaks ?? [];
  assert.ok(highest);
  assert.deepEqual([highest.across, Math.abs(highest.down)], [0.25, 0.375]);
});

test('grain and shapes have no peaks, and multiples of an eighth are left to JPEG where it was used', () => {
  assert.deepEqual(
    measureSpectrum(
      plane(() => 0),
      false,
    )?.peaks,
    [],
  );
  const eighths = plane((x, y) => 2 * Math.cos(2 * Math.PI * (x * 0.25 + y * 0.375)));
  assert.deepEqual(measureSpectrum(eighths, true)?.peaks, []);
  const thirds = plane((x, y) => 2 * Math.cos((2 * Math.PI * (x + y)) / 3));
  assert.ok((measureSpectrum(thirds, true)?.peaks.length ?? 0) > 0);
});

test('too small or flat is told as such', () => {
  assert.equal(measureSpectrum({ ...plane(() => 0, 120) }, false), null);
  const flat: Plane = { data: new Float32Array(400 * 400).fill(90), width: 400, height: 400, left: 0, top: 0 };
  assert.equal(measureSpectrum(flat, false), null);
});

test('a picture drawn in steps of three is told with its period, drawn, and counts nothing', async () => {
  // As by a transposed convolution whose steps do not divide its width: one place of nine is brighter.
  const { data, width, height } = plane((x, y) => (x % 3 === 1 && y % 3 === 1 ? 7 : 0));
  const bytes = await sharp(Uint8Array.from(data, Math.round), { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const image = await openImage(bytes, 'image/png');
  const kept: Parameters<typeof drawPictureSpectrum>[0][] = [];
  const detector = spectrumDetector((spectrum) => kept.push(spectrum));
  assert.ok(detector.applicable(image).applies);
  const finding = await detector.examine(image);
  assert.deepEqual(
    finding.evidence.map(({ code }) => code),
    ['SPECTRUM_PEAKS'],
  );
  assert.match(finding.evidence[0]?.detail ?? '', /every 3\.0 pixels/u);
  assert.equal(finding.logLikelihoodRatio, 0);
  assert.ok(kept[0]);
  const [picture, numbers] = await drawPictureSpectrum(kept[0]);
  assert.equal((await sharp(picture?.bytes).metadata()).width, 512);
  const { peaks } = JSON.parse(new TextDecoder().decode(numbers?.bytes)) as { peaks: unknown[] };
  assert.ok(peaks.length > 0);
});
