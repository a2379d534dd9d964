/** Which way value is followed: to where it came from, or to where it went. */
export type Direction = 'INCOMING' | 'OUTGOING';

/** Node flags, one byte a node. The five high bits hold the logarithm of the node's larger degree. */
export const NODE = {
  /** A label of enough confidence stands on the node: it absorbs. */
  LABELLED: 1,
  /** Known or taken to be a service without a label: it absorbs as unattributed. */
  SERVICE: 2,
  DEGREE_SHIFT: 3,
} as const;

/** Nodes whose degree does not fit a byte are kept apart. */
const HUB = 255;
const BLOCK_SHIFT = 4;
/** Value words with the high bit set are places in the table of large values. */
export const LARGE = 0x80000000;

/**
 * One direction of the edges in compressed sparse rows: a node's edges lie together, ordered by neighbour. Where
 * they start is the base of the node's block of 16 plus the degrees before it in the block: 1.25 bytes a node
 * in place of 4.
 */
export type SideArrays = {
  degrees: Uint8Array<SharedArrayBuffer>;
  bases: Uint32Array<SharedArrayBuffer>;
  hubs: Uint32Array<SharedArrayBuffer>;
  hubDegrees: Uint32Array<SharedArrayBuffer>;
  neighbours: Uint32Array<SharedArrayBuffer>;
  values: Uint32Array<SharedArrayBuffer>;
  /** First and last time of each edge, seconds since 1970, 0 unknown; empty where the graph is built without. */
  first: Uint32Array<SharedArrayBuffer>;
  last: Uint32Array<SharedArrayBuffer>;
};

/** A whole graph over shared memory; hand it to any number of threads. */
export type GraphArrays = {
  nodes: number;
  edges: number;
  incoming: SideArrays;
  outgoing: SideArrays;
  /** Values of 2^31 units and more: low word, high word. */
  large: Uint32Array<SharedArrayBuffer>;
  flags: Uint8Array<SharedArrayBuffer>;
};

/** What a walk asks of one direction of a graph, whether it lies in memory or is loaded layer by layer. */
export interface Side {
  readonly neighbours: Uint32Array;
  /** Number of edges of a node in this direction. */
  degree(node: number): number;
  /** The larger of a node's two degrees, exact at and above `atLeast`, else any number below it. */
  largerDegree(node: number, atLeast: number): number;
  /** The node's first edge; the others follow it. */
  start(node: number): number;
  /** An edge's value in units of the graph, a whole number. */
  valueAt(edge: number): number;
  /** First and last time of an edge in seconds, 0 unknown. */
  firstAt(edge: number): number;
  lastAt(edge: number): number;
  flagsOf(node: number): number;
}

/** One direction of a graph in memory. */
export class GraphSide implements Side {
  readonly neighbours: Uint32Array;
  readonly #degrees: Uint8Array;
  readonly #bases: Uint32Array;
  readonly #hubs: Uint32Array;
  readonly #hubDegrees: Uint32Array;
  readonly #values: Uint32Array;
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;
  readonly #large: Uint32Array;
  readonly #flags: Uint8Array;
  #other: GraphSide | undefined;

  constructor(side: SideArrays, large: Uint32Array, flags: Uint8Array) {
    this.neighbours = side.neighbours;
    this.#degrees = side.degrees;
    this.#bases = side.bases;
    this.#hubs = side.hubs;
    this.#hubDegrees = side.hubDegrees;
    this.#values = side.values;
    this.#first = side.first;
    this.#last = side.last;
    this.#large = large;
    this.#flags = flags;
  }

  /** Ties the two directions of one graph to each other. */
  static pair(incoming: GraphSide, outgoing: GraphSide): void {
    incoming.#other = outgoing;
    outgoing.#other = incoming;
  }

  degree(node: number): number {
    const degree = this.#degrees[node] ?? 0;
    return degree === HUB ? this.#hubDegree(node) : degree;
  }

