import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import {
  type Article,
  articleReader,
  type ArticleReader,
  type ArticleWarning,
  type Finding,
} from '../../../engines/news/index.ts';
import { entityHash } from '../../../engines/watchlists/index.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../../platform/module.ts';
import { NEWS } from '../lists/datasets.ts';
import { inspectFiles, openInputs, type SourceFiles } from '../lists/files.ts';
import { noteRefusal, toStore } from '../lists/import.ts';
import { asRefusal } from '../lists/refused.ts';
import * as lists from '../lists/store.ts';
import { partyOf, telling, toEntity } from './party.ts';
import * as store from './store.ts';
import { signatureOf } from './stories.ts';

export interface NewsImportProgress {
  /** READ while articles are read, STORED once what is known of them serves. */
  phase: 'READ' | 'STORED';
  articles: number;
  bytesRead: number;
  bytesTotal: number;
}

export interface NewsImportOptions {
  /** One of the article formats of the contract's section 12. */
  format: string;
  paths: readonly string[];
  onProgress?: (progress: NewsImportProgress) => void;
}

export interface NewsImportResult {
  dataset: typeof NEWS;
  /** The version of the list `news` that serves; null while no article accuses anybody. */
  version: number | null;
  /** Nothing is known of anybody that was not known before. */
  unchanged: boolean;
  /** Articles read; of those: new, read again because they or our rules changed, known already. Left out as damaged. */
  articles: number;
  added: number;
  replaced: number;
  known: number;
  skipped: number;
  /** Accusations and convictions in articles that were new or read again. */
  findings: number;
  /** Parties of the version that serves, and how many of them are new, changed and gone. */
  entities: number;
  entitiesAdded: number;
  entitiesChanged: number;
  entitiesRemoved: number;
  warnings: readonly ArticleWarning[];
}

export type NewsServices = Pick<Services, 'db' | 'clock' | 'log'>;

/** Who reads articles, and by which version of its rules: what an earlier version read is read again. */
export interface Analyst {
  version: string;
  analyse(article: Article): Finding[];
}

/** Articles, and characters of them, that are taken into the database in one go. */
const BATCH = 100;
const BATCH_CHARS = 4_000_000;
const PARTIES = 200;
/** Clocks of publishers and zones that were left out may be this far ahead of ours; beyond, a date is not believed. */
const AHEAD_MS = 86_400_000;

/**
 * Takes articles from files, in one step: all of them, or, where a file is damaged, none. An article that is known
 * already is passed over; one that says something else than before, or was read by other rules, is read again. Whoever is accused or
 * convicted is an entity of the list `news`, which has a new version where anything about anybody is new.
 * @throws ListRefused where a file is damaged, cut short, empty or unreadable; the refusal is recorded and logged
 */
export async function importArticles(
  services: NewsServices,
  options: NewsImportOptions,
  analyst: Analyst,
): Promise<NewsImportResult> {
  try {
    const reader = articleReader(options.format);
    const files = await inspectFiles(NEWS, options.paths);
    const now = services.clock.now();
    const result = await services.db.transaction(async (transaction) => {
      await lists.lockImport(transaction, NEWS);
      const taken = await takeArticles(transaction, reader, files, analyst, options.onProgress, now);
      return publish(transaction, reader, files, taken, now);
    });
    const { bytes } = files;
    options.onProgress?.({ phase: 'STORED', articles: result.articles, bytesRead: bytes, bytesTotal: bytes });
    services.log.info({ ...result, warnings: result.warnings.length }, 'articles imported');
    return result;
  } catch (error) {
    const refusal = asRefusal(NEWS, error);
    if (!refusal) throw error;
    await noteRefusal(services, refusal);
    throw refusal;
  }
}

interface Taken {
  added: number;
  replaced: number;
  known: number;
  findings: number;
  /** Parties of whom something else is known than before. */
  parties: Set<string>;
  /** Articles that claim to be of a day to come: how many, and the first. They are taken without a date. */
  ahead: { count: number; first: number };
}

