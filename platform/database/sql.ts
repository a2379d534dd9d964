/**
 * SQL is written as template literals: every `${value}` becomes a bound parameter, never text; fragments nest.
 * The library is sql-template-tag; this is the one door to it.
 */
export { default as sql, empty, join, raw, Sql } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** Whatever can run a statement: the pool (one statement, one transaction) or an open transaction. */
export interface Queryable {
  /** Rows of the result, in order; columns are named as in the statement. */
  query<Row extends object>(statement: Sql): Promise<Row[]>;
}

/** The only row of a result, or undefined where there is none. */
export async function first<Row extends object>(db: Queryable, statement: Sql): Promise<Row | undefined> {
  return (await db.query<Row>(statement))[0];
}
