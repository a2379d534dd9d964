import type { BulkConnection } from '../../../../platform/database/bulk.ts';
import { CopyRows } from '../../../../platform/database/copy-rows.ts';
import { type Queryable, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Owner } from '../transfer.ts';

/** What several payments between two addresses in one asset, and in one block, add up to. */
export interface EdgeSum {
  from: number;
  to: number;
  asset: string;
  units: bigint;
  payments: number;
  /** Seconds since 1970; 0 where unknown. */
  first: number;
  last: number;
  /** Of the block that is kept in mind for being undone; null: of none. */
  height: number | null;
}

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
  /** (from_id, to_id, asset, units, payments, first_at, last_at, height) */
  edges(edges: readonly EdgeSum[]): Promise<Sql>;
  /** (n, outpoint) */
  outpoints(outpoints: readonly string[]): Promise<Sql>;
  /** (outpoint, key, address, value, height) */
  outputs(outputs: readonly StagedOutput[]): Promise<Sql>;
}

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
      const column = <K extends keyof EdgeSum>(name: K): EdgeSum[K][] => edges.map((edge) => edge[name]);
      return sql`unnest(${column('from')}::integer[], ${column('to')}::integer[], ${column('asset')}::text[],
        ${edges.map(({ units }) => units.toString())}::numeric[], ${column('payments')}::integer[],
        ${column('first')}::bigint[], ${column('last')}::bigint[], ${column('height')}::bigint[])
        as staged (from_id, to_id, asset, units, payments, first_at, last_at, height)`;
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
    sql`create temp table staged_edges (from_id integer, to_id integer, asset text collate "C", units numeric,
      payments integer, first_at bigint, last_at bigint, height bigint) on commit delete rows`,
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
      for (const { from, to, asset, units, payments, first, last, height } of edges) {
        rows.row().int4(from).int4(to).text(asset).numeric(units).int4(payments).int8(first).int8(last);
        if (height === null) rows.null();
        else rows.int8(height);
      }
      await bulk.copy('staged_edges (from_id, to_id, asset, units, payments, first_at, last_at, height)', rows);
      return sql`staged_edges as staged`;
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
