import type { Sql } from './sql.ts';

/**
 * Rows of one kind that callers defer one by one and that one statement writes: a statement costs the database far
 * more than a row.
 */
export interface RowStatement<Row> {
  write(rows: readonly Row[]): Sql;
  /** Takes locks that others wait for: runs after everything else, just before COMMIT. */
  last?: boolean;
}

/** What is to run just before COMMIT: a statement, or a row for the statement of its kind. */
export type Deferred = { statement: Sql } | { kind: RowStatement<unknown>; row: unknown };

/** The statements that run it: single ones in the order deferred, then one for each kind of rows, those `last` at the end. */
export function statementsOf(deferred: readonly Deferred[]): Sql[] {
  const single: Sql[] = [];
  const kinds = new Map<RowStatement<unknown>, unknown[]>();
  for (const item of deferred) {
    if ('statement' in item) {
      single.push(item.statement);
      continue;
    }
    const rows = kinds.get(item.kind);
    if (rows) rows.push(item.row);
    else kinds.set(item.kind, [item.row]);
  }
  const ordered = [...kinds].toSorted(([a], [b]) => Number(a.last ?? false) - Number(b.last ?? false));
  return [...single, ...ordered.map(([kind, rows]) => kind.write(rows))];
}
