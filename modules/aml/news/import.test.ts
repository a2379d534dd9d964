import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Article, Finding, Offence, Role, Severity } from '../../../engines/news/index.ts';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { importList, ListRefused, listsStatus, replayScreening } from '../index.ts';
import { eventsOf, importText, listOf, screen, served } from '../testing.ts';
import { importArticles, type NewsImportProgress, type NewsImportResult } from './import.ts';

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'aml-news-'));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Lines such as `CONVICTED FRAUD HIGH Jorunn Vestergaard-Lind` are findings: what the store does with them is tested. */
function plainAnalyst({ text }: Article): Finding[] {
  return [...text.matchAll(/^([A-Z]+) ([A-Z_]+) ([A-Z]+)( ORG)? (.+)$/gm)].map((line) => ({
    name: line[5] ?? '',
    aliases: [line[5] ?? '', (line[5] ?? '').split(' ').at(-1) ?? ''],
    kind: line[4] === undefined ? 'PERSON' : 'ORGANIZATION',
    offence: line[2] as Offence,
    role: line[1] as Role,
    severity: line[3] as Severity,
    snippet: { field: 'TEXT', text: line[0], start: line.index, end: line.index + line[0].length },
    confidence: 0.9,
    evidence: [],
  }));
}

let version = 'plain-1';

interface Story extends Partial<Article> {
  text: string;
}

async function take(
  stories: readonly Story[],
  more: { text?: string; onProgress?: (p: NewsImportProgress) => void } = {},
): Promise<NewsImportResult> {
  const path = join(folder, 'articles.ndjson');
  const lines = stories.map((story, n) =>
    JSON.stringify({ title: `Story ${n}`, publisher: 'The Daily Example', ...story }),
  );
  await writeFile(path, more.text ?? `${lines.join('\n')}\n`);
  const { onProgress } = more;
  return importArticles(
    service.services,
    { format: 'ndjson', paths: [path], ...(onProgress ? { onProgress } : {}) },
    { version, analyse: plainAnalyst },
  );
}

const url = (name: string): string => `https://news.example.org/${name}`;
const ONE: Story = {
  url: url('one'),
  title: 'Broker sentenced',
  text: 'Court news.\nCONVICTED FRAUD HIGH Jorunn Vestergaard-Lind\nWITNESS FRAUD LOW Aslaug Bystander',
  publishedAt: '2025-03-04',
};
const TWO: Story = {
  url: url('two'),
  text: 'ACCUSED TAX_CRIME MEDIUM Tiberiu Morlacu\nACCUSED TAX_CRIME MEDIUM ORG Quellbrunn Holding\nOTHER TAX_CRIME LOW Ilka Cleared',
  publishedAt: '2025-05-06T07:08:09Z',
};

test('before there are articles the check has no data', async () => {
  await importText(service, listOf([{ id: 's1', name: 'Somebody Sanctioned' }]));
  await served(service, 'csv', 1);
  const refused = await screen(service, {
    subject: { type: 'PERSON', name: 'Jorunn Vestergaard-Lind' },
    checks: ['ADVERSE_MEDIA'],
  });
  assert.equal(refused.status, 503);
  assert.deepEqual(refused.json.error.details.missing, ['ADVERSE_MEDIA']);
  const none = await take([{ url: url('none'), text: 'WITNESS FRAUD LOW Aslaug Bystander' }]);
  assert.deepEqual([none.version, none.added, none.findings, none.entities], [null, 1, 0, 0]);
  const bundle = await screen(service, { subject: { type: 'PERSON', name: 'Nobody Atall' }, profile: 'ENHANCED' });
  assert.equal(bundle.json.data.checks.ADVERSE_MEDIA, 'NOT_PERFORMED');
  assert.equal(bundle.json.data.riskLevel, 'UNKNOWN');
});

