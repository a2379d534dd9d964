import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposureOf } from '../exposure/exposure.ts';
import { graphOf, randomCase, randomFrom } from '../exposure/testing.ts';
import { type Direction, type Graph, NODE } from './graph.ts';
import { type FreshNode, type FreshRow, PatchedGraph } from './patched.ts';

const rowOf = (graph: Graph, node: number, direction: Direction): FreshRow => {
  const side = graph.side(direction);
  const [start, degree] = [side.start(node), side.degree(node)];
  const edges = Array.from({ length: degree }, (_, i) => start + i);
  return {
    degree,
    total: degree > 0 ? side.total(node, start) : 0,
    edges: {
      neighbours: edges.map((edge) => side.neighbourAt(edge)),
      values: edges.map((edge) => side.valueAt(edge)),
    },
  };
};
const freshNode = (graph: Graph, node: number): FreshNode => ({
  node,
  flags: graph.incoming.summary(node) & 0xff,
  INCOMING: rowOf(graph, node, 'INCOMING'),
  OUTGOING: rowOf(graph, node, 'OUTGOING'),
});

/** Edges of paths are numbered otherwise; all else must be equal. */
const bare = (found: ReturnType<typeof exposureOf>) =>
  JSON.stringify(found, (key, value: unknown) =>
    key === 'edge' ? undefined : typeof value === 'bigint' ? String(value) : value,
  );

test('arrays with changes laid over them give what arrays built anew give, bit for bit: 300 graphs', () => {
  for (let seed = 70_000; seed < 70_300; seed++) {
    const random = randomFrom(seed);
    const one = randomCase(seed);
    const cuts = [0.3, 0.6, 1].map((part) => Math.max(1, Math.floor(one.edges.length * part)));
    const known = one.edges.slice(0, cuts[0]);
    // The last nodes are new: the arrays do not reach to them.
    const nodesKnown = Math.max(0, ...known.flatMap(({ from, to }) => [from, to])) + 1;
    const labels = new Map([...one.labels].filter(([node]) => node < nodesKnown));
    const services = new Set([...one.services].filter((node) => node < nodesKnown));
    const patched = new PatchedGraph(graphOf({ nodes: nodesKnown, edges: known, labels, services }));
    for (const [step, cut] of cuts.slice(1).entries()) {
      const edges = one.edges.slice(0, cut);
      const whole = graphOf({ ...one, edges });
      const touched = new Set(one.edges.slice(cuts[step], cut).flatMap(({ from, to }) => [from, to]));
      for (const node of [...one.labels.keys(), ...one.services]) if (node >= nodesKnown) touched.add(node);
      if (random() < 0.5) touched.add(0);
      patched.lay([...touched].map((node) => freshNode(whole, node)));
      for (let node = 0; node < one.nodes; node++) {
        const of = (graph: Graph | PatchedGraph) =>
          bare(exposureOf(graph, node, (at) => one.labels.get(at), one.limits));
        assert.equal(of(patched), of(whole), `seed ${seed}, node ${node}`);
      }
    }
  }
});

test('a label set and taken away counts in the arrays and in what is laid over them', () => {
  const one = {
    nodes: 4,
    edges: [{ from: 1, to: 0, value: 5, first: 0, last: 0 }],
    labels: new Map(),
    services: new Set<number>(),
  };
  const patched = new PatchedGraph(graphOf(one));
  const whole = graphOf({ ...one, edges: [...one.edges, { from: 3, to: 2, value: 1, first: 0, last: 0 }] });
  patched.lay([freshNode(whole, 3), freshNode(whole, 2)]);
  for (const node of [1, 3]) {
    patched.setLabelled(node, true);
    assert.ok(
      patched.side('INCOMING').isLabelled(node) && (patched.side('OUTGOING').summary(node) & NODE.LABELLED) !== 0,
    );
    patched.setLabelled(node, false);
    assert.ok(
      !patched.side('OUTGOING').isLabelled(node) && (patched.side('INCOMING').summary(node) & NODE.LABELLED) === 0,
    );
  }
});

test('a node too busy to hold absorbs as before, and a walk cannot begin at it', () => {
  const patched = new PatchedGraph(
    graphOf({
      nodes: 2,
      edges: [{ from: 1, to: 0, value: 5, first: 0, last: 0 }],
      labels: new Map(),
      services: new Set(),
    }),
  );
  patched.lay([{ node: 1, flags: 0, INCOMING: { degree: 5000, total: 9e15 }, OUTGOING: { degree: 1, total: 5 } }]);
  const limits = { maxHops: 5, shareThreshold: 0, edgeBudget: 100, serviceDegree: 1000, timeOrdered: false };
  assert.equal(exposureOf(patched, 0, () => undefined, limits).INCOMING.coverage.unattributedService, 1e9);
  assert.equal(patched.holds(1), false);
  assert.throws(() => exposureOf(patched, 1, () => undefined, limits), RangeError);
});
