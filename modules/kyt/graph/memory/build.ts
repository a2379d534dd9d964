import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Graph, type GraphArrays, GraphBuilder, NODE } from '../../../../engines/wallets/index.ts';
import type { Queryable } from '../../../../platform/database/sql.ts';
import * as store from './store.ts';

export interface BuildRequest {
  /** Bytes that the arrays of all assets may hold together. */
  bytes: number;
  minimumConfidence: number;
}

export interface BuiltGraphs {
  stamp: store.Stamp;
  graphs: { asset: string; arrays: GraphArrays }[];
  /** Assets that are left to the database, and why. */
  left: { asset: string; reason: 'MEMORY' | 'VALUES' | 'NAME' }[];
  seconds: number;
}

/** The names of this many assets without arrays are kept; there can be thousands. */
const MOST_LEFT = 1_000;
/** Both directions of an edge, and what busy rows add; of a node its place in a block, twice over with its flags. */
const BYTES_EDGE = 17;
const BYTES_NODE = 4.5;

/** What the arrays of one asset will hold: nodes are numbered as addresses are, whether they deal in it or not. */
export const bytesOf = (edges: number, lastNode: number): number => edges * BYTES_EDGE + lastNode * BYTES_NODE;

/**
 * Builds arrays of the assets with most edges, as many as fit, all from one snapshot of the database.
 * @param client in a transaction of isolation REPEATABLE READ
 * @throws what the database throws
 */
export async function buildGraphs(
  client: pg.ClientBase,
  db: Queryable,
  { bytes, minimumConfidence }: BuildRequest,
): Promise<BuiltGraphs> {
  const start = performance.now();
  const stamp = await store.stampNow(db);
  const { assets, lastNode } = await store.assetSizes(db);
  const built: BuiltGraphs = { stamp, graphs: [], left: [], seconds: 0 };
  let used = 0;
  for (const { asset, edges, beyondDoubles } of assets) {
    const needed = bytesOf(edges, lastNode);
    const fits = used + needed <= bytes;
    const reason = fits ? (store.isCopyable(asset) ? 'VALUES' : 'NAME') : 'MEMORY';
    const graph =
      fits && !beyondDoubles && reason !== 'NAME' ? await readGraph(client, asset, edges, lastNode + 1) : undefined;
    if (!graph) {
      if (built.left.length < MOST_LEFT) built.left.push({ asset, reason });
      continue;
    }
    for (const node of await store.labelledNodes(db, asset, minimumConfidence))
      graph.setFlag(node, NODE.LABELLED, true);
    built.graphs.push({ asset, arrays: graph.arrays() });
    used += graph.byteLength;
  }
  built.seconds = (performance.now() - start) / 1000;
  return built;
}

/** @returns undefined where a value is beyond what a double holds */
async function readGraph(
  client: pg.ClientBase,
  asset: string,
  edges: number,
  nodes: number,
): Promise<Graph | undefined> {
  const builder = new GraphBuilder({ expectedEdges: edges });
  const parser = new CopiedEdges(builder);
  for await (const chunk of client.query(copyTo(store.copyOfEdges(asset))) as AsyncIterable<Buffer>) parser.take(chunk);
  parser.end();
  return parser.beyondDoubles ? undefined : builder.build(nodes);
}

const SIGNATURE_BYTES = 19;
/** Two bytes of columns, then (4 + 4) + (4 + 4) + (4 + 8) of a row. */
const ROW_BYTES = 30;

/** Reads rows (integer, integer, bigint) of PostgreSQL's binary copy form into a builder. */
export class CopiedEdges {
  readonly #builder: GraphBuilder;
  #rest: Buffer = Buffer.alloc(0);
  #begun = false;
  #ended = false;
  beyondDoubles = false;

  constructor(builder: GraphBuilder) {
    this.#builder = builder;
  }

  /** @throws Error where the bytes are not of that form */
  take(chunk: Buffer): void {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (!this.#begun) {
      if (bytes.length < SIGNATURE_BYTES) {
        this.#rest = bytes;
        return;
      }
      if (bytes.toString('latin1', 0, 11) !== 'PGCOPY\n\xff\r\n\0' || bytes.readInt32BE(15) !== 0) throw wrong();
      this.#begun = true;
      bytes = bytes.subarray(SIGNATURE_BYTES);
    }
    let at = 0;
    for (; at + ROW_BYTES <= bytes.length; at += ROW_BYTES) {
      if (bytes.readInt16BE(at) !== 3 || bytes.readInt32BE(at + 2) !== 4) throw wrong();
      const value = bytes.readInt32BE(at + 22) * 0x100000000 + bytes.readUInt32BE(at + 26);
      if (value > Number.MAX_SAFE_INTEGER) this.beyondDoubles = true;
      else this.#builder.add(bytes.readInt32BE(at + 6), bytes.readInt32BE(at + 14), value);
    }
    if (bytes.length - at >= 2 && bytes.readInt16BE(at) === -1) {
      this.#ended = true;
      at += 2;
    }
    this.#rest = bytes.subarray(at);
  }

  end(): void {
    if (!this.#ended || this.#rest.length > 0) throw wrong();
  }
}

const wrong = (): Error => new Error('The copy of edges is not in the form that was asked for');
