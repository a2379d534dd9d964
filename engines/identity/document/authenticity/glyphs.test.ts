import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Raster } from '../../types.ts';
import { fontAnomalies, type PrintedLine } from './glyphs.ts';

const [WIDTH, HEIGHT] = [400, 80];
const BOX = { x: 20, y: 20, width: 360, height: 40 };
const COUNT = 10;
const GROUND = 225;

interface Bar {
  /** Rows from the top of the picture, and how dark. */
  top: number;
  bottom: number;
  level: number;
}

/** A line of digits, each drawn as a bar: what is measured is where its ink begins and ends, and how dark it is. */
function lineOf(bars: readonly Bar[], symbol = '7'): { picture: Raster; line: PrintedLine } {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(GROUND);
  const characters = bars.map((_, index) => ({ symbol, at: (index + 0.5) / bars.length }));
  for (const [index, { top, bottom, level }] of bars.entries()) {
    const middle = BOX.x + BOX.width * ((index + 0.5) / bars.length);
    for (let y = top; y < bottom; y++) {
      for (let x = Math.round(middle - 6); x < middle + 6; x++) data[y * WIDTH + x] = level;
    }
  }
  return { picture: { data, width: WIDTH, height: HEIGHT, channels: 1 }, line: { box: BOX, characters } };
}

const same = (): Bar[] => Array.from({ length: COUNT }, () => ({ top: 27, bottom: 53, level: 30 }));
const changed = (at: number, change: Partial<Bar>): Bar[] =>
  same().map((bar, index) => (index === at ? { ...bar, ...change } : bar));

function found(bars: readonly Bar[], symbol?: string) {
  const { picture, line } = lineOf(bars, symbol);
  return fontAnomalies(picture, [line]);
}

test('a digit that is higher, lower or of other ink stands out, and it is told which and how', () => {
  for (const at of [0, 4, COUNT - 1]) {
    for (const [change, measure] of [
      [{ top: 21 }, 'HEIGHT'],
      [{ top: 32, bottom: 58 }, 'BASELINE'],
      [{ level: 110 }, 'INK'],
    ] as const) {
      const [anomaly, ...more] = found(changed(at, change));
      assert.equal(anomaly?.measure, measure, `${measure} at ${at}`);
      assert.equal(more.length, 0);
      const middle = BOX.x + BOX.width * ((at + 0.5) / COUNT);
      assert.ok(anomaly.box.x < middle && middle < anomaly.box.x + anomaly.box.width);
    }
  }
});

test('a line set in one go has none, whatever its size, its slope and its noise', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3 }),
      fc.double({ min: -0.4, max: 0.4, noNaN: true }),
      fc.array(fc.integer({ min: -6, max: 6 }), { minLength: COUNT, maxLength: COUNT }),
      fc.integer({ min: 10, max: 70 }),
      (shift, slope, noise, level) => {
        const bars = Array.from({ length: COUNT }, (_, index) => {
          const down = Math.round(slope * index);
          return { top: 26 + shift + down, bottom: 51 + shift + down, level: level + (noise[index] ?? 0) };
        });
        assert.deepEqual(found(bars), []);
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});

test('nothing is said of few characters, of letters whose heights differ, of faint print and of low lines', () => {
  const odd = changed(4, { top: 21 });
  assert.deepEqual(found(odd.slice(2, 7)), []);
  assert.deepEqual(found(odd, 'g'), []);
  assert.deepEqual(found(odd.map((bar) => ({ ...bar, level: GROUND - 40 }))), []);
  const { picture, line } = lineOf(odd);
  assert.deepEqual(fontAnomalies(picture, [{ ...line, box: { ...BOX, height: 20 } }]), []);
  assert.deepEqual(fontAnomalies(picture, [{ box: BOX }]), []);
});