test('who is accused or convicted is found, with article, place and offence; nobody else is', async () => {
  const seen: NewsImportProgress[] = [];
  const result = await take([ONE, TWO], { onProgress: (progress) => seen.push(progress) });
  assert.deepEqual(
    [result.version, result.articles, result.added, result.findings, result.entities, result.entitiesAdded],
    [1, 2, 2, 3, 3, 3],
  );
  assert.equal(seen.at(-1)?.phase, 'STORED');
  assert.ok(seen.every(({ bytesRead, bytesTotal }) => bytesRead <= bytesTotal));
  await served(service, 'news', 1);
  const find = async (name: string, type = 'PERSON') => {
    const answer = await screen(service, { subject: { type, name }, checks: ['ADVERSE_MEDIA'] });
    assert.equal(answer.status, 201, answer.text);
    return answer.json.data;
  };
  const convicted = await find('Jorunn Vestergaard Lind');
  assert.equal(convicted.checks.ADVERSE_MEDIA, 'PERFORMED');
  assert.equal(convicted.riskLevel, 'HIGH');
  const [match] = convicted.matches;
  assert.deepEqual(
    [match.dataset, match.categories, match.programs, match.listedAt],
    ['news', ['ADVERSE_MEDIA'], ['FRAUD'], '2025-03-04'],
  );
  const [source] = match.sources;
  assert.deepEqual(
    [source.url, source.publisher, source.record.title, source.record.publishedAt],
    [ONE.url, 'The Daily Example', ONE.title, '2025-03-04'],
  );
  const [finding] = source.record.findings;
  assert.deepEqual([finding.offence, finding.role, finding.severity], ['FRAUD', 'CONVICTED', 'HIGH']);
  const { start, end, text } = finding.snippet;
  assert.equal(ONE.text.slice(start, end), text);
  assert.equal((await find('Tiberiu Morlacu')).riskLevel, 'MEDIUM');
  assert.equal((await find('Quellbrunn Holding', 'ORGANIZATION')).riskLevel, 'MEDIUM');
  for (const other of ['Aslaug Bystander', 'Ilka Cleared', 'Somebody Sanctioned']) {
    const record = await find(other);
    assert.deepEqual([record.matchCount, record.riskLevel], [0, 'LOW'], other);
  }
});

test('the same articles again, and one story at another address, change nothing', async () => {
  const again = await take([
    ONE,
    { ...TWO, text: TWO.text.replaceAll('\n', '\n\n') },
    { ...ONE, url: url('copy') },
    { ...ONE, url: `${ONE.url}#top` },
  ]);
  assert.deepEqual([again.version, again.unchanged, again.added, again.replaced, again.known], [1, true, 0, 0, 4]);
});

test('a file that is damaged is refused whole, and what was known before serves on', async () => {
  const text = `${JSON.stringify({ ...ONE, url: url('new'), text: 'ACCUSED THEFT LOW Nora Tooearly' })}\n`;
  const path = join(folder, 'broken.ndjson');
  await writeFile(path, Buffer.concat([Buffer.from(text), Buffer.from([0x1f, 0x8b, 0xff, 0xfe, 0x00])]));
  const missing = join(folder, 'missing.ndjson');
  await writeFile(join(folder, 'good.ndjson'), text);
  const order = (paths: string[]) =>
    importArticles(service.services, { format: 'ndjson', paths }, { version, analyse: plainAnalyst });
  await assert.rejects(
    order([join(folder, 'good.ndjson'), missing]),
    (error) => error instanceof ListRefused && error.code === 'UNREADABLE' && /cannot be read/.test(error.message),
  );
  await assert.rejects(order([path]), ListRefused);
  await assert.rejects(order([]), ListRefused);
  const status = (await listsStatus(service.services)).find(({ dataset }) => dataset === 'news');
  assert.deepEqual([status?.version, status?.entities, status?.refused], [1, 3, 3]);
});

