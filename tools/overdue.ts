import { readFileSync } from 'node:fs';

/**
 * Ends what a test run would otherwise wait for without end: the test runner's own time-out ends a test, not
 * a file whose process stays alive after its last test (a child it did not end, a handle it did not close).
 *
 * Looks every few seconds at the processes that `pid` started, one a test file, and kills those that have
 * lived longer than `limitMs`, saying which; the runner then reports that file as failed and goes on.
 * Returns the function that ends the watch.
 */
export function endOverdue(pid: number, limitMs: number, say: (line: string) => void, everyMs = 2_000): () => void {
  const since = new Map<number, number>();
  const timer = setInterval(() => {
    const alive = new Set(childrenOf(pid));
    for (const child of since.keys()) if (!alive.has(child)) since.delete(child);
    for (const child of alive) {
      const seen = since.get(child) ?? performance.now();
      since.set(child, seen);
      if (performance.now() - seen < limitMs) continue;
      say(`${fileOf(child)} has not ended within ${Math.round(limitMs / 1000)} s: its process is killed`);
      try {
        process.kill(child, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

const fileOf = (pid: number): string =>
  read(`/proc/${pid}/cmdline`)
    .split('\0')
    .findLast((argument) => argument.endsWith('.test.ts')) ?? `process ${pid}`;
