import { Client } from 'pg';
import { connectionString, type Endpoint } from './endpoint.ts';
import type { Secrets } from './layout.ts';

/** The role the service works as: it owns its database, may make others (tests), and is no superuser. */
export const serviceRole = 'service';
export const serviceDatabase = 'service';

/**
 * Session-level advisory lock (two-integer form) in the service's database: a command-line tool that uses a
 * database it found running, or started, holds it shared for as long as it does.
 */
const toolPresence = [0x656d_6264, 1] as const;

export function serviceConnectionString(endpoint: Endpoint, secrets: Secrets): string {
  return connectionString(endpoint, serviceRole, secrets.servicePassword, serviceDatabase);
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'embedded-database',
    connectionTimeoutMillis: 10_000,
  });
  // A connection lost between two queries is told by the next query.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Makes the service's role and database where they are missing, and keeps the role's password in step. */
export async function ensureServiceDatabase(endpoint: Endpoint, secrets: Secrets, isNew: boolean): Promise<void> {
  if (!isNew) {
    try {
      await (await connect(serviceConnectionString(endpoint, secrets))).end();
      return;
    } catch {
      // A first start that was killed here, or a new secret: made or mended below.
    }
  }
  const client = await connect(connectionString(endpoint, 'postgres', secrets.superuserPassword, 'postgres'));
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [serviceRole]);
    // Neither statement takes parameters; the names are constants and the password is hexadecimal.
    await client.query(
      `${role.rowCount === 0 ? 'create' : 'alter'} role ${serviceRole} login createdb password '${secrets.servicePassword}'`,
    );
    const database = await client.query('select 1 from pg_database where datname = $1', [serviceDatabase]);
    if (database.rowCount === 0) await client.query(`create database ${serviceDatabase} owner ${serviceRole}`);
  } finally {
    await client.end();
  }
}

/** A tool's sign that it uses the database. */
export interface Presence {
  /** Resolves when the connection has ended, by either side. */
  ended: Promise<void>;
  /** True once no other tool uses the database; from then on none can begin to, until `leave`. */
  aloneNow(): Promise<boolean>;
  leave(): Promise<void>;
}

/** Announces a tool; undefined when the database is about to be stopped. Connection errors are thrown. */
export async function announceTool(endpoint: Endpoint, secrets: Secrets): Promise<Presence | undefined> {
  const client = await connect(serviceConnectionString(endpoint, secrets));
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  const ask = async (call: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared') => {
    const { rows } = await client.query<{ granted: boolean }>(`select ${call}($1, $2) as granted`, [...toolPresence]);
    return rows[0]?.granted === true;
  };
  if (!(await ask('pg_try_advisory_lock_shared'))) {
    await client.end();
    return undefined;
  }
  return {
    ended,
    aloneNow: () => ask('pg_try_advisory_lock'),
    leave: () => client.end().catch(() => undefined),
  };
}
