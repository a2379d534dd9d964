import { NODE, type Side } from '../graph/graph.ts';

/** Limits of a walk; each says in the result how much value was lost to it. */
export type WalkLimits = {
  /** Value is followed this many hops, no further. */
  maxHops: number;
  /** A node that carries a smaller share of the value at a hop is not followed further. */
  shareThreshold: number;
  /** Edges looked at in one direction. */
  edgeBudget: number;
  /** A node with more counterparties than this, either way, is taken to be a service. */
  serviceDegree: number;
  /** Ignore an edge that is later (or, following outgoing value, earlier) than the flow it would feed. */
  timeOrdered: boolean;
};

/** What happened to the value that arrived at a node at some hop. */
export const FATE = {
  FOLLOWED: 0,
  EXPOSURE: 1,
  ORIGIN_UNKNOWN: 2,
  UNATTRIBUTED_SERVICE: 3,
  BELOW_THRESHOLD: 4,
  TRUNCATED: 5,
  BEYOND_HORIZON: 6,
} as const;

// A share computed in doubles may miss an exact threshold by rounding; what is as good as equal is followed.
const ROUNDING = 1 - 1e-12;
const NO_TIME = 0;

/**
 * Splits a mass of 1 at an address over its edges by share of value, hop by hop, and adds up what arrives at each
 * node at each hop. Every arrival keeps the single heaviest path that led to it.
 *
 * At each arrival, in this order: a labelled node absorbs; below the share threshold it ends; a service or a node of
 * very high degree absorbs; a node without further edges is an unknown origin (or, outgoing, where value rests); at
 * the last hop it is beyond the horizon; what the edge budget does not reach is truncated. Method: haircut (pro
 * rata) taint propagation, as in Möser, Böhme, Breuker, "Towards Risk Scoring of Bitcoin Transactions" (2014).
 *
 * One walk object serves any number of addresses, one after another, without allocating anew.
 */
export class Walk {
  /** One entry an arrival, in order of hop. */
  node = new Uint32Array(1024);
  mass = new Float64Array(1024);
  /** Share of the value that came by the heaviest single path. */
  best = new Float64Array(1024);
  /** The arrival before on that path, -1 at the start. */
  parent = new Int32Array(1024);
  edge = new Uint32Array(1024);
  bound = new Uint32Array(1024);
  fate = new Uint8Array(1024);
  /** Number of arrivals, the start included. */
  size = 0;
  /** First arrival of each hop; one more at the end. */
  hopStart: number[] = [];
  /** Share lost because a node's edges were followed only in part. */
  truncated = 0;
  edgesSeen = 0;

  #table = new Int32Array(4096).fill(-1);
  #layerStart = 0;

  /** Walks a graph in memory. The results stay in this object until the next walk. */
  run(side: Side, start: number, limits: WalkLimits): void {
    this.begin(start);
    let open = this.classify(side, limits);
    while (open.length > 0) {
      this.expand(side, open, limits);
      open = this.classify(side, limits);
    }
  }

  /** Puts the whole value at the start. Then {@link classify} and {@link expand} take turns. */
  begin(start: number): void {
    this.#clearTable(this.#layerStart);
    this.size = 0;
    this.hopStart = [0];
    this.truncated = 0;
    this.edgesSeen = 0;
    this.#layerStart = 0;
    this.#push(start, NO_TIME, 1, 1, -1, -1);
  }

