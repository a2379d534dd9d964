import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALPHABET } from './check-digit.ts';
import { align, CLASSES, greedy, type Frames } from './ctc.ts';

/** Frames from a picture of the path: one character a frame, `_` blank, the likeliest class with `sure`. */
function framesOf(path: string, sure = 0.9): Frames {
  const logits = new Float32Array(path.length * CLASSES).fill(Math.log((1 - sure) / (CLASSES - 1)));
  Array.from(path).forEach((symbol, t) => {
    logits[t * CLASSES + (symbol === '_' ? 0 : ALPHABET.indexOf(symbol) + 1)] = Math.log(sure);
  });
  return { logits, frames: path.length };
}

function best(posteriors: Float64Array, length: number): string {
  return Array.from({ length }, (_, j) => {
    const row = [...posteriors.subarray(j * 37, (j + 1) * 37)];
    return ALPHABET.charAt(row.indexOf(Math.max(...row)));
  }).join('');
}

test('the best path merges runs and drops blanks', () => {
  const read = greedy(framesOf('__AA_A__B_<_<_'));
  assert.equal(read.text, 'AAB<<');
  assert.equal(read.at.length, 5);
  assert.ok(Math.abs(read.confidence - 0.9) < 1e-6);
  assert.deepEqual(greedy(framesOf('____')), { text: '', confidence: 0, at: [] });
});

test('an alignment of the right length is the best path', () => {
  const fitted = align(framesOf('_P_<_U_T_O_<_<_'), 7);
  assert.ok(fitted !== undefined);
  assert.equal(best(fitted.posteriors, 7), 'P<UTO<<');
  assert.deepEqual(fitted.at, [1, 3, 5, 7, 9, 11, 13]);
});

test('a length asked for makes out a character that the best path merged, where there is room', () => {
  const frames = framesOf('_A_<<<_B_', 0.8);
  assert.equal(greedy(frames).text, 'A<B');
  const fitted = align(frames, 4);
  assert.ok(fitted !== undefined);
  assert.equal(best(fitted.posteriors, 4), 'A<<B');
  assert.ok(fitted.score < (align(frames, 3)?.score ?? 0));
});

test('posteriors sum to one and know the rival', () => {
  const frames = framesOf('_A_0_');
  frames.logits[3 * CLASSES + 1 + ALPHABET.indexOf('O')] = Math.log(0.3);
  const fitted = align(frames, 2);
  assert.ok(fitted !== undefined);
  const row = fitted.posteriors.subarray(37, 74);
  assert.ok(Math.abs(row.reduce((sum, value) => sum + value, 0) - 1) < 1e-9);
  assert.ok((row[ALPHABET.indexOf('O')] ?? 0) > 0.2);
});

test('no alignment where there are too few frames', () => {
  assert.equal(align(framesOf('___'), 4), undefined);
  assert.equal(align(framesOf('___'), 0), undefined);
  assert.equal(align(framesOf('___'), 3) === undefined, false);
});
