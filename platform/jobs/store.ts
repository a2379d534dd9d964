import { type Queryable, type Sql, sql } from '../database/sql.ts';
import type { Job } from './jobs.ts';

export function addJob(job: Job): Sql {
  return sql`select graphile_worker.add_job(
    identifier => ${job.task}, payload => ${JSON.stringify(job.payload)}::json, queue_name => ${job.queue ?? null},
    run_at => ${job.runAt ?? null}, max_attempts => ${job.maxAttempts ?? null}, job_key => ${job.key ?? null})`;
}

/** Workers that hold a job or a queue for longer than it takes to say that they live. */
export async function strandedWorkers(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ workerId: string }>(
    sql`select distinct locked_by as "workerId" from (
        select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
        union all
        select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null
      ) held where locked_at < now() - interval '4 seconds'`,
  );
  return rows.map(({ workerId }) => workerId);
}

/** Gives the jobs of a worker free, unless it lives. One statement, so that the lock that proves it is let go. */
export async function releaseJobsOf(db: Queryable, workerId: string): Promise<boolean> {
  const rows = await db.query<{ released: boolean }>(
    sql`with free as materialized (
        select pg_try_advisory_xact_lock(hashtextextended(${`worker ${workerId}`}, 0)) as ok)
      select free.ok as released from free
        cross join lateral graphile_worker.force_unlock_workers(case when free.ok then array[${workerId}] end)`,
  );
  return rows[0]?.released === true;
}

export interface JobQueueState {
  /** Jobs whose time has come and that nobody works on. */
  due: number;
  scheduled: number;
  running: number;
  /** Given up after their last attempt; kept for the operator to look at. */
  failed: number;
  /** How long the longest due job waits, in seconds. */
  oldest: number;
}

export async function jobQueueState(db: Queryable): Promise<JobQueueState> {
  const [row] = await db.query<JobQueueState>(
    sql`select count(*) filter (where open and locked_at is null and run_at <= now())::int as due,
        count(*) filter (where open and locked_at is null and run_at > now())::int as scheduled,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where not open and locked_at is null)::int as failed,
        coalesce(extract(epoch from now() - min(run_at) filter (where open and locked_at is null and run_at <= now())), 0)::float8 as oldest
      from (select locked_at, run_at, attempts < max_attempts as open from graphile_worker._private_jobs) jobs`,
  );
  return row ?? { due: 0, scheduled: 0, running: 0, failed: 0, oldest: 0 };
}
