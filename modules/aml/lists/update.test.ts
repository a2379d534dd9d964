import assert from 'node:assert/strict';
import { mkdir, readdir, rmdir, utimes } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { listOf } from '../testing.ts';
import type { Publisher } from './publishers.ts';
import { updateTasks } from './jobs.ts';
import { refusals } from './store.ts';
import { updateLists } from './update.ts';

/** A publisher's site: what it answers by path, and what it was asked. */
interface Page {
  body: string;
  etag?: string;
  lastModified?: string;
  status?: number;
  location?: string;
  cut?: boolean;
  /** Bytes that the answer claims to have, whatever it sends. */
  claims?: number;
  /** Answers this many times with 503 first. */
  busy?: number;
  hang?: boolean;
}

let service: TestService;
let site: Server;
let origin = '';
const pages = new Map<string, Page>();
const asked: { path: string; headers: IncomingMessage['headers'] }[] = [];
const lines: string[] = [];

before(async () => {
  service = await startTestService({ logTo: (line) => lines.push(line) });
  site = createServer((request, response): void => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    const page = pages.get(path);
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    if (page.hang) return;
    if (page.busy !== undefined && page.busy > 0) {
      page.busy -= 1;
      response.writeHead(503, { 'retry-after': '0' }).end('busy');
      return;
    }
    if (page.location) {
      response.writeHead(302, { location: page.location }).end();
      return;
    }
    const { etag, lastModified, body } = page;
    const same =
      (etag !== undefined && request.headers['if-none-match'] === etag) ||
      (lastModified !== undefined && request.headers['if-modified-since'] === lastModified);
    if (same) {
      response.writeHead(304).end();
      return;
    }
    if (page.claims !== undefined) {
      // Past the server's own care for the length: as a broken publisher sends it.
      response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: ${page.claims}\r\nconnection: close\r\n\r\n${body}`);
      return;
    }
    response.writeHead(page.status ?? 200, {
      'content-length': Buffer.byteLength(body),
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { 'last-modified': lastModified }),
    });
    if (page.cut) {
      response.write(body.slice(0, 20));
      setTimeout(() => response.destroy(), 20);
    } else response.end(body);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
after(async () => {
  site.closeAllConnections();
  site.close();
  await service.close();
});
beforeEach(() => {
  asked.length = 0;
  lines.length = 0;
});

const publisher = (dataset: string, ...files: string[]): Publisher => ({
  dataset,
  format: 'csv',
  files: files.map((name) => ({ url: `${origin}/${name}`, name })),
});
const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: `u${n + from}`, name: `Somebody Listed ${n + from}` }));
const limits = { maxBytes: 100_000, timeoutMs: 1500, pausesMs: [5, 10] };
const run = (...publishers: Publisher[]) => updateLists(service.services, { publishers, limits });

test('a new list is taken, the same one is not fetched again, a newer one replaces it', async () => {
  pages.set('/a.csv', { body: listOf(entries(10)), etag: '"one"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' });
  const list = publisher('fetched', 'a.csv');
  assert.deepEqual(await run(list), [{ dataset: 'fetched', outcome: 'UPDATED', version: 1, reason: null }]);
  assert.deepEqual(await run(list), [{ dataset: 'fetched', outcome: 'UNCHANGED', version: 1, reason: null }]);
  assert.equal(asked.at(-1)?.headers['if-none-match'], '"one"');
  assert.equal(asked.at(-1)?.headers['if-modified-since'], 'Fri, 20 Nov 2026 10:00:00 GMT');
  pages.set('/a.csv', { body: listOf(entries(11)), etag: '"two"' });
  assert.equal((await run(list))[0]?.version, 2);
  // Other validators, the same bytes: no version, and the new validators are kept.
  pages.set('/a.csv', { body: listOf(entries(11)), etag: '"three"' });
  assert.equal((await run(list))[0]?.outcome, 'UNCHANGED');
  await run(list);
  assert.equal(asked.at(-1)?.headers['if-none-match'], '"three"');
});

test('a list of several files is never mixed from two versions', async () => {
  pages.set('/m1.csv', { body: listOf(entries(5)), etag: '"m1"' });
  pages.set('/m2.csv', { body: listOf(entries(5, 100)), etag: '"m2"' });
  const list = publisher('several', 'm1.csv', 'm2.csv');
  assert.equal((await run(list))[0]?.version, 1);
  asked.length = 0;
  pages.set('/m2.csv', { body: listOf(entries(6, 100)), etag: '"m2b"' });
  assert.equal((await run(list))[0]?.version, 2);
  assert.deepEqual(
    asked.map(({ path, headers }) => [path, headers['if-none-match'] ?? null]),
    [
      ['/m1.csv', '"m1"'],
      ['/m2.csv', '"m2"'],
      ['/m1.csv', null],
    ],
  );
});

test('what a killed run left behind is removed, and what a running one uses is not', async () => {
  const { dataDir } = service.services.config;
  const [old, fresh] = [join(dataDir, 'lists-old'), join(dataDir, 'lists-fresh')];
  await Promise.all([mkdir(old), mkdir(fresh)]);
  const yesterday = new Date(Date.now() - 2 * 86_400_000);
  await utimes(old, yesterday, yesterday);
  await run();
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('lists-')),
    ['lists-fresh'],
  );
  await rmdir(fresh);
});

test('a file that the list is whole without may be absent; any other may not', async () => {
  pages.set('/o1.csv', { body: listOf(entries(4)) });
  const list = publisher('optional', 'o1.csv', 'o2.csv');
  assert.equal((await run(list))[0]?.outcome, 'FAILED');
  const files = list.files.map((file) => (file.name === 'o2.csv' ? { ...file, optional: true } : file));
  assert.equal((await run({ ...list, files }))[0]?.outcome, 'UPDATED');
});

test('a redirect is followed; what fails is told in one line, and the others are updated all the same', async () => {
  pages.set('/moved.csv', { body: '', location: '/target.csv' });
  pages.set('/target.csv', { body: listOf(entries(3)) });
  pages.set('/big.csv', { body: 'x'.repeat(200_000) });
  pages.set('/cut.csv', { body: listOf(entries(300)), cut: true });
  pages.set('/hang.csv', { body: '', hang: true });
  pages.set('/error.csv', { body: '<html>maintenance</html>', status: 500 });
  pages.set('/html.csv', { body: '<html>maintenance</html>' });
  const results = await run(
    publisher('absent', 'absent.csv'),
    publisher('big', 'big.csv'),
    publisher('cut', 'cut.csv'),
    publisher('hang', 'hang.csv'),
    publisher('error', 'error.csv'),
    publisher('html', 'html.csv'),
    { dataset: 'nowhere', format: 'csv', files: [{ url: 'http://127.0.0.1:1/x.csv', name: 'x.csv' }] },
    publisher('moved', 'moved.csv'),
  );
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['FAILED', 'FAILED', 'FAILED', 'FAILED', 'FAILED', 'REFUSED', 'FAILED', 'UPDATED'],
  );
  const { failed } = (await refusals(service.services.db)).find(({ dataset }) => dataset === 'cut') ?? { failed: 0 };
  assert.equal(failed, 1);
  const metrics = await service.services.metrics.registry.metrics();
  assert.match(metrics, /watchlist_fetches_failed_total\{dataset="hang"[^}]*\} 1\n/);
  assert.match(metrics, /watchlist_imports_refused_total\{dataset="html"[^}]*\} 1\n/);
  const warnings = lines.filter((line) => line.includes('could not be fetched'));
  assert.equal(warnings.length, 1);
  for (const name of ['absent', 'big', 'cut', 'hang', 'error', 'nowhere']) assert.ok(warnings[0]?.includes(name), name);
  const left = (await readdir(service.services.config.dataDir)).filter((name) => name.startsWith('lists-'));
  assert.deepEqual(left, []);
});

test('a publisher that is busy for a moment is asked again; one that lies about the length is not believed', async () => {
  pages.set('/busy.csv', { body: listOf(entries(3)), busy: 2 });
  assert.equal((await run(publisher('busy', 'busy.csv')))[0]?.outcome, 'UPDATED');
  assert.equal(asked.length, 3);
  pages.set('/busier.csv', { body: listOf(entries(3)), busy: 3 });
  assert.equal((await run(publisher('busier', 'busier.csv')))[0]?.outcome, 'FAILED');
  asked.length = 0;
  pages.set('/forbidden.csv', { body: 'no', status: 403 });
  assert.equal((await run(publisher('forbidden', 'forbidden.csv')))[0]?.outcome, 'FAILED');
  assert.equal(asked.length, 1, 'what will not change is asked for once');
  const body = listOf(entries(9));
  for (const claims of [body.length + 50, body.length - 50]) {
    pages.set('/liar.csv', { body, claims });
    const [result] = await run(publisher('liar', 'liar.csv'));
    assert.ok(result?.outcome === 'FAILED' || result?.outcome === 'REFUSED', `${claims}: ${JSON.stringify(result)}`);
    assert.equal(result.version, null);
  }
});

test('lists that could not be fetched are asked for again later, and only they', async () => {
  pages.set('/there.csv', { body: listOf(entries(2)) });
  const publishers = [publisher('there', 'there.csv'), publisher('away', 'away.csv')];
  const task = updateTasks(service.services, { publishers, limits })['aml.updateLists'];
  assert.ok(task);
  const waiting = () =>
    service.services.db.query<{ payload: { only: string[]; attempt: number }; minutes: number }>(
      sql`select p.payload, round(extract(epoch from j.run_at - now()) / 60)::int as minutes
        from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id where j.key = 'aml.updateLists again'`,
    );
  await task({}, undefined as never);
  const [first] = await waiting();
  assert.deepEqual([first?.payload, first?.minutes], [{ only: ['away'], attempt: 1 }, 15]);
  asked.length = 0;
  await task({ only: ['away'], attempt: 2 }, undefined as never);
  assert.deepEqual([...new Set(asked.map(({ path }) => path))], ['/away.csv']);
  const [last] = await waiting();
  assert.deepEqual([last?.payload.attempt, last?.minutes], [3, 240]);
  pages.set('/away.csv', { body: listOf(entries(2)) });
  await task({ only: ['away'], attempt: 3 }, undefined as never);
  assert.equal((await waiting())[0]?.payload.attempt, 3, 'nothing more was asked for');
});
