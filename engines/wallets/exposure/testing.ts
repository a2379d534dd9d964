import { GraphBuilder } from '../graph/builder.ts';
import { type Direction, type Graph, NODE } from '../graph/graph.ts';
import { CATEGORIES, type Label } from '../labels.ts';
import type { WalkLimits } from './walk.ts';

/** For tests: a small random graph as a plain list, the same for the same seed. */
export type RandomCase = {
  nodes: number;
  edges: { from: number; to: number; value: number; first: number; last: number }[];
  labels: Map<number, Label>;
  services: Set<number>;
  limits: WalkLimits;
};

/** A seeded source of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

export function randomCase(seed: number): RandomCase {
  const random = randomFrom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const nodes = 2 + below(14);
  const edges = Array.from({ length: 1 + below(nodes * 4) }, () => {
    const first = 1 + below(50);
    const large = random() < 0.1 ? 2 ** 28 : 1;
    return {
      from: below(nodes),
      to: below(nodes),
      value: (1 + below(10 ** (1 + below(6)))) * large,
      first,
      last: first + below(20),
    };
  });
  const labels = new Map<number, Label>();
  const services = new Set<number>();
  for (let node = 0; node < nodes; node++) {
    if (random() < 0.2) {
      const category = CATEGORIES[below(CATEGORIES.length)]!;
      labels.set(node, { category, entity: `${category} ${below(3)}`, confidence: 20 + below(81), source: 'test' });
    } else if (random() < 0.05) services.add(node);
  }
  const limits: WalkLimits = {
    maxHops: 1 + below(5),
    shareThreshold: [0, 0.001, 0.01, 0.05, 0.2][below(5)]!,
    edgeBudget: 1_000_000,
    serviceDegree: 2 + below(12),
    timeOrdered: false,
  };
  return { nodes, edges, labels, services, limits };
}

export function graphOf(one: Pick<RandomCase, 'nodes' | 'edges' | 'labels' | 'services'>, times = false): Graph {
  const builder = new GraphBuilder({ times });
  for (const edge of one.edges) builder.add(edge.from, edge.to, edge.value, edge.first, edge.last);
  const graph = builder.build(one.nodes);
  for (const node of one.labels.keys()) graph.setFlag(node, NODE.LABELLED, true);
  for (const node of one.services) graph.setFlag(node, NODE.SERVICE, true);
  return graph;
}

/** An exact fraction. */
export class Fraction {
  readonly above: bigint;
  readonly below: bigint;

  constructor(above: bigint, below = 1n) {
    let [a, b] = [above < 0n ? -above : above, below];
    while (b > 0n) [a, b] = [b, a % b];
    const common = a === 0n ? 1n : a;
    this.above = above / common;
    this.below = below / common;
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.above * other.below + other.above * this.below, this.below * other.below);
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.above * other.above, this.below * other.below);
  }

  isLess(other: Fraction): boolean {
    return this.above * other.below < other.above * this.below;
  }

  toNumber(): number {
    const digits = 10n ** 30n;
    return Number((this.above * digits) / this.below) / 1e30;
  }
}

export const LOST_SHARES = ['originUnknown', 'unattributedService', 'belowThreshold', 'beyondHorizon'] as const;
type LostShare = (typeof LOST_SHARES)[number];

export type ExactShares = {
  /** By `hops category entity`. */
  exposures: Map<string, Fraction>;
  lost: Record<LostShare, Fraction>;
};

/**
 * The same shares by a road of its own: a matrix of exact fractions over all nodes, multiplied hop by hop, straight
 * from the list of edges. Shares no code with the walk.
 */
export function exactShares(one: RandomCase, start: number, direction: Direction): ExactShares {
  const zero = new Fraction(0n);
  const matrix: Fraction[][] = [];
  const counterparties: Set<number>[] = [];
  for (let node = 0; node < one.nodes; node++) {
    const flows = Array.from({ length: one.nodes }, () => 0n);
    const both: [Set<number>, Set<number>] = [new Set(), new Set()];
    for (const { from, to, value } of one.edges) {
      if (from === to) continue;
      if (from === node) both[0].add(to);
      if (to === node) both[1].add(from);
      const [near, far] = direction === 'INCOMING' ? [to, from] : [from, to];
      if (near === node) flows[far]! += BigInt(value);
    }
    const all = flows.reduce((sum, flow) => sum + flow, 0n);
    matrix.push(flows.map((flow) => (all === 0n ? zero : new Fraction(flow, all))));
    counterparties.push(both[0].size > both[1].size ? both[0] : both[1]);
  }
  const threshold = new Fraction(BigInt(Math.round(one.limits.shareThreshold * 1e6)), 1_000_000n);
  const exposures = new Map<string, Fraction>();
  const lost = { originUnknown: zero, unattributedService: zero, belowThreshold: zero, beyondHorizon: zero };
  let mass = Array.from({ length: one.nodes }, (_, node) => new Fraction(node === start ? 1n : 0n));
  for (let hop = 0; mass.some((share) => share.above > 0n); hop++) {
    const next = Array.from({ length: one.nodes }, () => zero);
    mass.forEach((share, node) => {
      if (share.above === 0n) return;
      const label = hop > 0 ? one.labels.get(node) : undefined;
      if (label) {
        const key = `${hop} ${label.category} ${label.entity}`;
        exposures.set(key, (exposures.get(key) ?? zero).plus(share));
        return;
      }
      const isService = one.services.has(node) || counterparties[node]!.size > one.limits.serviceDegree;
      const ends = matrix[node]!.every((part) => part.above === 0n);
      const fate =
        hop > 0 && isService
          ? 'unattributedService'
          : ends
            ? 'originUnknown'
            : hop === one.limits.maxHops
              ? 'beyondHorizon'
              : undefined;
      if (fate) lost[fate] = lost[fate].plus(share);
      else {
        matrix[node]!.forEach((part, to) => {
          const flow = share.times(part);
          if (flow.isLess(threshold) && !(hop === 0 && one.labels.has(to)))
            lost.belowThreshold = lost.belowThreshold.plus(flow);
          else next[to] = next[to]!.plus(flow);
        });
      }
    });
    mass = next;
  }
  return { exposures, lost };
}
