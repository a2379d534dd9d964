import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fuse } from './fuse.ts';
import type { Family, Finding, Reported } from './types.ts';

const said = (family: Family, logLikelihoodRatio: number, more: Partial<Finding> = {}): Reported => ({
  name: family.toLowerCase(),
  version: '1',
  family,
  finding: { logLikelihoodRatio, quality: 1, evidence: [], ...more },
  reason: null,
});

test('nothing, or nothing found, is inconclusive and never genuine', () => {
  for (const reported of [[], [said('METADATA', 0), said('COMPRESSION', 0)]]) {
    const { isDeepfake, confidence, recommendation } = fuse(reported);
    assert.deepEqual([isDeepfake, confidence, recommendation], [null, 50, 'REVIEW']);
  }
});

test('a family counts no more than its cap, however many detectors it has', () => {
  const many = Array.from({ length: 9 }, () => said('REVISIONS', 2, { manipulation: 'DOCUMENT_EDIT' }));
  assert.equal(fuse(many).isDeepfake, null);
  assert.equal(fuse(many).logLikelihoodRatio, 2);
});

test('two families that speak clearly suffice, one does not', () => {
  const both = fuse([
    said('REVISIONS', 2, { manipulation: 'DOCUMENT_EDIT' }),
    said('COVERING', 1.5, { manipulation: 'DOCUMENT_EDIT' }),
  ]);
  assert.deepEqual([both.isDeepfake, both.manipulation, both.recommendation], [true, 'DOCUMENT_EDIT', 'REJECT']);
  assert.equal(fuse([said('SIGNATURE', 3)]).isDeepfake, null, 'clear, but alone and not settling');
  assert.equal(fuse([said('SIGNATURE', 3, { settles: true, manipulation: 'DOCUMENT_EDIT' })]).isDeepfake, true);
});

test('what is told and not counted moves nothing, and does not name the manipulation', () => {
  const voice = said('VOICE', 3, { manipulation: 'VOICE_CLONE' });
  const faces = said('NETWORK', 3, { manipulation: 'FACE_SWAP' });
  assert.equal(fuse([voice, faces]).logLikelihoodRatio, 0);
  assert.deepEqual(fuse([said('REVISIONS', 4), voice]).counted, [2, 0]);
  const edited = [said('REVISIONS', 2, { manipulation: 'DOCUMENT_EDIT' }), said('COVERING', 1.5)];
  assert.equal(fuse([...edited, voice, faces]).manipulation, 'DOCUMENT_EDIT');
});

test('below the gate of quality nothing counts', () => {
  assert.equal(fuse([said('PROVENANCE', 3.5, { settles: true, quality: 0.4 })]).isDeepfake, null);
});

test('evidence against each other cancels', () => {
  assert.equal(fuse([said('PROVENANCE', -3.5, { settles: true }), said('SIGNATURE', 3)]).isDeepfake, null);
});

test('whatever detectors say, confidence is 50 or 90 to 97, and goes with the answer', () => {
  const families: Family[] = ['PROVENANCE', 'METADATA', 'COMPRESSION', 'NOISE', 'SIGNATURE', 'REVISIONS', 'NETWORK'];
  const one = fc.record({
    family: fc.constantFrom(...families),
    ratio: fc.oneof(fc.double({ min: -20, max: 20 }), fc.constant(Number.NaN)),
    quality: fc.double({ min: 0, max: 1, noNaN: true }),
    settles: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (list) => {
      const answer = fuse(list.map(({ family, ratio, quality, settles }) => said(family, ratio, { quality, settles })));
      assert.ok(Number.isFinite(answer.logLikelihoodRatio));
      const counted = answer.counted.reduce((total, value) => total + value, 0);
      assert.equal(answer.counted.length, list.length);
      assert.ok(Math.abs(counted - answer.logLikelihoodRatio) < 1e-9, `${counted} is not ${answer.logLikelihoodRatio}`);
      if (answer.isDeepfake === null) assert.deepEqual([answer.confidence, answer.recommendation], [50, 'REVIEW']);
      else assert.ok(answer.confidence >= 90 && answer.confidence <= 97, String(answer.confidence));
    }),
  );
});
