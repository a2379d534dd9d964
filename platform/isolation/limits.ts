import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';

/** What one isolated process may use. */
export interface Limits {
  /** Resident memory of the process and its children, bytes; it is ended above. */
  memoryBytes: number;
  /** Processor time, seconds. */
  cpuSeconds: number;
  /** Time for one task by the clock, milliseconds. */
  wallMs: number;
  /** Largest file that it may write, bytes. */
  fileBytes: number;
  openFiles: number;
}

/** Whether isolated processes see a network: none at all, or the host's where the machine allows no namespaces. */
export type Network = 'NONE' | 'HOST';

export interface Confinement {
  network: Network;
  /** Put in front of the command that is confined. */
  prefix: readonly string[];
}

const BINARIES = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

async function binary(name: string): Promise<string | null> {
  for (const folder of BINARIES) {
    const path = `${folder}/${name}`;
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}

const works = (command: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const [file = '', ...rest] = command;
    const child = spawn(file, rest, { stdio: 'ignore', env: {}, timeout: 5_000 });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });

let found: Promise<Confinement> | undefined;

/**
 * Finds out, once, what this machine allows: a network namespace of one's own (as root, or through a user namespace),
 * and death together with the parent. Both come from util-linux.
 */
export function confinement(): Promise<Confinement> {
  found ??= probe();
  return found;
}

async function probe(): Promise<Confinement> {
  const [unshare, setpriv, yes] = await Promise.all([binary('unshare'), binary('setpriv'), binary('true')]);
  const prefix: string[] = [];
  let network: Network = 'HOST';
  if (unshare && yes) {
    for (const flags of [['--net'], ['--user', '--map-root-user', '--net']]) {
      if (!(await works([unshare, ...flags, yes]))) continue;
      prefix.push(unshare, ...flags, '--');
      network = 'NONE';
      break;
    }
  }
  // After unshare: entering a namespace clears the wish to die with the parent.
  if (setpriv && yes) {
    const flags = ['--pdeathsig', 'KILL', '--no-new-privs', '--'];
    if (await works([...prefix, setpriv, ...flags, yes])) prefix.push(setpriv, ...flags);
  }
  return { network, prefix };
}

const KIB = 1024;
/** Units of `ulimit -f` in a POSIX shell. */
const BLOCK = 512;

/**
 * The command that runs another under limits: a shell sets them and replaces itself. Data pages are limited to twice
 * the resident bound, because runtimes reserve more than they touch; the resident bound is watched from outside.
 */
export function confined(limits: Limits, { prefix }: Confinement, command: readonly string[]): [string, string[]] {
  const script = [
    'ulimit -c 0',
    `ulimit -d ${Math.ceil((2 * limits.memoryBytes) / KIB)}`,
    `ulimit -t ${Math.ceil(limits.cpuSeconds)}`,
    `ulimit -f ${Math.ceil(limits.fileBytes / BLOCK)}`,
    `ulimit -n ${limits.openFiles}`,
    'exec "$@"',
  ].join(' && ');
  return ['/bin/sh', ['-c', script, 'sh', ...prefix, ...command]];
}
