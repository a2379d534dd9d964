import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Point, Raster } from '../types.ts';
import { locateDocument } from './locate.ts';
import { inverse, layLevel, project, projectionOf } from './perspective.ts';

const CORNERS = [
  { x: 210, y: 150 },
  { x: 830, y: 200 },
  { x: 800, y: 610 },
  { x: 180, y: 560 },
] as const;

/** A light sheet on dark ground. */
function scene(): Raster {
  const [width, height] = [1000, 750];
  const data = new Uint8Array(width * height);
  const back = inverse(projectionOf(1, 1, CORNERS));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { x: u, y: v } = project(back, { x, y });
      data[y * width + x] = u >= 0 && u < 1 && v >= 0 && v < 1 ? 200 + Math.round(10 * u) : 60 + ((x * 7 + y * 13) % 9);
    }
  }
  return { data, width, height, channels: 1 };
}

test('corners of a sheet on darker ground, clockwise from the upper left', () => {
  const found = locateDocument(scene());
  assert.ok(found);
  found.forEach(({ x, y }, index) => {
    const corner = CORNERS[index] as Point;
    assert.ok(Math.hypot(x - corner.x, y - corner.y) < 12, `${index}: ${x}, ${y}`);
  });
});

test('nothing is found where nothing stands out: plain, noise, stripes', () => {
  const [width, height] = [600, 400];
  const make = (value: (x: number, y: number) => number): Raster => ({
    data: Uint8Array.from({ length: width * height }, (_, at) => value(at % width, Math.floor(at / width))),
    width,
    height,
    channels: 1,
  });
  assert.equal(locateDocument(make(() => 128)), null);
  assert.equal(locateDocument(make((x, y) => ((x * 2_654_435_761 + y * 40_503) >>> 13) & 255)), null);
  assert.equal(locateDocument(make((x) => (Math.floor(x / 20) % 2) * 200)), null);
  assert.equal(locateDocument({ data: new Uint8Array(16 * 900), width: 16, height: 900, channels: 1 }), null);
});

test('a projection leads there and back, and lays a sheet level', () => {
  const map = projectionOf(620, 410, CORNERS);
  const back = inverse(map);
  for (const point of [
    { x: 0, y: 0 },
    { x: 620, y: 410 },
    { x: 17, y: 333 },
  ]) {
    const again = project(back, project(map, point));
    assert.ok(Math.hypot(again.x - point.x, again.y - point.y) < 1e-6);
  }
  const level = layLevel(scene(), map, 620, 410);
  assert.ok(level.data.subarray(620 * 20 + 20, 620 * 20 + 600).every((value) => value >= 195));
});
