import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPolicy } from './own-policy.ts';
import { DEFAULT_POLICY, policyHash } from './policy.ts';

const placesOf = (value: unknown): string[] => readPolicy(value).issues.map(({ path }) => path);

test('what is left out is as in the policy of the service', () => {
  const { policy } = readPolicy({ version: 'ours-1', categories: { GAMBLING: { weight: 90 } } });
  assert.deepEqual(policy, {
    ...DEFAULT_POLICY,
    version: 'ours-1',
    categories: { ...DEFAULT_POLICY.categories, GAMBLING: { weight: 90, fullAtPercent: 25 } },
  });
  assert.notEqual(policyHash(policy ?? DEFAULT_POLICY), policyHash(DEFAULT_POLICY));
});

test('what is wrong is named with its place', () => {
  assert.deepEqual(placesOf(null), ['']);
  assert.deepEqual(placesOf([]), ['']);
  assert.deepEqual(placesOf({}), ['/version']);
  assert.deepEqual(placesOf({ version: DEFAULT_POLICY.version }), ['/version']);
  assert.deepEqual(placesOf({ version: '' }), ['/version']);
  assert.deepEqual(placesOf({ version: 'x', weights: {} }), ['/weights']);
  assert.deepEqual(placesOf({ version: 'x', categories: { GAMING: { weight: 1 } } }), ['/categories/GAMING']);
  assert.deepEqual(placesOf({ version: 'x', categories: { SCAM: 5 } }), ['/categories/SCAM']);
  assert.deepEqual(placesOf({ version: 'x', categories: { SCAM: { weight: '5' } } }), ['/categories/SCAM/weight']);
  assert.deepEqual(placesOf({ version: 'x', categories: { SCAM: { weight: 101 } } }), ['/categories/SCAM/weight']);
  assert.deepEqual(placesOf({ version: 'x', categories: { SCAM: { weight: 50.5 } } }), ['/categories/SCAM/weight']);
  assert.deepEqual(placesOf({ version: 'x', categories: { SCAM: { fullAtPercent: 0.5 } } }), [
    '/categories/SCAM/fullAtPercent',
  ]);
  assert.deepEqual(placesOf({ version: 'x', levels: { MEDIUM: 60 } }), ['/levels/HIGH']);
  assert.deepEqual(placesOf({ version: 'x', limits: { maxHops: 50, timeOrdered: 1 } }), ['/limits/timeOrdered']);
  assert.deepEqual(placesOf({ version: 'x', limits: { shareThreshold: 0.00012345678912 } }), [
    '/limits/shareThreshold',
  ]);
  assert.deepEqual(placesOf({ version: 'x', dust: { btc: '1e3' } }), ['/dust/btc']);
  assert.deepEqual(placesOf({ version: 'x', tokenDust: { amounts: { USDT: '-1' } } }), ['/tokenDust/amounts/USDT']);
  assert.deepEqual(placesOf({ version: 'x', tokenDust: { otherPerMillion: 0.5 } }), ['/tokenDust/otherPerMillion']);
  assert.deepEqual(placesOf(JSON.parse('{"version": "x", "__proto__": {"levels": {}}}')), ['/__proto__']);
});

test('whatever is given, it answers, and a policy that it takes is whole', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { policy, issues } = readPolicy(value);
      assert.equal(policy === null, issues.length > 0);
      if (policy) assert.deepEqual(Object.keys(policy).toSorted(), Object.keys(DEFAULT_POLICY).toSorted());
    }),
    { numRuns: 500, seed: 7 },
  );
});
