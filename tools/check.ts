import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkWalls } from './walls.ts';

/** Everything that is checked without running the service: types, lint, format, walls, the OpenAPI document. */
const bin = (name: string): string => join(import.meta.dirname, '..', 'node_modules', '.bin', name);

interface Check {
  name: string;
  run(): Promise<boolean> | boolean;
}

const command = (name: string, args: readonly string[]): boolean =>
  spawnSync(bin(name), [...args], { stdio: 'inherit' }).status === 0;

const CHECKS: readonly Check[] = [
  {
    name: 'types',
    run: () =>
      command('tsc', ['--noEmit']) &&
      ['capture', 'dashboard'].every((pages) => command('tsc', ['--noEmit', '--project', pages])),
  },
  { name: 'lint', run: () => command('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'format', run: () => command('oxfmt', ['--check']) },
  {
    name: 'walls',
    async run() {
      const faults = await checkWalls(join(import.meta.dirname, '..'));
      for (const fault of faults) process.stderr.write(`${fault}\n`);
      return faults.length === 0;
    },
  },
  {
    name: 'openapi',
    run: () => spawnSync(process.execPath, ['tools/openapi.ts', '--check'], { stdio: 'inherit' }).status === 0,
  },
];

let failed = false;
for (const check of CHECKS) {
  const started = performance.now();
  const passed = await check.run();
  failed ||= !passed;
  process.stdout.write(
    `${passed ? 'ok    ' : 'FAILED'} ${check.name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`,
  );
}
process.exitCode = failed ? 1 : 0;
