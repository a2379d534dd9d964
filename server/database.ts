import type { Config } from '../platform/config/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, StartupError } from '../platform/database/embedded/index.ts';
import type pino from 'pino';

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
  let restarting: Promise<void> | null = null;
  const watch = (): void => {
    void current.exited.then(async (exit) => {
      if (stopping) return;
      log.error({ exit }, 'the embedded database ended by itself; it is started again');
      restarting = restart().catch(onLost);
      await restarting;
    });
  };
  const restart = async (): Promise<void> => {
    const { connectionString } = current;
    await current.stop();
    current = await start();
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
      await restarting?.catch(() => {});
      await current.stop();
    },
  };
}
