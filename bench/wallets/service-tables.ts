import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { LabelledGraph } from './value-graph.ts';

/** All edges are payments of this coin on this blockchain. */
export const BLOCKCHAIN = 'ETH';
export const ASSET = 'ETH';

/** Text of a node's address: the number, in the form of the chain. */
export const addressOf = (node: number): string => `0x${(node + 1).toString(16).padStart(40, '0')}`;
const keyOf = (node: number): string => `evm:${addressOf(node).slice(2)}`;
const TABLES = ['chain_edges', 'chain_nodes', 'chain_addresses'];
/** Numbers of the database begin at 1. */
export const idOf = (node: number): number => node + 1;

/**
 * Writes a graph and its labels into the tables that production looks into, as an import leaves them. Indexes are
 * made after the rows, so that it takes minutes and not hours; what they hold is the same.
 */
export async function fillServiceTables(connectionString: string, built: LabelledGraph): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ make: string; drop: string }>(
      `select pg_get_indexdef(i.indexrelid) as make, 'drop index ' || i.indexrelid::regclass as drop
         from pg_index i where i.indrelid in ('chain_edges'::regclass, 'chain_nodes'::regclass, 'chain_addresses'::regclass)
          and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    );
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'");
    // What the service does meanwhile on its own waits: without the indexes it would take hours, and hold this up.
    await client.query(`begin; lock table ${TABLES.join(', ')} in access exclusive mode`);
    for (const { drop } of rows) await client.query(drop);
    for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
    await copy(
      client,
      'wallet_labels (pack, address_key, category, entity, confidence, source, defines_cluster)',
      labelLines(built),
    );
    await copy(client, 'chain_addresses (id, blockchain, address_key, address, label_confidence)', addressLines(built));
    await copy(
      client,
      'chain_nodes (address_id, asset, payers, payees, received, sent, label_confidence)',
      nodeLines(built),
    );
    await copy(client, 'chain_edges (from_id, asset, to_id, units, payments, first_at, last_at)', edgeLines(built));
    for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
    for (const { make } of rows) await client.query(make);
    await client.query(`select setval(pg_get_serial_sequence('chain_addresses', 'id'), $1)`, [idOf(built.nodes)]);
    await client.query(
      `insert into chain_data (blockchain, version, transactions, height, updated_at) values ($1, 1, $2, 1, now())`,
      [BLOCKCHAIN, built.graph.edges],
    );
    await client.query('update wallet_label_version set version = version + 1');
    await client.query('commit');
    await client.query('vacuum (analyze) chain_addresses, chain_edges, chain_nodes, wallet_labels');
  } finally {
    await client.end();
  }
}

async function copy(client: pg.Client, into: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(blocksOf(lines)), client.query(copyFrom(`copy ${into} from stdin`)));
}

/** Lines in pieces of some size: a piece each line would be slow. */
function* blocksOf(lines: Iterable<string>): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += `${line}\n`;
    if (block.length < 262_144) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}

function* labelLines({ labels }: LabelledGraph): Generator<string> {
  for (const [node, { category, entity, confidence, source }] of labels) {
    yield `made up\t${keyOf(node)}\t${category}\t${entity}\t${confidence}\t${source}\tf`;
  }
}

function* addressLines({ nodes, labels }: LabelledGraph): Generator<string> {
  for (let node = 0; node < nodes; node++) {
    yield `${idOf(node)}\t${BLOCKCHAIN}\t${keyOf(node)}\t${addressOf(node)}\t${labels.get(node)?.confidence ?? 0}`;
  }
}

function* nodeLines({ graph, nodes, labels }: LabelledGraph): Generator<string> {
  const { incoming, outgoing } = graph;
  for (let node = 0; node < nodes; node++) {
    if (incoming.degree(node) + outgoing.degree(node) === 0) continue;
    yield `${idOf(node)}\t${ASSET}\t${incoming.degree(node)}\t${outgoing.degree(node)}\t${graph.total(node, 'INCOMING')}\t${graph.total(node, 'OUTGOING')}\t${labels.get(node)?.confidence ?? 0}`;
  }
}

function* edgeLines({ graph: { outgoing }, nodes }: LabelledGraph): Generator<string> {
  for (let node = 0; node < nodes; node++) {
    const start = outgoing.start(node);
    const end = outgoing.end(node, start);
    for (let edge = start; edge < end; edge++) {
      yield `${idOf(node)}\t${ASSET}\t${idOf(outgoing.neighbourAt(edge))}\t${outgoing.valueAt(edge)}\t1\t0\t0`;
    }
  }
}
