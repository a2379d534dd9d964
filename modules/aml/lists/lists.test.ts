import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { importList, listsStatus } from '../index.ts';
import { importText, listOf, screen, served } from '../testing.ts';

let service: TestService;
const lines: string[] = [];
before(async () => {
  service = await startTestService({ logTo: (line) => lines.push(line) });
});
after(async () => service.close());

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `p${n}`, name: `Person Number ${n + 100}`, programs: 'EX-A' }));

const rows = async (statement: string): Promise<Record<string, unknown>[]> => {
  const client = await service.services.db.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    client.release();
  }
};

test('a version is stored as what changed; the same bytes make no version', async () => {
  const first = await importText(service, listOf(many(10)), { dataset: 'delta' });
  assert.deepEqual([first.version, first.added, first.changed, first.removed], [1, 10, 0, 0]);
  const next = many(11).map((entry) => (entry.id === 'p3' ? { ...entry, name: 'Other Name' } : entry));
  const changed = next.filter(({ id }) => id !== 'p5');
  const second = await importText(service, listOf(changed), { dataset: 'delta' });
  assert.deepEqual([second.version, second.added, second.changed, second.removed], [2, 1, 1, 1]);
  const again = await importText(service, listOf(changed), { dataset: 'delta' });
  assert.deepEqual([again.version, again.unchanged], [2, true]);
  const stored = await rows(`select count(*)::integer as n from watchlist_entities where dataset = 'delta'`);
  assert.equal(stored[0]?.['n'], 12);
});

test('a damaged, cut, empty or shrunken list is refused, and the version before serves on', async () => {
  const whole = listOf(many(20));
  await importText(service, whole, { dataset: 'guarded' });
  const cases: [string, string][] = [
    [`${whole}"p99","PERSON"\n`, 'TRUNCATED'],
    [whole.replace('"p7","PERSON"', '"p7","PERSONA"'), 'DAMAGED'],
    [whole.split('\n')[0] ?? '', 'EMPTY'],
    ['<html><body>Service unavailable</body></html>', 'UNKNOWN_FORMAT'],
    [listOf(many(16)), 'SHRUNKEN'],
  ];
  for (const [text, code] of cases) {
    await assert.rejects(importText(service, text, { dataset: 'guarded' }), { name: 'ListRefused', code });
  }
  await assert.rejects(importList(service.services, { format: 'csv', paths: ['/nowhere/list.csv'] }), {
    code: 'UNREADABLE',
  });
  await assert.rejects(importList(service.services, { format: 'nonsense', paths: [] }), { code: 'UNKNOWN_FORMAT' });
  const status = (await listsStatus(service.services)).find(({ dataset }) => dataset === 'guarded');
  assert.deepEqual([status?.version, status?.entities, status?.refused], [1, 20, 5]);
  assert.equal(status?.lastRefusal?.code, 'SHRUNKEN');
  assert.ok(lines.some((line) => line.includes('watchlist refused') && line.includes('SHRUNKEN')));
  const metrics = await service.services.metrics.registry.metrics();
  assert.match(metrics, /watchlist_imports_refused_total\{dataset="guarded"\} 5/);
  assert.match(metrics, /watchlist_entities\{dataset="guarded"\} 20/);
  assert.match(metrics, /watchlist_age_seconds\{dataset="guarded"\} \d/);
  // Seventeen of twenty are not suspicious; sixteen are, unless they are forced.
  assert.equal((await importText(service, listOf(many(17)), { dataset: 'guarded' })).version, 2);
  assert.equal((await importText(service, listOf(many(3)), { dataset: 'guarded', force: true })).version, 3);
});

test('the list is told by GET /aml/datasets as it stands, and chosen by name', async () => {
  await served(service, 'guarded', 3);
  const { data } = (await service.call({ path: '/aml/datasets' })).json;
  const guarded = data.find(({ dataset }: { dataset: string }) => dataset === 'guarded');
  assert.deepEqual([guarded.version, guarded.entities, guarded.checks], [3, 3, ['SANCTIONS']]);
  assert.match(guarded.sha256, /^[0-9a-f]{64}$/);
  const subject = { type: 'PERSON', name: 'Person Number 101' };
  const only = await screen(service, { subject, datasets: ['guarded'] });
  assert.deepEqual(
    only.json.data.datasets.map(({ dataset }: { dataset: string }) => dataset),
    ['guarded'],
  );
  const unknown = await screen(service, { subject, datasets: ['guarded', 'nonsense'] });
  assert.equal(unknown.status, 400, unknown.text);
  assert.equal(unknown.json.error.details.issues[0].path, '/datasets/1');
});

test('GET /aml/datasets is a list as any other: pages, ranges, an exact total', async () => {
  for (const dataset of ['paged-a', 'paged-b']) await importText(service, listOf(many(2)), { dataset });
  const whole = (await service.call({ path: '/aml/datasets?limit=100' })).json;
  const names = whole.data.map(({ dataset }: { dataset: string }) => dataset);
  assert.deepEqual(names.slice(0, 2), ['paged-b', 'paged-a']);
  assert.deepEqual(whole.pagination, { hasMore: false, nextCursor: null, total: names.length });
  for (const order of ['desc', 'asc'] as const) {
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = (await service.call({ path: `/aml/datasets?limit=1&order=${order}${cursor}` })).json;
      assert.equal(page.pagination.total, names.length);
      seen.push(...page.data.map(({ dataset }: { dataset: string }) => dataset));
      if (!page.pagination.hasMore) break;
      cursor = `&cursor=${page.pagination.nextCursor}`;
    }
    assert.deepEqual(seen, order === 'desc' ? names : names.toReversed());
  }
  const { createdAt } = whole.data[0];
  const range = (await service.call({ path: `/aml/datasets?createdFrom=${createdAt}&createdTo=${createdAt}` })).json;
  assert.ok(range.data.some(({ dataset }: { dataset: string }) => dataset === 'paged-b'));
  const none = (await service.call({ path: '/aml/datasets?createdTo=2000-01-01' })).json;
  assert.deepEqual([none.data, none.pagination.total], [[], 0]);
  for (const query of [
    'limit=0',
    'order=up',
    'sortBy=name',
    'cursor=x',
    'createdFrom=2030-01-02&createdTo=2030-01-01',
  ]) {
    assert.equal((await service.call({ path: `/aml/datasets?${query}` })).status, 400, query);
  }
});

