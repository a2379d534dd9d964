import { type Direction, HUB, NODE, type Side } from '../graph/graph.ts';
import { type DirectionExposure, type LabelSource, summarise } from './exposure.ts';
import { Places } from './places.ts';
import { FATE, type OwnEdges, Walk, type WalkLimits } from './walk.ts';

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

/**
 * Edges as a store returns them, in columns of one length: from the node walked from to its neighbour, with what is
 * known of the neighbour. In any order; by node, then by falling value, then by rising neighbour costs least.
 */
export type LoadedEdges = {
  node: readonly number[];
  neighbour: readonly number[];
  value: readonly number[];
  /** Of the neighbour, as in {@link LoadedNode}. */
  flags: readonly number[];
  degree: readonly number[];
  otherDegree: readonly number[];
  total: readonly number[];
  /** Needed where the walk is ordered by time. */
  first?: readonly number[];
  last?: readonly number[];
  /** Of the one node asked for, where a limit was set: the value of as many of its largest edges. */
  largestTotal?: number;
};

/**
 * Where a graph's edges lie when they do not lie in memory: a database. Each call takes a whole hop's nodes, so that
 * a walk of five hops makes six queries a direction, however wide it is.
 */
export type LayerSource = {
  /** What is known of the address itself; undefined where nothing is. */
  start: (node: number, direction: Direction) => Promise<LoadedNode | undefined>;
  /** The edges asked for, in this direction, merged by pair; self-edges and edges without value left out. */
  edges: (requests: readonly EdgeRequest[], direction: Direction) => Promise<LoadedEdges>;
  /** The labels that count on the labelled nodes that the walk has reached, asked for once, at its end. */
  labels: (nodes: readonly number[]) => Promise<LabelSource>;
};

/** One direction of the part of a graph that a walk has asked for so far. */
class LoadedSide implements Side {
  #neighbours = new Uint32Array(0);
  #values = new Float64Array(0);
  #first = new Uint32Array(0);
  #last = new Uint32Array(0);
  /** Where a node's entries are in the columns below. */
  readonly #places = new Places();
  readonly #summary: number[] = [];
  readonly #degree: number[] = [];
  readonly #otherDegree: number[] = [];
  readonly #total: number[] = [];
  readonly #start: number[] = [];
  /** How many edges are loaded, and of what least value. */
  readonly #loaded: number[] = [];
  readonly #least: number[] = [];
  /** Value of the start's largest edges, as many as the budget, where it has more. */
  startLargest = 0;

  summary(node: number): number {
    return this.#summary[this.#places.find(node)] ?? 0;
  }

  degree(node: number): number {
    return this.#degree[this.#places.find(node)] ?? 0;
  }

