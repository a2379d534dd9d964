import { readPostmasterFile } from './endpoint.ts';
import { StartupError } from './errors.ts';
import { readSecrets, type Layout, type Owner } from './layout.ts';
import { tryLock, type DataDirLock, type LockHolder, type Purpose } from './lock.ts';
import type { Exit } from './postmaster.ts';
import { announceTool, serviceConnectionString, type Presence } from './service-database.ts';
import { poll } from './wait.ts';

type Notice = (message: string) => void;

/** A database that another process owns, as a tool uses it. */
export interface Joined {
  connectionString: string;
  pid: number;
  exited: Promise<Exit>;
  leave(): Promise<void>;
}

/** Takes the directory for a server: refused while another server has it, waiting while a tool does. */
export async function lockForServer(
  layout: Layout,
  owner: Owner,
  purpose: Purpose,
  waitMs: number,
  onNotice: Notice,
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

/** Takes the directory for a tool, or joins the database of whoever has it, whichever can be done first. */
export async function lockOrJoin(
  layout: Layout,
  owner: Owner,
  waitMs: number,
  onNotice: Notice,
): Promise<{ lock: DataDirLock } | { joined: Joined }> {
  let holder: LockHolder | undefined;
  const turn = await poll<{ lock: DataDirLock } | { joined: Joined }>(waitMs, 50, async () => {
    const attempt = await tryLock(layout.lock, 'tool', owner);
    if ('lock' in attempt) return attempt;
    holder = attempt.holder ?? holder;
    const joined = await join(layout, onNotice);
    return joined && { joined };
  });
  if (turn) return turn;
  throw new StartupError(
    `The database of ${layout.dataDir} is held by pid ${holder?.pid ?? 'unknown'} and does not answer`,
    `See ${layout.log}; stop that process and try again`,
  );
}

/** One try to use the database that the lock's holder runs; undefined while it cannot be used. */
async function join(layout: Layout, onNotice: Notice): Promise<Joined | undefined> {
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
  const here = presence;
  onNotice(`using the running database (pid ${running.pid})`);
  return {
    connectionString: serviceConnectionString(running.endpoint, secrets),
    pid: running.pid,
    exited: here.ended.then(() => ({ code: null, signal: null })),
    leave: () => here.leave(),
  };
}

/** A tool that started the database stops it only when no other tool uses it, however long that takes. */
export async function waitUntilAlone(presence: Presence, onNotice: Notice): Promise<void> {
  let noticed = false;
  for (;;) {
    // A lost connection means that the database went down: nothing to wait for.
    const alone = await poll(2_000, 50, async () => (await presence.aloneNow().catch(() => true)) || undefined);
    if (alone) return;
    if (!noticed) onNotice('waiting for other commands that use this database');
    noticed = true;
  }
}
