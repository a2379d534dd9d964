import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { designationTiming, entityStep, topPaths } from '../evidence.ts';
import { type Coverage, type DirectionExposure, type EntityExposure, exposureOf, ONE } from '../exposure/exposure.ts';
import { graphOf, randomCase, randomFrom } from '../exposure/testing.ts';
import type { Direction } from '../graph/graph.ts';
import { CATEGORIES, type Category, clusterLabels, effectiveLabel, type Label } from '../labels.ts';
import { DEFAULT_POLICY, type Policy, policyHash, policyIssues } from './policy.ts';
import { type Score, type ScoreInput, scoreOf } from './score.ts';

type Brief = [
  category: Category,
  percent: number,
  hops?: number,
  confidence?: number,
  entity?: string,
  direction?: Direction,
];

function input(briefs: Brief[], more: Partial<ScoreInput> = {}): ScoreInput {
  const total = 1_000_000n;
  const side = (direction: Direction): DirectionExposure => {
    const exposures = briefs
      .filter(([, , , , , way = 'INCOMING']) => way === direction)
      .map(([category, percent, hops = 1, confidence = 100, entity = category]): EntityExposure => {
        const share = Math.round((percent * ONE) / 100);
        return {
          category,
          entity,
          confidence,
          direction,
          hops,
          share,
          value: (total * BigInt(share)) / BigInt(ONE),
          paths: [],
        };
      });
    const known = exposures.reduce((sum, { share }) => sum + share, 0);
    const coverage: Coverage = {
      exposure: known,
      originUnknown: ONE - known,
      unattributedService: 0,
      belowThreshold: 0,
      truncated: 0,
      beyondHorizon: 0,
    };
    return {
      direction,
      total: direction === 'INCOMING' || exposures.length > 0 ? total : 0n,
      coverage,
      exposures,
      edgesSeen: 0,
    };
  };
  return {
    exposure: { INCOMING: side('INCOMING'), OUTGOING: side('OUTGOING') },
    sanctioned: false,
    dust: 10n,
    ...more,
  };
}

const score = (briefs: Brief[], more: Partial<ScoreInput> = {}, policy: Policy = DEFAULT_POLICY): Score =>
  scoreOf(input(briefs, more), policy);
const added = (found: Score): number => found.exposures.reduce((sum, { contribution }) => sum + contribution, 0);
const label = (category: Category, confidence = 90): Label => ({
  category,
  entity: category,
  confidence,
  source: 'test',
});