  /** Only the edges that were asked for are at hand; the others are too small to follow. */
  end(node: number, start: number): number {
    return start + (this.#loaded[this.#places.find(node)] ?? 0);
  }

  largerDegree(node: number): number {
    const at = this.#places.find(node);
    return at < 0 ? 0 : Math.max(this.#degree[at]!, this.#otherDegree[at]!);
  }

  start(node: number): number {
    return this.#start[this.#places.find(node)] ?? 0;
  }

  total(node: number): number {
    return this.#total[this.#places.find(node)] ?? 0;
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

  addNode(node: number, flags: number, degree: number, otherDegree: number, total: number): void {
    if (this.#places.add(node) < this.#summary.length) return;
    this.#summary.push(flags | (Math.min(degree, HUB) << 8) | (Math.min(otherDegree, HUB) << 16));
    this.#degree.push(degree);
    this.#otherDegree.push(otherDegree);
    this.#total.push(total);
    this.#start.push(0);
    this.#loaded.push(0);
    this.#least.push(Infinity);
  }

  /** Whether the edges of a node down to this value are still to be loaded. */
  lacks(node: number, least: number): boolean {
    return least < (this.#least[this.#places.find(node)] ?? 0);
  }

  /** Appends edges in the order that the arrays in memory have, so that sums come out bit for bit alike. */
  addEdges(requests: readonly EdgeRequest[], found: LoadedEdges): void {
    const count = found.node.length;
    const offset = this.#neighbours.length;
    const room = offset + count;
    const widen = <T extends { set(old: T): void }>(old: T, wide: T): T => {
      wide.set(old);
      return wide;
    };
    this.#neighbours = widen(this.#neighbours, new Uint32Array(room));
    this.#values = widen(this.#values, new Float64Array(room));
    this.#first = widen(this.#first, new Uint32Array(room));
    this.#last = widen(this.#last, new Uint32Array(room));
    for (const { node, least } of requests) {
      const row = this.#places.find(node);
      this.#start[row] = room;
      this.#loaded[row] = 0;
      this.#least[row] = least;
    }
    const order = orderOf(found);
    for (let i = 0; i < count; i++) {
      const from = order?.[i] ?? i;
      const at = offset + i;
      const neighbour = found.neighbour[from]!;
      this.#neighbours[at] = neighbour;
      this.#values[at] = found.value[from]!;
      this.#first[at] = found.first?.[from] ?? 0;
      this.#last[at] = found.last?.[from] ?? 0;
      this.addNode(neighbour, found.flags[from]!, found.degree[from]!, found.otherDegree[from]!, found.total[from]!);
      const row = this.#places.find(found.node[from]!);
      if (this.#loaded[row]!++ === 0) this.#start[row] = at;
    }
  }
}

/** The order by node, falling value and rising neighbour; undefined where the edges are in it already. */
function orderOf({ node, neighbour, value }: LoadedEdges): Uint32Array | undefined {
  const compare = (a: number, b: number): number =>
    node[a]! - node[b]! || value[b]! - value[a]! || neighbour[a]! - neighbour[b]!;
  let ordered = true;
  for (let i = 1; i < node.length && ordered; i++) ordered = compare(i - 1, i) <= 0;
  return ordered ? undefined : Uint32Array.from(node, (_, i) => i).sort(compare);
}

/**
 * The exposure of a node in one direction, its edges loaded hop by hop; the same figures, bit for bit, as from a
 * graph in memory. Of each node only the edges are asked for that carry enough to be followed; of the address itself
 * those to labelled counterparties too, since one counts however little it paid.
 * @param own as in {@link exposureOf}, of this direction
 */
export async function exposureFromSource(
  source: LayerSource,
  node: number,
  direction: Direction,
  limits: WalkLimits,
  own?: OwnEdges,
): Promise<DirectionExposure> {
  const side = new LoadedSide();
  const walk = new Walk();
  walk.backwards = direction === 'INCOMING';
  walk.begin(node, own);
  const known = await source.start(node, direction);
  if (known) side.addNode(node, known.flags, known.degree, known.otherDegree, known.total);
  for (;;) {
    const open = walk.classify(side, limits);
    if (open.length === 0) break;
    const requests = requestsFor(walk, side, open, limits);
    if (requests.length > 0) {
      const found = await source.edges(requests, direction);
      side.addEdges(requests, found);
      side.startLargest ||= found.largestTotal ?? 0;
    }
    walk.expand(side, open, limits);
  }
  const reached = new Set<number>();
  for (let at = 1; at < walk.size; at++) if (walk.fate[at] === FATE.EXPOSURE) reached.add(walk.node[at]!);
  return summarise(walk, side, direction, await source.labels([...reached]));
}

/** What is still to be loaded before the open arrivals can be followed. */
function requestsFor(walk: Walk, side: LoadedSide, open: readonly number[], limits: WalkLimits): EdgeRequest[] {
  const requests = new Map<number, EdgeRequest>();
  for (const arrival of open) {
    const node = walk.node[arrival]!;
    const isStart = arrival === 0;
    const beyondBudget = isStart && side.degree(node) > limits.edgeBudget;
    // A little less than what the walk will compare with, so that rounding keeps nothing from it.
    const total = side.total(node) - (isStart ? walk.ownValue : 0);
    const bound = ((limits.shareThreshold * total) / walk.mass[arrival]!) * (1 - 1e-9);
    const least = limits.timeOrdered ? 0 : Math.floor(bound);
    if (!side.lacks(node, least)) continue;
    const known = requests.get(node);
    if (known) known.least = Math.min(known.least, least);
    else {
      const limit = beyondBudget && !limits.timeOrdered ? { limit: limits.edgeBudget } : {};
      requests.set(node, { node, least, labelled: isStart, ...limit });
    }
  }
  return [...requests.values()].sort((a, b) => a.node - b.node);
}
