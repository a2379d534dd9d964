import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, stat, statfs, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCli } from './lib/cli.ts';
import { sleep, until } from './lib/load.ts';
import { freePorts, printedKeys, spawnService, untilReady } from './lib/service-process.ts';

const QUOTA = '256m';

/** A file system of a fixed size in memory; only root may mount one. */
function mountQuota(dir: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${QUOTA},mode=0755`, 'cvs-quota', dir], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `a file system of a fixed size cannot be mounted here (${(error as Error).message.split('\n')[0]})`;
  }
}

const dir = await mkdtemp(join(tmpdir(), 'cvs-quota-'));
const refused = mountQuota(dir);
if (refused !== undefined) await rm(dir, { recursive: true });

test(
  'with the disk full requests fail with 503; once there is space all goes on by itself, and nothing is lost',
  { skip: refused ?? false, timeout: 120_000 },
  async () => {
    const dataDir = join(dir, 'data');
    const ballast = join(dir, 'ballast');
    const service = spawnService(await freePorts(3), { DATA_DIR: dataDir });
    try {
      await untilReady(service);
      const { test: key } = printedKeys(service);
      const cli = (...args: string[]) => runCli({ DATA_DIR: dataDir }, ...args);
      const [organization = ''] = /org_[0-9a-z]{26}/.exec(service.stdout()) ?? [];
      await cli('plans', 'set', organization, 'ENTERPRISE', '--per-minute', '1000000');
      await sleep(1_000);
      const made: string[] = [];
      const statuses = new Map<number, number>();
      const wrong: string[] = [];
      let sent = 0;
      /** Large enough that some hundred of them fill what the database had set aside. */
      const post = async (): Promise<number> => {
        sent += 1;
        const metadata = Object.fromEntries(
          Array.from({ length: 50 }, (_, n) => [`k${n}`, `${sent} `.repeat(100).slice(0, 490)]),
        );
        const response = await fetch(`${service.sandbox}/applicants`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ firstName: 'Full', lastName: `No ${sent}`, metadata }),
        });
        const text = await response.text();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const { data, error } = JSON.parse(text) as { data?: { applicantId: string }; error?: { code: string } };
        const unavailable =
          response.status === 503 && error?.code === 'SERVICE_UNAVAILABLE' && response.headers.has('retry-after');
        if (response.status === 201) made.push(String(data?.applicantId));
        else if (!unavailable) wrong.push(`${response.status} ${text}`);
        return response.status;
      };
      /** Grows or shrinks the ballast so that this much is left. */
      const leave = async (bytes: number): Promise<void> => {
        const { bavail, bsize } = await statfs(dir);
        const excess = bavail * bsize - bytes;
        if (excess >= 0) await appendFile(ballast, Buffer.alloc(excess, 1)).catch(() => {});
        else await truncate(ballast, Math.max(0, (await stat(ballast)).size + excess));
      };
      const fullFor = async (bytesLeft: number, failures: number): Promise<void> => {
        const end = Date.now() + 40_000;
        const before = statuses.get(503) ?? 0;
        while ((statuses.get(503) ?? 0) < before + failures) {
          assert.ok(Date.now() < end, `the disk was never full: ${JSON.stringify([...statuses])}`);
          await leave(bytesLeft);
          await Promise.all(Array.from({ length: 8 }, post));
        }
        assert.deepEqual(wrong, []);
        assert.equal(service.child.exitCode, null, service.stdout());
      };
      const spaceAgain = async (): Promise<void> => {
        await rm(ballast);
        await until('requests to be served again', async () => (await post()) === 201 || sleep(250), 60_000);
        for (let n = 0; n < 20; n += 1) assert.equal(await post(), 201);
        assert.deepEqual(wrong, []);
        assert.equal((await fetch(`${service.admin}/readyz`)).status, 200);
      };
      for (let n = 0; n < 20; n += 1) assert.equal(await post(), 201);

      // No room for rows: statements are refused.
      await fullFor(0, 50);
      await spaceAgain();
      // Room for rows, and none for the next piece of the write-ahead log: the database ends itself, again and again.
      await fullFor(2 * 1024 * 1024, 500);
      await spaceAgain();
      const list = async (cursor: string): Promise<string[]> => {
        const response = await fetch(`${service.sandbox}/applicants?limit=100${cursor}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        const { data, pagination } = (await response.json()) as {
          data: { applicantId: string }[];
          pagination: { nextCursor: string | null; total: number };
        };
        const ids = data.map(({ applicantId }) => applicantId);
        return pagination.nextCursor ? [...ids, ...(await list(`&cursor=${pagination.nextCursor}`))] : ids;
      };
      const kept = new Set(await list(''));
      assert.deepEqual(
        made.filter((id) => !kept.has(id)),
        [],
      );
      assert.equal((await cli('audit', 'verify'))['valid'], true);
      assert.equal((await cli('ledger', 'verify'))['valid'], true);
    } finally {
      await service.stop();
      execFileSync('umount', ['--lazy', dir]);
      await rm(dir, { recursive: true, force: true });
    }
  },
);
