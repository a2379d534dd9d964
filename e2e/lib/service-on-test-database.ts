import pg from 'pg';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../server/testing.ts';
import { freePorts, printedKeys, type ServiceProcess, spawnService, untilReady } from './service-process.ts';

/** A real service process on a database of its own in the test server, which the test may look into. */
export interface ServiceOnTestDatabase {
  service: ServiceProcess;
  keys: { live: string; test: string };
  dataDir: string;
  databaseUrl: string;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** Starts it with limits so high that only tests of limits meet them. */
export async function startOnTestDatabase(env: Readonly<Record<string, string>> = {}): Promise<ServiceOnTestDatabase> {
  const database = await createTestDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
  const dataDir = join(dir, 'data');
  const service = spawnService(await freePorts(3), { DATA_DIR: dataDir, DATABASE_URL: database.url, ...env });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const end = async (): Promise<void> => {
    await service.stop();
    await pool.end();
    await database.drop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await untilReady(service);
    await pool.query('update organizations set requests_per_minute = 1000000');
  } catch (error) {
    await end();
    throw error;
  }
  return {
    service,
    keys: printedKeys(service),
    dataDir,
    databaseUrl: database.url,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    stop: end,
  };
}
