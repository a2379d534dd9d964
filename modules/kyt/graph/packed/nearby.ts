import { type Direction, type EdgeRequest, type LoadedEdges, NODE } from '../../../../engines/wallets/index.ts';
import type { Queryable } from '../../../../platform/database/sql.ts';
import { MetNodes, numbersOf, viewOf } from './met.ts';
import * as store from './store.ts';

const FULL_BYTES = 16;

/**
 * The edges that a walk asks for, in one direction, from rows in which a node's largest edges lie beside its sums. Who
 * was met as a counterparty brings his edges along, so that a hop costs one look-up for each node that comes new; from
 * the busiest addresses, most come with the start. What is not packed (changed since, or more edges than a row holds)
 * is asked of the table of edges.
 */
export class Nearby {
  readonly #db: Queryable;
  readonly #direction: Direction;
  readonly #asset: string;
  readonly #minimumConfidence: number;
  readonly #met = new MetNodes();

  constructor(
    db: Queryable,
    { direction, asset, minimumConfidence }: { direction: Direction; asset: string; minimumConfidence: number },
  ) {
    this.#db = db;
    this.#direction = direction;
    this.#asset = asset;
    this.#minimumConfidence = minimumConfidence;
  }

  /** The nodes met so far that are packed, and of their rows as much as was needed. */
  rows(): { nodes: number[]; rows: Buffer } {
    return this.#met.rows();
  }

  async edges(requests: readonly EdgeRequest[]): Promise<LoadedEdges> {
    const [start] = requests;
    if (start?.labelled === true) return this.#start(start);
    const found: Found = [[], [], []];
    const lacking = requests.filter(
      ({ node, least }) => !this.#met.edgesOf(node, least, (neighbour, value) => add(found, node, neighbour, value)),
    );
    if (lacking.length > 0) {
      const asked = lacking.map((request) => ({ node: request.node, least: leastOf(request) }));
      const bytes = await store.edgesAtLeast(this.#db, asked, this.#direction, this.#asset);
      const view = bytes && viewOf(bytes);
      for (let at = 0; view && at < view.byteLength; at += FULL_BYTES) {
        add(found, view.getInt32(at), view.getInt32(at + 4), view.getFloat64(at + 8));
      }
    }
    return this.#withNeighbours(found);
  }

  async #start({ node, least, limit }: EdgeRequest): Promise<LoadedEdges> {
    const options = { asset: this.#asset, minimumConfidence: this.#minimumConfidence };
    const busy = await store.busyStartAt(this.#db, { node, least, limit }, this.#direction, options);
    const found: Found = [[], [], []];
    let largestTotal: number | undefined;
    if (busy?.rows) {
      const sure = new Set(numbersOf(busy.metLabelled));
      const flags = (met: number): number => (sure.has(met) ? NODE.LABELLED : 0);
      this.#met.meetPacked(busy.rows, flags, new Set(numbersOf(busy.changed)));
    }
    if (busy && busy.largestTotal !== null) {
      largestTotal = busy.largestTotal;
      eachEdge(busy.edges, (far, value) => value >= least && add(found, node, far, value));
      eachEdge(busy.small, (far, value) => add(found, node, far, value));
    } else {
      const asked = { node, least: leastOf({ least }), limit };
      const row = busy ?? (await store.startAt(this.#db, asked, this.#direction, options));
      const labelled = new Set(numbersOf(row?.labelled));
      let total = 0;
      eachEdge(row?.edges, (far, value) => {
        total += value;
        if (value >= least || labelled.has(far)) add(found, node, far, value);
      });
      largestTotal = total;
    }
    return { ...(await this.#withNeighbours(found)), ...(limit === undefined ? {} : { largestTotal }) };
  }

  /** The columns of edges, completed by what is known of their other ends: who is met for the first time is asked for. */
  async #withNeighbours([node, neighbour, value]: Found): Promise<LoadedEdges> {
    const met = this.#met;
    const fresh = new Set<number>();
    for (const far of neighbour) if (met.placeOf(far) < 0) fresh.add(far);
    if (fresh.size > 0) {
      const rows = await store.nodesAt(this.#db, [...fresh], this.#direction, this.#asset);
      if (rows) met.meet(rows, this.#minimumConfidence);
    }
    const flags: number[] = [];
    const [degree, otherDegree, total]: [number[], number[], number[]] = [[], [], []];
    for (const far of neighbour) {
      const place = met.placeOf(far);
      if (place < 0) throw new Error('A payment is of an address without sums');
      flags.push(met.flags[place]!);
      degree.push(met.degree[place]!);
      otherDegree.push(met.otherDegree[place]!);
      total.push(met.total[place]!);
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

function eachEdge(bytes: Buffer | null | undefined, take: (far: number, value: number) => void): void {
  if (!bytes) return;
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length; at += store.EDGE_BYTES) take(view.getInt32(at), view.getFloat64(at + 4));
}

const leastOf = ({ least }: Pick<EdgeRequest, 'least'>): string => BigInt(Math.floor(Math.max(0, least))).toString();