describe('score', () => {
  test('weight and threshold of each category, directly and in full', () => {
    for (const category of CATEGORIES) {
      const { weight, fullAtPercent } = DEFAULT_POLICY.categories[category];
      assert.equal(score([[category, fullAtPercent]]).riskScore, weight, category);
      if (category === 'SANCTIONS') continue;
      assert.equal(score([[category, fullAtPercent / 2]]).riskScore, Math.round(weight / 2), category);
    }
  });

  test('decay of 0.6 a hop, and confidence', () => {
    assert.equal(score([['SANCTIONS', 50, 2]]).riskScore, 60);
    assert.equal(score([['SANCTIONS', 50, 3]]).riskScore, 36);
    assert.equal(score([['RANSOMWARE', 50, 5]]).riskScore, 12);
    assert.equal(score([['MIXER', 60, 1, 40]]).riskScore, 30);
  });

  test('risks combine as 1 − Π (1 − q): 75 and 40 make 85, in any order', () => {
    const found = score([
      ['MIXER', 60],
      ['GAMBLING', 30],
    ]);
    assert.equal(found.riskScore, 85);
    assert.deepEqual(found.topRisks, ['MIXER', 'GAMBLING']);
    assert.equal(added(found), 85);
    const other = score([
      ['GAMBLING', 30],
      ['MIXER', 60],
    ]);
    assert.deepEqual(other, found);
  });

  test('the surest and nearest exposure fills the threshold first; more exposure never lowers the score', () => {
    assert.equal(
      score([
        ['MIXER', 10],
        ['MIXER', 90, 4],
      ]).riskScore,
      75,
    );
    assert.equal(
      score([
        ['MIXER', 5],
        ['MIXER', 90, 2],
      ]).riskScore,
      60,
    );
    assert.equal(
      score([
        ['MIXER', 10, 1, 100, 'A'],
        ['MIXER', 80, 1, 20, 'B'],
      ]).riskScore,
      75,
    );
    const random = randomFrom(77);
    for (let i = 0; i < 500; i++) {
      const briefs: Brief[] = Array.from({ length: 5 }, (_, k) => [
        CATEGORIES[Math.floor(random() * CATEGORIES.length)]!,
        random() * 15,
        1 + Math.floor(random() * 5),
        20 + Math.floor(random() * 81),
        `E${k}`,
        random() < 0.5 ? 'INCOMING' : 'OUTGOING',
      ]);
      const all = score(briefs);
      const fewer = score(briefs.slice(0, 4));
      assert.ok(all.riskScore >= fewer.riskScore, JSON.stringify(briefs));
      assert.equal(added(all), all.riskScore);
      assert.ok(all.riskScore >= 0 && all.riskScore <= 100);
      const { exposures: turned, ...rest } = score(briefs.toReversed());
      assert.deepEqual({ ...rest, exposures: turned.length }, { ...all, exposures: all.exposures.length });
    }
  });

  test('one entity in two halves scores as one', () => {
    const whole = score([
      ['DARKNET_MARKETS', 4, 2, 80, 'M'],
      ['SCAM', 3],
    ]);
    const halves = score([
      ['DARKNET_MARKETS', 2, 2, 80, 'M1'],
      ['DARKNET_MARKETS', 2, 2, 80, 'M2'],
      ['SCAM', 3],
    ]);
    assert.equal(halves.riskScore, whole.riskScore);
  });

  test('floors: sanctioned address, own label, direct sanctioned counterparty above dust', () => {
    const listed = score([], { sanctioned: true });
    assert.equal(listed.riskScore, 100);
    assert.equal(listed.riskLevel, 'CRITICAL');
    assert.equal(added(listed), 100);
    assert.deepEqual(listed.topRisks, ['SANCTIONS']);
    assert.equal(score([], { ownLabel: label('SANCTIONS') }).riskScore, 100);
    assert.equal(score([], { sanctioned: true, ownLabel: label('EXCHANGE') }).topRisks[0], 'SANCTIONS');

    const stolen = score([['EXCHANGE', 100]], { ownLabel: label('STOLEN_FUNDS', 60) });
    assert.equal(stolen.riskScore, 90);
    assert.deepEqual(stolen.floors, ['OWN_LABEL']);
    assert.equal(stolen.exposures[0]?.hops, 0);
    assert.equal(score([], { ownLabel: label('STOLEN_FUNDS', 40) }).riskScore, 36, 'an unsure own label has no floor');

    const direct = score([
      ['SANCTIONS', 0.01],
      ['EXCHANGE', 90],
    ]);
    assert.equal(direct.riskScore, 90);
    assert.equal(added(direct), 90);
    assert.deepEqual(direct.floors, ['DIRECT_SANCTIONS']);
    assert.equal(
      score([
        ['SANCTIONS', 0.01, 2],
        ['EXCHANGE', 90],
      ]).riskScore,
      1,
      'no floor at two hops',
    );
    const unsure = score([
      ['SANCTIONS', 10, 1, 49],
      ['EXCHANGE', 90],
    ]);
    assert.equal(unsure.riskScore, 49, 'who is not surely sanctioned is no sanctioned counterparty');
    assert.deepEqual(unsure.floors, []);
  });

  test('an entity is as sure as its surest address: one that is surely sanctioned has the floor', () => {
    const labels = new Map([
      [1, { ...label('SANCTIONS', 100), entity: 'Listed' }],
      [2, { ...label('SANCTIONS', 30), entity: 'Listed' }],
    ]);
    const edges = [
      { from: 1, to: 0, value: 1_000, first: 0, last: 0 },
      { from: 2, to: 0, value: 99_000, first: 0, last: 0 },
    ];
    const graph = graphOf({ nodes: 3, edges, labels, services: new Set() });
    const exposure = exposureOf(graph, 0, (node) => labels.get(node), DEFAULT_POLICY.limits);
    const [only] = exposure.INCOMING.exposures;
    assert.deepEqual([only?.confidence, only?.surest], [31, 100]);
    const found = scoreOf({ exposure, sanctioned: false, dust: 10n }, DEFAULT_POLICY);
    assert.deepEqual([found.riskScore, found.floors], [90, ['DIRECT_SANCTIONS']]);
  });

  test('dust is named, and adds nothing', () => {
    const found = score([
      ['SANCTIONS', 0.001],
      ['EXCHANGE', 90],
    ]);
    assert.equal(found.riskScore, 0);
    assert.equal(found.riskLevel, 'LOW');
    const dust = found.exposures.find(({ category }) => category === 'SANCTIONS');
    assert.ok(dust?.dust);
    assert.equal(score([['SANCTIONS', 100]], { dust: 2_000_000n }).riskScore, 0, 'dust alone is still dust');
  });

  test('too little known is UNKNOWN, never LOW', () => {
    assert.equal(score([]).riskLevel, 'UNKNOWN');
    assert.equal(score([['EXCHANGE', 49]]).riskLevel, 'UNKNOWN');
    assert.equal(score([['EXCHANGE', 50]]).riskLevel, 'LOW');
    assert.equal(score([], { ownLabel: label('EXCHANGE') }).riskLevel, 'LOW');
    assert.equal(score([], { ownLabel: label('EXCHANGE', 30) }).riskLevel, 'UNKNOWN');
    assert.equal(score([['GAMBLING', 40]]).riskLevel, 'MEDIUM', 'a risk found is a risk, whatever is unknown');
  });

  test('levels by the contract’s bounds', () => {
    const at = (weight: number) =>
      score(
        [['OTHER', 100]],
        {},
        { ...DEFAULT_POLICY, categories: { ...DEFAULT_POLICY.categories, OTHER: { weight, fullAtPercent: 1 } } },
      );
    for (const [weight, level] of [
      [24, 'LOW'],
      [25, 'MEDIUM'],
      [49, 'MEDIUM'],
      [50, 'HIGH'],
      [74, 'HIGH'],
      [75, 'CRITICAL'],
      [100, 'CRITICAL'],
    ] as const) {
      assert.equal(at(weight).riskScore, weight);
      assert.equal(at(weight).riskLevel, level);
    }
  });

  test('on random graphs: contributions add up, and nothing but the graph decides', () => {
    for (let seed = 1; seed < 400; seed++) {
      const one = randomCase(seed);
      const exposure = exposureOf(graphOf(one), 0, (node) => one.labels.get(node), one.limits);
      const own = one.labels.get(0);
      const given: ScoreInput = { exposure, sanctioned: false, dust: 3n, ...(own ? { ownLabel: own } : {}) };
      const found = scoreOf(given, DEFAULT_POLICY);
      assert.equal(added(found), found.riskScore);
      assert.deepEqual(scoreOf(given, DEFAULT_POLICY), found);
      for (const { path, exposure: of, contribution } of topPaths(found.exposures)) {
        assert.ok(path.share <= of.share + 1 && contribution <= of.contribution * 100);
      }
    }
  });
});

