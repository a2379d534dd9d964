import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, moduleCircles } from './walls.ts';

const faults = (path: string, text: string): string[] => faultsOf({ path, text });

test('each wall tells who broke it', () => {
  assert.match(
    faults('engines/names/a.ts', "import { x } from '../../platform/ids.ts';")[0] ?? '',
    /engines may not import platform/,
  );
  assert.match(faults('engines/names/a.ts', "import http from 'node:http';")[0] ?? '', /may not use node:http/);
  assert.match(faults('contract/a.ts', "import pg from 'pg';")[0] ?? '', /contract may import nothing/);
  assert.match(
    faults('platform/a.ts', "import type { X } from '../modules/aml/index.ts';")[0] ?? '',
    /platform may not import modules/,
  );
  assert.match(faults('modules/aml/a.ts', "import { x } from '../kyt/store.ts';")[0] ?? '', /index\.ts only/);
  assert.match(
    faults('modules/aml/a.ts', "import { x } from '../../server/app.ts';")[0] ?? '',
    /modules may not import server/,
  );
  assert.match(faults('modules/aml/a.ts', 'const q = sql`select 1`;')[0] ?? '', /SQL is written/);
  assert.match(faults('modules/aml/a.ts', 'const p = process.env.PORT;')[0] ?? '', /process\.env/);
  assert.match(faults('modules/aml/a.ts', 'const d = new Date();')[0] ?? '', /clock/);
  assert.match(faults('platform/a.ts', 'x\n'.repeat(500))[0] ?? '', /split it/);
});

test('what keeps to the walls passes', () => {
  assert.deepEqual(
    faults('modules/aml/store.ts', "import { sql } from '../../platform/database/sql.ts';\nconst q = sql`select 1`;"),
    [],
  );
  assert.deepEqual(faults('modules/aml/a.ts', "import { x } from '../kyt/index.ts';\n// new Date() in a comment"), []);
  assert.deepEqual(faults('modules/aml/a.test.ts', "import { x } from '../../server/testing.ts';"), []);
});

test('a circle of modules is found', () => {
  const circles = moduleCircles([
    { path: 'modules/a/index.ts', text: "import { b } from '../b/index.ts';" },
    { path: 'modules/b/index.ts', text: "import { c } from '../c/index.ts';" },
    { path: 'modules/c/index.ts', text: "import { a } from '../a/index.ts';" },
  ]);
  assert.deepEqual(circles, ['modules import one another in a circle: a ↔ b ↔ c']);
});