async function takeArticles(
  transaction: Transaction,
  reader: ArticleReader,
  files: SourceFiles,
  analyst: Analyst,
  onProgress: NewsImportOptions['onProgress'],
  now: Date,
): Promise<Taken> {
  const taken: Taken = {
    added: 0,
    replaced: 0,
    known: 0,
    findings: 0,
    parties: new Set(),
    ahead: { count: 0, first: 0 },
  };
  let batch: Pending[] = [];
  let seen = new Set<string>();
  let chars = 0;
  let articles = 0;
  let bytesRead = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await takeBatch(transaction, batch, analyst, taken, now);
    batch = [];
    seen = new Set();
    chars = 0;
    onProgress?.({ phase: 'READ', articles, bytesRead, bytesTotal: files.bytes });
  };
  const inputs = openInputs(files.paths, (bytes) => {
    bytesRead = bytes;
  });
  for await (const read of reader.read(inputs)) {
    const article = dated(read, now);
    if (article !== read) {
      if (taken.ahead.count === 0) taken.ahead.first = articles + 1;
      taken.ahead.count += 1;
    }
    const row = toRow(article);
    // Two articles of one batch are never the same: the second is compared with what the first left.
    if (seen.has(row.key) || seen.has(row.story) || batch.length >= BATCH || chars > BATCH_CHARS) await flush();
    batch.push({ article, row });
    seen.add(row.key).add(row.story);
    chars += article.title.length + article.text.length;
    articles += 1;
  }
  await flush();
  return taken;
}

/** The article without its date where that lies ahead: one such would make the whole list look current for ever. */
function dated(article: Article, now: Date): Article {
  const { publishedAt, ...rest } = article;
  return publishedAt !== undefined && Date.parse(publishedAt) > now.getTime() + AHEAD_MS ? rest : article;
}

interface Pending {
  article: Article;
  row: store.ArticleRow;
}

async function takeBatch(
  transaction: Transaction,
  batch: readonly Pending[],
  analyst: Analyst,
  taken: Taken,
  now: Date,
): Promise<void> {
  const known = await store.knownArticles(
    transaction,
    batch.map(({ row }) => row),
  );
  const byKey = new Map(known.map((row) => [row.key, row]));
  const stories = new Map(known.map((row) => [row.story, row]));
  const outdated = new Set(known.filter(({ algorithm }) => algorithm !== analyst.version).map(({ id }) => id));
  // What an address said before is said no more, whether or not its new story is kept under another address.
  for (const { row } of batch) {
    const before = byKey.get(row.key);
    if (before && before.story !== row.story) outdated.add(before.id);
  }
  const fresh: Pending[] = [];
  for (const pending of batch) {
    const { key, story } = pending.row;
    const before = byKey.get(key);
    const kept = stories.get(story);
    const same = kept !== undefined && !outdated.has(kept.id);
    if (same) taken.known += 1;
    else if (before) taken.replaced += 1;
    else taken.added += 1;
    if (!same) fresh.push(pending);
  }
  for (const party of await store.deleteArticles(transaction, [...outdated])) taken.parties.add(party);
  if (fresh.length === 0) return;
  const ids = await store.insertArticles(
    transaction,
    fresh.map(({ row }) => row),
    analyst.version,
    now,
  );
  const rows: store.FindingRow[] = [];
  for (const { article, row } of fresh) {
    const articleId = ids.get(row.key);
    if (articleId === undefined) throw new Error('An article was not stored');
    const told = analyst.analyse(article).flatMap((finding) => telling(finding) ?? []);
    for (const [position, finding] of told.entries()) {
      const party = partyOf(finding);
      if (party === null) continue;
      rows.push({ articleId, position, party, finding });
      taken.parties.add(party);
    }
  }
  await store.insertFindings(transaction, rows);
  taken.findings += rows.length;
}

const sha256 = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
const words = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

/** An address without the part that only moves the page, so that one article has one. */
function addressOf(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}

