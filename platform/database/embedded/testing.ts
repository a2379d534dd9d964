import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './index.ts';
import { layoutOf } from './layout.ts';
import { tryLock } from './lock.ts';

export interface TestPostgres {
  connectionString: string;
  stop(): Promise<void>;
}

const prefix = 'test-postgres-';
const abandonedAfterMs = 600_000;

/**
 * A throwaway PostgreSQL for tests, in a directory of its own under os.tmpdir() (nothing is flushed to disk),
 * safe to start from any number of test files at once; about 0.8 s. With `shared`, the connection string of a
 * cluster that the whole test run shares, nothing is started and stop() does nothing. The role may create
 * databases. stop() removes the directory; what a killed test run left is removed by a later start.
 */
export async function startTestPostgres(shared?: string): Promise<TestPostgres> {
  if (shared !== undefined && shared !== '') return { connectionString: shared, stop: async () => undefined };
  await removeAbandoned();
  const home = await mkdtemp(join(tmpdir(), prefix));
  // To be passed through by the user PostgreSQL runs as when the tests run as root.
  await chmod(home, 0o711);
  try {
    const database = await startEmbeddedPostgres({ dataDir: join(home, 'data'), purpose: 'test' });
    return {
      connectionString: database.connectionString,
      async stop() {
        await database.stop();
        await rm(home, { recursive: true, force: true, maxRetries: 3 });
      },
    };
  } catch (error) {
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const home = join(tmpdir(), name);
    try {
      // One that is just being started has no lock yet.
      if (Date.now() - (await stat(home)).mtimeMs < abandonedAfterMs) continue;
      const attempt = await tryLock(layoutOf(join(home, 'data')).lock, 'test');
      if (!('lock' in attempt)) continue;
      await rm(home, { recursive: true, force: true });
      await attempt.lock.release();
    } catch {
      // Another user's, or removed in the meantime.
    }
  }
}
