import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { glob } from 'node:fs/promises';
import { endOverdue } from './overdue.ts';
import { startTestPostgres } from '../platform/database/embedded/testing.ts';

/**
 * All tests by one command: the checks, then every test file against one throwaway PostgreSQL.
 * `npm test -- modules/aml` runs the test files below a folder only, without the checks.
 */
const { positionals } = parseArgs({ allowPositionals: true });

/** How long the process of one test file may live; the longest takes about two minutes where nothing else runs. */
const FILE_LIMIT_MS = 15 * 60_000;

const report = (line: string): void => void process.stderr.write(`${line}\n`);

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  limitMs?: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: 'inherit', env });
    const stop = limitMs === undefined ? () => {} : endOverdue(child.pid ?? 0, limitMs, report);
    child.on('error', reject);
    child.on('exit', (code) => {
      stop();
      resolve(code ?? 1);
    });
  });
}

async function testFiles(): Promise<string[]> {
  const roots =
    positionals.length > 0
      ? positionals
      : ['contract', 'engines', 'platform', 'modules', 'server', 'cli', 'sdk', 'tools', 'bench', 'e2e'];
  const files: string[] = [];
  for (const root of roots) {
    if (root.endsWith('.ts')) files.push(root);
    else for await (const file of glob(`${root}/**/*.test.ts`)) files.push(file);
  }
  return files.toSorted();
}

async function main(): Promise<number> {
  if (positionals.length === 0) {
    const checks = await run(process.execPath, ['tools/check.ts']);
    if (checks !== 0) return checks;
  }
  const files = await testFiles();
  if (files.length === 0) {
    process.stderr.write('There is no test file there.\n');
    return 2;
  }
  const database = process.env['TEST_DATABASE_URL'] ? null : await startTestPostgres();
  try {
    const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile');
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: cache,
      TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? database?.connectionString,
    };
    const options = ['--test', '--test-timeout=300000', '--test-concurrency=3'];
    return await run(process.execPath, [...options, ...files], env, FILE_LIMIT_MS);
  } finally {
    await database?.stop();
  }
}

process.exitCode = await main();
