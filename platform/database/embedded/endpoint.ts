import { createServer } from 'node:net';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from './errors.ts';
import { privateDirectory, type Layout, type Owner } from './layout.ts';
import type { Secrets } from './layout.ts';

/** Where the database listens. The port also names the socket file. */
export type Endpoint = { kind: 'socket'; directory: string; port: number } | { kind: 'tcp'; port: number };

const socketPort = 5432;
/** sun_path holds 108 bytes, the last of them zero. */
const socketPathLimit = 107;

function socketPath(directory: string, port: number): string {
  return join(directory, `.s.PGSQL.${port}`);
}

/**
 * Chooses where to listen: a Unix socket in a directory closed to other users under DATA_DIR; where its path
 * is too long or the file system has no sockets, such a directory under `temporary`; where that fails as well,
 * a free port of 127.0.0.1. The password is asked for in each case. Leftovers of a dead postmaster are removed
 * (the caller holds the lock and knows that none runs).
 */
export async function chooseEndpoint(
  layout: Layout,
  secrets: Secrets,
  owner: Owner,
  temporary: string = tmpdir(),
): Promise<Endpoint> {
  for (const directory of [layout.run, join(temporary, secrets.clusterName)]) {
    if (Buffer.byteLength(socketPath(directory, socketPort)) > socketPathLimit) continue;
    try {
      await privateDirectory(directory, owner, directory === layout.run);
      for (const name of await readdir(directory)) await rm(join(directory, name), { force: true });
      if (await canListen(join(directory, '.probe'))) return { kind: 'socket', directory, port: socketPort };
    } catch {
      // Not ours, not writable, not able: the next place.
    }
  }
  return { kind: 'tcp', port: await freePort() };
}

function canListen(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    // Node removes the socket file when it closes the server.
    server.listen(path, () => server.close(() => resolve(true)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () =>
      reject(
        new StartupError('No port of 127.0.0.1 can be listened on', 'Set DATABASE_URL to a PostgreSQL of your own'),
      ),
    );
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The postmaster's arguments that make it listen there and nowhere else. */
export function endpointArguments(endpoint: Endpoint): string[] {
  const settings =
    endpoint.kind === 'socket'
      ? {
          listen_addresses: '',
          // The setting is a list of names, with quotes around one that holds a comma or a space.
          unix_socket_directories: `"${endpoint.directory.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
          port: String(endpoint.port),
        }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(endpoint.port) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A connection string that pg, and everything built on it, understands. */
export function connectionString(endpoint: Endpoint, user: string, password: string, database: string): string {
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const base = `postgresql://${credentials}@${endpoint.kind === 'tcp' ? '127.0.0.1' : 'localhost'}:${endpoint.port}/${encodeURIComponent(database)}`;
  return endpoint.kind === 'tcp' ? base : `${base}?host=${encodeURIComponent(endpoint.directory)}`;
}

/** What a running postmaster says of itself in postmaster.pid. */
export interface PostmasterFile {
  pid: number;
  endpoint: Endpoint | undefined;
  ready: boolean;
}

/** Reads postmaster.pid; undefined where there is none (no postmaster, or it is just being made). */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, directory, address, , status] = text.split('\n');
  if (!/^-?[0-9]+$/.test(pid ?? '')) return undefined;
  const portNumber = Number(port);
  let endpoint: Endpoint | undefined;
  if (portNumber > 0 && directory) endpoint = { kind: 'socket', directory, port: portNumber };
  else if (portNumber > 0 && address) endpoint = { kind: 'tcp', port: portNumber };
  return { pid: Math.abs(Number(pid)), endpoint, ready: status?.startsWith('ready') === true };
}
