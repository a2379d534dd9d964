import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meansEvidence } from './earlier-means.ts';

/** Means spread evenly over a range, in an order of no matter, as natural pictures have them. */
const spread = Float32Array.from({ length: 600 }, (_, index) => ((index * 389.3) % 800) - 400);
const quantised = (values: Float32Array, step: number): Float32Array =>
  values.map((value) => Math.round(value / step) * step);

test('means of blocks tell the earlier step they went through, and tell none where there was none', () => {
  const twice = meansEvidence(quantised(quantised(spread, 4), 10), 10);
  const once = meansEvidence(quantised(spread, 10), 10);
  assert.ok(twice(4) > 10, String(twice(4)));
  assert.ok(twice(4) > twice(7), `${twice(4)} and ${twice(7)}`);
  for (const earlier of [4, 6, 7]) assert.ok(once(earlier) < 0, `${earlier}: ${once(earlier)}`);
});

test('a flat picture is one witness, and steps that cannot be told apart say nothing', () => {
  const flat = meansEvidence(new Float32Array(5000), 10);
  assert.ok(flat(7) < 5, String(flat(7)));
  assert.deepEqual([flat(1), flat(10)], [0, 0]);
});
