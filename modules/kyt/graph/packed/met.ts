import { Places } from '../../../../engines/wallets/index.ts';
import { flagsOf } from '../store.ts';
import { EDGE_BYTES, HEAD_BYTES, type NodeRows } from './store.ts';

/** Edges kept besides those needed: the first that is too small, and one more for shares that change a little. */
const SPARE = 2;
/** Where a row says how many edges follow. */
const COUNT_AT = 20;
const NO_NODES: ReadonlySet<number> = new Set();

/** What is known of the nodes that a walk has met: their sums, and where their edges lie, if these came with them. */
export class MetNodes {
  readonly #places = new Places();
  readonly flags: number[] = [];
  readonly degree: number[] = [];
  readonly otherDegree: number[] = [];
  readonly total: number[] = [];
  /** Which piece a node's edges lie in, from which byte on, and how many: no piece where they did not come. */
  readonly #piece: number[] = [];
  readonly #at: number[] = [];
  readonly #count: number[] = [];
  /** How many of them it took to know that no further one carries enough. */
  readonly #needed: number[] = [];
  readonly #pieces: DataView[] = [];

  /** A node's place in the columns; -1 of one that was not met. */
  placeOf(node: number): number {
    return this.#places.find(node);
  }

  /** The nodes whose edges came with them, by number, and their rows with as many of the edges as were needed. */
  rows(): { nodes: number[]; rows: Buffer } {
    const places = this.#piece.flatMap((piece, place) => (piece < 0 ? [] : [place]));
    const numbered = places
      .map((place) => ({ place, node: this.#places.numberAt(place) }))
      .sort((a, b) => a.node - b.node);
    const pieces = numbered.map(({ place }) => {
      const view = this.#pieces[this.#piece[place]!]!;
      const row = Buffer.alloc(HEAD_BYTES + this.#needed[place]! * EDGE_BYTES);
      const from = this.#at[place]! - HEAD_BYTES;
      for (let at = 0; at < row.length; at++) row[at] = view.getUint8(from + at);
      row.writeInt16BE(this.#needed[place]!, COUNT_AT);
      return row;
    });
    return { nodes: numbered.map(({ node }) => node), rows: Buffer.concat(pieces) };
  }

  /**
   * Takes in nodes as the database answers.
   * @param minimumConfidence of a label that counts
   */
  meet(rows: NodeRows, minimumConfidence: number): void {
    const confidence = numbersOf(rows.confidence);
    const labelled = new Map(numbersOf(rows.labelled).map((node, i) => [node, confidence[i] ?? 0]));
    const flags = (node: number): number => {
      const sure = labelled.size === 0 ? undefined : labelled.get(node);
      return sure === undefined ? 0 : flagsOf(sure, minimumConfidence);
    };
    this.#unpack(rows.packed, flags, NO_NODES);
    const [degree, otherDegree, total] = [rows.degree, rows.otherDegree, rows.total].map(numbersOf);
    numbersOf(rows.node).forEach((node, i) => {
      this.#add(node, flags(node), degree?.[i] ?? 0, otherDegree?.[i] ?? 0, total?.[i] ?? 0, -1, 0, 0);
    });
  }

  /** Takes in packed rows but those of some nodes. @param flags of a node */
  meetPacked(rows: Buffer, flags: (node: number) => number, without: ReadonlySet<number>): void {
    this.#unpack(rows, flags, without);
  }

  /**
   * The edges of a node of at least a value, from what came with it: `take` is called for each, the largest first.
   * @returns false where more may be in the table of edges; then it was not called
   */
  edgesOf(node: number, least: number, take: (neighbour: number, value: number) => void): boolean {
    const place = this.#places.find(node);
    const view = this.#pieces[this.#piece[place] ?? -1];
    if (!view) return false;
    const [at, count] = [this.#at[place]!, this.#count[place]!];
    const end = at + count * EDGE_BYTES;
    // The largest come first: where the last is too small, so are all that did not fit.
    const isWhole = count === this.degree[place] || (count > 0 && view.getFloat64(end - 8) < Math.floor(least));
    if (!isWhole) return false;
    let edge = at;
    for (; edge < end; edge += EDGE_BYTES) {
      const value = view.getFloat64(edge + 4);
      if (value < least) break;
      take(view.getInt32(edge), value);
    }
    // The first that is too small tells of all that follow, if it is too small by a whole unit: see above.
    while (edge < end && view.getFloat64(edge + 4) >= Math.floor(least)) edge += EDGE_BYTES;
    this.#needed[place] = Math.max(this.#needed[place]!, Math.min(count, (edge - at) / EDGE_BYTES + SPARE));
    return true;
  }

  #unpack(bytes: Buffer | null, flags: (node: number) => number, without: ReadonlySet<number>): void {
    if (!bytes) return;
    const view = viewOf(bytes);
    const piece = this.#pieces.push(view) - 1;
    for (let at = 0; at < bytes.length;) {
      const node = view.getInt32(at);
      const count = view.getInt16(at + COUNT_AT);
      const edges = at + HEAD_BYTES;
      if (without.size === 0 || !without.has(node)) {
        const [degree, otherDegree, total] = [view.getInt32(at + 4), view.getInt32(at + 8), view.getFloat64(at + 12)];
        this.#add(node, flags(node), degree, otherDegree, total, piece, edges, count);
      }
      at = edges + count * EDGE_BYTES;
    }
  }

  #add(
    node: number,
    flags: number,
    degree: number,
    otherDegree: number,
    total: number,
    piece: number,
    at: number,
    count: number,
  ): void {
    if (this.#places.add(node) < this.flags.length) return;
    this.flags.push(flags);
    this.degree.push(degree);
    this.otherDegree.push(otherDegree);
    this.total.push(total);
    this.#piece.push(piece);
    this.#at.push(at);
    this.#count.push(count);
    this.#needed.push(0);
  }
}

export const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** The numbers of an array that the database sent as text. */
export const numbersOf = (text: string | null | undefined): number[] =>
  text ? (JSON.parse(`[${text.slice(1, -1)}]`) as number[]) : [];
