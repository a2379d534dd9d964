import { type Queryable, sql } from '../database/sql.ts';

export interface DataKeyRow {
  id: string;
  wrapped: Buffer;
  masterKeyId: string;
}

export function readDataKeys(db: Queryable): Promise<DataKeyRow[]> {
  return db.query<DataKeyRow>(
    sql`select id, wrapped, master_key_id as "masterKeyId" from data_keys order by created_at desc, id desc`,
  );
}

/** Serialises first starts of several processes, so that they agree on one data key. */
export async function lockDataKeys(db: Queryable): Promise<void> {
  await db.query(sql`lock table data_keys in share row exclusive mode`);
}

export async function insertDataKey(db: Queryable, row: DataKeyRow, now: Date): Promise<void> {
  await db.query(
    sql`insert into data_keys (id, wrapped, master_key_id, created_at) values (${row.id}, ${row.wrapped}, ${row.masterKeyId}, ${now})`,
  );
}

export async function rewrapDataKey(db: Queryable, row: DataKeyRow): Promise<void> {
  await db.query(
    sql`update data_keys set wrapped = ${row.wrapped}, master_key_id = ${row.masterKeyId} where id = ${row.id}`,
  );
}