test('monitors are told of a new article, decisions are made again byte for byte, a correction takes effect', async () => {
  const subject = { type: 'PERSON', name: 'Tiberiu Morlacu' };
  const made = await screen(service, { subject, checks: ['ADVERSE_MEDIA', 'SANCTIONS'] });
  const { monitoringId } = (await service.call({ path: '/aml/monitors', body: { subject, checks: ['ADVERSE_MEDIA'] } }))
    .json.data;
  const alerts = () => eventsOf(service, monitoringId);
  const third = { url: url('three'), text: 'ACCUSED CORRUPTION CRITICAL Tiberiu Morlacu', publishedAt: '2025-07-01' };
  const more = await take([third]);
  assert.deepEqual([more.version, more.entitiesChanged, more.entities], [2, 1, 3]);
  await eventually(async () => (await alerts()).length === 1);
  await served(service, 'news', 2);
  const now = (await screen(service, { subject, checks: ['ADVERSE_MEDIA'] })).json.data;
  assert.equal(now.riskLevel, 'HIGH');
  assert.deepEqual(
    now.matches[0].sources.map(
      ({ record }: { record: { title: string; findings: { severity: string }[] } }) => record.findings[0]?.severity,
    ),
    ['CRITICAL', 'MEDIUM'],
  );
  // The newspaper takes it back.
  const corrected = await take([
    { ...third, text: 'OTHER CORRUPTION LOW Tiberiu Morlacu' },
    { ...TWO, text: 'An error was corrected.' },
  ]);
  assert.deepEqual(
    [corrected.version, corrected.replaced, corrected.entitiesRemoved, corrected.entities],
    [3, 2, 2, 1],
  );
  await served(service, 'news', 3);
  assert.equal((await screen(service, { subject, checks: ['ADVERSE_MEDIA'] })).json.data.matchCount, 0);
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  for (const { screeningId, matchCount } of [made.json.data, now]) {
    assert.equal(matchCount, 1);
    const replay = await replayScreening(service.services, tenant, screeningId);
    assert.equal(replay.recomputed, replay.recorded);
  }
  assert.equal((await alerts()).length, 1);
});

test('one file in which an address says two things, and another address what the first said before', async () => {
  const a = { url: url('a'), text: 'ACCUSED THEFT LOW Odalys Firsthand' };
  await take([a]);
  const moved = await take([
    { ...a, text: 'ACCUSED THEFT LOW Piet Secondhand' },
    { ...a, url: url('b') },
    { ...a, text: 'ACCUSED THEFT LOW Rik Thirdhand' },
  ]);
  assert.deepEqual([moved.added, moved.replaced, moved.known, moved.entitiesAdded], [1, 2, 0, 1]);
  const names = await Promise.all(
    ['Odalys Firsthand', 'Piet Secondhand', 'Rik Thirdhand'].map(async (name) => {
      await served(service, 'news', moved.version ?? 0);
      return (await screen(service, { subject: { type: 'PERSON', name }, checks: ['ADVERSE_MEDIA'] })).json.data
        .matchCount;
    }),
  );
  assert.deepEqual(names, [1, 0, 1]);
});

test('an article of a day to come is taken without its date: the list is not younger for it', async () => {
  const soon = new Date(service.services.clock.now().getTime() + 3_600_000).toISOString();
  const taken = await take([
    { url: url('soon'), text: 'ACCUSED THEFT LOW Wendelin Sooner', publishedAt: soon },
    { url: url('ahead'), text: 'ACCUSED THEFT LOW Zacharias Ahead', publishedAt: '2099-11-17T08:00:00Z' },
    { url: url('far'), text: 'ACCUSED THEFT LOW Yolande Farahead', publishedAt: '9999-12-31T23:00:00-05:00' },
  ]);
  assert.deepEqual(taken.warnings, [{ code: 'DATE_IN_THE_FUTURE', count: 2, example: 'article 2 of articles.ndjson' }]);
  await served(service, 'news', taken.version ?? 0);
  const listed = async (name: string): Promise<unknown> =>
    (await screen(service, { subject: { type: 'PERSON', name }, checks: ['ADVERSE_MEDIA'] })).json.data.matches[0]
      .listedAt;
  assert.equal(await listed('Zacharias Ahead'), null);
  assert.equal(await listed('Wendelin Sooner'), soon.slice(0, 10));
  const lists = await listsStatus(service.services);
  assert.equal(lists.find(({ dataset }) => dataset === 'news')?.publishedAt, soon);
});

test('what earlier rules read is read again by those of now', async () => {
  const story = { url: url('rules'), title: 'Read twice', text: 'ACCUSED THEFT LOW Sjaak Reread' };
  await take([story]);
  version = 'plain-2';
  const again = await take([story, { ...story, url: url('rules-copy') }]);
  assert.deepEqual([again.added, again.replaced, again.known, again.findings, again.unchanged], [0, 1, 1, 1, true]);
});

test('no list of another kind takes the name of the news', async () => {
  await assert.rejects(
    importList(service.services, { format: 'csv', paths: ['x.csv'], dataset: 'news' }),
    /another name/,
  );
});
