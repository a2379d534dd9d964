import { copyFile, open, type FileHandle } from 'node:fs/promises';
import { explaining } from './errors.ts';
import type { Owner } from './layout.ts';

const sizeLimit = 5_000_000;
const checkEveryMs = 10_000;

export interface ServerLog {
  /** Descriptor to hand to the postmaster as its standard output and error. */
  fd: number;
  /** The size at opening: what the postmaster says comes after it. */
  start: number;
  /** What was written since `start`, its last 16 kB. */
  tail(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL's log (mode 0600) for appending and keeps it under about 5 MB: past that the content moves
 * to `<path>.1` and the file starts again at zero. PostgreSQL holds the file itself and not a pipe to this
 * process, so that it can still say what happened after this process was killed.
 */
export async function openLog(path: string, owner: Owner, limit: number = sizeLimit): Promise<ServerLog> {
  const file = await explaining(path, () => open(path, 'a+', 0o600));
  await file.chmod(0o600).catch(() => undefined);
  if (process.geteuid?.() === 0) await file.chown(owner.uid, owner.gid).catch(() => undefined);
  await rotate(file, path, limit);
  const start = (await file.stat()).size;
  const timer = setInterval(() => {
    rotate(file, path, limit).catch(() => undefined);
  }, checkEveryMs);
  timer.unref();
  let closed = false;
  return {
    fd: file.fd,
    start,
    async tail() {
      const { size } = await file.stat();
      const from = Math.max(size < start ? 0 : start, size - 16_384);
      const buffer = Buffer.alloc(Math.max(0, size - from));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
      return buffer.toString('utf8', 0, bytesRead);
    },
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await file.close();
    },
  };
}

async function rotate(file: FileHandle, path: string, limit: number): Promise<void> {
  if ((await file.stat()).size <= limit) return;
  await copyFile(path, `${path}.1`);
  // Every writer appends, so the next line lands at the new end.
  await file.truncate(0);
}
