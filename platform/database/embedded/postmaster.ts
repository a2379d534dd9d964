import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { command, type Account, type Launcher } from './account.ts';
import { startupFailure } from './cluster.ts';
import { endpointArguments, readPostmasterFile, type Endpoint } from './endpoint.ts';
import { StartupError } from './errors.ts';
import type { Layout } from './layout.ts';
import type { ServerLog } from './log.ts';
import { clusterProcesses, commandLine, identify, isRunning, sendSignal, waitUntilGone } from './processes.ts';
import type { ProcessIdentity } from './processes.ts';
import { poll } from './wait.ts';
import { watch } from './watchdog.ts';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Postmaster {
  pid: number;
  exited: Promise<Exit>;
  /** Fast shutdown; after 5 s immediate shutdown; after 3 s more SIGKILL. */
  stop(): Promise<void>;
}

const fastMs = 5_000;
const immediateMs = 3_000;
const killMs = 5_000;
/** Recovery after a crash replays at most about max_wal_size (1 GB). */
const startMs = 300_000;
const noticeMs = 3_000;

/**
 * Ends whatever still runs of this cluster and clears what it left, so that a postmaster can start. The caller
 * holds the data directory's lock, so nobody owns these processes any more: a postmaster whose parent was killed
 * (shut down like any other), or the backends of a killed postmaster (they hold its shared memory, and
 * PostgreSQL does not start beside them; they end by themselves as a rule, and are killed when they do not).
 * A postmaster that somebody else started here is left alone: StartupError.
 */
export async function endLeftovers(
  layout: Layout,
  clusterName: string | undefined,
  account: Account,
  onNotice: (message: string) => void,
): Promise<void> {
  // Without the secret nothing can be told to be ours; then only the check on postmaster.pid remains.
  if (clusterName !== undefined) await endProcesses(clusterName, account, onNotice);
  await clearPidFile(layout);
}

async function endProcesses(clusterName: string, account: Account, onNotice: (message: string) => void): Promise<void> {
  const identities = (pids: number[]): ProcessIdentity[] =>
    pids.map((pid) => identify(pid)).filter((found) => found !== undefined);
  const found = clusterProcesses(clusterName, account.uid);
  if (found.postmasters.length > 0) {
    onNotice(`stopping the database that an earlier process left running (pid ${found.postmasters.join(', ')})`);
    await shutDown(identities(found.postmasters));
  }
  const backends = identities(clusterProcesses(clusterName, account.uid).backends);
  if (backends.length > 0 && !(await waitUntilGone(backends, 500))) {
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      for (const { pid } of identities(clusterProcesses(clusterName, account.uid).backends)) sendSignal(pid, signal);
      if (await waitUntilGone(backends, signal === 'SIGQUIT' ? 500 : killMs)) break;
    }
  }
  const rest = clusterProcesses(clusterName, account.uid);
  const stuck = [...rest.postmasters, ...rest.backends];
  if (stuck.length > 0) {
    throw new StartupError(
      `Processes of an earlier database do not end (pid ${stuck.join(', ')})`,
      'End them with kill -9, or restart the machine: the disk may not be answering',
    );
  }
}

async function clearPidFile(layout: Layout): Promise<void> {
  const file = await readPostmasterFile(layout.cluster);
  if (file && isRunning(file.pid) && servesDirectory(file.pid, layout.cluster)) {
    throw new StartupError(
      `A PostgreSQL that this service did not start (pid ${file.pid}) runs on ${layout.cluster}`,
      'Stop it (pg_ctl stop), or set DATABASE_URL to use it',
    );
  }
  // Stale, and in the way: PostgreSQL believes any running process whose pid has been handed out again.
  // The shared memory block of a crashed postmaster is found and removed by the next one by itself.
  await rm(join(layout.cluster, 'postmaster.pid'), { force: true });
}

function servesDirectory(pid: number, cluster: string): boolean {
  const args = commandLine(pid);
  const isPostgres = args[0]?.split('/').at(-1)?.startsWith('postgres') === true;
  return isPostgres && args.some((arg) => arg === cluster || arg === `-D${cluster}` || arg === `--pgdata=${cluster}`);
}

async function shutDown(postmasters: ProcessIdentity[]): Promise<void> {
  for (const [signal, limitMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', killMs],
  ] as const) {
    for (const { pid } of postmasters) sendSignal(pid, signal);
    if (await waitUntilGone(postmasters, limitMs)) return;
  }
}

/**
 * Starts the postmaster and returns once it accepts connections. It runs in a session of its own, so that
 * Ctrl-C in a terminal reaches this process alone, which then stops it in order. Should this process die, the
 * kernel (or else a watchdog) sends it SIGINT, a fast shutdown. Must be called on the main thread: the kernel
 * counts the death of the thread that started it.
 */
export async function startPostmaster(
  layout: Layout,
  launcher: Launcher,
  clusterName: string,
  endpoint: Endpoint,
  log: ServerLog,
  onNotice: (message: string) => void,
): Promise<Postmaster> {
  const program = join(launcher.binaries.root, 'bin', 'postgres');
  const args = ['-D', layout.cluster, '-c', `cluster_name=${clusterName}`, ...endpointArguments(endpoint)];
  const { file, args: allArgs, options } = command(launcher, program, args, 'INT');
  const child = spawn(file, allArgs, { ...options, stdio: ['ignore', log.fd, log.fd], detached: true });
  let ended: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve((ended = { code: 127, signal: null })));
    child.once('exit', (code, signal) => resolve((ended = { code, signal })));
  });
  const { pid } = child;
  const unwatch = pid !== undefined && !launcher.setpriv.deathSignal ? watch(launcher, pid) : undefined;
  if (unwatch) void exited.then(unwatch);

  let noticed = false;
  const startedAt = performance.now();
  const outcome = await poll(startMs, 10, async () => {
    if (ended) return 'ended';
    const said = await readPostmasterFile(layout.cluster);
    if (said?.pid === pid && said?.ready === true) return 'ready';
    if (!noticed && performance.now() - startedAt > noticeMs) {
      noticed = true;
      onNotice('the database is recovering from an unclean stop; this may take a minute');
    }
    return undefined;
  });
  const stop = async () => {
    const identity = pid === undefined ? undefined : identify(pid);
    if (identity && !ended) await shutDown([identity]);
    await exited;
  };
  if (outcome === 'ready' && pid !== undefined) return { pid, exited, stop };
  await stop();
  const said = await log.tail();
  if (outcome === 'ended') throw startupFailure(said, 'The embedded database did not start');
  throw new StartupError(
    `The embedded database did not become ready within ${startMs / 1000} s`,
    `See ${layout.log}, and start again: recovery goes on where it stopped`,
  );
}
