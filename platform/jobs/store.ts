import { type Sql, sql } from '../database/sql.ts';
import type { Job } from './jobs.ts';

export function addJob(job: Job): Sql {
  return sql`select graphile_worker.add_job(
    identifier => ${job.task}, payload => ${JSON.stringify(job.payload)}::json, queue_name => ${job.queue ?? null},
    run_at => ${job.runAt ?? null}, max_attempts => ${job.maxAttempts ?? null}, job_key => ${job.key ?? null})`;
}
