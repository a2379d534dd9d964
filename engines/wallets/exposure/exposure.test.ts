import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Direction, type Graph, NODE } from '../graph/graph.ts';
import type { Label } from '../labels.ts';
import { DEFAULT_POLICY } from '../score/policy.ts';
import { type DirectionExposure, exposureOf, ONE, toBillionths } from './exposure.ts';
import { exactShares, Fraction, graphOf, LOST_SHARES, randomCase, type RandomCase, randomFrom } from './testing.ts';
import { Walk, type WalkLimits } from './walk.ts';

const LIMITS = DEFAULT_POLICY.limits;
const DIRECTIONS: Direction[] = ['INCOMING', 'OUTGOING'];
const GAMES: Label = { category: 'GAMBLING', entity: 'Games', confidence: 90, source: 'test' };
const LISTED: Label = { category: 'SANCTIONS', entity: 'Listed', confidence: 100, source: 'test' };

type Sketch = [from: number, to: number, value: number, first?: number, last?: number][];

function sketch(
  edges: Sketch,
  labels: Record<number, Label> = {},
  nodes = 10,
  times = false,
): { graph: Graph; labels: Map<number, Label> } {
  const byNode = new Map(Object.entries(labels).map(([node, label]) => [Number(node), label]));
  const list = edges.map(([from, to, value, first = 0, last = first]) => ({ from, to, value, first, last }));
  return { graph: graphOf({ nodes, edges: list, labels: byNode, services: new Set() }, times), labels: byNode };
}

function incoming(
  { graph, labels }: ReturnType<typeof sketch>,
  node: number,
  limits: Partial<WalkLimits> = {},
): DirectionExposure {
  return exposureOf(graph, node, (at) => labels.get(at), { ...LIMITS, ...limits }).INCOMING;
}

function sumOf(coverage: DirectionExposure['coverage']): number {
  return Object.values(coverage).reduce((sum, share) => sum + share, 0);
}

describe('share algebra against exact fractions', () => {
  test('1,500 random graphs, every node, both directions: shares agree and the six sum to one', () => {
    const walk = new Walk();
    let compared = 0;
    for (let seed = 1; seed <= 1500; seed++) {
      const one = randomCase(seed);
      const graph = graphOf(one);
      for (let start = 0; start < one.nodes; start++) {
        const found = exposureOf(graph, start, (node) => one.labels.get(node), one.limits, walk);
        for (const direction of DIRECTIONS) {
          compareToExact(one, start, found[direction]);
          compared++;
        }
      }
    }
    assert.ok(compared > 10_000);
  });

  test('edges to others of its own owner left out: as in a graph without them, 500 graphs', () => {
    let left = 0;
    for (let seed = 60_000; seed < 60_500; seed++) {
      // Degrees of the others must not decide: theirs differ without the edges.
      const drawn = { ...randomCase(seed), services: new Set<number>() };
      const limits = { ...drawn.limits, serviceDegree: 1_000 };
      const isOwn = (node: number): boolean => node % 2 === 1;
      for (const direction of DIRECTIONS) {
        const far = (edge: { from: number; to: number }) => (direction === 'INCOMING' ? edge.from : edge.to);
        const near = (edge: { from: number; to: number }) => (direction === 'INCOMING' ? edge.to : edge.from);
        // Nothing comes back to the address: it would go on over all its edges.
        const one = { ...drawn, edges: drawn.edges.filter((edge) => far(edge) !== 0) };
        const own = new Map<number, number>();
        for (const edge of one.edges) {
          if (near(edge) === 0 && isOwn(far(edge))) own.set(far(edge), (own.get(far(edge)) ?? 0) + edge.value);
        }
        left += own.size;
        const nothing = new Map<number, number>();
        const found = exposureOf(graphOf(one), 0, (node) => one.labels.get(node), limits, undefined, {
          INCOMING: direction === 'INCOMING' ? own : nothing,
          OUTGOING: direction === 'OUTGOING' ? own : nothing,
        })[direction];
        const without = { ...one, limits, edges: one.edges.filter((edge) => near(edge) !== 0 || !isOwn(far(edge))) };
        compareToExact(without, 0, found);
        assert.equal(
          found.total,
          without.edges.reduce(
            (sum, edge) => sum + (near(edge) === 0 && far(edge) !== 0 ? BigInt(edge.value) : 0n),
            0n,
          ),
        );
      }
    }
    assert.ok(left > 500);
  });

  function compareToExact(one: RandomCase, start: number, found: DirectionExposure): void {
    const exact = exactShares(one, start, found.direction);
    const all = [...exact.exposures.values(), ...Object.values(exact.lost)].reduce((sum, share) => sum.plus(share));
    assert.ok(all.above === 1n && all.below === 1n, 'the reference itself must sum to one');
    assert.equal(sumOf(found.coverage), ONE);
    assert.equal(
      found.coverage.exposure,
      found.exposures.reduce((sum, exposure) => sum + exposure.share, 0),
    );
    assert.equal(found.exposures.length, exact.exposures.size);
    for (const exposure of found.exposures) {
      const share = exact.exposures.get(`${exposure.hops} ${exposure.category} ${exposure.entity}`);
      assert.ok(share, 'an exposure that the reference does not know');
      near(exposure.share, share);
    }
    for (const name of LOST_SHARES) near(found.coverage[name], exact.lost[name]);
  }

  /** Within one billionth, which is what rounding to whole billionths that sum up can cost. */
  function near(billionths: number, exact: Fraction): void {
    assert.ok(Math.abs(billionths - exact.toNumber() * ONE) <= 1.001, `${billionths} against ${exact.toNumber()}`);
  }

  test('the walk in doubles is within 10^-12 of the exact share', () => {
    const walk = new Walk();
    for (let seed = 5000; seed < 5300; seed++) {
      const one = { ...randomCase(seed) };
      const graph = graphOf(one);
      walk.run(graph.incoming, 0, one.limits);
      const exact = exactShares(one, 0, 'INCOMING');
      let exposed = 0;
      for (let i = 0; i < walk.size; i++) if (walk.fate[i] === 1) exposed += walk.mass[i]!;
      const sum = [...exact.exposures.values()].reduce((total, share) => total.plus(share), new Fraction(0n));
      assert.ok(Math.abs(exposed - sum.toNumber()) < 1e-12);
    }
  });
});

