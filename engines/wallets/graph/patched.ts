import { type Direction, type Graph, HUB, NODE, type Side } from './graph.ts';

/** What one direction of a node has become: its sums and, unless they are too many to hold, all its edges. */
export type FreshRow = {
  degree: number;
  /** All value of its edges. */
  total: number;
  /** By falling value, then by rising neighbour; undefined where they are not held. */
  edges?: { neighbours: ArrayLike<number>; values: ArrayLike<number> };
};

/** A node whose edges changed after the arrays were built, as it is now. */
export type FreshNode = { node: number; flags: number; INCOMING: FreshRow; OUTGOING: FreshRow };

/** What a walk needs of a graph: its arrays alone, or with later changes laid over them. */
export type WalkedGraph = { holds(node: number): boolean; side(direction: Direction): Side };

/** Edges of fresh rows are numbered from here on, past those of any arrays. */
const FRESH = 2 ** 31;

type Row = { flags: number; degree: number; otherDegree: number; total: number; start: number; held: boolean };

/** Edges of fresh rows, of both directions, one after another. What a later row replaces stays until the next build. */
class Pool {
  neighbours = new Uint32Array(1024);
  values = new Float64Array(1024);
  size = 0;

  add(neighbours: ArrayLike<number>, values: ArrayLike<number>): number {
    const start = this.size;
    const end = start + neighbours.length;
    if (end > this.neighbours.length) {
      const room = 2 ** Math.ceil(Math.log2(end));
      const [wide, wideValues] = [new Uint32Array(room), new Float64Array(room)];
      wide.set(this.neighbours);
      wideValues.set(this.values);
      [this.neighbours, this.values] = [wide, wideValues];
    }
    this.neighbours.set(neighbours, start);
    this.values.set(values, start);
    this.size = end;
    return FRESH + start;
  }
}

class PatchedSide implements Side {
  readonly #base: Side;
  readonly #pool: Pool;
  readonly rows = new Map<number, Row>();

  constructor(base: Side, pool: Pool) {
    this.#base = base;
    this.#pool = pool;
  }

  summary(node: number): number {
    const row = this.rows.get(node);
    if (!row) return this.#base.summary(node);
    return row.flags | (Math.min(row.degree, HUB) << 8) | (Math.min(row.otherDegree, HUB) << 16);
  }

  degree(node: number): number {
    return this.rows.get(node)?.degree ?? this.#base.degree(node);
  }

  largerDegree(node: number): number {
    const row = this.rows.get(node);
    return row ? Math.max(row.degree, row.otherDegree) : this.#base.largerDegree(node);
  }

  start(node: number): number {
    const row = this.rows.get(node);
    if (!row) return this.#base.start(node);
    if (!row.held) throw new Error(`The edges of node ${node} are not held`);
    return row.start;
  }

  end(node: number, start: number): number {
    return start + this.degree(node);
  }

  total(node: number, start: number): number {
    return this.rows.get(node)?.total ?? this.#base.total(node, start);
  }

  largestTotal(node: number, start: number, count: number): number {
    if (start < FRESH) return this.#base.largestTotal(node, start, count);
    return exactSum(this.#pool.values, start - FRESH, start - FRESH + Math.min(count, this.degree(node)));
  }

  neighbourAt(edge: number): number {
    return edge < FRESH ? this.#base.neighbourAt(edge) : this.#pool.neighbours[edge - FRESH]!;
  }

  valueAt(edge: number): number {
    return edge < FRESH ? this.#base.valueAt(edge) : this.#pool.values[edge - FRESH]!;
  }

  firstAt(edge: number): number {
    return edge < FRESH ? this.#base.firstAt(edge) : 0;
  }

  lastAt(edge: number): number {
    return edge < FRESH ? this.#base.lastAt(edge) : 0;
  }

  isLabelled(node: number): boolean {
    const row = this.rows.get(node);
    return row ? (row.flags & NODE.LABELLED) !== 0 : this.#base.isLabelled(node);
  }
}

const TWO_32 = 0x100000000;

/** The sum of whole values, rounded once, at its end. */
export function exactSum(values: ArrayLike<number>, start: number, end: number): number {
  let [low, high] = [0, 0];
  for (let i = start; i < end; i++) {
    low += values[i]! % TWO_32;
    high += Math.floor(values[i]! / TWO_32);
  }
  return (high + Math.floor(low / TWO_32)) * TWO_32 + (low % TWO_32);
}

/**
 * A graph in memory with later changes laid over it: each changed node's rows stand for those of the arrays, whole.
 * Walks find what they would find in arrays built anew, to the last bit. Nodes are numbered as in the arrays, new
 * ones past their end. Changes are laid in one call, between walks; times of edges are not kept.
 */
export class PatchedGraph implements WalkedGraph {
  readonly base: Graph;
  readonly #pool = new Pool();
  readonly #sides: Record<Direction, PatchedSide>;

  constructor(base: Graph) {
    this.base = base;
    this.#sides = {
      INCOMING: new PatchedSide(base.incoming, this.#pool),
      OUTGOING: new PatchedSide(base.outgoing, this.#pool),
    };
  }

  /** Edges laid over the arrays so far, replaced ones included. */
  get laid(): number {
    return this.#pool.size;
  }

  /** Whether a walk can begin at a node: all that it needs of it is at hand. */
  holds(node: number): boolean {
    return this.#sides.INCOMING.rows.get(node)?.held ?? true;
  }

  /** The arrays themselves while nothing is laid over them. */
  side(direction: Direction): Side {
    return this.#sides.INCOMING.rows.size === 0 ? this.base.side(direction) : this.#sides[direction];
  }

  lay(nodes: Iterable<FreshNode>): void {
    for (const { node, flags, INCOMING, OUTGOING } of nodes) {
      const held = INCOMING.edges !== undefined && OUTGOING.edges !== undefined;
      for (const [side, row, other] of [
        [this.#sides.INCOMING, INCOMING, OUTGOING],
        [this.#sides.OUTGOING, OUTGOING, INCOMING],
      ] as const) {
        const start = held && row.edges ? this.#pool.add(row.edges.neighbours, row.edges.values) : FRESH;
        side.rows.set(node, { flags, degree: row.degree, otherDegree: other.degree, total: row.total, start, held });
      }
    }
  }

  /** Marks or unmarks a node as labelled, wherever its row lies. */
  setLabelled(node: number, on: boolean): void {
    if (node < this.base.nodes) this.base.setFlag(node, NODE.LABELLED, on);
    for (const side of Object.values(this.#sides)) {
      const row = side.rows.get(node);
      if (row) row.flags = on ? row.flags | NODE.LABELLED : row.flags & ~NODE.LABELLED;
    }
  }
}