describe('policy', () => {
  test('the default is sound, and its hash stands for its content', () => {
    assert.deepEqual(policyIssues(DEFAULT_POLICY), []);
    const hash = policyHash(DEFAULT_POLICY);
    assert.match(hash, /^[0-9a-f]{64}$/);
    const turned = Object.fromEntries(Object.entries(DEFAULT_POLICY).reverse());
    assert.equal(policyHash({ ...DEFAULT_POLICY, ...turned }), hash);
    assert.notEqual(policyHash({ ...DEFAULT_POLICY, decayPercentPerHop: 59 }), hash);
  });

  test('every fault of an own policy is named by its place', () => {
    const faulty: Policy = {
      ...DEFAULT_POLICY,
      version: '',
      decayPercentPerHop: 101,
      categories: { ...DEFAULT_POLICY.categories, MIXER: { weight: 7.5, fullAtPercent: 0 } },
      levels: { MEDIUM: 60, HIGH: 50, CRITICAL: 75 },
      dust: { btc: '-1' },
      limits: { ...DEFAULT_POLICY.limits, maxHops: 99 },
    };
    assert.deepEqual(
      policyIssues(faulty).map(({ path }) => path),
      [
        '/version',
        '/categories/MIXER/weight',
        '/categories/MIXER/fullAtPercent',
        '/decayPercentPerHop',
        '/levels/HIGH',
        '/limits/maxHops',
        '/dust/btc',
      ],
    );
  });
});

