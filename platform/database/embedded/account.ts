import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { StartupError } from './errors.ts';
import { programPath } from './lock.ts';
import { effectiveCapabilities } from './processes.ts';

/** What the installed setpriv(1) of util-linux can do; `path` undefined where there is none. */
export interface Setpriv {
  path: string | undefined;
  switchesUser: boolean;
  deathSignal: boolean;
  ambientCapabilities: boolean;
  /** Whether it may keep access(2) from forgetting the capabilities of a process that is not root. */
  secureBits: boolean;
}

/** The uid and gid that PostgreSQL runs as; `switched` when that is not this process's own. */
export interface Account {
  uid: number;
  gid: number;
  switched: boolean;
}

/** How PostgreSQL's programs are started: as whom, with which capability, in which environment. */
export interface Launcher {
  account: Account;
  binaries: Binaries;
  setpriv: Setpriv;
  capability: Capability | undefined;
}

export type Capability = 'dac_read_search' | 'dac_override';

const capabilityNumbers: Record<Capability, number> = { dac_override: 1, dac_read_search: 2 };
/** CAP_SETPCAP */
const setSecureBits = 8;

function findProgram(name: string): string | undefined {
  return programPath
    .split(':')
    .map((directory) => join(directory, name))
    .find((candidate) => existsSync(candidate));
}

export function detectSetpriv(): Setpriv {
  const path = findProgram('setpriv');
  const help = path === undefined ? '' : spawnSync(path, ['--help'], { encoding: 'utf8', timeout: 5_000 }).stdout;
  return {
    path,
    switchesUser: /--reuid\b/.test(help) && /--clear-groups\b/.test(help),
    deathSignal: /--pdeathsig\b/.test(help),
    ambientCapabilities: /--ambient-caps\b/.test(help) && /--inh-caps\b/.test(help),
    secureBits: /--securebits\b/.test(help) && effectiveCapabilities().has(setSecureBits),
  };
}

/**
 * Chooses who PostgreSQL runs as. An ordinary user: himself. Root, which PostgreSQL refuses: the owner of the
 * existing cluster, else of DATA_DIR, else the user `postgres`, else `nobody`, else uid 65534.
 */
export function chooseAccount(dataDir: string, clusterHome: string): Account {
  const uid = process.geteuid?.() ?? -1;
  if (uid !== 0) return { uid, gid: process.getegid?.() ?? -1, switched: false };
  for (const path of [join(clusterHome, 'data'), clusterHome, dataDir]) {
    const owner = statSync(path, { throwIfNoEntry: false });
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true };
  }
  let users = '';
  try {
    users = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // A minimal container may have no user list at all.
  }
  for (const name of ['postgres', 'nobody']) {
    const entry = users.split('\n').find((line) => line.startsWith(`${name}:`));
    const [, , entryUid, entryGid] = entry?.split(':') ?? [];
    if (Number(entryUid) > 0 && Number(entryGid) > 0) {
      return { uid: Number(entryUid), gid: Number(entryGid), switched: true };
    }
  }
  return { uid: 65_534, gid: 65_534, switched: true };
}

/** A command as child_process.spawn wants it. */
export interface Command {
  file: string;
  args: string[];
  options: { env: Record<string, string>; cwd: string; uid?: number; gid?: number };
}

/**
 * The command that runs `file` as the launcher's account. `deathSignal` is what the kernel sends it when this
 * process dies, where setpriv can ask for that. setpriv sets it after the change of user, which would clear it.
 */
