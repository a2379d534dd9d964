import assert from 'node:assert/strict';
import { test } from 'node:test';
import { double, halve, levelAt, Pyramid, toGray, type Gray } from './gray.ts';
import { printLines } from './lines.ts';
import { ROWS, straighten } from './straighten.ts';
import { turn } from './turn.ts';

function filled(width: number, height: number, level: (x: number, y: number) => number): Gray {
  return {
    data: Uint8Array.from({ length: width * height }, (_, i) => level(i % width, Math.floor(i / width))),
    width,
    height,
  };
}

/** A page with one row of `count` bars, `size` high, slanted by `slope`. */
function bars(count: number, size: number, slope: number): Gray {
  const pitch = size;
  return filled(pitch * (count + 6), 200, (x, y) => {
    const along = x - 3 * pitch;
    const top = 80 + slope * along;
    const inside = along >= 0 && along < count * pitch && along % pitch < 0.4 * pitch && y >= top && y < top + size;
    return inside ? 30 : 220;
  });
}

test('grey levels: luma, and shrinking by averages', () => {
  const rgb = {
    data: Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]),
    width: 2,
    height: 2,
    channels: 3 as const,
  };
  assert.deepEqual([...toGray(rgb, 10).data], [77, 149, 29, 255]);
  const shrunk = toGray({ data: Uint8Array.from([0, 100, 200, 100]), width: 2, height: 2, channels: 1 }, 1);
  assert.deepEqual(shrunk, { data: Uint8Array.from([100]), width: 1, height: 1 });
  assert.deepEqual(toGray({ data: new Uint8Array(5), width: 5, height: 1, channels: 1 }, 2).width, 1);
});

test('halving and doubling keep a flat image flat, down to one pixel', () => {
  assert.deepEqual([...halve(filled(1, 3, () => 9)).data], [9]);
  assert.deepEqual(new Set(double(filled(2, 1, () => 7)).data), new Set([7]));
  assert.equal(
    levelAt(
      filled(3, 3, (x) => x * 10),
      1.5,
      1,
    ),
    15,
  );
  assert.equal(
    levelAt(
      filled(3, 3, (x) => x * 10),
      -5,
      9,
    ),
    0,
  );
});

test('the pyramid gives the level just fine enough', () => {
  const pyramid = new Pyramid(filled(1024, 1024, () => 0));
  assert.equal(pyramid.levelFor(0.5).factor, 1);
  assert.equal(pyramid.levelFor(1.9).factor, 1);
  assert.equal(pyramid.levelFor(2).factor, 2);
  assert.equal(pyramid.levelFor(1000).factor, 4);
});

test('what is seen in a turned view is where it came from', () => {
  const page = filled(120, 80, (x, y) => (Math.hypot(x - 90, y - 20) < 4 ? 0 : 255));
  for (const degrees of [0, 90, 35, 125]) {
    const view = turn(page, degrees);
    let sx = 0;
    let sy = 0;
    let n = 0;
    for (let y = 0; y < view.gray.height; y++) {
      for (let x = 0; x < view.gray.width; x++) {
        if ((view.gray.data[y * view.gray.width + x] ?? 255) > 100) continue;
        sx += x;
        sy += y;
        n++;
      }
    }
    const { x, y } = view.back({ x: sx / n, y: sy / n });
    assert.ok(Math.hypot(x - 90, y - 20) < 1.5, `${degrees}: ${x} ${y}`);
  }
});

test('a row of bars is found where it lies, level and slanted', () => {
  for (const slope of [0, 0.06, -0.12]) {
    const rows = printLines(bars(40, 12, slope)).toSorted((a, b) => b.x1 - b.x0 - (a.x1 - a.x0));
    const [row] = rows;
    assert.ok(row !== undefined, String(slope));
    assert.ok(Math.abs((row.y1 - row.y0) / (row.x1 - row.x0) - slope) < 0.01, String(slope));
    assert.ok(Math.abs(row.x0 - 36) < 4 && Math.abs(row.height0 - 12) < 3);
    assert.ok(Math.abs(row.y0 - 86) < 3, String(row.y0));
  }
});

test('a level row is laid with its capitals in the middle rows', () => {
  const page = bars(40, 26, 0);
  const row = { x0: 78, y0: 93, x1: 78 + 40 * 26, y1: 93, height0: 26, height1: 26, patches: 40 };
  const { levels, width } = straighten(new Pyramid(page), row);
  const darkest = Array.from({ length: ROWS }, (_, r) => Math.min(...levels.subarray(r * width, (r + 1) * width)));
  const dark = darkest.map((level, r) => (level < 120 ? r : -1)).filter((r) => r >= 0);
  assert.ok(Math.abs(Math.min(...dark) - 5.5) <= 1 && Math.abs(Math.max(...dark) - 17.5) <= 1, dark.join(' '));
});
