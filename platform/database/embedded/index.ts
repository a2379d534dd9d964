import { chmod, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAccount, detectSetpriv, ensureAccess, type Launcher } from './account.ts';
import { copyBinaries, hydrateLibraries, locateBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { chooseEndpoint, readPostmasterFile } from './endpoint.ts';
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
import { tryLock, type DataDirLock, type LockHolder, type Purpose } from './lock.ts';
import { openLog } from './log.ts';
import { endLeftovers, startPostmaster, type Exit } from './postmaster.ts';
import { announceTool, ensureServiceDatabase, serviceConnectionString, type Presence } from './service-database.ts';
import { poll } from './wait.ts';

export { StartupError } from './errors.ts';

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
  /** How long to wait for whoever has the directory: tools for a server, a starting or stopping owner for a tool. */
  waitMs?: number;
}

const defaultWaitMs = 60_000;

/**
 * Starts the embedded PostgreSQL of `dataDir`, or (purpose `tool`) joins the running one. Returns once it
 * accepts connections and the service's role and database exist. All that the operator can mend is thrown as
 * StartupError. Call it on the main thread.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const onNotice = options.onNotice ?? (() => undefined);
  const { path, created } = await openDataDir(options.dataDir);
  const layout = layoutOf(path);
  const fileOwner = await ownerOfPath(path);
  const turn =
    options.purpose === 'tool'
      ? await lockOrJoin(layout, fileOwner, options.waitMs ?? defaultWaitMs, onNotice)
      : { lock: await lockForServer(layout, fileOwner, options.purpose, options.waitMs ?? defaultWaitMs, onNotice) };
  if ('joined' in turn) return turn.joined;
  try {
    return await startOwned(layout, fileOwner, created, options.purpose, turn.lock, onNotice);
  } catch (error) {
    await turn.lock.release();
    throw error;
  }
}

async function lockForServer(
  layout: Layout,
  owner: Owner,
  purpose: Purpose,
  waitMs: number,
  onNotice: (message: string) => void,
): Promise<DataDirLock> {
  let last: LockHolder | undefined;
  let noticed = false;
  const lock = await poll(waitMs, 100, async () => {
    const attempt = await tryLock(layout.lock, purpose, owner);
    if ('lock' in attempt) return attempt.lock;
    last = attempt.holder ?? last;
    if (attempt.holder && attempt.holder.purpose !== 'tool') throw inUse(layout, attempt.holder);
    if (attempt.holder && !noticed) {
      noticed = true;
      onNotice(`waiting for a command that uses the database (pid ${attempt.holder.pid})`);
    }
    return undefined;
  });
  if (lock) return lock;
  throw inUse(layout, last);
}

function inUse(layout: Layout, holder: LockHolder | undefined): StartupError {
  const who = holder?.purpose === 'tool' ? 'a command' : 'another server';
  const pid = holder ? `pid ${holder.pid}` : 'its pid is unknown';
  return new StartupError(
    `${layout.dataDir} is in use by ${who} (${pid})`,
    holder?.purpose === 'tool'
      ? 'Wait until the command is done, or end it, and start again'
      : 'Stop that server first, or set DATA_DIR to another directory; to run several processes on one database set DATABASE_URL',
  );
}

type ToolTurn = { lock: DataDirLock } | { joined: EmbeddedPostgres };

async function lockOrJoin(
  layout: Layout,
  owner: Owner,
  waitMs: number,
  onNotice: (message: string) => void,
): Promise<ToolTurn> {
  let holder: LockHolder | undefined;
  const turn = await poll<ToolTurn>(waitMs, 50, async () => {
    const attempt = await tryLock(layout.lock, 'tool', owner);
    if ('lock' in attempt) return attempt;
    holder = attempt.holder ?? holder;
    const joined = await joinRunning(layout, onNotice);
    return joined && { joined };
  });
  if (turn) return turn;
  throw new StartupError(
    `The database of ${layout.dataDir} is held by pid ${holder?.pid ?? 'unknown'} and does not answer`,
    `See ${layout.log}; stop that process and try again`,
  );
}

/** One try to use the database that the lock's holder runs; undefined while it cannot be used. */
async function joinRunning(layout: Layout, onNotice: (message: string) => void): Promise<EmbeddedPostgres | undefined> {
  const running = await readPostmasterFile(layout.cluster);
  const secrets = await readSecrets(layout);
  if (!running?.ready || !running.endpoint || !secrets) return undefined;
  let presence: Presence | undefined;
  try {
    presence = await announceTool(running.endpoint, secrets);
  } catch {
    // Starting, stopping, or its role not made yet: the next round sees.
    return undefined;
  }
  if (!presence) return undefined;
  const { leave, ended } = presence;
  onNotice(`using the running database (pid ${running.pid})`);
  return {
    connectionString: serviceConnectionString(running.endpoint, secrets),
    pid: running.pid,
    ownsProcess: false,
    stop: () => leave(),
    exited: ended.then(() => ({ code: null, signal: null })),
  };
}

