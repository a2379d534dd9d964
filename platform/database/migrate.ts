import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, 'migrations');
const LOCK = 7_233_402_771_001n;
const OLDEST_SERVER = 150_000;

export class MigrationError extends Error {
  override name = 'MigrationError';
}

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** All migrations in order: `NNNN_what.sql`, each applied once, in one transaction, and never changed afterwards. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Brings the database to this program's schema; any number of processes may call it at once.
 * @returns the names of the migrations applied now
 * @throws MigrationError where the server is too old, or the database was made by a newer or changed program
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'migrations' });
  await client.connect();
  try {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    const number = Number(version.rows[0]?.server_version_num);
    if (number < OLDEST_SERVER) {
      throw new MigrationError(
        `The database is PostgreSQL ${Math.floor(number / 10_000)}; version 15 or later is needed. ` +
          'Upgrade it, or unset DATABASE_URL to use the embedded one.',
      );
    }
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await applyPending(client, await readMigrations());
  } finally {
    await client.end();
  }
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const rows = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  const applied = new Map(rows.rows.map((row) => [row.name, row.checksum]));
  const known = new Set(migrations.map((migration) => migration.name));
  const foreign = [...applied.keys()].find((name) => !known.has(name));
  if (foreign !== undefined) {
    throw new MigrationError(
      `The database holds the migration ${foreign}, which this version does not know. Run the version that made it, or a newer one.`,
    );
  }
  const done: string[] = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined) {
      throw new MigrationError(`The migration ${migration.name} was changed after it was applied. Restore the file.`);
    }
    await client.query('begin');
    try {
      await client.query(migration.text);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    done.push(migration.name);
  }
  return done;
}

/** Whether every migration of this program has been applied; for the readiness check. */
export async function pendingMigrations(applied: readonly string[]): Promise<string[]> {
  const names = new Set(applied);
  return (await readMigrations()).map((migration) => migration.name).filter((name) => !names.has(name));
}
