import { type Direction, HUB, NODE, type Side } from '../graph/graph.ts';
import { type DirectionExposure, type LabelSource, summarise } from './exposure.ts';
import { Walk, type WalkLimits } from './walk.ts';

/** What a store knows of a node: its flags, its degrees, and all value of its edges in the direction walked. */
export type LoadedNode = { node: number; flags: number; degree: number; otherDegree: number; total: number };

/** The edges of a node that a walk wants. */
export type EdgeRequest = {
  node: number;
  /** Those of at least this value. */
  least: number;
  /** Those to labelled neighbours too, however small: set for the address itself. */
  labelled: boolean;
  /** Of this many of the largest only (by falling value, then rising neighbour), where set. */
  limit?: number;
};

/** One edge as a store returns it: from the node walked from to its neighbour, with what is known of the neighbour. */
export type LoadedEdge = {
  node: number;
  neighbour: LoadedNode;
  value: number;
  first: number;
  last: number;
};

/**
 * Where a graph's edges lie when they do not lie in memory: a database. Each call takes a whole hop's nodes, so that
 * a walk of five hops makes six queries a direction, however wide it is.
 */
export type LayerSource = {
  /** What is known of the address itself; undefined where nothing is. */
  start: (node: number, direction: Direction) => Promise<LoadedNode | undefined>;
  /** The edges asked for, in this direction, merged by pair; self-edges and edges without value left out. */
  edges: (requests: readonly EdgeRequest[], direction: Direction) => Promise<Iterable<LoadedEdge>>;
  /** Value of a node's largest edges, this many; asked of an address with more edges than the budget only. */
  largestTotal: (node: number, count: number, direction: Direction) => Promise<number>;
  /** The labels that count on the nodes that the walk has reached, asked for once, at its end. */
  labels: (nodes: readonly number[]) => Promise<LabelSource>;
};

type Row = LoadedNode & {
  start: number;
  /** How many edges are loaded, and of what least value. */
  loaded: number;
  least: number;
};

/** One direction of the part of a graph that a walk has asked for so far. */
class LoadedSide implements Side {
  #neighbours = new Uint32Array(0);
  #values = new Float64Array(0);
  #first = new Uint32Array(0);
  #last = new Uint32Array(0);
  readonly #rows = new Map<number, Row>();
  /** Value of the start's largest edges, as many as the budget, where it has more. */
  startLargest = 0;

  summary(node: number): number {
    const row = this.#rows.get(node);
    return row ? row.flags | (Math.min(row.degree, HUB) << 8) | (Math.min(row.otherDegree, HUB) << 16) : 0;
  }

  degree(node: number): number {
    return this.#rows.get(node)?.degree ?? 0;
  }

  /** Only the edges that were asked for are at hand; the others are too small to follow. */
  end(node: number, start: number): number {
    return start + (this.#rows.get(node)?.loaded ?? 0);
  }

  largerDegree(node: number): number {
    const row = this.#rows.get(node);
    return row ? Math.max(row.degree, row.otherDegree) : 0;
  }

  start(node: number): number {
    return Math.max(0, this.#rows.get(node)?.start ?? 0);
  }

  total(node: number): number {
    return this.#rows.get(node)?.total ?? 0;
  }

  largestTotal(): number {
    return this.startLargest;
  }

  neighbourAt(edge: number): number {
    return this.#neighbours[edge] ?? 0;
  }

  valueAt(edge: number): number {
    return this.#values[edge]!;
  }

  firstAt(edge: number): number {
    return this.#first[edge]!;
  }

  lastAt(edge: number): number {
    return this.#last[edge]!;
  }

  isLabelled(node: number): boolean {
    return (this.summary(node) & NODE.LABELLED) !== 0;
  }

  addNode(known: LoadedNode): void {
    if (!this.#rows.has(known.node)) this.#rows.set(known.node, { ...known, start: -1, loaded: 0, least: Infinity });
  }

  /** Whether the edges of a node down to this value are still to be loaded. */
  lacks(node: number, least: number): boolean {
    return least < (this.#rows.get(node)?.least ?? 0);
  }

  /** Appends edges in the order that the arrays in memory have, so that sums come out bit for bit alike. */
  addEdges(requests: readonly EdgeRequest[], found: Iterable<LoadedEdge>): void {
    const edges = [...found].sort(
      (a, b) => a.node - b.node || b.value - a.value || a.neighbour.node - b.neighbour.node,
    );
    const offset = this.#neighbours.length;
    const room = offset + edges.length;
    const widen = <T extends { set(old: T): void }>(old: T, wide: T): T => {
      wide.set(old);
      return wide;
    };
    this.#neighbours = widen(this.#neighbours, new Uint32Array(room));
    this.#values = widen(this.#values, new Float64Array(room));
    this.#first = widen(this.#first, new Uint32Array(room));
    this.#last = widen(this.#last, new Uint32Array(room));
    for (const { node, least } of requests) Object.assign(this.#rows.get(node)!, { start: room, loaded: 0, least });
    edges.forEach((edge, i) => {
      const at = offset + i;
      this.#neighbours[at] = edge.neighbour.node;
      this.addNode(edge.neighbour);
      this.#values[at] = edge.value;
      this.#first[at] = edge.first;
      this.#last[at] = edge.last;
      const row = this.#rows.get(edge.node)!;
      if (row.loaded++ === 0) row.start = at;
    });
  }
}

/**
 * The exposure of a node in one direction, its edges loaded hop by hop; the same figures, bit for bit, as from a
 * graph in memory. Of each node only the edges are asked for that carry enough to be followed; of the address itself
 * those to labelled counterparties too, since one counts however little it paid.
 */
export async function exposureFromSource(
  source: LayerSource,
  node: number,
  direction: Direction,
  limits: WalkLimits,
): Promise<DirectionExposure> {
  const side = new LoadedSide();
  const walk = new Walk();
  walk.backwards = direction === 'INCOMING';
  walk.begin(node);
  const known = await source.start(node, direction);
  if (known) side.addNode(known);
  for (;;) {
    const open = walk.classify(side, limits);
    if (open.length === 0) break;
    if (walk.size === 1 && side.degree(node) > limits.edgeBudget) {
      side.startLargest = await source.largestTotal(node, limits.edgeBudget, direction);
    }
    const requests = requestsFor(walk, side, open, limits);
    if (requests.length > 0) side.addEdges(requests, await source.edges(requests, direction));
    walk.expand(side, open, limits);
  }
  const reached = [...new Set(walk.node.subarray(0, walk.size))];
  return summarise(walk, side, direction, await source.labels(reached));
}

/** What is still to be loaded before the open arrivals can be followed. */
function requestsFor(walk: Walk, side: LoadedSide, open: readonly number[], limits: WalkLimits): EdgeRequest[] {
  const requests = new Map<number, EdgeRequest>();
  for (const arrival of open) {
    const node = walk.node[arrival]!;
    const isStart = arrival === 0;
    const beyondBudget = isStart && side.degree(node) > limits.edgeBudget;
    // A little less than what the walk will compare with, so that rounding keeps nothing from it.
    const bound = ((limits.shareThreshold * side.total(node)) / walk.mass[arrival]!) * (1 - 1e-9);
    const least = limits.timeOrdered ? 0 : Math.floor(bound);
    if (!side.lacks(node, least)) continue;
    const known = requests.get(node);
    if (known) known.least = Math.min(known.least, least);
    else {
      const limit = beyondBudget && !limits.timeOrdered ? { limit: limits.edgeBudget } : {};
      requests.set(node, { node, least, labelled: isStart, ...limit });
    }
  }
  return [...requests.values()];
}
