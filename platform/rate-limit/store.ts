import { first, type Queryable, sql } from '../database/sql.ts';

export interface Admission {
  granted: number;
  usedMinute: number;
  usedDay: number;
  /** Present windows as counts of minutes and days since the epoch, by the database's clock. */
  minute: number;
  day: number;
  /** The database's clock, in seconds since the epoch. */
  second: number;
}

/** Asks for `wanted` places in the present windows; exact across processes, because one row is locked and counted. */
export async function admitRequests(
  db: Queryable,
  caller: string,
  wanted: number,
  minuteLimit: number,
  dayLimit: number | null,
): Promise<Admission> {
  const row = await first<Admission>(
    db,
    sql`select granted, used_minute as "usedMinute", used_day as "usedDay", at_minute as "minute", at_day as "day", at_second as "second"
      from admit_requests(${caller}, ${wanted}, ${minuteLimit}, ${dayLimit})`,
  );
  if (!row) throw new Error('admit_requests answered no row');
  return row;
}
