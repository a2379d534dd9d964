import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './service-process.ts';

/** Newest server programs that Debian installed, or undefined. */
export function debianPostgres(): { version: number; bin: string } | undefined {
  for (let version = 18; version >= 15; version -= 1) {
    const bin = `/usr/lib/postgresql/${version}/bin`;
    if (existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'pg_dump'))) return { version, bin };
  }
  return undefined;
}

export interface OutsidePostgres {
  url: string;
  bin: string;
  /** Runs one of its client programs. */
  run(program: string, ...args: string[]): string;
  restart(mode: 'fast' | 'immediate'): void;
  stop(): Promise<void>;
}

/** A PostgreSQL that the service did not start: Debian's, on loopback, in a folder of its own. */
export async function startOutsidePostgres(found: { bin: string }): Promise<OutsidePostgres> {
  const dir = await mkdtemp(join(tmpdir(), 'cvs-pg-'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) execFileSync('chown', ['postgres', dir]);
  await chmod(dir, 0o755);
  const [port = 0] = await freePorts(1);
  const data = join(dir, 'data');
  const server = (program: string, ...args: string[]): string => {
    const [command, full] = asRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', join(found.bin, program), ...args]]
      : [join(found.bin, program), args];
    return execFileSync(command, full, {
      encoding: 'utf8',
      cwd: dir,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  server('initdb', '-D', data, '-U', 'service', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${dir} -c fsync=off`;
  const start = (): void => {
    server('pg_ctl', '-D', data, '-w', '-o', options, '-l', join(dir, 'log'), 'start');
  };
  start();
  const url = `postgres://service@127.0.0.1:${port}/service`;
  const run = (program: string, ...args: string[]): string =>
    execFileSync(join(found.bin, program), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'service', 'service');
  return {
    url,
    bin: found.bin,
    run,
    restart(mode) {
      server('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
      start();
    },
    async stop() {
      server('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