describe('labels and evidence', () => {
  const rule = { minimumConfidence: 20, weightOf: (category: Category) => DEFAULT_POLICY.categories[category].weight };

  test('of conflicting labels the most severe with enough confidence counts, in any order', () => {
    const labels = [label('EXCHANGE', 100), label('SCAM', 40), label('SANCTIONS', 10), label('FRAUD_SHOP', 40)];
    for (const given of [labels, labels.toReversed()]) assert.equal(effectiveLabel(given, rule)?.category, 'SCAM');
    assert.equal(effectiveLabel([label('SANCTIONS', 19)], rule), undefined);
    assert.equal(effectiveLabel([], rule), undefined);
    const defining = { ...label('MIXER'), definesCluster: true };
    assert.deepEqual(clusterLabels([label('SCAM'), defining]), [defining]);
  });

  test('before, after or across the designation', () => {
    assert.equal(designationTiming(10, 20, 30), 'BEFORE');
    assert.equal(designationTiming(30, 40, 30), 'AFTER');
    assert.equal(designationTiming(10, 40, 30), 'BOTH');
    assert.equal(designationTiming(0, 0, 30), 'UNKNOWN');
    assert.equal(designationTiming(10, 20, undefined), 'UNKNOWN');
  });

  test('paths by what they carry of the score; the entity’s own step', () => {
    const labels = new Map([
      [1, label('MIXER')],
      [4, label('GAMBLING')],
    ]);
    const edges = [
      [1, 2, 60],
      [2, 0, 90],
      [1, 3, 10],
      [3, 0, 10],
      [2, 1, 1],
      [5, 2, 30],
      [0, 4, 50],
    ].map(([from, to, value]) => ({ from: from!, to: to!, value: value!, first: 0, last: 0 }));
    const exposure = exposureOf(
      graphOf({ nodes: 6, edges, labels, services: new Set() }),
      0,
      (node) => labels.get(node),
      DEFAULT_POLICY.limits,
    );
    const found = scoreOf({ exposure, sanctioned: false, dust: 0n }, DEFAULT_POLICY);
    const paths = topPaths(found.exposures);
    assert.deepEqual(found.topRisks, ['MIXER', 'GAMBLING']);
    assert.equal(paths.filter(({ exposure }) => exposure.category === 'MIXER').length, 1);
    assert.ok(paths.every(({ contribution }, i) => i === 0 || contribution <= paths[i - 1]!.contribution));
    for (const path of paths) {
      const step = entityStep(path);
      assert.ok(step && labels.has(path.exposure.direction === 'INCOMING' ? step.from : step.to));
    }
  });
});
