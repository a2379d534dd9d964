import assert from 'node:assert/strict';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { createGunzip } from 'node:zlib';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { importNews, replayScreening } from '../index.ts';
import { eventsOf, importText, listOf, screen, served } from '../testing.ts';

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

const ARTICLES = [
  {
    url: 'https://news.example.org/court/1',
    title: 'Banker sentenced over laundering scheme',
    text: 'Lars Okonjo-Hagen, 52, was convicted of money laundering on Friday. Judge Brigid Tallow sentenced Okonjo-Hagen to six years. Prosecutors said he moved the money through shell companies.',
    publishedAt: '2024-11-08',
    publisher: 'The Example Courier',
    language: 'en',
  },
  {
    url: 'https://news.example.org/court/2',
    title: 'Grocer cleared',
    text: 'Ferran Dubrovnik-Mills was acquitted of fraud on Tuesday.',
    publishedAt: '2025-01-14',
    publisher: 'The Example Courier',
    language: 'en',
  },
  {
    url: 'https://news.example.org/court/3',
    title: 'Arrest after shop thefts',
    text: 'Police arrested Yolanda Steinwick on suspicion of theft.',
    publishedAt: '2025-02-15T08:00:00Z',
    publisher: 'The Example Courier',
    language: 'en',
  },
];

test('from articles to a screening, a resolution and a replay', async () => {
  await importText(service, listOf([{ id: 's1', name: 'Somebody Sanctioned' }]));
  await served(service, 'csv', 1);
  const path = join(folder, 'articles.ndjson');
  await writeFile(path, ARTICLES.map((article) => `${JSON.stringify(article)}\n`).join(''));
  const result = await importNews(service.services, { format: 'ndjson', paths: [path] });
  assert.deepEqual([result.version, result.articles, result.entities], [1, 3, 2]);
  await served(service, 'news', 1);

  const { applicantId } = (
    await service.call({ path: '/applicants', body: { firstName: 'Lars', lastName: 'Okonjo-Hagen' } })
  ).json.data;
  const answer = await screen(service, { applicantId, profile: 'ENHANCED' });
  assert.equal(answer.status, 201, answer.text);
  const record = answer.json.data;
  assert.deepEqual([record.matchCount, record.riskLevel, record.checks.ADVERSE_MEDIA], [1, 'HIGH', 'PERFORMED']);
  const [match] = record.matches;
  assert.deepEqual([match.dataset, match.caption, match.programs], ['news', 'Lars Okonjo-Hagen', ['MONEY_LAUNDERING']]);
  const [{ record: told }] = match.sources;
  const [finding] = told.findings;
  assert.deepEqual([finding.role, finding.offence], ['CONVICTED', 'MONEY_LAUNDERING']);
  const { field, start, end, text } = finding.snippet;
  const article = ARTICLES[0];
  assert.equal((field === 'TITLE' ? article?.title : article?.text)?.slice(start, end), text);

  const levels = await Promise.all(
    ['Yolanda Steinwick', 'Ferran Dubrovnik-Mills', 'Brigid Tallow'].map(
      async (name) =>
        (await screen(service, { subject: { type: 'PERSON', name }, checks: ['ADVERSE_MEDIA'] })).json.data.riskLevel,
    ),
  );
  assert.deepEqual(levels, ['MEDIUM', 'LOW', 'LOW']);

  const resolution = { decision: 'FALSE_POSITIVE', reason: 'Another person of this name.' };
  const decided = await service.call({
    path: `/aml/screenings/${record.screeningId}/matches/${match.matchId}/resolution`,
    body: resolution,
  });
  assert.equal(decided.status, 200, decided.text);
  const later = (await screen(service, { applicantId, profile: 'ENHANCED' })).json.data;
  assert.deepEqual([later.matchCount, later.suppressed.length, later.riskLevel], [0, 1, 'UNKNOWN']);
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  for (const { screeningId } of [record, later]) {
    const replay = await replayScreening(service.services, tenant, screeningId);
    assert.equal(replay.recomputed, replay.recorded);
  }
});

