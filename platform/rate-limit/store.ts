import { type Queryable, sql } from '../database/sql.ts';

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

/** Places in the present windows that are asked for, of one caller. */
export interface Wanted {
  caller: string;
  requests: number;
  perMinute: number;
  perDay: number | null;
}

/**
 * Asks for places in the present windows, of each caller once; exact across processes, because the callers' rows are
 * locked and counted. @returns what each was admitted, in the order asked
 */
export async function admitRequests(db: Queryable, wanted: readonly Wanted[]): Promise<Admission[]> {
  const rows = await db.query<Admission & { caller: string }>(
    sql`select caller, granted, used_minute as "usedMinute", used_day as "usedDay", at_minute as "minute", at_day as "day", at_second as "second"
      from admit_callers(${wanted.map(({ caller }) => caller)}::text[], ${wanted.map(({ requests }) => requests)}::integer[],
        ${wanted.map(({ perMinute }) => perMinute)}::integer[], ${wanted.map(({ perDay }) => perDay)}::integer[])`,
  );
  const admissions = new Map(rows.map((row) => [row.caller, row]));
  return wanted.map(({ caller }) => {
    const admission = admissions.get(caller);
    if (!admission) throw new Error('admit_callers left a caller without an answer');
    return admission;
  });
}

/** Forgets callers of whom nothing is counted any more: client addresses after their minute, all others after their day. */
export async function forgetCallers(db: Queryable): Promise<void> {
  await db.query(
    sql`delete from rate_windows where subject in (
        select subject from rate_windows, (select extract(epoch from clock_timestamp()) as second) as now
        where day < floor(second / 86400) or (subject like 'ip:%' and minute < floor(second / 60))
        order by subject for update of rate_windows skip locked limit 10000)`,
  );
}