test('a list update under load loses no query', async () => {
  const syllables = ['bar', 'ko', 'lim', 'dus', 'fen', 'gor', 'hil', 'jat', 'mov', 'nux'];
  const word = (n: number): string => `${syllables[n % 10]}${syllables[Math.floor(n / 10) % 10]}`;
  const names = Array.from({ length: 100 }, (_, n) => ({
    id: `p${n}`,
    name: `${word(n)}in ${word(99 - n)}ovsky`,
    programs: 'EX-A',
  }));
  await importText(service, listOf(names), { dataset: 'loaded' });
  await served(service, 'loaded', 1);
  const until = { stop: false };
  const versions = new Set<number>();
  let asked = 0;
  const ask = async (): Promise<void> => {
    while (!until.stop) {
      const n = asked++ % names.length;
      const subject = { type: 'PERSON', name: names[n]?.name };
      const answer = await screen(service, { subject, datasets: ['loaded'] });
      assert.equal(answer.status, 201, answer.text);
      const { data } = answer.json;
      assert.ok(
        data.matches.some(({ entityId }: { entityId: string }) => entityId === `p${n}`),
        `p${n} is not among ${data.matchCount}`,
      );
      versions.add(data.datasets[0].version);
    }
  };
  const asking = Promise.all([ask(), ask(), ask(), ask()]);
  for (let version = 2; version <= 4; version += 1) {
    const entries = names.map((entry) => ({ ...entry, remarks: `Version ${version}` }));
    await importText(service, listOf(entries), { dataset: 'loaded' });
    await served(service, 'loaded', version);
  }
  until.stop = true;
  await asking;
  assert.ok(versions.size >= 3, `${asked} queries, versions ${[...versions].join(', ')}`);
});

test('a second process sees a new version by itself, and its imports are seen here', async (t) => {
  await importText(service, listOf(many(5)), { dataset: 'shared' });
  await served(service, 'shared', 1);
  const program = `
    import { startTestService } from ${JSON.stringify(import.meta.resolve('../../../server/testing.ts'))};
    import { importText, listOf, served } from ${JSON.stringify(import.meta.resolve('../testing.ts'))};
    const service = await startTestService({ databaseUrl: process.env.OTHER_DATABASE, role: { api: true, worker: false } });
    await served(service, 'shared', 1);
    process.stdout.write('READY\\n');
    await served(service, 'shared', 2);
    process.stdout.write('SEEN\\n');
    await importText(service, listOf([{ id: 'z', name: 'Zita Ottokar' }]), { dataset: 'shared', force: true });
    await service.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, OTHER_DATABASE: service.databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  await eventually(() => Promise.resolve(output.includes('READY')), 60_000);
  await importText(service, listOf(many(6)), { dataset: 'shared' });
  await eventually(() => Promise.resolve(output.includes('SEEN')), 60_000);
  await served(service, 'shared', 3);
  const found = await screen(service, { subject: { type: 'PERSON', name: 'Zita Ottokar' }, datasets: ['shared'] });
  assert.equal(found.json.data.matchCount, 1);
  assert.equal(await ended, 0);
});

const ofac = sharedData('watchlists/ofac/2022-01-31/sdn.csv');
test(
  'a person of the real OFAC list is found over HTTP',
  { skip: ofac ? false : 'the public test data is absent' },
  async () => {
    const result = await importList(service.services, { format: 'ofac-sdn', paths: [ofac ?? ''] });
    assert.ok(result.entities > 9000, String(result.entities));
    await served(service, 'ofac-sdn', 1);
    const subject = { type: 'PERSON', firstName: 'Semion', lastName: 'Mogilevich', dateOfBirth: '1946-06-30' };
    const answer = await screen(service, {
      subject: { ...subject, firstName: 'Viktor', lastName: 'Bout', dateOfBirth: '1967-01-13' },
      datasets: ['ofac-sdn'],
    });
    assert.equal(answer.status, 201, answer.text);
    const [match] = answer.json.data.matches;
    assert.match(match.caption, /BOUT/i);
    assert.equal(answer.json.data.riskLevel, 'CRITICAL');
    assert.ok(match.sources[0].record.alt.length > 0, 'aliases were read from the file beside it');
  },
);

const un = sharedData('watchlists/un/un-consolidated-2026-02-27.xml');
test(
  'the real UN list is read, and somebody on it found',
  { skip: un ? false : 'the public test data is absent' },
  async () => {
    const result = await importList(service.services, { format: 'un-xml', paths: [un ?? ''] });
    assert.equal(result.entities, 1003);
    await served(service, 'un', 1);
    const answer = await screen(service, {
      subject: { type: 'ORGANIZATION', name: 'Al-Qaida' },
      datasets: ['un'],
    });
    assert.ok(answer.json.data.matchCount > 0, answer.text);
  },
);
