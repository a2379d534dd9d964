import { chmod, chown, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount, ensureAccess, type Launcher, type Setpriv } from './account.ts';
import { copyBinaries, hydrateLibraries, locateBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { chooseEndpoint, type Endpoint } from './endpoint.ts';
import { explaining, StartupError } from './errors.ts';
import {
  layoutOf,
  openDataDir,
  ownerOfPath,
  privateDirectory,
  readSecrets,
  type Layout,
  type Owner,
} from './layout.ts';
import type { DataDirLock, Purpose } from './lock.ts';
import { openLog } from './log.ts';
import { endLeftovers, startPostmaster, type Exit, type Postmaster } from './postmaster.ts';
import { announceTool, ensureServiceDatabase, serviceConnectionString, type Presence } from './service-database.ts';
import { lockForServer, lockOrJoin, waitUntilAlone } from './turn.ts';

export interface EmbeddedPostgres {
  /** Role `service`, database `service`: owner of that database, may create databases, no superuser. */
  connectionString: string;
  /** The postmaster's pid. */
  pid: number;
  /** False where another process started this database; stop() then only ends this process's use of it. */
  ownsProcess: boolean;
  /** Idempotent. An owner's: fast shutdown, after 5 s immediate, then SIGKILL; the directory is free afterwards. */
  stop(): Promise<void>;
  /** The postmaster's end, asked for or not (not the owner: the end of the connection to it, code null). */
  exited: Promise<Exit>;
}

export interface EmbeddedOptions {
  /** DATA_DIR: made where it is missing. One database per directory. */
  dataDir: string;
  /**
   * `server` has the directory alone and is refused while another server has it. `tool` uses the database of
   * whoever has it, or starts it. `test` is a server on a throwaway cluster: nothing is flushed to disk.
   */
  purpose: Purpose;
  /** Told what takes time or was mended: one line each, without secrets. */
  onNotice?: (message: string) => void;
  /** How long to wait for whoever has the directory (a tool; for a tool, one that starts or stops); 60 s. */
  waitMs?: number;
}

/** What the system brings, as found by the caller. */
export interface System {
  setpriv: Setpriv;
}

const defaultWaitMs = 60_000;
const portTries = 5;

type Notice = (message: string) => void;

/** startEmbeddedPostgres on a system with the given programs. */
export async function startWith(options: EmbeddedOptions, system: System): Promise<EmbeddedPostgres> {
  const { purpose, onNotice = () => undefined, waitMs = defaultWaitMs } = options;
  const { path, created } = await openDataDir(options.dataDir);
  const layout = layoutOf(path);
  const fileOwner = await ownerOfPath(path);
  const turn =
    purpose === 'tool'
      ? await lockOrJoin(layout, fileOwner, waitMs, onNotice)
      : { lock: await lockForServer(layout, fileOwner, purpose, waitMs, onNotice) };
  if ('joined' in turn) {
    const { connectionString, pid, exited } = turn.joined;
    return { connectionString, pid, exited, ownsProcess: false, stop: () => turn.joined.leave() };
  }
  try {
    const launcher = await prepareLauncher(layout, created, fileOwner, system);
    return await startOwned(layout, launcher, fileOwner, purpose, turn.lock, onNotice);
  } catch (error) {
    await turn.lock.release();
    throw error;
  }
}

async function prepareLauncher(layout: Layout, dataDirIsNew: boolean, fileOwner: Owner, system: System) {
  const account = chooseAccount(layout.dataDir, layout.home);
  if (dataDirIsNew && account.switched) {
    // A directory of root's making opens to the group PostgreSQL runs in, for passing through only.
    await explaining(layout.dataDir, async () => {
      await chown(layout.dataDir, fileOwner.uid, account.gid);
      await chmod(layout.dataDir, 0o710);
    });
  }
  await privateDirectory(layout.home, account);
  const root = locateBinaries();
  const binaries = await hydrateLibraries(root, join(layout.home, 'libraries'));
  return ensureAccess({ account, binaries, setpriv: system.setpriv, capability: undefined }, layout.home, () =>
    copyBinaries(root, join(layout.home, 'binaries')),
  );
}

async function startOwned(
  layout: Layout,
  launcher: Launcher,
  fileOwner: Owner,
  purpose: Purpose,
  lock: DataDirLock,
  onNotice: Notice,
): Promise<EmbeddedPostgres> {
  const { account } = launcher;
  const before = await readSecrets(layout);
  await endLeftovers(layout, before?.clusterName, account, onNotice);
  const { secrets, created } = await prepareCluster(layout, launcher, fileOwner, purpose === 'test', onNotice);
  const log = await openLog(layout.log, fileOwner);
  let running: { postmaster: Postmaster; endpoint: Endpoint } | undefined;
  let presence: Presence | undefined;
  const release = async () => {
    await running?.postmaster.stop();
    await presence?.leave();
    await endLeftovers(layout, secrets.clusterName, account, onNotice).catch(() => undefined);
    if (running?.endpoint.kind === 'socket' && running.endpoint.directory !== layout.run) {
      await rm(running.endpoint.directory, { recursive: true, force: true }).catch(() => undefined);
    }
    await log.close();
    await lock.release();
  };
  try {
    for (let tries = 1; running === undefined; tries += 1) {
      const endpoint = await chooseEndpoint(layout, secrets, account, tmpdir());
      try {
        const postmaster = await startPostmaster(layout, launcher, secrets.clusterName, endpoint, log, onNotice);
        running = { postmaster, endpoint };
      } catch (error) {
        // Somebody else may have taken the port in the meantime.
        if (endpoint.kind !== 'tcp' || tries === portTries || !/TCP\/IP socket/.test(String(error))) throw error;
      }
    }
    await ensureServiceDatabase(running.endpoint, secrets, created);
    if (purpose === 'tool') presence = await announceTool(running.endpoint, secrets);
  } catch (error) {
    await release();
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The embedded database started but refuses the service (${error instanceof Error ? error.message : 'unknown'})`,
      `See ${layout.log}`,
      { cause: error },
    );
  }
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    if (presence) await waitUntilAlone(presence, onNotice);
    await release();
  };
  return {
    connectionString: serviceConnectionString(running.endpoint, secrets),
    pid: running.postmaster.pid,
    ownsProcess: true,
    stop: () => (stopping ??= stop()),
    exited: running.postmaster.exited,
  };
}
