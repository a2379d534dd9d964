import type { BulkConnection } from '../../../../platform/database/bulk.ts';
import { CopyRows } from '../../../../platform/database/copy-rows.ts';
import { type Queryable, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { BlockSums, EdgeSums, NodeSums } from '../sums.ts';
import type { Owner } from '../transfer.ts';

/** An output that is not spent, or that a block spent. */
export interface StagedOutput {
  /** 36 bytes in hex. */
  outpoint: string;
  key: string;
  address: string;
  /** In the smallest unit. */
  value: bigint;
  height: number | null;
}

/**
 * Where rows wait that a statement is to work on as a set. Each method answers with what to write after `from`; the
 * rows are there until the transaction ends, or until the next of their kind.
 */
export interface Stage extends Queryable {
  /** (n, digest): positions from 0; digests of 20 bytes, each a text of as many characters. */
  digests(digests: readonly string[]): Promise<Sql>;
  /** (n, key, address) */
  owners(owners: readonly Owner[]): Promise<Sql>;
  /** (n, from_id, to_id, asset, units, payments, first_at, last_at) */
  edges(edges: EdgeSums): Promise<Sql>;
  /** (from_id, to_id, asset, height, units, payments, first_at, last_at) */
  blockEdges(edges: EdgeSums, inBlocks: BlockSums): Promise<Sql>;
  /** (address_id, asset, payers, payees, received, sent) */
  nodes(nodes: NodeSums): Promise<Sql>;
  /** (n, outpoint) */
  outpoints(outpoints: readonly string[]): Promise<Sql>;
  /** (outpoint, key, address, value, height) */
  outputs(outputs: readonly StagedOutput[]): Promise<Sql>;
}

const columnsOf =
  (size: number) =>
  <T>(of: (at: number) => T): T[] =>
    Array.from({ length: size }, (_, at) => of(at));

/** A few rows go along with the statement itself. */
export function stageInStatement(db: Queryable): Stage {
  return {
    query: (statement) => db.query(statement),
    digests: async (digests) => {
      const hex = digests.map((digest) => Buffer.from(digest, 'latin1').toString('hex'));
      return sql`(select n - 1 as n, decode(hex, 'hex') as digest
        from unnest(${hex}::text[]) with ordinality as given (hex, n)) as staged`;
    },
    owners: async (owners) =>
      sql`(select (n - 1)::integer as n, key, address from unnest(${owners.map(({ key }) => key)}::text[],
        ${owners.map(({ address }) => address)}::text[]) with ordinality as given (key, address, n)) as staged`,
    edges: async (edges) => {
      const column = columnsOf(edges.size);
      return sql`unnest(${column((at) => at)}::integer[], ${column((at) => edges.fromAt(at))}::integer[],
        ${column((at) => edges.toAt(at))}::integer[], ${column((at) => edges.assetAt(at))}::text[],
        ${column((at) => edges.unitsAt(at).toString())}::numeric[], ${column((at) => edges.paymentsAt(at))}::integer[],
        ${column((at) => edges.firstAt(at))}::bigint[], ${column((at) => edges.lastAt(at))}::bigint[])
        as staged (n, from_id, to_id, asset, units, payments, first_at, last_at)`;
    },
    blockEdges: async (edges, inBlocks) => {
      const column = columnsOf(inBlocks.size);
      const ofEdge = <T>(of: (edge: number) => T): T[] => column((at) => of(inBlocks.edgeAt(at)));
      return sql`unnest(${ofEdge((edge) => edges.fromAt(edge))}::integer[],
        ${ofEdge((edge) => edges.toAt(edge))}::integer[], ${ofEdge((edge) => edges.assetAt(edge))}::text[],
        ${column((at) => inBlocks.heightAt(at))}::bigint[], ${column((at) => inBlocks.unitsAt(at).toString())}::numeric[],
        ${column((at) => inBlocks.paymentsAt(at))}::integer[], ${column((at) => inBlocks.firstAt(at))}::bigint[],
        ${column((at) => inBlocks.lastAt(at))}::bigint[])
        as staged (from_id, to_id, asset, height, units, payments, first_at, last_at)`;
    },
    nodes: async (nodes) => {
      const column = columnsOf(nodes.size);
      return sql`unnest(${column((at) => nodes.nodeAt(at))}::integer[], ${column((at) => nodes.assetAt(at))}::text[],
        ${column((at) => nodes.payersAt(at))}::integer[], ${column((at) => nodes.payeesAt(at))}::integer[],
        ${column((at) => nodes.receivedAt(at).toString())}::numeric[],
        ${column((at) => nodes.sentAt(at).toString())}::numeric[])
        as staged (address_id, asset, payers, payees, received, sent)`;
    },
    outpoints: async (outpoints) =>
      sql`(select (n - 1)::integer as n, decode(hex, 'hex') as outpoint
        from unnest(${outpoints}::text[]) with ordinality as given (hex, n)) as staged`,
    outputs: async (outputs) =>
      sql`(select decode(hex, 'hex') as outpoint, key, address, value, height
        from unnest(${outputs.map(({ outpoint }) => outpoint)}::text[], ${outputs.map(({ key }) => key)}::text[],
          ${outputs.map(({ address }) => address)}::text[], ${outputs.map(({ value }) => value.toString())}::bigint[],
          ${outputs.map(({ height }) => height)}::bigint[]) as given (hex, key, address, value, height)) as staged`,
  };
}

/** Very many rows go into temporary tables of the connection by COPY. */
export async function stageByCopy(bulk: BulkConnection): Promise<Stage> {
  await bulk.query(sql`create temp table staged_digests (n integer, digest bytea) on commit delete rows`);
  await bulk.query(
    sql`create temp table staged_owners (n integer, key text collate "C", address text) on commit delete rows`,
  );
  await bulk.query(
    sql`create temp table staged_edges (n integer, from_id integer, to_id integer, asset text collate "C", units numeric,
      payments integer, first_at bigint, last_at bigint) on commit delete rows`,
  );
  await bulk.query(
    sql`create temp table staged_block_edges (from_id integer, to_id integer, asset text collate "C", height bigint,
      units numeric, payments integer, first_at bigint, last_at bigint) on commit delete rows`,
  );
  await bulk.query(
    sql`create temp table staged_nodes (address_id integer, asset text collate "C", payers integer, payees integer,
      received numeric, sent numeric) on commit delete rows`,
  );
  await bulk.query(sql`create temp table staged_outpoints (n integer, outpoint bytea) on commit delete rows`);
  await bulk.query(
    sql`create temp table staged_outputs (outpoint bytea, key text, address text, value bigint, height bigint)
      on commit delete rows`,
  );
  return {
    query: (statement) => bulk.query(statement),
    digests: async (digests) => {
      await bulk.query(sql`truncate staged_digests`);
      const rows = new CopyRows(2);
      digests.forEach((digest, n) => rows.row().int4(n).latin1(digest));
      await bulk.copy('staged_digests (n, digest)', rows);
      return sql`staged_digests as staged`;
    },
    owners: async (owners) => {
      await bulk.query(sql`truncate staged_owners`);
      const rows = new CopyRows(3);
      owners.forEach(({ key, address }, n) => rows.row().int4(n).text(key).text(address));
      await bulk.copy('staged_owners (n, key, address)', rows);
      return sql`staged_owners as staged`;
    },
    edges: async (edges) => {
      await bulk.query(sql`truncate staged_edges`);
      const rows = new CopyRows(8);
      for (let at = 0; at < edges.size; at += 1) {
        rows.row().int4(at).int4(edges.fromAt(at)).int4(edges.toAt(at)).text(edges.assetAt(at));
        rows.numeric(edges.unitsAt(at)).int4(edges.paymentsAt(at)).int8(edges.firstAt(at)).int8(edges.lastAt(at));
      }
      await bulk.copy('staged_edges (n, from_id, to_id, asset, units, payments, first_at, last_at)', rows);
      return sql`staged_edges as staged`;
    },
    blockEdges: async (edges, inBlocks) => {
      await bulk.query(sql`truncate staged_block_edges`);
      const rows = new CopyRows(8);
      for (let at = 0; at < inBlocks.size; at += 1) {
        const edge = inBlocks.edgeAt(at);
        rows
          .row()
          .int4(edges.fromAt(edge))
          .int4(edges.toAt(edge))
          .text(edges.assetAt(edge))
          .int8(inBlocks.heightAt(at));
        rows.numeric(inBlocks.unitsAt(at)).int4(inBlocks.paymentsAt(at));
        rows.int8(inBlocks.firstAt(at)).int8(inBlocks.lastAt(at));
      }
      const columns = 'from_id, to_id, asset, height, units, payments, first_at, last_at';
      await bulk.copy(`staged_block_edges (${columns})`, rows);
      return sql`staged_block_edges as staged`;
    },
    nodes: async (nodes) => {
      await bulk.query(sql`truncate staged_nodes`);
      const rows = new CopyRows(6);
      for (let at = 0; at < nodes.size; at += 1) {
        rows.row().int4(nodes.nodeAt(at)).text(nodes.assetAt(at)).int4(nodes.payersAt(at)).int4(nodes.payeesAt(at));
        rows.numeric(nodes.receivedAt(at)).numeric(nodes.sentAt(at));
      }
      await bulk.copy('staged_nodes (address_id, asset, payers, payees, received, sent)', rows);
      return sql`staged_nodes as staged`;
    },
    outpoints: async (outpoints) => {
      await bulk.query(sql`truncate staged_outpoints`);
      const rows = new CopyRows(2);
      outpoints.forEach((outpoint, n) => rows.row().int4(n).bytes(Buffer.from(outpoint, 'hex')));
      await bulk.copy('staged_outpoints (n, outpoint)', rows);
      return sql`staged_outpoints as staged`;
    },
    outputs: async (outputs) => {
      await bulk.query(sql`truncate staged_outputs`);
      const rows = new CopyRows(5);
      for (const { outpoint, key, address, value, height } of outputs) {
        rows.row().bytes(Buffer.from(outpoint, 'hex')).text(key).text(address).int8(Number(value));
        if (height === null) rows.null();
        else rows.int8(height);
      }
      await bulk.copy('staged_outputs (outpoint, key, address, value, height)', rows);
      return sql`staged_outputs as staged`;
    },
  };
}
