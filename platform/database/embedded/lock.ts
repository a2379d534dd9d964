import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { explaining, StartupError } from './errors.ts';
import { identify, stillRuns, type ProcessIdentity } from './processes.ts';
import { poll } from './wait.ts';

export type Purpose = 'server' | 'tool' | 'test';

/** Who holds a data directory. */
export interface LockHolder extends ProcessIdentity {
  purpose: Purpose;
}

export interface DataDirLock {
  release(): Promise<void>;
}

export type LockAttempt = { lock: DataDirLock } | { holder: LockHolder | undefined };

/**
 * Takes the lock file at `path` for this process, or says who has it (undefined while the holder is just
 * writing its name, or where it runs in another container and cannot be seen). One try, no waiting; a killed holder's lock is free at once.
 *
 * Two guards, both of which must be free:
 * 1. flock(2) on the file. Node has no call for it, but the lock belongs to the open file description, so
 *    flock(1) locks a descriptor it inherits and ends, and the lock stays with this process until it closes
 *    the file or dies. It also holds between containers that share the directory.
 * 2. The identity (pid, start time, boot) written in the file, for systems without flock(1) or file systems
 *    without flock(2). Reading and replacing it is then made one step by a mutex that dies with its holder:
 *    listening on an abstract Unix socket named after the file.
 *
 * `owner` is given the file when this process runs as root (the next start may be the owner's).
 */
export async function tryLock(
  path: string,
  purpose: Purpose,
  owner?: { uid: number; gid: number },
  flockProgram = 'flock',
): Promise<LockAttempt> {
  const file = await explaining(path, () => open(path, 'a+', 0o600));
  let keep = false;
  try {
    if (owner && process.getuid?.() === 0) await file.chown(owner.uid, owner.gid);
    const outcome = await kernelLock(file, flockProgram);
    if (outcome === 'held') {
      // Until the holder has written its name, the file may still name one that was killed.
      const named = await readHolder(file);
      return { holder: named && stillRuns(named) ? named : undefined };
    }
    const mutex = outcome === 'unavailable' ? await takeMutex(path) : undefined;
    try {
      const other = await readHolder(file);
      if (other && stillRuns(other)) return { holder: other };
      const me = identify();
      if (!me) throw new StartupError('/proc cannot be read', 'Mount /proc, or set DATABASE_URL');
      const holder: LockHolder = { ...me, purpose };
      await file.truncate(0);
      await file.appendFile(`${JSON.stringify(holder)}\n`);
    } finally {
      await mutex?.();
    }
    keep = true;
    let released = false;
    return {
      lock: {
        async release() {
          if (released) return;
          released = true;
          await file.truncate(0).catch(() => undefined);
          await file.close();
        },
      },
    };
  } finally {
    if (!keep) await file.close();
  }
}

function kernelLock(file: FileHandle, program: string): Promise<'taken' | 'held' | 'unavailable'> {
  return new Promise((resolve) => {
    const child = spawn(program, ['-x', '-n', '3'], {
      stdio: ['ignore', 'ignore', 'ignore', file.fd],
      env: { PATH: programPath, LC_ALL: 'C' },
    });
    child.once('error', () => resolve('unavailable'));
    child.once('exit', (code) => resolve(code === 0 ? 'taken' : code === 1 ? 'held' : 'unavailable'));
  });
}

/** Where system programs are looked for; the caller's PATH is not trusted with a root process. */
export const programPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

async function readHolder(file: FileHandle): Promise<LockHolder | undefined> {
  const buffer = Buffer.alloc(1024);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  try {
    const value: unknown = JSON.parse(buffer.toString('utf8', 0, bytesRead));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, startTime, bootId, purpose } = value as Partial<Record<keyof LockHolder, unknown>>;
  return (
    Number.isSafeInteger(pid) &&
    typeof startTime === 'string' &&
    typeof bootId === 'string' &&
    (purpose === 'server' || purpose === 'tool' || purpose === 'test')
  );
}

async function takeMutex(path: string): Promise<() => Promise<void>> {
  const { dev, ino } = await stat(path);
  const name = `\0data-dir-lock-${dev}-${ino}`;
  const release = await poll(5_000, 20, () => listenOn(name));
  if (release) return release;
  throw new StartupError(
    `The lock ${path} stayed busy for 5 seconds`,
    'Install util-linux (the flock program), or end the process that is starting on this DATA_DIR',
  );
}

function listenOn(name: string): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(name, () =>
      resolve(
        () =>
          new Promise((closed) => {
            server.close(() => closed());
          }),
      ),
    );
  });
}
