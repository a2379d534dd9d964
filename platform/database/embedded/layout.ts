import { createHash, createHmac, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode, explaining, StartupError } from './errors.ts';

/** The places the embedded database uses under DATA_DIR. */
export interface Layout {
  dataDir: string;
  /** Owned by the account PostgreSQL runs as, closed to everybody else. */
  home: string;
  cluster: string;
  run: string;
  log: string;
  lock: string;
  secret: string;
}

export interface Owner {
  uid: number;
  gid: number;
}

export function layoutOf(dataDir: string): Layout {
  const home = join(dataDir, 'postgres');
  return {
    dataDir,
    home,
    cluster: join(home, 'data'),
    run: join(home, 'run'),
    log: join(dataDir, 'postgres.log'),
    lock: join(dataDir, 'postgres.lock'),
    secret: join(dataDir, 'postgres.secret'),
  };
}

/**
 * Makes DATA_DIR if need be and returns its real path, and whether it was made now. A directory made here is
 * closed to other users.
 */
export async function openDataDir(dataDir: string): Promise<{ path: string; created: boolean }> {
  const path = resolve(dataDir);
  return explaining(path, async () => {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    return { path: await realpath(path), created: made !== undefined };
  });
}

/** Who files in DATA_DIR belong to: the directory's owner. */
export async function ownerOfPath(path: string): Promise<Owner> {
  const { uid, gid } = await stat(path);
  return { uid, gid };
}

/**
 * Makes `path` a directory (mode 0700) of `owner`, or checks that it is one and mends its mode. Another's
 * directory is refused, unless this is root and `adopt` says that the place is ours in any case.
 */
export async function privateDirectory(path: string, owner: Owner, adopt = true): Promise<void> {
  await explaining(path, async () => {
    let made = true;
    try {
      await mkdir(path, { mode: 0o700 });
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      made = false;
    }
    const found = await lstat(path);
    if (!found.isDirectory()) {
      throw new StartupError(`${path} is not a directory`, 'Remove it, or set DATA_DIR to another directory');
    }
    if (found.uid !== owner.uid || found.gid !== owner.gid) {
      const mayChange = process.geteuid?.() === 0 && (made || adopt);
      if (mayChange) await chown(path, owner.uid, owner.gid);
      else if (found.uid !== owner.uid) throw foreignOwner(path, found.uid);
    }
    if ((found.mode & 0o777) !== 0o700) await chmod(path, 0o700);
  });
}

export function foreignOwner(path: string, uid: number): StartupError {
  return new StartupError(
    `${path} belongs to uid ${uid}, and this process runs as uid ${process.geteuid?.() ?? 'unknown'}`,
    `Start as that user, or give the directory to this one (chown -R), or set DATA_DIR to another directory`,
  );
}

/** Writes a file in one step: it has its old or its new content, whole, whatever happens. */
export async function writeAtomically(path: string, content: string, mode: number, owner?: Owner): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await explaining(path, async () => {
    // Exclusive creation: never through a link that somebody else put there.
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.chmod(mode);
      if (owner && process.geteuid?.() === 0) await file.chown(owner.uid, owner.gid);
      await file.sync();
      await file.close();
      await rename(draft, path);
      await syncDirectory(dirname(path));
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
      throw error;
    }
  });
}

export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** What is derived from the one secret of a data directory (32 random bytes, in hexadecimal). */
export interface Secrets {
  superuserPassword: string;
  servicePassword: string;
  /**
   * The cluster_name setting, by which its processes are told from others'. It depends on the directory too, so
   * that a copy of a data directory is another cluster, and cannot be guessed from the path.
   */
  clusterName: string;
}

function derive(secret: string, cluster: string): Secrets {
  const mac = (use: string) => createHmac('sha256', secret).update(use).digest('hex');
  return {
    superuserPassword: mac('superuser'),
    servicePassword: mac('service'),
    clusterName: `embedded-${createHash('sha256').update(mac('cluster')).update(cluster).digest('hex').slice(0, 20)}`,
  };
}

/** Reads the secret; undefined where there is none yet. */
export async function readSecrets(layout: Layout): Promise<Secrets | undefined> {
  try {
    const text = (await readFile(layout.secret, 'latin1')).trim();
    return /^[0-9a-f]{64}$/.test(text) ? derive(text, layout.cluster) : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) === 'EACCES') {
      throw foreignOwner(layout.secret, (await stat(layout.secret).catch(() => undefined))?.uid ?? -1);
    }
    throw error;
  }
}

/** Makes a new secret (mode 0600, the owner's alone) in place of a missing or unreadable one. */
export async function createSecrets(layout: Layout, owner: Owner): Promise<Secrets> {
  const text = randomBytes(32).toString('hex');
  await writeAtomically(layout.secret, `${text}\n`, 0o600, owner);
  return derive(text, layout.cluster);
}
