import { readFile, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openApiDocument } from '../contract/openapi.ts';

/** Writes contract/openapi.json from the contract; `--check` fails where it is not current or does not lint clean. */
const root = join(import.meta.dirname, '..');
const path = join(root, 'contract', 'openapi.json');
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '');
  if (committed !== text) {
    process.stderr.write('contract/openapi.json is not current. Run: npm run openapi\n');
    process.exitCode = 1;
  }
  const lint = spawnSync(
    join(root, 'node_modules', '.bin', 'redocly'),
    ['lint', path, '--config', join(root, 'tools', 'redocly.yaml')],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  if (lint.status !== 0) {
    process.stderr.write(lint.stdout + lint.stderr);
    process.exitCode = 1;
  }
} else {
  await writeFile(path, text);
}
