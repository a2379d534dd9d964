import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from './load.ts';
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
  /** Ends it, leaves it down for a while, starts it again; the test goes on meanwhile. */
  restart(mode: 'fast' | 'immediate', downMs: number): Promise<void>;
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
  const server = async (program: string, ...args: string[]): Promise<void> => {
    const [command, full] = asRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', join(found.bin, program), ...args]]
      : [join(found.bin, program), args];
    const child = spawn(command, full, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  };
  await server('initdb', '-D', data, '-U', 'service', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${dir} -c fsync=off`;
  const start = (): Promise<void> => server('pg_ctl', '-D', data, '-w', '-o', options, '-l', join(dir, 'log'), 'start');
  await start();
  const url = `postgres://service@127.0.0.1:${port}/service`;
  const run = (program: string, ...args: string[]): string =>
    execFileSync(join(found.bin, program), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'service', 'service');
  return {
    url,
    bin: found.bin,
    run,
    async restart(mode, downMs) {
      await server('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
      await sleep(downMs);
      await start();
    },
    async stop() {
      await server('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