function toRow(article: Article): store.ArticleRow {
  const { id, url, title, text, publisher, publishedAt, language } = article;
  const story = sha256([words(title), words(text)]);
  const name =
    url !== undefined ? ['url', addressOf(url)] : id !== undefined ? ['id', publisher ?? '', id] : ['story', story];
  return {
    key: sha256(name),
    story,
    signature: signatureOf(article),
    url: url ?? null,
    title,
    publisher: publisher ?? null,
    publishedAt: publishedAt ?? null,
    language: language ?? null,
  };
}

/** Makes what is known now the version of the list `news` that serves, where it is not what was known before. */
async function publish(
  transaction: Transaction,
  reader: ArticleReader,
  files: SourceFiles,
  taken: Taken,
  now: Date,
): Promise<NewsImportResult> {
  const { articles, skipped, warnings: odd } = reader.summary();
  const { count, first } = taken.ahead;
  const place = `article ${first} of ${files.paths.map((path) => basename(path)).join(', ')}`;
  const warnings = count === 0 ? odd : [...odd, { code: 'DATE_IN_THE_FUTURE', count, example: place }];
  await lists.addList(transaction, NEWS, reader.format, now);
  const previous = (await lists.findList(transaction, NEWS))?.activeVersion ?? 0;
  const hashes = new Map(
    (await lists.currentHashes(transaction, NEWS)).map(({ entityId, hash }) => [entityId, hash] as const),
  );
  const change = await storeParties(transaction, taken.parties, hashes, previous + 1);
  const changed = change.added + change.changed + change.removed > 0;
  const { parties: _parties, ahead: _ahead, ...counts } = taken;
  const told = {
    dataset: NEWS,
    unchanged: !changed,
    articles,
    ...counts,
    skipped,
    entities: hashes.size,
    entitiesAdded: change.added,
    entitiesChanged: change.changed,
    entitiesRemoved: change.removed,
    warnings,
  } as const;
  if (!changed) {
    await lists.noteChecked(transaction, NEWS, now, null);
    return { ...told, version: previous === 0 ? null : previous };
  }
  const version = previous + 1;
  await lists.activateVersion(
    transaction,
    {
      dataset: NEWS,
      version,
      format: reader.format,
      publishedAt: await store.newestArticle(transaction),
      fetchedAt: now,
      // Of the content: the list is made of many imports, whatever their order.
      sha256: sha256([...hashes].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      entities: hashes.size,
      categories: hashes.size > 0 ? { ADVERSE_MEDIA: hashes.size } : {},
      added: change.added,
      changed: change.changed,
      removed: change.removed,
      warnings,
    },
    {},
  );
  enqueue(transaction, { task: 'aml.watch', payload: { dataset: NEWS, version }, queue: 'aml.watch' });
  return { ...told, version };
}

/** Writes entities of these parties where they are new or others than before; `hashes` becomes what it is now. */
async function storeParties(
  transaction: Transaction,
  parties: ReadonlySet<string>,
  hashes: Map<string, string>,
  version: number,
): Promise<{ added: number; changed: number; removed: number }> {
  const change = { added: 0, changed: 0, removed: 0 };
  const all = [...parties].toSorted();
  for (let at = 0; at < all.length; at += PARTIES) {
    const page = all.slice(at, at + PARTIES);
    const findings = await store.findingsOf(transaction, page);
    const ended: string[] = [];
    const stored: lists.EntityToStore[] = [];
    for (const party of page) {
      const about = findings.get(party);
      const entity = about ? toEntity(party, about) : null;
      const before = hashes.get(party);
      if (!entity) {
        if (before === undefined) continue;
        change.removed += 1;
        hashes.delete(party);
        ended.push(party);
        continue;
      }
      const hash = entityHash(entity);
      if (hash === before) continue;
      if (before === undefined) change.added += 1;
      else {
        change.changed += 1;
        ended.push(party);
      }
      hashes.set(party, hash);
      stored.push(toStore(entity, hash));
    }
    if (ended.length > 0) await lists.closeEntities(transaction, NEWS, version, ended);
    if (stored.length > 0) await lists.insertEntities(transaction, NEWS, version, stored);
  }
  return change;
}
