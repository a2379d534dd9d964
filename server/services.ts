import pino from 'pino';
import { Authenticator } from '../platform/authentication/authenticator.ts';
import type { Config } from '../platform/config/config.ts';
import { type Clock, systemClock } from '../platform/context.ts';
import { Database } from '../platform/database/database.ts';
import { FileStore } from '../platform/files/files.ts';
import { CursorCodec } from '../platform/http/cursor.ts';
import { migrateJobs } from '../platform/jobs/runner.ts';
import { migrate } from '../platform/database/migrate.ts';
import { describeError } from '../platform/observability/describe-error.ts';
import { Metrics } from '../platform/observability/metrics.ts';
import type { Services } from '../platform/module.ts';
import { loadMasterKey } from '../platform/secrets/master-key.ts';
import { Vault } from '../platform/secrets/vault.ts';

/** Connects, migrates, opens the vault: everything that modules are built on. */
export async function createServices(
  config: Config,
  connectionString: string,
  options: { clock?: Clock; log?: pino.Logger; applicationName?: string } = {},
): Promise<Services> {
  const log = options.log ?? pino({ level: config.logLevel, base: { role: config.role } });
  const clock = options.clock ?? systemClock;
  await migrate(connectionString);
  await migrateJobs(connectionString);
  const db = new Database({
    connectionString,
    max: config.databasePool,
    applicationName: options.applicationName ?? `compliance-${config.role}`,
    onConnectionError: (error) => log.warn({ error: describeError(error) }, 'database connection lost'),
  });
  try {
    const masterKey = await loadMasterKey(config.masterKey, config.dataDir, true);
    const vault = await Vault.open(db, masterKey, clock.now());
    return {
      config,
      db,
      vault,
      files: new FileStore(db, vault),
      cursors: new CursorCodec(vault.derive('cursors')),
      authenticator: new Authenticator(db, clock),
      clock,
      log,
      metrics: new Metrics(),
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
