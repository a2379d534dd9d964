import { spawn } from 'node:child_process';
import { command, type Launcher } from './account.ts';

/**
 * Stops the postmaster when this process dies without stopping it, on systems whose setpriv cannot have the
 * kernel do so: a shell that waits on a pipe from this process. The pipe's end without a word means death.
 * Returns what to call once the postmaster has been stopped.
 */
export function watch(launcher: Launcher, postmaster: number): () => void {
  const script = 'read -r word; [ "$word" = stopped ] || kill -INT "$1"';
  const { file, args, options } = command(launcher, '/bin/sh', ['-c', script, 'sh', String(postmaster)]);
  const child = spawn(file, args, { ...options, stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return () => {
    child.stdin.end('stopped\n');
  };
}
