import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Direction, NODE } from '../graph/graph.ts';
import { type DirectionExposure, exposureOf } from './exposure.ts';
import { exposureFromSource, type LayerSource, type LoadedNode } from './loaded.ts';
import { graphOf, randomCase } from './testing.ts';
import type { OwnEdges } from './walk.ts';

test('loaded hop by hop, the figures are the same bit for bit: 300 graphs', async () => {
  for (let seed = 40_000; seed < 40_300; seed++) {
    const isOwn = (node: number): boolean => seed % 4 === 0 && node % 3 === 1;
    const one = randomCase(seed);
    const graph = graphOf(one, true);
    const limits = {
      ...one.limits,
      timeOrdered: seed % 3 === 0,
      edgeBudget: seed % 5 === 0 ? 1 + (seed % 12) : 10_000,
    };
    const known = (node: number, direction: Direction): LoadedNode => {
      const [side, other] =
        direction === 'INCOMING' ? [graph.incoming, graph.outgoing] : [graph.outgoing, graph.incoming];
      const total = side.degree(node) > 0 ? side.total(node, side.start(node)) : 0;
      const flags = side.summary(node) & 0xff;
      return { node, flags, degree: side.degree(node), otherDegree: other.degree(node), total };
    };
    const source: LayerSource = {
      start: async (node, direction) => (graph.side(direction).degree(node) > 0 ? known(node, direction) : undefined),
      edges: async (requests, direction) => {
        const edges = requests.flatMap(({ node, least, labelled, limit }) => {
          const side = graph.side(direction);
          const start = side.start(node);
          return Array.from({ length: side.degree(node) }, (_, i) => ({
            node,
            neighbour: known(side.neighbourAt(start + i), direction),
            value: side.valueAt(start + i),
            first: side.firstAt(start + i),
            last: side.lastAt(start + i),
          }))
            .slice(0, limit)
            .filter(({ value, neighbour }) => value >= least || (labelled && (neighbour.flags & NODE.LABELLED) !== 0));
        });
        if (seed % 2 === 0) edges.reverse();
        const [{ node: first, limit: most } = { node: 0, limit: undefined }] = requests;
        const around = graph.side(direction);
        const largest =
          most === undefined ? {} : { largestTotal: around.largestTotal(first, around.start(first), most) };
        return {
          node: edges.map((edge) => edge.node),
          neighbour: edges.map((edge) => edge.neighbour.node),
          value: edges.map((edge) => edge.value),
          flags: edges.map((edge) => edge.neighbour.flags),
          degree: edges.map((edge) => edge.neighbour.degree),
          otherDegree: edges.map((edge) => edge.neighbour.otherDegree),
          total: edges.map((edge) => edge.neighbour.total),
          first: edges.map((edge) => edge.first),
          last: edges.map((edge) => edge.last),
          ...largest,
        };
      },
      labels: async () => (node) => one.labels.get(node),
    };
    const ownOf = (direction: Direction): OwnEdges => {
      const side = graph.side(direction);
      const start = side.start(0);
      const largest = Array.from({ length: Math.min(side.degree(0), limits.edgeBudget) }, (_, i) => start + i);
      return new Map(
        largest
          .filter((edge) => isOwn(side.neighbourAt(edge)))
          .map((edge) => [side.neighbourAt(edge), side.valueAt(edge)]),
      );
    };
    const own = { INCOMING: ownOf('INCOMING'), OUTGOING: ownOf('OUTGOING') };
    const whole = exposureOf(graph, 0, (node) => one.labels.get(node), limits, undefined, own);
    for (const direction of ['INCOMING', 'OUTGOING'] as const) {
      const loaded = await exposureFromSource(source, 0, direction, limits, own[direction]);
      const bare = (found: DirectionExposure) => ({
        ...found,
        exposures: found.exposures.map((exposure) => ({
          ...exposure,
          paths: exposure.paths.map(({ share, steps }) => ({ share, steps: steps.map(({ from, to }) => [from, to]) })),
        })),
      });
      assert.deepEqual(bare(loaded), bare(whole[direction]), `seed ${seed}`);
    }
  }
});
