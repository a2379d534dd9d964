/** Which way value is followed: to where it came from, or to where it went. */
export type Direction = 'INCOMING' | 'OUTGOING';

/** Node flags, one byte a node. */
export const NODE = {
  /** A label of enough confidence stands on the node: it absorbs. */
  LABELLED: 1,
  /** Known or taken to be a service without a label: it absorbs as unattributed. */
  SERVICE: 2,
} as const;

/** Nodes whose degree does not fit a byte are kept apart. */
export const HUB = 255;
/** Rows of this many edges and more begin with a header that holds their total, so that nobody need add it up. */
export const BUSY = 16;
/** Value words with the high bit set are places in the table of large values. */
export const LARGE = 0x80000000;
const TWO_32 = 0x100000000;

/**
 * Sixteen nodes share one block of 64 bytes, a cache line: where their rows of incoming and of outgoing edges start,
 * then a byte each for flags, incoming degree and outgoing degree. All that a walk asks of a node before it follows
 * its edges costs one access to memory.
 */
export const BLOCK = { SHIFT: 4, BYTES: 64, WORDS: 16, FLAGS: 16, INCOMING: 32, OUTGOING: 48 } as const;

/** Place of a node's flag byte; its degrees lie 16 and 32 bytes on. */
export const flagPlace = (node: number): number => (node >>> BLOCK.SHIFT) * BLOCK.BYTES + BLOCK.FLAGS + (node & 15);

/**
 * One direction of the edges in compressed sparse rows: a node's edges lie together, largest value first, each a word
 * for the neighbour and a word for the value. Where they start is the base of the node's block plus the rows before
 * it in the block. A busy row has a header before its first edge, its total: high word, low word.
 */
export type SideArrays = {
  edges: Uint32Array<SharedArrayBuffer>;
  /** Nodes of degree 255 and more, in order, and their degrees. */
  hubs: Uint32Array<SharedArrayBuffer>;
  hubDegrees: Uint32Array<SharedArrayBuffer>;
  /** First and last time of each edge, seconds since 1970, 0 unknown; empty where the graph is built without. */
  first: Uint32Array<SharedArrayBuffer>;
  last: Uint32Array<SharedArrayBuffer>;
};

/** A whole graph over shared memory; hand it to any number of threads. */
export type GraphArrays = {
  nodes: number;
  edges: number;
  blocks: Uint8Array<SharedArrayBuffer>;
  /** One bit a node, set with {@link NODE}.LABELLED: small enough to stay in the cache while a hub's payers are looked through. */
  labelled: Uint32Array<SharedArrayBuffer>;
  incoming: SideArrays;
  outgoing: SideArrays;
  /** Values of 2^31 units and more: low word, high word. */
  large: Uint32Array<SharedArrayBuffer>;
};

/** What a walk asks of one direction of a graph, whether it lies in memory or is loaded layer by layer. */
export interface Side {
  /** Flags in the low byte, then the degree in this direction and the other one, a byte each, 255 meaning 255 or more. */
  summary(node: number): number;
  /** Number of edges of a node in this direction. */
  degree(node: number): number;
  /** The larger of a node's two degrees. */
  largerDegree(node: number): number;
  /** The node's first edge; the others follow it, by falling value, then by rising neighbour. */
  start(node: number): number;
  /** The place after the node's last edge at hand, given where they start. */
  end(node: number, start: number): number;
  /** All value of a node's edges in this direction, given where they start; exact up to 2^53. */
  total(node: number, start: number): number;
  /** Value of the `count` largest of a node's edges, given where they start. */
  largestTotal(node: number, start: number, count: number): number;
  /** The node at the other end of an edge. */
  neighbourAt(edge: number): number;
  /** An edge's value in units of the graph, a whole number. */
  valueAt(edge: number): number;
  /** First and last time of an edge in seconds, 0 unknown. */
  firstAt(edge: number): number;
  lastAt(edge: number): number;
  /** Whether the node's flags hold LABELLED. */
  isLabelled(node: number): boolean;
}

/** One direction of a graph in memory. */
export class GraphSide implements Side {
  readonly #blocks: Uint8Array;
  readonly #bases: Uint32Array;
  readonly #base: 0 | 1;
  readonly #degrees: number;
  readonly #otherDegrees: number;
  readonly #edges: Uint32Array;
  readonly #hubs: Uint32Array;
  readonly #hubDegrees: Uint32Array;
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;
  readonly #large: Uint32Array;
  readonly #labelled: Uint32Array;
  #other: GraphSide | undefined;

  constructor(arrays: GraphArrays, direction: Direction) {
    const side = direction === 'INCOMING' ? arrays.incoming : arrays.outgoing;
    this.#blocks = arrays.blocks;
    this.#bases = new Uint32Array(arrays.blocks.buffer, 0, arrays.blocks.length >>> 2);
    this.#base = direction === 'INCOMING' ? 0 : 1;
    this.#degrees = direction === 'INCOMING' ? BLOCK.INCOMING : BLOCK.OUTGOING;
    this.#otherDegrees = direction === 'INCOMING' ? BLOCK.OUTGOING : BLOCK.INCOMING;
    this.#edges = side.edges;
    this.#hubs = side.hubs;
    this.#hubDegrees = side.hubDegrees;
    this.#first = side.first;
    this.#last = side.last;
    this.#large = arrays.large;
    this.#labelled = arrays.labelled;
  }

