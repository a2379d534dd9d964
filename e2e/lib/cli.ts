import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MAIN = join(import.meta.dirname, '..', '..', 'cli', 'main.ts');

export const WATCHLIST = join(import.meta.dirname, '..', '..', 'examples', 'watchlist.csv');

/** Runs the operator's command line as a process of its own. @returns what it printed with --json */
export async function runCli(
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
    timeout: 60_000,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
