import { isMainThread } from 'node:worker_threads';
import { detectSetpriv } from './account.ts';
import { startWith, type EmbeddedOptions, type EmbeddedPostgres } from './start.ts';

export { StartupError } from './errors.ts';
export type { EmbeddedOptions, EmbeddedPostgres } from './start.ts';

/**
 * Starts the embedded PostgreSQL of `dataDir`, or (purpose `tool`) joins the running one. Returns once it
 * accepts connections and the service's role and database exist. All that the operator can mend is thrown as
 * StartupError. Call it on the main thread: the kernel takes the end of the starting thread for this process's
 * death, and stops the database.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (!isMainThread) throw new Error('startEmbeddedPostgres must be called on the main thread');
  return startWith(options, { setpriv: detectSetpriv() });
}
