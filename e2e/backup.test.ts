import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { debianPostgres, startOutsidePostgres } from './lib/outside-postgres.ts';
import { freePorts, printedKeys, spawnService, untilReady } from './lib/service-process.ts';

const found = debianPostgres();
const skip = found ? false : 'no PostgreSQL of Debian is installed (apt-get install postgresql)';

test(
  'a dump of a running service, restored elsewhere, serves the same with the same master key',
  { skip },
  async () => {
    if (!found) return;
    const postgres = await startOutsidePostgres(found);
    const dir = await mkdtemp(join(tmpdir(), 'cvs-e2e-'));
    const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
    try {
      const first = spawnService(await freePorts(3), { DATA_DIR: dir, DATABASE_URL: postgres.url, MASTER_KEY });
      await untilReady(first);
      const { live } = printedKeys(first);
      const headers = {
        authorization: `Bearer ${live}`,
        'content-type': 'application/json',
        'idempotency-key': 'before-the-dump',
      };
      const body = JSON.stringify({ firstName: 'Bea', lastName: 'Backup' });
      const created = await fetch(`${first.production}/applicants`, { method: 'POST', headers, body });
      const text = await created.text();
      assert.equal(created.status, 201, text);
      const dump = join(dir, 'service.dump');
      postgres.run('pg_dump', '--format=custom', `--file=${dump}`, postgres.url);
      await first.stop();

      const restored = postgres.url.replace(/service$/, 'restored');
      const { hostname, port } = new URL(postgres.url);
      postgres.run('createdb', '-h', hostname, '-p', port, '-U', 'service', 'restored');
      postgres.run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${restored}`, dump);
      const second = spawnService(await freePorts(3), { DATA_DIR: dir, DATABASE_URL: restored, MASTER_KEY });
      await untilReady(second);
      const replayed = await fetch(`${second.production}/applicants`, { method: 'POST', headers, body });
      assert.equal(replayed.headers.get('idempotency-replayed'), 'true');
      assert.equal(await replayed.text(), text);
      await second.stop();

      const other = spawnService(await freePorts(3), {
        DATA_DIR: dir,
        DATABASE_URL: restored,
        MASTER_KEY: Buffer.alloc(32, 4).toString('base64'),
      });
      assert.equal(await other.exited, 1);
      assert.match(other.stderr(), /was sealed with the master key/);
    } finally {
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    }
  },
);
