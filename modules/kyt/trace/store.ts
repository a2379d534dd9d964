import type { Queryable } from '../../../platform/database/sql.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { FoundLabel } from '../live/store.ts';

/** The labels on addresses, by the keys of the addresses; `since` is left to those who need it. */
export function labelsOfKeys(
  db: Queryable,
  keys: readonly string[],
): Promise<(Omit<FoundLabel, 'since' | 'sanction'> & { key: string })[]> {
  return db.query(
    sql`select address_key as key, category, entity, confidence, source, defines_cluster as "definesCluster"
      from wallet_labels where address_key = any(${keys}::text[])`,
  );
}