  /** The nodes of the newest hop, whose flags and degrees {@link classify} will ask for. */
  layer(): Uint32Array {
    return this.node.subarray(this.#layerStart, this.size);
  }

  /**
   * Decides what becomes of each arrival of the newest hop.
   * @returns the arrivals to follow, in the order in which the edge budget is spent
   */
  classify(side: Side, limits: WalkLimits): number[] {
    const hop = this.hopStart.length - 1;
    const threshold = limits.shareThreshold * ROUNDING;
    const open: number[] = [];
    let wanted = 0;
    for (let i = this.#layerStart; i < this.size; i++) {
      const node = this.node[i]!;
      const flags = side.flagsOf(node);
      if (hop > 0 && (flags & NODE.LABELLED) !== 0) {
        this.fate[i] = FATE.EXPOSURE;
        continue;
      }
      if (this.mass[i]! < threshold) {
        this.fate[i] = FATE.BELOW_THRESHOLD;
        continue;
      }
      const isService =
        (flags & NODE.SERVICE) !== 0 || side.largerDegree(node, limits.serviceDegree + 1) > limits.serviceDegree;
      if (hop > 0 && isService) {
        this.fate[i] = FATE.UNATTRIBUTED_SERVICE;
        continue;
      }
      const degree = side.degree(node);
      if (degree === 0) {
        this.fate[i] = FATE.ORIGIN_UNKNOWN;
        continue;
      }
      if (hop >= limits.maxHops) {
        this.fate[i] = FATE.BEYOND_HORIZON;
        continue;
      }
      this.fate[i] = FATE.FOLLOWED;
      wanted += degree;
      open.push(i);
    }
    // Where the budget will not do for all, it goes to the heaviest first.
    if (this.edgesSeen + wanted > limits.edgeBudget) {
      open.sort((a, b) => this.mass[b]! - this.mass[a]! || this.node[a]! - this.node[b]!);
    }
    return open;
  }

  /** Follows the edges of the given arrivals into the next hop. */
  expand(side: Side, open: readonly number[], limits: WalkLimits): void {
    const from = this.#layerStart;
    this.#clearTable(from);
    this.#layerStart = this.size;
    this.hopStart.push(this.size);
    for (const arrival of open) {
      const left = limits.edgeBudget - this.edgesSeen;
      if (left <= 0) {
        this.fate[arrival] = FATE.TRUNCATED;
        continue;
      }
      if (limits.timeOrdered) this.#expandInTime(side, arrival, left);
      else this.#expandAll(side, arrival, left);
    }
  }

  #expandAll(side: Side, arrival: number, left: number): void {
    const node = this.node[arrival]!;
    const start = side.start(node);
    const degree = side.degree(node);
    const end = start + degree;
    const { neighbours } = side;
    let total = 0;
    for (let edge = start; edge < end; edge++) total += side.valueAt(edge);
    const mass = this.mass[arrival]! / total;
    const best = this.best[arrival]! / total;
    if (degree <= left) {
      this.edgesSeen += degree;
      for (let edge = start; edge < end; edge++) {
        const value = side.valueAt(edge);
        this.#push(neighbours[edge]!, NO_TIME, mass * value, best * value, arrival, edge);
      }
      return;
    }
    const cut = cutoff(side, start, end, left);
    let room = cut.room;
    for (let edge = start; edge < end; edge++) {
      const value = side.valueAt(edge);
      const followed = value >= cut.above || (value >= cut.from && room-- > 0);
      if (!followed) {
        this.truncated += mass * value;
        continue;
      }
      this.edgesSeen++;
      this.#push(neighbours[edge]!, NO_TIME, mass * value, best * value, arrival, edge);
    }
  }