async function startOwned(
  layout: Layout,
  fileOwner: Owner,
  dataDirIsNew: boolean,
  purpose: Purpose,
  lock: DataDirLock,
  onNotice: (message: string) => void,
): Promise<EmbeddedPostgres> {
  const account = chooseAccount(layout.dataDir, layout.home);
  if (dataDirIsNew && account.switched) {
    // A directory of root's making opens to the group PostgreSQL runs in, for passing through only.
    await explaining(layout.dataDir, async () => {
      await chown(layout.dataDir, fileOwner.uid, account.gid);
      await chmod(layout.dataDir, 0o710);
    });
  }
  await privateDirectory(layout.home, account);
  const launcher: Launcher = await ensureAccess(
    {
      account,
      binaries: await hydrateLibraries(locateBinaries(), join(layout.home, 'libraries')),
      setpriv: detectSetpriv(),
      capability: undefined,
    },
    layout.home,
    () => copyBinaries({ root: locateBinaries(), libraryPath: undefined }, join(layout.home, 'binaries')),
  );

  const before = await readSecrets(layout);
  if (before) await endLeftovers(layout, before.clusterName, account, onNotice);
  const throwaway = purpose === 'test';
  const { secrets, created } = await prepareCluster(layout, launcher, fileOwner, throwaway, onNotice);
  const endpoint = await chooseEndpoint(layout, secrets, account);
  const log = await openLog(layout.log, fileOwner);
  let presence: Presence | undefined;
  try {
    const postmaster = await startPostmaster(layout, launcher, secrets.clusterName, endpoint, log, onNotice);
    const release = async () => {
      await postmaster.stop();
      await presence?.leave();
      await endLeftovers(layout, secrets.clusterName, account, onNotice).catch(() => undefined);
      await log.close();
      await lock.release();
    };
    try {
      await ensureServiceDatabase(endpoint, secrets, created);
      if (purpose === 'tool') presence = await announceTool(endpoint, secrets);
    } catch (error) {
      await release();
      throw new StartupError(
        `The embedded database started but refuses the service (${error instanceof Error ? error.message : 'unknown'})`,
        `See ${layout.log}`,
        { cause: error },
      );
    }
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      if (presence) await waitUntilAlone(presence, postmaster.exited, onNotice);
      await release();
    };
    return {
      connectionString: serviceConnectionString(endpoint, secrets),
      pid: postmaster.pid,
      ownsProcess: true,
      stop: () => (stopping ??= stop()),
      exited: postmaster.exited,
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** A tool that started the database stops it only when no other tool uses it, however long that takes. */
async function waitUntilAlone(
  presence: Presence,
  exited: Promise<Exit>,
  onNotice: (message: string) => void,
): Promise<void> {
  let over = false;
  let noticed = false;
  void exited.then(() => (over = true));
  while (!over) {
    const alone = await poll(5_000, 50, async () => {
      if (over) return true;
      // A lost connection means that the database went down: nothing to wait for.
      return (await presence.aloneNow().catch(() => true)) || undefined;
    });
    if (alone) return;
    if (!noticed) onNotice('waiting for other commands that use this database');
    noticed = true;
  }
}
