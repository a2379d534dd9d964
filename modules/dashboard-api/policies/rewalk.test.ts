import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { Check } from '../../../contract/kyt-records.ts';
import { DEFAULT_POLICY, type Policy } from '../../../engines/wallets/index.ts';
import { rescore } from './rescore.ts';
import { rewalk } from './rewalk.ts';

type CheckRecord = Static<typeof Check>;
type Exposure = CheckRecord['exposures'][number];

const exposure = (given: Partial<Exposure>): Exposure => ({
  category: 'MIXER',
  entity: 'Tumbler',
  direction: 'INCOMING',
  kind: (given.hops ?? 1) === 1 ? 'DIRECT' : 'INDIRECT',
  value: '1',
  share: 0.2,
  hops: 1,
  contribution: 0,
  confidence: 90,
  dust: false,
  ...given,
});
const none = {
  exposure: 0,
  originUnknown: 0,
  unattributedService: 0,
  belowThreshold: 0,
  truncated: 0,
  beyondHorizon: 0,
};
const record = (exposures: Exposure[], coverage: Partial<typeof none> = {}): CheckRecord =>
  ({
    blockchain: 'BTC',
    asset: 'BTC',
    exposures,
    sanctions: [],
    coverage: { INCOMING: { ...none, exposure: 0.8, originUnknown: 0.2, ...coverage }, OUTGOING: none, height: null },
  }) as unknown as CheckRecord;
const policy = (change: Partial<Policy>): Policy => ({ ...DEFAULT_POLICY, version: 'other', ...change });
const limits = (change: Partial<Policy['limits']>): Policy =>
  policy({ limits: { ...DEFAULT_POLICY.limits, ...change } });
const scoreBy = (check: CheckRecord, changed: Policy) => {
  const made = rescore(check, DEFAULT_POLICY, changed);
  assert.ok(typeof made === 'object', JSON.stringify(made));
  return made;
};

test('what would be followed less far is taken out, and told as an estimate', () => {
  const check = record([exposure({ hops: 4, share: 0.3 }), exposure({ hops: 1, share: 0.1, category: 'GAMBLING' })]);
  const nearer = rewalk(check, DEFAULT_POLICY, limits({ maxHops: 2 }));
  assert.ok(typeof nearer === 'object');
  assert.deepEqual([nearer.check.exposures.length, nearer.sure], [1, false]);
  assert.ok(Math.abs(nearer.check.coverage.INCOMING.beyondHorizon - 0.3) < 1e-9);
  const sum = Object.values(nearer.check.coverage.INCOMING).reduce((all, one) => all + one, 0);
  assert.ok(Math.abs(sum - 1) < 1e-9, 'shares still sum to one');
  assert.ok(scoreBy(check, limits({ maxHops: 2 })).outcome.score < scoreBy(check, DEFAULT_POLICY).outcome.score);
  const coarser = rewalk(
    record([exposure({ hops: 3, share: 0.0005 }), exposure({ share: 0.0005 })]),
    DEFAULT_POLICY,
    limits({ shareThreshold: 0.001 }),
  );
  assert.ok(typeof coarser === 'object');
  assert.deepEqual(
    coarser.check.exposures.map(({ hops }) => hops),
    [1],
    'who dealt directly is always looked at',
  );
});

test('what would be followed further is told only where nothing was left', () => {
  const whole = record([exposure({})]);
  const open = record([exposure({})], { exposure: 0.7, beyondHorizon: 0.05, belowThreshold: 0.05 });
  assert.equal(rewalk(open, DEFAULT_POLICY, limits({ maxHops: 7 })), 'HOPS');
  assert.equal(rewalk(open, DEFAULT_POLICY, limits({ shareThreshold: 0.00001 })), 'SHARE');
  for (const changed of [limits({ maxHops: 7 }), limits({ shareThreshold: 0.00001 }), limits({ edgeBudget: 50_000 })]) {
    const told = rewalk(whole, DEFAULT_POLICY, changed);
    assert.ok(typeof told === 'object' && told.sure);
  }
  assert.equal(rewalk(whole, DEFAULT_POLICY, limits({ edgeBudget: 500 })), 'BUDGET');
  assert.equal(rewalk(whole, DEFAULT_POLICY, limits({ serviceDegree: 500 })), 'SERVICES');
  assert.equal(rewalk(whole, DEFAULT_POLICY, limits({ timeOrdered: true })), 'TIME_ORDER');
  assert.equal(rewalk(whole, DEFAULT_POLICY, policy({ minimumConfidence: 10 })), 'LABELS');
});

test('labels: those no longer sure enough go; from when the own label rules is told exactly', () => {
  const check = record([exposure({ confidence: 40 }), exposure({ confidence: 95, category: 'GAMBLING' })]);
  const stricter = rewalk(check, DEFAULT_POLICY, policy({ minimumConfidence: 60 }));
  assert.ok(typeof stricter === 'object');
  assert.deepEqual([stricter.check.exposures.map(({ category }) => category), stricter.sure], [['GAMBLING'], false]);
  const own = record([exposure({ hops: 0, share: 1, confidence: 45, category: 'SCAM' })]);
  const lenient = scoreBy(own, policy({ ownLabelConfidence: 40 }));
  assert.deepEqual([lenient.outcome.score, lenient.sure], [DEFAULT_POLICY.categories.SCAM.weight, true]);
  assert.ok(scoreBy(own, DEFAULT_POLICY).outcome.score < lenient.outcome.score);
});

test('dust: a direct dealing counts or not by the changed amount, to the unit', () => {
  const check = record([exposure({ category: 'SANCTIONS', value: '0.00005', share: 0.0001 })]);
  const dust = (btc: string): Policy => policy({ dust: { ...DEFAULT_POLICY.dust, btc } });
  assert.ok(scoreBy(check, dust('4999')).outcome.score >= DEFAULT_POLICY.directSanctionsFloor);
  const small = scoreBy(check, dust('5000'));
  assert.deepEqual([small.outcome.score, small.sure], [0, true]);
  const token = { ...check, asset: 'ODD', blockchain: 'ETH' as const };
  const part = policy({ tokenDust: { amounts: {}, otherPerMillion: 500 } });
  assert.equal(scoreBy(token, part).sure, false, 'a part of all that came in, which the record tells nearly');
});
