import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Raster } from '../../identity/types.ts';
import { hasPattern, readColourFilter } from './colour-filter.ts';

const [WIDTH, HEIGHT] = [640, 512];

/** Grain; where `filtered`, green of every second place is the mean of its neighbours. */
function picture(filtered: (x: number, y: number) => boolean): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  let state = 5;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[i] = 110 + (state >>> 27);
  }
  const own = data.slice();
  for (let y = 1; y < HEIGHT - 1; y++) {
    for (let x = 1; x < WIDTH - 1; x++) {
      if ((x + y) % 2 === 1 || !filtered(x, y)) continue;
      const at = 3 * (y * WIDTH + x) + 1;
      const around = [at - 3, at + 3, at - 3 * WIDTH, at + 3 * WIDTH].map((place) => own[place] as number);
      data[at] = Math.round(around.reduce((sum, value) => sum + value, 0) / 4);
    }
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

test('green that was filled in at every second place is seen, and grain alone is not', () => {
  const whole = readColourFilter(picture(() => true));
  assert.ok(whole && hasPattern(whole));
  assert.deepEqual(whole.lacking, []);
  const grain = readColourFilter(picture(() => false));
  assert.ok(grain && !hasPattern(grain));
});

test('a part that lacks the pattern is told with its place, and one block alone is not', () => {
  const broken = readColourFilter(picture((x, y) => !(x > 200 && x < 400 && y > 130 && y < 330)));
  assert.ok(broken && hasPattern(broken) && broken.lacking.length >= 4);
  for (const { left, top } of broken.lacking) {
    assert.ok(left > 130 && left < 400 && top > 60 && top < 330, `${left} ${top}`);
  }
  const one = readColourFilter(picture((x, y) => !(x > 193 && x < 257 && y > 193 && y < 257)));
  assert.deepEqual(one?.lacking, []);
});

test('grey, small and burnt out pictures are not read', () => {
  const grey: Raster = { data: new Uint8Array(WIDTH * HEIGHT), width: WIDTH, height: HEIGHT, channels: 1 };
  assert.equal(readColourFilter(grey), null);
  assert.equal(readColourFilter({ ...picture(() => true), width: 64, height: 64 }), null);
  const white: Raster = {
    data: new Uint8Array(WIDTH * HEIGHT * 3).fill(255),
    width: WIDTH,
    height: HEIGHT,
    channels: 3,
  };
  assert.equal(readColourFilter(white), null);
});
