import { BLOCK, BUSY, type Direction, flagPlace, Graph, HUB, LARGE, type SideArrays } from './graph.ts';
import { bucketsOf, dealNumbers, dealWords, placeNumbers, placeWords, sortBuckets } from './partition.ts';
import { RowOrder } from './rows.ts';

const words = (length: number): Uint32Array<SharedArrayBuffer> => new Uint32Array(new SharedArrayBuffer(length * 4));
const TWO_32 = 0x100000000;
const octets = (length: number): Uint8Array<SharedArrayBuffer> => new Uint8Array(new SharedArrayBuffer(length));

/**
 * Turns a whole amount of an asset into units of a graph: divided, and rounded up so that no payment vanishes.
 * Wei, for example, pass a number's exact range; a divisor of 10^9 makes them gwei.
 * @throws RangeError where the result is beyond 2^53 − 1
 */
export function toUnits(amount: bigint, divisor = 1n): number {
  const units = (amount + divisor - 1n) / divisor;
  if (units < 0n || units > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError('The amount does not fit the unit of the graph; choose a larger unit');
  }
  return Number(units);
}

/**
 * Collects edges in any order and builds a {@link Graph}: edges of one pair are merged (values added, first and last
 * time widened), self-edges and edges without value dropped. Linear in the number of edges but for the sort of each
 * node's own list.
 */
export class GraphBuilder {
  #count = 0;
  #from: Uint32Array;
  #to: Uint32Array;
  #value: Float64Array;
  #first: Uint32Array;
  #last: Uint32Array;
  #nodes = 0;
  readonly #times: boolean;
  readonly #rows = new RowOrder();

  constructor(options: { expectedEdges?: number; times?: boolean } = {}) {
    const room = Math.max(1024, options.expectedEdges ?? 0);
    this.#times = options.times ?? false;
    this.#from = new Uint32Array(room);
    this.#to = new Uint32Array(room);
    this.#value = new Float64Array(room);
    this.#first = new Uint32Array(this.#times ? room : 0);
    this.#last = new Uint32Array(this.#times ? room : 0);
  }