  /**
   * As {@link #expandAll}, over those edges only that can have fed the flow. Following incoming value, an edge
   * whose first payment is later than the flow's last one is out; outgoing, one whose last payment is earlier than
   * the flow's first. Edges of unknown time are in.
   */
  #expandInTime(side: Side, arrival: number, left: number): void {
    const node = this.node[arrival]!;
    const start = side.start(node);
    const end = start + side.degree(node);
    const bound = this.bound[arrival]!;
    const backwards = this.backwards;
    const eligible: number[] = [];
    let total = 0;
    for (let edge = start; edge < end; edge++) {
      const time = backwards ? side.firstAt(edge) : side.lastAt(edge);
      if (bound !== NO_TIME && time !== NO_TIME && (backwards ? time > bound : time < bound)) continue;
      eligible.push(edge);
      total += side.valueAt(edge);
    }
    if (eligible.length === 0) {
      this.fate[arrival] = FATE.ORIGIN_UNKNOWN;
      return;
    }
    if (eligible.length > left) {
      this.fate[arrival] = FATE.TRUNCATED;
      return;
    }
    this.edgesSeen += eligible.length;
    for (const edge of eligible) {
      const share = side.valueAt(edge) / total;
      const time = backwards ? side.lastAt(edge) : side.firstAt(edge);
      const next =
        bound === NO_TIME || time === NO_TIME
          ? bound || time
          : backwards
            ? Math.min(bound, time)
            : Math.max(bound, time);
      const mass = this.mass[arrival]! * share;
      this.#push(side.neighbours[edge]!, next, mass, this.best[arrival]! * share, arrival, edge);
    }
  }

  /** Set before a time-ordered walk: true where incoming value is followed back in time. */
  backwards = true;

  #push(node: number, bound: number, mass: number, best: number, parent: number, edge: number): void {
    const mask = this.#table.length - 1;
    let slot = slotOf(node, bound, mask);
    for (let at = this.#table[slot]!; at >= 0; at = this.#table[slot]!) {
      if (this.node[at] === node && this.bound[at] === bound) {
        this.mass[at]! += mass;
        if (best > this.best[at]!) {
          this.best[at] = best;
          this.parent[at] = parent;
          this.edge[at] = edge;
        }
        return;
      }
      slot = (slot + 1) & mask;
    }
    const at = this.size;
    if (at === this.node.length) this.#growPool();
    this.node[at] = node;
    this.bound[at] = bound;
    this.mass[at] = mass;
    this.best[at] = best;
    this.parent[at] = parent;
    this.edge[at] = edge;
    this.size = at + 1;
    this.#table[slot] = at;
    if ((this.size - this.#layerStart) * 2 > this.#table.length) this.#growTable();
  }

  #clearTable(from: number): void {
    const table = this.#table;
    const entries = this.size - from;
    if (entries * 8 > table.length) {
      table.fill(-1);
      return;
    }
    // Emptying each entry's run of slots leaves the whole table empty.
    const mask = table.length - 1;
    for (let i = from; i < this.size; i++) {
      for (let slot = slotOf(this.node[i]!, this.bound[i]!, mask); table[slot]! >= 0; slot = (slot + 1) & mask) {
        table[slot] = -1;
      }
    }
  }

  #growTable(): void {
    const table = new Int32Array(this.#table.length * 4).fill(-1);
    const mask = table.length - 1;
    for (let i = this.#layerStart; i < this.size; i++) {
      let slot = slotOf(this.node[i]!, this.bound[i]!, mask);
      while (table[slot]! >= 0) slot = (slot + 1) & mask;
      table[slot] = i;
    }
    this.#table = table;
  }

  #growPool(): void {
    const room = this.node.length * 2;
    const widen = <T extends { set(old: T): void }>(old: T, wide: T): T => {
      wide.set(old);
      return wide;
    };
    this.node = widen(this.node, new Uint32Array(room));
    this.mass = widen(this.mass, new Float64Array(room));
    this.best = widen(this.best, new Float64Array(room));
    this.parent = widen(this.parent, new Int32Array(room));
    this.edge = widen(this.edge, new Uint32Array(room));
    this.bound = widen(this.bound, new Uint32Array(room));
    this.fate = widen(this.fate, new Uint8Array(room));
  }
}

function slotOf(node: number, bound: number, mask: number): number {
  const mixed = Math.imul(node ^ Math.imul(bound, 0x85ebca6b), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & mask;
}

/**
 * Which of a node's edges the budget reaches: all of value `above` and more, and of those from `from` on as many as
 * there is room for. Found from a count of values by power of two, without sorting.
 */
function cutoff(side: Side, start: number, end: number, budget: number): { above: number; from: number; room: number } {
  const byMagnitude = new Float64Array(64);
  for (let edge = start; edge < end; edge++) byMagnitude[magnitudeOf(side.valueAt(edge))]!++;
  let count = 0;
  for (let magnitude = 63; magnitude >= 0; magnitude--) {
    if (count + byMagnitude[magnitude]! > budget) {
      return { above: 2 ** (magnitude + 1), from: 2 ** magnitude, room: budget - count };
    }
    count += byMagnitude[magnitude]!;
  }
  return { above: 0, from: 0, room: 0 };
}

/** The exponent of the largest power of two that is not above a whole number of 1 or more. */
function magnitudeOf(value: number): number {
  return value < 0x100000000 ? 31 - Math.clz32(value) : 63 - Math.clz32(Math.floor(value / 0x100000000));
}