test('versions of one story are one source, and no news to a monitor; what says more is', async () => {
  const body = { subject: { type: 'PERSON', name: 'Cosmo Eldermann' }, checks: ['ADVERSE_MEDIA'] };
  const text =
    'Cosmo Eldermann was arrested for bribery in the harbour town on Wednesday. The investigation into contracts of the ' +
    'port authority began two years ago. A spokeswoman said that several offices had been searched and that documents ' +
    'and computers had been taken away. A hearing has been set for the coming month.';
  const write = async (articles: readonly Record<string, string>[]) => {
    const path = join(folder, 'story.ndjson');
    await writeFile(path, articles.map((article) => `${JSON.stringify({ language: 'en', ...article })}\n`).join(''));
    const result = await importNews(service.services, { format: 'ndjson', paths: [path] });
    await served(service, 'news', result.version ?? 0);
    return result;
  };
  const first = {
    url: 'https://first.example.org/1',
    title: 'Arrest',
    text,
    publisher: 'First',
    publishedAt: '2025-03-05',
  };
  await write([first]);
  const { monitoringId } = (await service.call({ path: '/aml/monitors', body })).json.data;
  const copy = { ...first, url: 'https://second.example.org/2', publisher: 'Second', publishedAt: '2025-03-06' };
  const more = await write([{ ...copy, title: 'Port arrest', text: `${text} More follows.` }]);
  assert.equal(more.entitiesChanged, 1);
  const other = { ...copy, url: 'https://second.example.org/3', publishedAt: '2025-09-01' };
  await write([{ ...other, title: 'Verdict', text: text.replace('was arrested for', 'was convicted of') }]);
  const record = (await screen(service, body)).json.data;
  assert.deepEqual(
    record.matches[0].sources.map((source: { url: string; record: { alsoAt: { url: string }[] } }) => [
      source.url,
      source.record.alsoAt.map(({ url }) => url),
    ]),
    [
      ['https://second.example.org/3', []],
      ['https://first.example.org/1', ['https://second.example.org/2']],
    ],
  );
  await eventually(async () => (await eventsOf(service, monitoringId)).length > 0);
  assert.equal((await eventsOf(service, monitoringId)).length, 1);
});

const REUTERS = sharedData('news/reuters21578/reut2-000.sgm.gz');
test(
  'a file of the real Reuters collection is taken in, and changes nothing the second time',
  { skip: REUTERS === undefined && 'the public news data is not here' },
  async () => {
    const path = join(folder, 'reut2-000.sgm');
    await pipeline(createReadStream(REUTERS ?? ''), createGunzip(), createWriteStream(path));
    const order = { format: 'reuters-sgml', paths: [path] };
    const first = await importNews(service.services, order);
    assert.equal(first.articles, 1000);
    assert.equal(first.added + first.known, 1000);
    assert.ok(first.findings > 0 && first.entitiesAdded > 0, `${first.findings} findings`);
    const again = await importNews(service.services, order);
    assert.deepEqual([again.known, again.unchanged, again.version], [1000, true, first.version]);
  },
);

const matchesOf = async (name: string) =>
  (await screen(service, { subject: { type: 'PERSON', name }, checks: ['ADVERSE_MEDIA'] })).json.data.matches;

test('an acquittal told later, in another article, ends what an accusation began; a version before it can be replayed', async () => {
  const told = (articles: readonly object[], name: string): Promise<string> => {
    const path = join(folder, name);
    return writeFile(path, articles.map((article) => `${JSON.stringify(article)}\n`).join('')).then(() => path);
  };
  const article = (page: number, publishedAt: string, title: string, text: string) => ({
    url: `https://news.example.org/affair/${page}`,
    title,
    text,
    publishedAt,
    publisher: 'The Example Courier',
    language: 'en',
  });
  const accused = article(1, '2025-03-01', 'Trader charged', 'Anna Quennell-Oduya was charged with fraud on Monday.');
  const first = await importNews(service.services, { format: 'ndjson', paths: [await told([accused], 'a.ndjson')] });
  await served(service, 'news', first.version ?? 0);
  const before = await matchesOf('Anna Quennell-Oduya');
  assert.equal(before.length, 1);
  assert.deepEqual(before[0].programs, ['FRAUD']);

  const cleared = article(2, '2025-09-01', 'Trader cleared', 'Anna Quennell-Oduya was acquitted of fraud on Tuesday.');
  const second = await importNews(service.services, { format: 'ndjson', paths: [await told([cleared], 'b.ndjson')] });
  assert.equal(second.version, (first.version ?? 0) + 1);
  await served(service, 'news', second.version ?? 0);
  assert.equal((await matchesOf('Anna Quennell-Oduya')).length, 0);

  const again = article(3, '2026-04-01', 'Trader convicted', 'Anna Quennell-Oduya was convicted of fraud on Friday.');
  const third = await importNews(service.services, { format: 'ndjson', paths: [await told([again], 'c.ndjson')] });
  await served(service, 'news', third.version ?? 0);
  const later = await matchesOf('Anna Quennell-Oduya');
  assert.equal(later.length, 1, 'a later matter speaks against the party again');
});