describe('what must change nothing', () => {
  const summary = (found: DirectionExposure): Map<string, number> =>
    new Map([
      ...found.exposures.map(({ hops, category, entity, share }): [string, number] => [
        `${hops} ${category} ${entity}`,
        share,
      ]),
      ...Object.entries(found.coverage),
    ]);

  function assertSame(one: RandomCase, start: number, other: RandomCase, otherStart: number): void {
    const [a, b] = [one, other].map((each, i) =>
      exposureOf(graphOf(each), i === 0 ? start : otherStart, (node) => each.labels.get(node), each.limits),
    );
    for (const direction of DIRECTIONS) {
      const [x, y] = [summary(a![direction]), summary(b![direction])];
      assert.deepEqual([...x.keys()].sort(), [...y.keys()].sort());
      for (const [key, share] of x) assert.ok(Math.abs(share - y.get(key)!) <= 2, `${key}: ${share} and ${y.get(key)}`);
    }
  }

  test('scaling all values, splitting an edge in two, renaming nodes: 400 graphs each', () => {
    for (let seed = 20_000; seed < 20_400; seed++) {
      const random = randomFrom(seed);
      const one = randomCase(seed);
      const start = Math.floor(random() * one.nodes);
      const factor = 2 + Math.floor(random() * 7);
      assertSame(
        one,
        start,
        { ...one, edges: one.edges.map((edge) => ({ ...edge, value: edge.value * factor })) },
        start,
      );

      const which = Math.floor(random() * one.edges.length);
      const whole = one.edges[which]!;
      const part = Math.floor(whole.value * random());
      const edges = one.edges.with(which, { ...whole, value: whole.value - part });
      assertSame(one, start, { ...one, edges: [...edges, { ...whole, value: part }] }, start);

      const names = Array.from({ length: one.nodes }, (_, i) => ({ i, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ i }) => i);
      const renamed: RandomCase = {
        ...one,
        edges: one.edges.map((edge) => ({ ...edge, from: names[edge.from]!, to: names[edge.to]! })),
        labels: new Map([...one.labels].map(([node, label]) => [names[node]!, label])),
        services: new Set([...one.services].map((node) => names[node]!)),
      };
      assertSame(one, start, renamed, names[start]!);
    }
  });

  test('self-edges are dropped', () => {
    const without = incoming(
      sketch(
        [
          [1, 0, 30],
          [2, 0, 70],
        ],
        { 1: LISTED },
      ),
      0,
    );
    const within = incoming(
      sketch(
        [
          [1, 0, 30],
          [2, 0, 70],
          [0, 0, 900],
          [2, 2, 5],
        ],
        { 1: LISTED },
      ),
      0,
    );
    assert.deepEqual(within, without);
  });

  test('adding clean inflow never raises an incoming share: 400 graphs', () => {
    for (let seed = 30_000; seed < 30_400; seed++) {
      const one = randomCase(seed);
      // Without limits that move as value is added, what is exposed can only be thinned.
      one.limits = { ...one.limits, shareThreshold: 0, serviceDegree: 1000 };
      const clean = { from: one.nodes, to: 0, value: 1 + (seed % 1000) * 997, first: 1, last: 1 };
      const more: RandomCase = { ...one, nodes: one.nodes + 1, edges: [...one.edges, clean] };
      const [before, after] = [one, more].map((each) =>
        exposureOf(graphOf(each), 0, (node) => each.labels.get(node), each.limits),
      );
      const old = summary(before!.INCOMING);
      for (const exposure of after!.INCOMING.exposures) {
        const key = `${exposure.hops} ${exposure.category} ${exposure.entity}`;
        assert.ok(exposure.share <= old.get(key)! + 2, `${key} rose with clean inflow (seed ${seed})`);
      }
    }
  });
});

