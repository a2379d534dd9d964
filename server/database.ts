import type { Config } from '../platform/config/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, StartupError } from '../platform/database/embedded/index.ts';
import type pino from 'pino';
import { describeError } from '../platform/observability/describe-error.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_RETRY_MS = 5_000;

/** The database of this process: the operator's own, or the embedded one, which is watched and started again. */
export interface DatabaseProcess {
  connectionString: string;
  stop(): Promise<void>;
}

/**
 * @param onLost called where the embedded database ended and cannot be brought back under the same address
 */
export async function openDatabaseProcess(
  config: Config,
  log: pino.Logger,
  onLost: (error: Error) => void,
): Promise<DatabaseProcess> {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl, stop: async () => {} };
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir: config.dataDir,
      purpose: 'server',
      onNotice: (message) => log.info({ notice: message }, 'embedded database'),
    });
  let current = await start();
  let stopping = false;
  const stopped = new AbortController();
  let restarting: Promise<void> | null = null;
  const watch = (): void => {
    void current.exited.then(async (exit) => {
      if (stopping) return;
      log.error({ exit }, 'the embedded database ended by itself; it is started again');
      restarting = restart().catch(onLost);
      await restarting;
    });
  };
  // What keeps it from starting, such as a full disk, may be mended while the service waits and answers 503.
  const restart = async (): Promise<void> => {
    const { connectionString } = current;
    for (let delayMs = 250; !stopping; delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS)) {
      try {
        await current.stop();
        current = await start();
        break;
      } catch (error) {
        log.error({ error: describeError(error) }, 'the embedded database cannot be started; it is tried again');
        await sleep(delayMs, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
    if (stopping) return;
    if (current.connectionString !== connectionString) {
      throw new StartupError('The embedded database came back under another address', 'Start the server again');
    }
    log.info('the embedded database serves again');
    watch();
  };
  watch();
  return {
    connectionString: current.connectionString,
    async stop() {
      stopping = true;
      stopped.abort();
      await restarting?.catch(() => {});
      await current.stop();
    },
  };
}