  largerDegree(node: number, atLeast: number): number {
    // The flag byte settles it for nearly every node without a look at either degree.
    const atMost = 2 ** (this.#flags[node]! >> NODE.DEGREE_SHIFT) - 1;
    if (atMost < atLeast) return atMost;
    return Math.max(this.degree(node), this.#other?.degree(node) ?? 0);
  }

  start(node: number): number {
    const block = node >>> BLOCK_SHIFT;
    let at = this.#bases[block]!;
    for (let i = block << BLOCK_SHIFT; i < node; i++) {
      const degree = this.#degrees[i]!;
      at += degree === HUB ? this.#hubDegree(i) : degree;
    }
    return at;
  }

  valueAt(edge: number): number {
    const word = this.#values[edge]!;
    if (word < LARGE) return word;
    const at = (word - LARGE) * 2;
    return this.#large[at]! + this.#large[at + 1]! * 0x100000000;
  }

  firstAt(edge: number): number {
    return this.#first[edge] ?? 0;
  }

  lastAt(edge: number): number {
    return this.#last[edge] ?? 0;
  }

  flagsOf(node: number): number {
    return this.#flags[node]!;
  }

  #hubDegree(node: number): number {
    let low = 0;
    let high = this.#hubs.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#hubs[middle]! < node) low = middle + 1;
      else high = middle;
    }
    return this.#hubDegrees[low]!;
  }
}

/**
 * A value graph: nodes are addresses or clusters by number, edges run from payer to payee with the value moved, in
 * whole units of one asset (or of one unit of account), merged per pair. Self-edges and edges without value are
 * left out when it is built.
 */
export class Graph {
  readonly nodes: number;
  readonly edges: number;
  readonly incoming: GraphSide;
  readonly outgoing: GraphSide;
  readonly hasTimes: boolean;
  readonly #arrays: GraphArrays;

  constructor(arrays: GraphArrays) {
    this.#arrays = arrays;
    this.nodes = arrays.nodes;
    this.edges = arrays.edges;
    this.incoming = new GraphSide(arrays.incoming, arrays.large, arrays.flags);
    this.outgoing = new GraphSide(arrays.outgoing, arrays.large, arrays.flags);
    GraphSide.pair(this.incoming, this.outgoing);
    this.hasTimes = arrays.edges > 0 && arrays.outgoing.first.length > 0;
  }

  /** The arrays behind the graph, to be posted to a thread or written to a file. */
  arrays(): GraphArrays {
    return this.#arrays;
  }

  side(direction: Direction): GraphSide {
    return direction === 'INCOMING' ? this.incoming : this.outgoing;
  }

  /** Marks or unmarks a node as labelled or as a service; every thread that shares the graph sees it. */
  setFlag(node: number, flag: typeof NODE.LABELLED | typeof NODE.SERVICE, on: boolean): void {
    if (!(node >= 0 && node < this.nodes)) throw new RangeError(`No node ${node} in a graph of ${this.nodes}`);
    const flags = this.#arrays.flags;
    if (on) Atomics.or(flags, node, flag);
    else Atomics.and(flags, node, 0xff ^ flag);
  }

  /** All value that came in at a node, or went out. */
  total(node: number, direction: Direction): bigint {
    const side = this.side(direction);
    const start = node < this.nodes ? side.start(node) : 0;
    const end = node < this.nodes ? start + side.degree(node) : 0;
    let total = 0n;
    for (let edge = start; edge < end; edge++) total += BigInt(side.valueAt(edge));
    return total;
  }

  /** Bytes held by all arrays. */
  get byteLength(): number {
    const { incoming, outgoing, large, flags } = this.#arrays;
    let bytes = large.byteLength + flags.byteLength;
    for (const side of [incoming, outgoing]) for (const array of Object.values(side)) bytes += array.byteLength;
    return bytes;
  }
}
