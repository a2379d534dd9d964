import type { Direction, EdgeRequest, LoadedEdges } from '../../../../engines/wallets/index.ts';
import type { Queryable } from '../../../../platform/database/sql.ts';
import { flagsOf } from '../store.ts';
import * as store from './store.ts';

const FULL_BYTES = 16;

/** What is known of a node that a walk has met: its sums, and where its edges lie, if they came with it. */
interface Met {
  flags: number;
  degree: number;
  otherDegree: number;
  total: number;
  near: { bytes: Buffer; at: number; count: number } | null;
}

/**
 * The edges that a walk asks for, in one direction, from rows in which a node's largest edges lie beside its sums. Who
 * was met as a counterparty brings his edges along, so that a hop costs one look-up for each node that comes new. What
 * is not packed (changed since, or more edges than a row holds) is asked of the table of edges.
 */
export class Nearby {
  readonly #db: Queryable;
  readonly #direction: Direction;
  readonly #asset: string;
  readonly #minimumConfidence: number;
  readonly #met = new Map<number, Met>();

  constructor(
    db: Queryable,
    { direction, asset, minimumConfidence }: { direction: Direction; asset: string; minimumConfidence: number },
  ) {
    this.#db = db;
    this.#direction = direction;
    this.#asset = asset;
    this.#minimumConfidence = minimumConfidence;
  }

  async edges(requests: readonly EdgeRequest[]): Promise<LoadedEdges> {
    const [start] = requests;
    if (start?.labelled === true) return this.#start(start);
    const found: Found = [[], [], []];
    const lacking = requests.filter((request) => !this.#unpack(request, found));
    if (lacking.length > 0) {
      const asked = lacking.map((request) => ({ node: request.node, least: leastOf(request) }));
      const bytes = await store.edgesAtLeast(this.#db, asked, this.#direction, this.#asset);
      for (let at = 0; bytes && at < bytes.length; at += FULL_BYTES) {
        add(found, bytes.readInt32BE(at), bytes.readInt32BE(at + 4), bytes.readDoubleBE(at + 8));
      }
    }
    return this.#withNeighbours(found);
  }

  async #start(request: EdgeRequest): Promise<LoadedEdges> {
    const options = { asset: this.#asset, minimumConfidence: this.#minimumConfidence };
    const asked = { node: request.node, least: leastOf(request), limit: request.limit };
    const row =
      (await store.busyStartAt(this.#db, asked, this.#direction, options)) ??
      (await store.startAt(this.#db, asked, this.#direction, options));
    const labelled = new Set(numbersOf(row?.labelled));
    const found: Found = [[], [], []];
    let largestTotal = 0;
    const bytes = row?.edges;
    for (let at = 0; bytes && at < bytes.length; at += store.EDGE_BYTES) {
      const value = bytes.readDoubleBE(at + 4);
      largestTotal += value;
      if (value < request.least && labelled.size === 0) continue;
      const far = bytes.readInt32BE(at);
      if (value >= request.least || labelled.has(far)) add(found, request.node, far, value);
    }
    return { ...(await this.#withNeighbours(found)), ...(request.limit === undefined ? {} : { largestTotal }) };
  }

  /** Takes the edges of a node that carry enough from what came with it. @returns false where more may be in the table */
  #unpack({ node, least }: EdgeRequest, found: Found): boolean {
    const met = this.#met.get(node);
    if (!met?.near) return false;
    const { bytes, at, count } = met.near;
    const end = at + count * store.EDGE_BYTES;
    // The largest come first: where the last is too small, so are all that did not fit.
    const isWhole = count === met.degree || (count > 0 && bytes.readDoubleBE(end - 8) < Math.floor(least));
    if (!isWhole) return false;
    for (let edge = at; edge < end; edge += store.EDGE_BYTES) {
      const value = bytes.readDoubleBE(edge + 4);
      if (value < least) break;
      add(found, node, bytes.readInt32BE(edge), value);
    }
    return true;
  }

  #meet(rows: store.NodeRows | undefined): void {
    if (!rows) return;
    const labelled = new Map<number, number>();
    const confidence = numbersOf(rows.confidence);
    numbersOf(rows.labelled).forEach((node, i) => labelled.set(node, confidence[i] ?? 0));
    const flags = (node: number): number => {
      const sure = labelled.size === 0 ? undefined : labelled.get(node);
      return sure === undefined ? 0 : flagsOf(sure, this.#minimumConfidence);
    };
    const bytes = rows.packed;
    for (let at = 0; bytes && at < bytes.length;) {
      const node = bytes.readInt32BE(at);
      const count = bytes.readInt16BE(at + 20);
      this.#met.set(node, {
        flags: flags(node),
        degree: bytes.readInt32BE(at + 4),
        otherDegree: bytes.readInt32BE(at + 8),
        total: bytes.readDoubleBE(at + 12),
        near: { bytes, at: at + store.HEAD_BYTES, count },
      });
      at += store.HEAD_BYTES + count * store.EDGE_BYTES;
    }
    const [degree, otherDegree, total] = [rows.degree, rows.otherDegree, rows.total].map(numbersOf);
    numbersOf(rows.node).forEach((node, i) =>
      this.#met.set(node, {
        flags: flags(node),
        degree: degree?.[i] ?? 0,
        otherDegree: otherDegree?.[i] ?? 0,
        total: total?.[i] ?? 0,
        near: null,
      }),
    );
  }

  /** The columns of edges, completed by what is known of their other ends: who is met for the first time is asked for. */
  async #withNeighbours([node, neighbour, value]: Found): Promise<LoadedEdges> {
    const fresh = new Set<number>();
    for (const far of neighbour) if (!this.#met.has(far)) fresh.add(far);
    if (fresh.size > 0) this.#meet(await store.nodesAt(this.#db, [...fresh], this.#direction, this.#asset));
    const flags: number[] = [];
    const [degree, otherDegree, total]: [number[], number[], number[]] = [[], [], []];
    for (const far of neighbour) {
      const met = this.#met.get(far);
      if (!met) throw new Error('A payment is of an address without sums');
      flags.push(met.flags);
      degree.push(met.degree);
      otherDegree.push(met.otherDegree);
      total.push(met.total);
    }
    return { node, neighbour, value, flags, degree, otherDegree, total };
  }
}

/** Columns of edges: the node walked from, its counterparty, the value. */
type Found = [node: number[], neighbour: number[], value: number[]];

function add([nodes, neighbours, values]: Found, node: number, neighbour: number, value: number): void {
  nodes.push(node);
  neighbours.push(neighbour);
  values.push(value);
}

const leastOf = ({ least }: EdgeRequest): string => BigInt(Math.floor(Math.max(0, least))).toString();

const numbersOf = (text: string | null | undefined): number[] =>
  text ? (JSON.parse(`[${text.slice(1, -1)}]`) as number[]) : [];
