import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

/** A process that searches the lists says so every few seconds; one that is silent for longer is gone. */
const SILENT_AFTER = sql`interval '10 seconds'`;

/** Notes on which versions this process searches now. */
export async function noteReader(db: Queryable, id: string, versions: Readonly<Record<string, number>>): Promise<void> {
  await db.query(
    sql`insert into watchlist_readers (id, versions) values (${id}, ${JSON.stringify(versions)}::jsonb)
      on conflict (id) do update set versions = excluded.versions, seen_at = clock_timestamp()`,
  );
}

export async function forgetReader(db: Queryable, id: string): Promise<void> {
  await db.query(
    sql`delete from watchlist_readers where id = ${id} or seen_at < clock_timestamp() - interval '1 hour'`,
  );
}

/** How many living processes search on at least this version of a list, and how many do not yet. */
export async function countReaders(
  db: Queryable,
  dataset: string,
  version: number,
): Promise<{ serving: number; behind: number }> {
  const row = await first<{ serving: number; behind: number }>(
    db,
    sql`select count(*) filter (where (versions ->> ${dataset})::int >= ${version}) as serving,
        count(*) filter (where coalesce((versions ->> ${dataset})::int, 0) < ${version}) as behind
      from watchlist_readers where seen_at > clock_timestamp() - ${SILENT_AFTER}`,
  );
  return row ?? { serving: 0, behind: 0 };
}