describe('by hand', () => {
  test('two hops, one entity at each end, values in whole units', () => {
    const case1 = sketch(
      [
        [1, 0, 60],
        [2, 0, 40],
        [3, 2, 1],
        [4, 2, 3],
      ],
      { 1: GAMES, 3: LISTED },
    );
    const found = incoming(case1, 0);
    assert.equal(found.total, 100n);
    assert.deepEqual(
      found.exposures.map(({ entity, hops, share, value }) => ({ entity, hops, share, value })),
      [
        { entity: 'Games', hops: 1, share: 600_000_000, value: 60n },
        { entity: 'Listed', hops: 2, share: 100_000_000, value: 10n },
      ],
    );
    assert.equal(found.coverage.originUnknown, 300_000_000);
    const path = found.exposures[1]!.paths[0]!;
    assert.deepEqual(
      path.steps.map(({ from, to }) => [from, to]),
      [
        [3, 2],
        [2, 0],
      ],
    );
    assert.equal(path.share, 100_000_000);
    const out = exposureOf(case1.graph, 3, (node) => case1.labels.get(node), LIMITS).OUTGOING;
    assert.equal(out.coverage.originUnknown, ONE, 'value rests at node 0');
  });

  test('horizon: five hops are seen, the sixth is not', () => {
    const chain: Sketch = [
      [1, 0, 5],
      [2, 1, 5],
      [3, 2, 5],
      [4, 3, 5],
      [5, 4, 5],
      [6, 5, 5],
    ];
    assert.equal(incoming(sketch(chain, { 5: LISTED }), 0).exposures[0]?.hops, 5);
    assert.equal(incoming(sketch(chain, { 6: LISTED }), 0).coverage.beyondHorizon, ONE);
    assert.equal(incoming(sketch(chain.slice(0, 5)), 0).coverage.originUnknown, ONE);
  });

  test('threshold: below one in ten thousand is not followed, a label there is still seen, equality is followed', () => {
    const edges: Sketch = [
      [1, 0, 9_999],
      [2, 0, 99_990_000],
      [3, 2, 1],
      [4, 1, 1],
    ];
    assert.equal(incoming(sketch(edges), 0).coverage.belowThreshold, 99_990);
    assert.equal(incoming(sketch(edges, { 1: LISTED }), 0).exposures[0]?.share, 99_990);
    const exact: Sketch = [
      [1, 0, 1],
      [2, 0, 9_999],
      [3, 1, 7],
    ];
    assert.equal(incoming(sketch(exact, { 3: LISTED }), 0).exposures[0]?.share, 100_000);
  });

  test('services and very high degree absorb as unattributed; the address itself does not', () => {
    const edges: Sketch = Array.from({ length: 20 }, (_, i) => [i + 2, 1, 1]);
    const one = sketch([...edges, [1, 0, 10]], { 5: LISTED }, 30);
    assert.equal(incoming(one, 0, { serviceDegree: 10 }).coverage.unattributedService, ONE);
    assert.equal(incoming(one, 1, { serviceDegree: 10 }).exposures[0]?.share, 50_000_000);
    assert.equal(incoming(one, 0).exposures[0]?.hops, 2);
    one.graph.setFlag(1, NODE.SERVICE, true);
    assert.equal(incoming(one, 0).coverage.unattributedService, ONE);
    one.graph.setFlag(1, NODE.SERVICE, false);
    assert.equal(incoming(one, 0).exposures[0]?.hops, 2);
  });

  test('edge budget: the largest edges are followed, the rest is truncated, and all sums to one', () => {
    const edges: Sketch = Array.from({ length: 100 }, (_, i) => [i + 1, 0, i < 10 ? 1000 : 1]);
    const one = sketch(edges, { 3: LISTED, 50: GAMES }, 200);
    const found = incoming(one, 0, { edgeBudget: 10 });
    assert.equal(found.edgesSeen, 10);
    assert.equal(sumOf(found.coverage), ONE);
    assert.equal(found.coverage.truncated, Math.round((90 / 10_090) * ONE));
    assert.deepEqual(
      found.exposures.map(({ entity }) => entity),
      ['Listed'],
    );
    const equal = sketch(
      edges.map(([from, to]) => [from, to, 7]),
      {},
      200,
    );
    assert.equal(incoming(equal, 0, { edgeBudget: 25 }).coverage.truncated, 750_000_000);
    for (let seed = 1; seed < 300; seed++) {
      const random = { ...randomCase(seed) };
      const limits = { ...random.limits, edgeBudget: 1 + (seed % 9) };
      const both = exposureOf(graphOf(random), 0, (node) => random.labels.get(node), limits);
      for (const direction of DIRECTIONS) {
        assert.equal(sumOf(both[direction].coverage), ONE);
        assert.ok(both[direction].edgesSeen <= limits.edgeBudget);
      }
    }
  });

  test('time order, where asked for: what came later than the flow did not feed it', () => {
    // Node 1 paid node 0 at time 10; it got listed money at time 5 and, later, games money at time 20.
    const edges: Sketch = [
      [1, 0, 10, 10, 10],
      [2, 1, 10, 5, 5],
      [3, 1, 30, 20, 20],
    ];
    const one = sketch(edges, { 2: LISTED, 3: GAMES }, 10, true);
    assert.deepEqual(
      incoming(one, 0).exposures.map(({ share }) => share),
      [750_000_000, 250_000_000],
    );
    const ordered = incoming(one, 0, { timeOrdered: true });
    assert.deepEqual(
      ordered.exposures.map(({ entity, share }) => [entity, share]),
      [['Listed', ONE]],
    );
    // Outgoing: node 1 paid node 2 before it had anything from node 0.
    const out = sketch(
      [
        [0, 1, 10, 10, 10],
        [1, 2, 5, 3, 3],
        [1, 3, 5, 12, 12],
      ],
      { 2: GAMES, 3: LISTED },
      10,
      true,
    );
    const walk = exposureOf(out.graph, 0, (node) => out.labels.get(node), { ...LIMITS, timeOrdered: true }).OUTGOING;
    assert.deepEqual(
      walk.exposures.map(({ entity, share }) => [entity, share]),
      [['Listed', ONE]],
    );
    const unknown = sketch(
      [
        [1, 0, 10],
        [2, 1, 10, 5, 5],
        [3, 1, 30, 20, 20],
      ],
      { 2: LISTED, 3: GAMES },
      10,
      true,
    );
    assert.equal(incoming(unknown, 0, { timeOrdered: true }).exposures.length, 2, 'unknown times rule nothing out');
  });

  test('an address without history: all of unknown origin, both ways', () => {
    const found = exposureOf(sketch([[1, 2, 5]]).graph, 0, () => undefined, LIMITS);
    for (const direction of DIRECTIONS) {
      assert.equal(found[direction].coverage.originUnknown, ONE);
      assert.equal(found[direction].total, 0n);
    }
  });
});

test('billionths: always sum to one', () => {
  assert.deepEqual(toBillionths([1 / 3, 1 / 3, 1 / 3]), [333_333_334, 333_333_333, 333_333_333]);
  const random = randomFrom(9);
  for (let i = 0; i < 1000; i++) {
    const parts = Array.from({ length: 1 + Math.floor(random() * 60) }, () => random() ** 8);
    const all = parts.reduce((sum, part) => sum + part, 0);
    const whole = toBillionths(parts.map((part) => part / all));
    assert.equal(
      whole.reduce((sum, part) => sum + part, 0),
      ONE,
    );
    assert.ok(whole.every((part) => part >= 0));
  }
});