export function command(launcher: Launcher, file: string, args: string[], deathSignal?: 'INT' | 'KILL'): Command {
  const { account, setpriv, binaries } = launcher;
  const options: Command['options'] = {
    // Nothing of this process's environment: it may hold secrets, and PG* variables change what PostgreSQL does.
    env: { PATH: programPath, LC_ALL: 'C', TZ: 'UTC' },
    cwd: '/',
  };
  const flags: string[] = [];
  if (account.switched) {
    if (setpriv.switchesUser) {
      flags.push('--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups');
    } else {
      // Node clears the supplementary groups too when it changes the uid.
      options.uid = account.uid;
      options.gid = account.gid;
    }
  }
  if (launcher.capability) {
    flags.push('--inh-caps', `-all,+${launcher.capability}`, '--ambient-caps', `-all,+${launcher.capability}`);
    // PostgreSQL asks access(2) whether its own program may be run.
    if (setpriv.secureBits) flags.push('--securebits', '+no_setuid_fixup');
  }
  // Where Node changes the user it does so before setpriv runs, so the death signal holds there as well.
  if (deathSignal && setpriv.deathSignal) flags.push('--pdeathsig', deathSignal);
  const library = binaries.libraryPath === undefined ? undefined : `LD_LIBRARY_PATH=${binaries.libraryPath}`;
  // Set only once setpriv has given up root: PostgreSQL's account can write what that path names.
  const run = library === undefined ? [file, ...args] : [findProgram('env') ?? '/usr/bin/env', library, file, ...args];
  const all = flags.length === 0 || setpriv.path === undefined ? run : [setpriv.path, ...flags, '--', ...run];
  return { file: all[0] ?? file, args: all.slice(1), options };
}

type Access = 'ok' | 'data' | 'binaries';

/** Tries, as the launcher's account, to enter `directory` and to run PostgreSQL; says which of them fails. */
export function probeAccess(launcher: Launcher, directory: string): { access: Access; detail: string } {
  // Through a shell, because setpriv itself still has root's rights when it starts a program.
  // initdb --show looks for everything that both programs load, runs postgres -V, and changes nothing.
  const script = 'cd -- "$1" || exit 90; exec "$2" --show -U postgres -D "$1"';
  const program = join(launcher.binaries.root, 'bin', 'initdb');
  const { file, args, options } = command(launcher, '/bin/sh', ['-c', script, 'sh', directory, program]);
  const run = spawnSync(file, args, { ...options, encoding: 'utf8', timeout: 20_000 });
  if (run.error) throw launchError(launcher, run.error.message);
  if (run.status === 0) return { access: 'ok', detail: '' };
  return { access: run.status === 90 ? 'data' : 'binaries', detail: run.stderr.trim().split('\n').at(-1) ?? '' };
}

function launchError(launcher: Launcher, detail: string): StartupError {
  return new StartupError(
    `PostgreSQL cannot be started as uid ${launcher.account.uid} (${detail})`,
    'Start the service as an ordinary user, or set DATABASE_URL',
  );
}

/**
 * Finds a way in which the account can reach both the binaries and `directory` (the cluster's home): as it is;
 * with one capability that passes over directory permissions (reading ones only where this process has it);
 * with the binaries copied by `copy`. StartupError with the directory that bars the way where none works.
 */
export async function ensureAccess(
  launcher: Launcher,
  directory: string,
  copy: () => Promise<Binaries>,
): Promise<Launcher> {
  const first = probeAccess(launcher, directory);
  if (first.access === 'ok') return launcher;
  const { account, setpriv } = launcher;
  if (!account.switched) {
    throw new StartupError(
      `PostgreSQL's programs in ${launcher.binaries.root} do not run (${first.detail})`,
      'Run npm install again on this machine (they need glibc 2.27 or later), or set DATABASE_URL',
    );
  }
  if (setpriv.switchesUser && setpriv.ambientCapabilities) {
    const held = effectiveCapabilities();
    for (const capability of ['dac_read_search', 'dac_override'] as const) {
      if (!held.has(capabilityNumbers[capability])) continue;
      const candidate = { ...launcher, capability };
      if (probeAccess(candidate, directory).access === 'ok') return candidate;
    }
  }
  if (first.access === 'binaries') {
    const candidate = { ...launcher, binaries: await copy() };
    const again = probeAccess(candidate, directory);
    if (again.access === 'ok') return candidate;
    throw launchError(launcher, again.detail);
  }
  const bar = firstBar(directory, account) ?? directory;
  throw new StartupError(
    `PostgreSQL may not run as root, and uid ${account.uid}, which it would run as, may not enter ${bar}`,
    `Run chmod o+x ${bar}, or set DATA_DIR to a place outside it, or start the service as an ordinary user`,
  );
}

/** The topmost directory on the way to `path` that the account may not enter, by its mode bits. */
function firstBar(path: string, account: Account): string | undefined {
  const way: string[] = [];
  for (let step = path; ; step = dirname(step)) {
    way.unshift(step);
    if (step === dirname(step)) break;
  }
  return way.find((step) => {
    const { uid, gid, mode } = statSync(step);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    return (mode & bit) === 0;
  });
}