  /**
   * Adds one edge.
   * @param value whole units, 0 to 2^53 − 1; @param first, last seconds since 1970, 0 where unknown
   */
  add(from: number, to: number, value: number, first = 0, last = first): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`An edge's value is a whole number, not ${value}`);
    if (from >= this.#nodes) this.#nodes = from + 1;
    if (to >= this.#nodes) this.#nodes = to + 1;
    if (from === to || value === 0) return;
    if (this.#count === this.#from.length) this.#grow();
    const at = this.#count++;
    this.#from[at] = from;
    this.#to[at] = to;
    this.#value[at] = value;
    if (this.#times) {
      this.#first[at] = first;
      this.#last[at] = last;
    }
  }

  /** Edges added so far, before merging. */
  get size(): number {
    return this.#count;
  }

  /**
   * Builds the graph. The builder must not be used again.
   * @param nodes how many nodes there are, where some have no edge
   */
  build(nodes = this.#nodes): Graph {
    const count = Math.max(nodes, this.#nodes);
    const ends = this.#groupByFrom(count);
    const edges = this.#mergePairs(ends, count);
    this.#largestFirst(ends, count);
    const { codes, large } = this.#encodeValues(edges);
    const blocks = octets(((count + 15) >>> BLOCK.SHIFT) * BLOCK.BYTES);
    const outgoing = layRows(this.#outgoing(ends, edges, codes), count, this.#times, blocks, 'OUTGOING');
    const incoming = layRows(this.#incoming(ends, count, edges, codes), count, this.#times, blocks, 'INCOMING');
    return new Graph({ nodes: count, edges, blocks, labelled: words((count + 31) >>> 5), incoming, outgoing, large });
  }

  #grow(): void {
    const room = this.#from.length * 2;
    const widen = (old: Uint32Array): Uint32Array => {
      const wide = new Uint32Array(room);
      wide.set(old);
      return wide;
    };
    this.#from = widen(this.#from);
    this.#to = widen(this.#to);
    if (this.#times) {
      this.#first = widen(this.#first);
      this.#last = widen(this.#last);
    }
    const value = new Float64Array(room);
    value.set(this.#value);
    this.#value = value;
  }

  /** Sorts all columns by payer; afterwards node n's edges end at the returned ends[n]. */
  #groupByFrom(nodes: number): Uint32Array {
    const count = this.#count;
    const keys = this.#from;
    const buckets = bucketsOf(keys, count, nodes);
    const from = dealWords(keys, count, buckets, keys);
    const to = dealWords(keys, count, buckets, this.#to);
    const value = dealNumbers(keys, count, buckets, this.#value);
    const first = this.#times ? dealWords(keys, count, buckets, this.#first) : this.#first;
    const last = this.#times ? dealWords(keys, count, buckets, this.#last) : this.#last;
    this.#from = new Uint32Array(0);
    return sortBuckets(from, buckets, nodes, (start, places) => {
      placeWords(to, start, places, this.#to);
      placeNumbers(value, start, places, this.#value);
      if (!this.#times) return;
      placeWords(first, start, places, this.#first);
      placeWords(last, start, places, this.#last);
    });
  }

  /** Orders each node's list by payee and adds up what has one payee; packs the columns. Moves `ends` along. */
  #mergePairs(ends: Uint32Array, nodes: number): number {
    const [to, value, first, last] = [this.#to, this.#value, this.#first, this.#last];
    const columns = this.#columns();
    let write = 0;
    let start = 0;
    for (let node = 0; node < nodes; node++) {
      const end = ends[node]!;
      this.#rows.byPayee(to, start, end, columns);
      const begin = write;
      for (let i = start; i < end; i++) {
        if (write > begin && to[write - 1] === to[i]) {
          value[write - 1]! += value[i]!;
          if (this.#times) {
            const known = first[i]! > 0 && (first[write - 1] === 0 || first[i]! < first[write - 1]!);
            if (known) first[write - 1] = first[i]!;
            if (last[i]! > last[write - 1]!) last[write - 1] = last[i]!;
          }
          continue;
        }
        to[write] = to[i]!;
        value[write] = value[i]!;
        if (this.#times) {
          first[write] = first[i]!;
          last[write] = last[i]!;
        }
        write++;
      }
      start = end;
      ends[node] = write;
    }
    return write;
  }

  /** Puts each row's largest value first. */
  #largestFirst(ends: Uint32Array, nodes: number): void {
    const columns = this.#columns();
    for (let node = 0, start = 0; node < nodes; node++) {
      this.#rows.byFallingValue(this.#value, start, ends[node]!, columns);
      start = ends[node]!;
    }
  }

  #columns(): (Uint32Array | Float64Array)[] {
    return this.#times ? [this.#to, this.#value, this.#first, this.#last] : [this.#to, this.#value];
  }

  /** Each value as one word, or as a place in the table of large ones. */
  #encodeValues(edges: number): { codes: Uint32Array; large: Uint32Array<SharedArrayBuffer> } {
    const value = this.#value;
    const codes = new Uint32Array(edges);
    let count = 0;
    for (let i = 0; i < edges; i++) if (value[i]! >= LARGE) count++;
    const large = words(count * 2);
    let at = 0;
    for (let i = 0; i < edges; i++) {
      const amount = value[i]!;
      if (amount < LARGE) codes[i] = amount;
      else {
        if (amount > Number.MAX_SAFE_INTEGER) {
          throw new RangeError(
            'The payments between two addresses add up to more than 2^53 units; choose a larger unit',
          );
        }
        codes[i] = LARGE + at;
        large[at * 2] = amount % TWO_32;
        large[at * 2 + 1] = Math.floor(amount / TWO_32);
        at++;
      }
    }
    return { codes, large };
  }

  #outgoing(ends: Uint32Array, edges: number, codes: Uint32Array): Rows {
    const neighbours = this.#to.subarray(0, edges);
    return { ends, neighbours, codes, value: this.#value, first: this.#first, last: this.#last };
  }

  /** The same edges by payee. Walking payers in order leaves equal values in order of payer. */
  #incoming(outEnds: Uint32Array, nodes: number, edges: number, outCodes: Uint32Array): Rows {
    const keys = this.#to;
    const payers = new Uint32Array(edges);
    for (let node = 0, i = 0; node < nodes; node++) for (const end = outEnds[node]!; i < end; i++) payers[i] = node;
    const buckets = bucketsOf(keys, edges, nodes);
    const to = dealWords(keys, edges, buckets, keys);
    const from = dealWords(keys, edges, buckets, payers);
    const dealtCodes = dealWords(keys, edges, buckets, outCodes);
    const dealtValue = dealNumbers(keys, edges, buckets, this.#value);
    const dealtFirst = this.#times ? dealWords(keys, edges, buckets, this.#first) : this.#first;
    const dealtLast = this.#times ? dealWords(keys, edges, buckets, this.#last) : this.#last;
    // The columns by payer are needed no more: their memory holds those by payee.
    const neighbours = payers;
    const [codes, value, first, last] = [outCodes, this.#value, this.#first, this.#last];
    const ends = sortBuckets(to, buckets, nodes, (start, places) => {
      placeWords(from, start, places, neighbours);
      placeWords(dealtCodes, start, places, codes);
      placeNumbers(dealtValue, start, places, value);
      if (!this.#times) return;
      placeWords(dealtFirst, start, places, first);
      placeWords(dealtLast, start, places, last);
    });
    const columns = this.#times ? [neighbours, codes, first, last, value] : [neighbours, codes, value];
    for (let node = 0, start = 0; node < nodes; node++) {
      this.#rows.byFallingValue(value, start, ends[node]!, columns);
      start = ends[node]!;
    }
    return { ends, neighbours, codes, value, first, last };
  }
}

type Rows = {
  /** Where each node's row ends; the next one begins there. */
  ends: Uint32Array;
  neighbours: Uint32Array;
  codes: Uint32Array;
  value: Float64Array;
  first: Uint32Array;
  last: Uint32Array;
};

/** Copies rows into shared memory, a header before each busy one, and writes their index into the blocks. */
function layRows(
  rows: Rows,
  nodes: number,
  times: boolean,
  blocks: Uint8Array<SharedArrayBuffer>,
  direction: Direction,
): SideArrays {
  const { ends } = rows;
  const bases = new Uint32Array(blocks.buffer);
  const degreesAt = BLOCK[direction] - BLOCK.FLAGS;
  const hubNodes: number[] = [];
  let busy = 0;
  for (let node = 0, start = 0; node < nodes; node++) {
    const degree = ends[node]! - start;
    blocks[flagPlace(node) + degreesAt] = Math.min(degree, HUB);
    if (degree >= BUSY) busy++;
    if (degree >= HUB) hubNodes.push(node);
    start = ends[node]!;
  }
  const length = (nodes === 0 ? 0 : ends[nodes - 1]!) + busy;
  const edges = words(length * 2);
  const first = words(times ? length : 0);
  const last = words(times ? length : 0);
  for (let node = 0, start = 0, at = 0; node < nodes; node++) {
    const end = ends[node]!;
    if ((node & 15) === 0) bases[(node >>> BLOCK.SHIFT) * BLOCK.WORDS + (direction === 'INCOMING' ? 0 : 1)] = at;
    if (end - start >= BUSY) {
      // Low and high halves apart, so that the sum stays exact beyond 2^53.
      let [low, high] = [0, 0];
      for (let i = start; i < end; i++) {
        low += rows.value[i]! % TWO_32;
        high += Math.floor(rows.value[i]! / TWO_32);
      }
      edges[at * 2] = high + Math.floor(low / TWO_32);
      edges[at * 2 + 1] = low % TWO_32;
      at++;
    }
    for (let i = start; i < end; i++, at++) {
      edges[at * 2] = rows.neighbours[i]!;
      edges[at * 2 + 1] = rows.codes[i]!;
      if (times) {
        first[at] = rows.first[i]!;
        last[at] = rows.last[i]!;
      }
    }
    start = end;
  }
  const hubs = words(hubNodes.length);
  const hubDegrees = words(hubNodes.length);
  hubNodes.forEach((node, i) => {
    hubs[i] = node;
    hubDegrees[i] = ends[node]! - (node === 0 ? 0 : ends[node - 1]!);
  });
  return { edges, hubs, hubDegrees, first, last };
}
