import type { Database } from '../../../platform/database/database.ts';
import type { Queryable, Sql } from '../../../platform/database/sql.ts';

export const BEGIN_SNAPSHOT = 'begin transaction isolation level repeatable read, read only';

/** Runs `work` on one snapshot of the database: whatever commits meanwhile, it sees none of it. */
export async function withSnapshot<T>(db: Database, work: (snapshot: Queryable) => Promise<T>): Promise<T> {
  const client = await db.connect();
  let failure: Error | undefined;
  try {
    await client.query(BEGIN_SNAPSHOT);
    const snapshot: Queryable = {
      query: async <Row extends object>(statement: Sql) => (await client.query<Row>(db.prepared(statement))).rows,
    };
    return await work(snapshot);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // After a failure statements may still be under way on it: the connection is given up.
    if (failure) client.release(failure);
    else {
      await client.query('commit').then(
        () => client.release(),
        (error: unknown) => client.release(error instanceof Error ? error : true),
      );
    }
  }
}
