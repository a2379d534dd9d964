import { HUB, NODE, type Side } from '../graph/graph.ts';

/** Limits of a walk; each says in the result how much value was lost to it. */
export type WalkLimits = {
  /** Value is followed this many hops, no further. */
  maxHops: number;
  /** A flow that carries a smaller share of the value is not followed. */
  shareThreshold: number;
  /** Edges followed in one direction; of the address's own, as many of the largest are looked at. */
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
  TRUNCATED: 4,
  BEYOND_HORIZON: 5,
} as const;

// A share computed in doubles may miss an exact threshold by rounding; what is as good as equal is followed.
const ROUNDING = 1 - 1e-12;
const NO_TIME = 0;

/** Edges between an address and others of its own owner, neighbour to value: they move nothing to or from anybody. */
export type OwnEdges = ReadonlyMap<number, number>;
const NO_EDGES: OwnEdges = new Map();

/**
 * Splits a mass of 1 at an address over its edges by share of value, hop by hop, and adds up what arrives at each
 * node at each hop. Every arrival keeps the single heaviest path that led to it.
 *
 * A flow over an edge that carries less than the share threshold ends there; at the address itself only where its
 * counterparty has no label, so that every labelled direct counterparty is seen. What arrives meets, in this order: a
 * label, which absorbs; a service or a node of very high degree, which absorbs; the end of what is known, where the
 * node has no further edges; the last hop. What the edge budget does not reach is truncated. Method: haircut (pro
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
  /** Share lost to flows below the threshold. */
  belowThreshold = 0;
  edgesSeen = 0;
  /** Value of the start's edges that are left out as its owner's own. */
  ownValue = 0;

  #own: OwnEdges = NO_EDGES;
  #table = new Int32Array(4096).fill(-1);
  #layerStart = 0;
  #rows = new Float64Array(256);
  /** Of no meaning: keeps reads made only to bring memory into the cache from being optimised away. */
  touched = 0;

  /** Walks a graph in memory. The results stay in this object until the next walk. */
  run(side: Side, start: number, limits: WalkLimits, own?: OwnEdges): void {
    this.begin(start, own);
    let open = this.classify(side, limits);
    while (open.length > 0) {
      this.expand(side, open, limits);
      open = this.classify(side, limits);
    }
  }

  /**
   * Puts the whole value at the start. Then {@link classify} and {@link expand} take turns.
   * @param own edges of the start, among its largest that the budget reaches, that are left out as if not there
   */
  begin(start: number, own: OwnEdges = NO_EDGES): void {
    this.#clearTable(this.#layerStart);
    this.size = 0;
    this.hopStart = [0];
    this.truncated = 0;
    this.belowThreshold = 0;
    this.edgesSeen = 0;
    this.#own = own;
    this.ownValue = 0;
    for (const value of own.values()) this.ownValue += value;
    this.#layerStart = 0;
    this.#push(start, NO_TIME, 1, 1, -1, -1);
  }

  /**
   * Decides what becomes of each arrival of the newest hop.
   * @returns the arrivals to follow, in the order in which the edge budget is spent
   */
  classify(side: Side, limits: WalkLimits): number[] {
    const hop = this.hopStart.length - 1;
    const open: number[] = [];
    let wanted = 0;
    // Reads that wait for nothing but memory, one after another, wait together: the loop below then waits for none.
    for (let i = this.#layerStart; i < this.size; i++) this.touched ^= side.summary(this.node[i]!);
    for (let i = this.#layerStart; i < this.size; i++) {
      const summary = side.summary(this.node[i]!);
      if (hop > 0 && (summary & NODE.LABELLED) !== 0) this.fate[i] = FATE.EXPOSURE;
      else if (hop > 0 && isService(side, this.node[i]!, summary, limits.serviceDegree)) {
        this.fate[i] = FATE.UNATTRIBUTED_SERVICE;
      } else if ((summary & 0xff00) === 0 || (hop === 0 && this.#leavesNothing(side))) {
        this.fate[i] = FATE.ORIGIN_UNKNOWN;
      } else if (hop >= limits.maxHops) this.fate[i] = FATE.BEYOND_HORIZON;
      else {
        this.fate[i] = FATE.FOLLOWED;
        const degree = (summary >>> 8) & 0xff;
        wanted += degree < HUB ? degree : side.degree(this.node[i]!);
        open.push(i);
      }
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
    if (this.#rows.length < open.length) this.#rows = new Float64Array(open.length * 2);
    const rows = this.#rows;
    for (let i = 0; i < open.length; i++) rows[i] = side.start(this.node[open[i]!]!);
    for (let i = 0; i < open.length; i++) this.touched ^= side.neighbourAt(rows[i]!);
    // From one node, every neighbour is reached but once: no need to look whether it was reached before.
    const alone = open.length === 1;
    for (let i = 0; i < open.length; i++) {
      const arrival = open[i]!;
      if (this.edgesSeen >= limits.edgeBudget) this.fate[arrival] = FATE.TRUNCATED;
      else if (limits.timeOrdered) this.#expandInTime(side, arrival, limits);
      else this.#expandAll(side, arrival, rows[i]!, alone, limits);
    }
  }

  #expandAll(side: Side, arrival: number, start: number, alone: boolean, limits: WalkLimits): void {
    const node = this.node[arrival]!;
    const end = side.end(node, start);
    const total = side.total(node, start);
    const mass = this.mass[arrival]! / total;
    const best = this.best[arrival]! / total;
    const threshold = limits.shareThreshold * ROUNDING;
    if (arrival === 0) {
      this.#expandStart(side, start, total, threshold, limits.edgeBudget);
      return;
    }
    let edge = start;
    let followed = 0;
    // The largest come first, so from the first flow below the threshold on all are.
    for (; edge < end && this.edgesSeen < limits.edgeBudget; edge++) {
      const value = side.valueAt(edge);
      const flow = mass * value;
      if (flow < threshold) break;
      followed += value;
      this.edgesSeen++;
      if (alone) this.#append(side.neighbourAt(edge), NO_TIME, flow, best * value, arrival, edge);
      else this.#push(side.neighbourAt(edge), NO_TIME, flow, best * value, arrival, edge);
    }
    let unreached = 0;
    for (; edge < end && mass * side.valueAt(edge) >= threshold; edge++) unreached += side.valueAt(edge);
    this.truncated += mass * unreached;
    // Sums past 2^53 are rounded, and may leave less than nothing.
    this.belowThreshold += mass * Math.max(0, total - followed - unreached);
  }

  /** Whether all edges of the start are its owner's own. */
  #leavesNothing(side: Side): boolean {
    if (this.#own.size === 0) return false;
    const node = this.node[0]!;
    return side.degree(node) <= this.#own.size || side.total(node, side.start(node)) <= this.ownValue;
  }

  /** The address itself: its largest edges, as many as the budget, are followed or at least looked at for a label. */
  #expandStart(side: Side, start: number, all: number, threshold: number, budget: number): void {
    const node = this.node[0]!;
    const total = all - this.ownValue;
    const end = Math.min(side.end(node, start), start + budget);
    let followed = 0;
    for (let edge = start; edge < end; edge++) {
      const value = side.valueAt(edge);
      const flow = value / total;
      const neighbour = side.neighbourAt(edge);
      if (this.#own.has(neighbour)) continue;
      if (flow < threshold && !side.isLabelled(neighbour)) continue;
      followed += value;
      this.edgesSeen++;
      this.#append(neighbour, NO_TIME, flow, flow, 0, edge);
    }
    const unreached = side.degree(node) > budget ? Math.max(0, all - side.largestTotal(node, start, budget)) : 0;
    const rest = Math.max(0, total - followed);
    this.truncated += unreached / total;
    this.belowThreshold += (rest - unreached) / total;
  }

  /**
   * As {@link #expandAll}, over those edges only that can have fed the flow. Following incoming value, an edge
   * whose first payment is later than the flow's last one is out; outgoing, one whose last payment is earlier than
   * the flow's first. Edges of unknown time are in.
   */
  #expandInTime(side: Side, arrival: number, limits: WalkLimits): void {
    const node = this.node[arrival]!;
    const start = side.start(node);
    const end = side.end(node, start);
    const bound = this.bound[arrival]!;
    const backwards = this.backwards;
    const eligible: number[] = [];
    let total = 0;
    for (let edge = start; edge < end; edge++) {
      if (arrival === 0 && this.#own.has(side.neighbourAt(edge))) continue;
      const time = backwards ? side.firstAt(edge) : side.lastAt(edge);
      if (bound !== NO_TIME && time !== NO_TIME && (backwards ? time > bound : time < bound)) continue;
      eligible.push(edge);
      total += side.valueAt(edge);
    }
    if (eligible.length === 0) {
      this.fate[arrival] = FATE.ORIGIN_UNKNOWN;
      return;
    }
    const threshold = limits.shareThreshold * ROUNDING;
    for (const edge of eligible) {
      const share = side.valueAt(edge) / total;
      const flow = this.mass[arrival]! * share;
      const seen = this.edgesSeen < limits.edgeBudget;
      const labelled = arrival === 0 && seen && side.isLabelled(side.neighbourAt(edge));
      if (flow < threshold && !labelled) {
        this.belowThreshold += flow;
        continue;
      }
      if (!seen) {
        this.truncated += flow;
        continue;
      }
      this.edgesSeen++;
      const time = backwards ? side.lastAt(edge) : side.firstAt(edge);
      const later = backwards ? Math.min(bound, time) : Math.max(bound, time);
      const next = bound === NO_TIME || time === NO_TIME ? bound || time : later;
      this.#push(side.neighbourAt(edge), next, flow, this.best[arrival]! * share, arrival, edge);
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
    this.#table[slot] = this.size;
    this.#append(node, bound, mass, best, parent, edge);
    if ((this.size - this.#layerStart) * 2 > this.#table.length) this.#growTable();
  }

  #append(node: number, bound: number, mass: number, best: number, parent: number, edge: number): void {
    const at = this.size;
    if (at === this.node.length) this.#growPool();
    this.node[at] = node;
    this.bound[at] = bound;
    this.mass[at] = mass;
    this.best[at] = best;
    this.parent[at] = parent;
    this.edge[at] = edge;
    this.size = at + 1;
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

/** Whether a node is known, or by its degree taken, to be a service. */
function isService(side: Side, node: number, summary: number, limit: number): boolean {
  if ((summary & NODE.SERVICE) !== 0) return true;
  const larger = Math.max((summary >>> 8) & 0xff, (summary >>> 16) & 0xff);
  return larger < HUB ? larger > limit : side.largerDegree(node) > limit;
}

function slotOf(node: number, bound: number, mask: number): number {
  const mixed = Math.imul(node ^ Math.imul(bound, 0x85ebca6b), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & mask;
}