  /** Ties the two directions of one graph to each other. */
  static pair(incoming: GraphSide, outgoing: GraphSide): void {
    incoming.#other = outgoing;
    outgoing.#other = incoming;
  }

  degree(node: number): number {
    const degree = this.#blocks[(node >>> BLOCK.SHIFT) * BLOCK.BYTES + this.#degrees + (node & 15)] ?? 0;
    return degree === HUB ? this.#hubDegree(node) : degree;
  }

  summary(node: number): number {
    const place = (node >>> BLOCK.SHIFT) * BLOCK.BYTES + (node & 15);
    const blocks = this.#blocks;
    return (
      blocks[place + BLOCK.FLAGS]! | (blocks[place + this.#degrees]! << 8) | (blocks[place + this.#otherDegrees]! << 16)
    );
  }

  largerDegree(node: number): number {
    return Math.max(this.degree(node), this.#other?.degree(node) ?? 0);
  }

  start(node: number): number {
    const block = node >>> BLOCK.SHIFT;
    let at = this.#bases[block * BLOCK.WORDS + this.#base]!;
    const first = block * BLOCK.BYTES + this.#degrees;
    const last = first + (node & 15);
    for (let place = first; place < last; place++) {
      const degree = this.#blocks[place]!;
      if (degree < BUSY) at += degree;
      else at += (degree === HUB ? this.#hubDegree((block << BLOCK.SHIFT) + place - first) : degree) + 1;
    }
    return this.#blocks[last]! < BUSY ? at : at + 1;
  }

  end(node: number, start: number): number {
    return start + this.degree(node);
  }

  total(node: number, start: number): number {
    const degree = this.#blocks[(node >>> BLOCK.SHIFT) * BLOCK.BYTES + this.#degrees + (node & 15)]!;
    if (degree >= BUSY) return this.#edges[start * 2 - 2]! * 0x100000000 + this.#edges[start * 2 - 1]!;
    let total = 0;
    for (let edge = start; edge < start + degree; edge++) total += this.valueAt(edge);
    return total;
  }

  largestTotal(node: number, start: number, count: number): number {
    const end = start + Math.min(count, this.degree(node));
    let [low, high] = [0, 0];
    if (this.total(node, start) <= Number.MAX_SAFE_INTEGER) {
      for (let edge = start; edge < end; edge++) low += this.valueAt(edge);
      return low;
    }
    // Low and high halves apart: rounded once, at the end.
    for (let edge = start; edge < end; edge++) {
      const value = this.valueAt(edge);
      low += value % TWO_32;
      high += Math.floor(value / TWO_32);
    }
    return (high + Math.floor(low / TWO_32)) * TWO_32 + (low % TWO_32);
  }

  neighbourAt(edge: number): number {
    return this.#edges[edge * 2]!;
  }

  valueAt(edge: number): number {
    const word = this.#edges[edge * 2 + 1]!;
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

  isLabelled(node: number): boolean {
    return (this.#labelled[node >>> 5]! & (1 << (node & 31))) !== 0;
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
    this.incoming = new GraphSide(arrays, 'INCOMING');
    this.outgoing = new GraphSide(arrays, 'OUTGOING');
    GraphSide.pair(this.incoming, this.outgoing);
    this.hasTimes = arrays.edges > 0 && arrays.outgoing.first.length > 0;
  }

  /** The arrays behind the graph, to be posted to a thread or written to a file. */
  arrays(): GraphArrays {
    return this.#arrays;
  }

  /** Whether a walk can begin at a node. */
  holds(node: number): boolean {
    return node >= 0 && node < this.nodes;
  }

  side(direction: Direction): GraphSide {
    return direction === 'INCOMING' ? this.incoming : this.outgoing;
  }

  /** Marks or unmarks a node as labelled or as a service; every thread that shares the graph sees it. */
  setFlag(node: number, flag: typeof NODE.LABELLED | typeof NODE.SERVICE, on: boolean): void {
    if (!(node >= 0 && node < this.nodes)) throw new RangeError(`No node ${node} in a graph of ${this.nodes}`);
    const { blocks, labelled } = this.#arrays;
    const bit = flag === NODE.LABELLED ? 1 << (node & 31) : 0;
    if (on) {
      Atomics.or(blocks, flagPlace(node), flag);
      Atomics.or(labelled, node >>> 5, bit);
    } else {
      Atomics.and(blocks, flagPlace(node), 0xff ^ flag);
      Atomics.and(labelled, node >>> 5, ~bit);
    }
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
    const { incoming, outgoing, large, blocks, labelled } = this.#arrays;
    let bytes = large.byteLength + blocks.byteLength + labelled.byteLength;
    for (const side of [incoming, outgoing]) for (const array of Object.values(side)) bytes += array.byteLength;
    return bytes;
  }
}
