import { type Direction, NODE, type Side } from '../graph/graph.ts';
import { type DirectionExposure, type LabelSource, summarise } from './exposure.ts';
import { Walk, type WalkLimits } from './walk.ts';

/** What a store knows of a node, whatever direction is walked. */
export type LoadedNode = { node: number; flags: number; degree: number; otherDegree: number };

/** One edge as a store returns it: from the node walked from to its neighbour. */
export type LoadedEdge = {
  node: number;
  neighbour: number;
  value: number;
  first: number;
  last: number;
  /** Whether a label of enough confidence stands on the neighbour; asked of the address's own edges only. */
  labelled: boolean;
};

/**
 * Where a graph's edges lie when they do not lie in memory: a database. Each call takes a whole hop's nodes, so that
 * a walk of five hops makes ten queries a direction, however wide it is.
 */
export type LayerSource = {
  /** Flags and degrees; a node left out of the answer has none. */
  nodes: (nodes: readonly number[], direction: Direction) => Promise<Iterable<LoadedNode>>;
  /** All edges of the nodes in this direction, merged by pair; self-edges and edges without value left out. */
  edges: (nodes: readonly number[], direction: Direction) => Promise<Iterable<LoadedEdge>>;
  /** The labels that count on the nodes that the walk has reached, asked for once, at its end. */
  labels: (nodes: readonly number[]) => Promise<LabelSource>;
};

/** One direction of the part of a graph that a walk has asked for so far. */
class LoadedSide implements Side {
  #neighbours = new Uint32Array(0);
  #values = new Float64Array(0);
  #first = new Uint32Array(0);
  #last = new Uint32Array(0);
  readonly #nodes = new Map<number, LoadedNode & { start: number }>();
  readonly #labelled = new Set<number>();

  degree(node: number): number {
    return this.#nodes.get(node)?.degree ?? 0;
  }

  largerDegree(node: number): number {
    const known = this.#nodes.get(node);
    return known ? Math.max(known.degree, known.otherDegree) : 0;
  }

  start(node: number): number {
    return this.#nodes.get(node)?.start ?? 0;
  }

  neighbourAt(edge: number): number {
    return this.#neighbours[edge]!;
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

  totalOf(start: number, degree: number): number {
    let total = 0;
    for (let edge = start; edge < start + degree; edge++) total += this.#values[edge]!;
    return total;
  }

  flagsOf(node: number): number {
    return this.#nodes.get(node)?.flags ?? (this.#labelled.has(node) ? NODE.LABELLED : 0);
  }

  knows(node: number): boolean {
    return this.#nodes.has(node);
  }

  addNodes(asked: readonly number[], found: Iterable<LoadedNode>): void {
    for (const node of asked) this.#nodes.set(node, { node, flags: 0, degree: 0, otherDegree: 0, start: -1 });
    for (const one of found) this.#nodes.set(one.node, { ...one, start: -1 });
  }

  hasEdges(node: number): boolean {
    return (this.#nodes.get(node)?.start ?? -1) >= 0;
  }

  /** Appends edges, in the order that the arrays in memory have, so that sums come out bit for bit alike. */
  addEdges(asked: readonly number[], found: Iterable<LoadedEdge>): void {
    const edges = [...found].sort((a, b) => a.node - b.node || b.value - a.value || a.neighbour - b.neighbour);
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
    // The degree that counts is the number of edges that came, should the store's own count lag behind.
    for (const node of asked) {
      const known = this.#nodes.get(node)!;
      known.start = room;
      known.degree = 0;
    }
    edges.forEach((edge, i) => {
      const at = offset + i;
      this.#neighbours[at] = edge.neighbour;
      if (edge.labelled) this.#labelled.add(edge.neighbour);
      this.#values[at] = edge.value;
      this.#first[at] = edge.first;
      this.#last[at] = edge.last;
      const known = this.#nodes.get(edge.node)!;
      if (known.degree++ === 0) known.start = at;
    });
  }
}

/**
 * The exposure of a node in one direction, its edges loaded hop by hop; the same figures, bit for bit, as from a
 * graph in memory. Only nodes within the edge budget are loaded, each with all its edges in that direction.
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
  for (;;) {
    const fresh = [...new Set(walk.layer())].filter((one) => !side.knows(one));
    if (fresh.length > 0) side.addNodes(fresh, await source.nodes(fresh, direction));
    const open = walk.classify(side, limits);
    if (open.length === 0) break;
    const wanted = affordable(walk, side, open, limits);
    if (wanted.length > 0) side.addEdges(wanted, await source.edges(wanted, direction));
    walk.expand(side, open, limits);
  }
  const reached = [...new Set(walk.node.subarray(0, walk.size))];
  return summarise(walk, side, direction, await source.labels(reached));
}

/** The nodes among the open arrivals whose edges are not loaded yet and lie within the edge budget. */
function affordable(walk: Walk, side: LoadedSide, open: readonly number[], limits: WalkLimits): number[] {
  const wanted = new Set<number>();
  let left = limits.edgeBudget - walk.edgesSeen;
  for (const arrival of open) {
    if (left <= 0) break;
    const node = walk.node[arrival]!;
    left -= side.degree(node);
    if (!side.hasEdges(node)) wanted.add(node);
  }
  return [...wanted];
}
