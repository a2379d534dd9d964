import { Graph, LARGE, NODE, type SideArrays } from './graph.ts';

const words = (length: number): Uint32Array<SharedArrayBuffer> => new Uint32Array(new SharedArrayBuffer(length * 4));
const octets = (length: number): Uint8Array<SharedArrayBuffer> => new Uint8Array(new SharedArrayBuffer(length));

/** Insertion sort is quickest on the short lists that nearly all nodes have. */
const SHORT = 24;

/** A payee's number (32 bits) and a place in a list of this length (21 bits) share the 53 bits of a number. */
const PACKED = 2 ** 21;

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
    const values = words(edges);
    const large = this.#encodeValues(values, edges);
    const outgoing = this.#outgoing(ends, count, edges, values);
    const incoming = this.#incoming(count, edges, values);
    const flags = octets(count);
    const graph = new Graph({ nodes: count, edges, incoming, outgoing, large, flags });
    for (let node = 0; node < count; node++) {
      const degree = Math.max(graph.incoming.degree(node), graph.outgoing.degree(node));
      flags[node] = (32 - Math.clz32(degree)) << NODE.DEGREE_SHIFT;
    }
    return graph;
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

  /** Counting sort of all columns by payer; afterwards node n's edges end at the returned ends[n]. */
  #groupByFrom(nodes: number): Uint32Array {
    const count = this.#count;
    const from = this.#from;
    const places = new Uint32Array(nodes + 1);
    for (let i = 0; i < count; i++) places[from[i]! + 1]!++;
    for (let node = 0; node < nodes; node++) places[node + 1]! += places[node]!;
    const to = new Uint32Array(count);
    const value = new Float64Array(count);
    const first = new Uint32Array(this.#times ? count : 0);
    const last = new Uint32Array(this.#times ? count : 0);
    for (let i = 0; i < count; i++) {
      const at = places[from[i]!]!++;
      to[at] = this.#to[i]!;
      value[at] = this.#value[i]!;
      if (this.#times) {
        first[at] = this.#first[i]!;
        last[at] = this.#last[i]!;
      }
    }
    this.#from = new Uint32Array(0);
    [this.#to, this.#value, this.#first, this.#last] = [to, value, first, last];
    return places;
  }

  /** Orders each node's list by payee and adds up what has one payee; packs the columns. Moves `ends` along. */
  #mergePairs(ends: Uint32Array, nodes: number): number {
    const [to, value, first, last] = [this.#to, this.#value, this.#first, this.#last];
    let write = 0;
    let start = 0;
    for (let node = 0; node < nodes; node++) {
      const end = ends[node]!;
      this.#sortRange(start, end);
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

  #sortRange(start: number, end: number): void {
    const [to, value, first, last] = [this.#to, this.#value, this.#first, this.#last];
    if (end - start > SHORT) {
      const order = orderByPayee(to, start, end);
      const permute = (column: Uint32Array | Float64Array): void => {
        column.set(
          order.map((i) => column[i]!),
          start,
        );
      };
      permute(value);
      if (this.#times) {
        permute(first);
        permute(last);
      }
      permute(to);
      return;
    }
    for (let i = start + 1; i < end; i++) {
      const [payee, amount, began, ended] = [to[i]!, value[i]!, first[i] ?? 0, last[i] ?? 0];
      let at = i;
      for (; at > start && to[at - 1]! > payee; at--) {
        to[at] = to[at - 1]!;
        value[at] = value[at - 1]!;
        if (this.#times) {
          first[at] = first[at - 1]!;
          last[at] = last[at - 1]!;
        }
      }
      to[at] = payee;
      value[at] = amount;
      if (this.#times) {
        first[at] = began;
        last[at] = ended;
      }
    }
  }

  /** Writes each value as one word, or as a place in the returned table of large ones. */
  #encodeValues(values: Uint32Array, edges: number): Uint32Array<SharedArrayBuffer> {
    const value = this.#value;
    let count = 0;
    for (let i = 0; i < edges; i++) if (value[i]! >= LARGE) count++;
    const large = words(count * 2);
    let at = 0;
    for (let i = 0; i < edges; i++) {
      const amount = value[i]!;
      if (amount < LARGE) values[i] = amount;
      else {
        if (amount > Number.MAX_SAFE_INTEGER) {
          throw new RangeError(
            'The payments between two addresses add up to more than 2^53 units; choose a larger unit',
          );
        }
        values[i] = LARGE + at;
        large[at * 2] = amount % 0x100000000;
        large[at * 2 + 1] = Math.floor(amount / 0x100000000);
        at++;
      }
    }
    return large;
  }

  #outgoing(ends: Uint32Array, nodes: number, edges: number, values: Uint32Array<SharedArrayBuffer>): SideArrays {
    const neighbours = words(edges);
    neighbours.set(this.#to.subarray(0, edges));
    const first = words(this.#times ? edges : 0);
    const last = words(this.#times ? edges : 0);
    if (this.#times) {
      first.set(this.#first.subarray(0, edges));
      last.set(this.#last.subarray(0, edges));
    }
    this.#value = new Float64Array(0);
    this.#from = ends;
    return { ...indexRows(ends, nodes), neighbours, values, first, last };
  }

  /** The same edges by payee; walking payers in order leaves each list ordered by payer. */
  #incoming(nodes: number, edges: number, outValues: Uint32Array): SideArrays {
    const [to, ends] = [this.#to, this.#from];
    const places = new Uint32Array(nodes + 1);
    for (let i = 0; i < edges; i++) places[to[i]! + 1]!++;
    for (let node = 0; node < nodes; node++) places[node + 1]! += places[node]!;
    const neighbours = words(edges);
    const values = words(edges);
    const first = words(this.#times ? edges : 0);
    const last = words(this.#times ? edges : 0);
    for (let node = 0, i = 0; node < nodes; node++) {
      for (const end = ends[node]!; i < end; i++) {
        const at = places[to[i]!]!++;
        neighbours[at] = node;
        values[at] = outValues[i]!;
        if (this.#times) {
          first[at] = this.#first[i]!;
          last[at] = this.#last[i]!;
        }
      }
    }
    return { ...indexRows(places, nodes), neighbours, values, first, last };
  }
}

/** The places of a long list in order of payee: payee and place in one number, so that the native sort does it. */
function orderByPayee(to: Uint32Array, start: number, end: number): Float64Array {
  const length = end - start;
  const keys = new Float64Array(length);
  if (length > PACKED) {
    for (let i = 0; i < length; i++) keys[i] = start + i;
    return keys.sort((a, b) => to[a]! - to[b]!);
  }
  for (let i = 0; i < length; i++) keys[i] = to[start + i]! * PACKED + i;
  keys.sort();
  for (let i = 0; i < length; i++) keys[i] = start + (keys[i]! % PACKED);
  return keys;
}

/** Degrees, block bases and hubs from the end of each node's row. */
function indexRows(ends: Uint32Array, nodes: number): Pick<SideArrays, 'degrees' | 'bases' | 'hubs' | 'hubDegrees'> {
  const degrees = octets(nodes);
  const bases = words((nodes + 15) >>> 4);
  const hubNodes: number[] = [];
  for (let node = 0, start = 0; node < nodes; node++) {
    if ((node & 15) === 0) bases[node >>> 4] = start;
    const degree = ends[node]! - start;
    degrees[node] = Math.min(degree, 255);
    if (degree >= 255) hubNodes.push(node);
    start = ends[node]!;
  }
  const hubs = words(hubNodes.length);
  const hubDegrees = words(hubNodes.length);
  hubNodes.forEach((node, i) => {
    hubs[i] = node;
    hubDegrees[i] = ends[node]! - (node === 0 ? 0 : ends[node - 1]!);
  });
  return { degrees, bases, hubs, hubDegrees };
}
