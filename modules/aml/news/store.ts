import { type Queryable, sql } from '../../../platform/database/sql.ts';
import { type KeptFinding, SEVERITIES, type TellingFinding } from './party.ts';

export interface ArticleRow {
  /** SHA-256 in hex: see the table. */
  key: string;
  story: string;
  signature: string;
  url: string | null;
  title: string;
  publisher: string | null;
  publishedAt: string | null;
  language: string | null;
}

/** Those of the articles that are known already: by what they are called, or by their story. */
export function knownArticles(
  db: Queryable,
  articles: readonly ArticleRow[],
): Promise<{ id: string; key: string; story: string; algorithm: string }[]> {
  return db.query(
    sql`select id::text as id, encode(key, 'hex') as key, encode(story, 'hex') as story, algorithm
      from news_articles
      where key in (select decode(hex, 'hex') from unnest(${articles.map(({ key }) => key)}::text[]) as given (hex))
        or story in (select decode(hex, 'hex') from unnest(${articles.map(({ story }) => story)}::text[]) as given (hex))`,
  );
}

/** @returns parties that the articles named */
export async function deleteArticles(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ party: string }>(
    sql`select distinct party from news_findings where article_id = any(${[...ids]}::bigint[])`,
  );
  await db.query(sql`delete from news_articles where id = any(${[...ids]}::bigint[])`);
  return rows.map(({ party }) => party);
}

/** @returns identifiers by key */
export async function insertArticles(
  db: Queryable,
  articles: readonly ArticleRow[],
  algorithm: string,
  now: Date,
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; key: string }>(
    sql`insert into news_articles (key, story, signature, url, title, publisher, published_at, language, algorithm, imported_at)
      select decode(key, 'hex'), decode(story, 'hex'), decode(signature, 'hex'), url, title, publisher, published_at, language, ${algorithm}, ${now}
      from unnest(${articles.map(({ key }) => key)}::text[], ${articles.map(({ story }) => story)}::text[],
        ${articles.map(({ signature }) => signature)}::text[], ${articles.map(({ url }) => url)}::text[], ${articles.map(({ title }) => title)}::text[],
        ${articles.map(({ publisher }) => publisher)}::text[], ${articles.map((article) => article.publishedAt)}::text[],
        ${articles.map(({ language }) => language)}::text[])
        as given (key, story, signature, url, title, publisher, published_at, language)
      returning id::text as id, encode(key, 'hex') as key`,
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

export interface FindingRow {
  articleId: string;
  position: number;
  party: string;
  finding: TellingFinding;
}

export async function insertFindings(db: Queryable, rows: readonly FindingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    sql`insert into news_findings (article_id, position, party, name, aliases, kind, offence, role, clearing, severity, confidence,
        snippet_field, snippet_start, snippet_end, snippet)
      select article_id, position, party, name, aliases, kind, offence, role, clearing, severity, confidence, field, start, "end", text
      from json_to_recordset(${JSON.stringify(
        rows.map(({ articleId, position, party, finding }) => ({
          article_id: articleId,
          position,
          party,
          name: finding.name.toWellFormed(),
          aliases: finding.aliases.map((alias) => alias.toWellFormed()),
          kind: finding.kind,
          offence: finding.offence,
          role: finding.role,
          clearing: finding.clearing,
          severity: finding.severity,
          confidence: finding.confidence,
          field: finding.snippet.field,
          start: finding.snippet.start,
          end: finding.snippet.end,
          // A cut may have gone through a character.
          text: finding.snippet.text.toWellFormed(),
        })),
      )}::json) as given (article_id bigint, position integer, party text, name text, aliases text[], kind text,
        offence text, role text, clearing text, severity text, confidence double precision, field text, start integer, "end" integer,
        text text)`,
  );
}

/** Most findings that are looked at to tell of one party: those that clear it, then the worst and newest. */
const FINDINGS_A_PARTY = 500;

type StoredFinding = Omit<KeptFinding, 'snippet' | 'article'> &
  KeptFinding['article'] & {
    snippetField: KeptFinding['snippet']['field'];
    snippetText: string;
    snippetStart: number;
    snippetEnd: number;
  };

/** What is known of these parties, by party; one of whom nothing is known any more is left out. */
export async function findingsOf(db: Queryable, parties: readonly string[]): Promise<Map<string, KeptFinding[]>> {
  const rows = await db.query<StoredFinding>(
    sql`select party, name, aliases, kind, offence, role, clearing, severity, confidence, article_id::text as "articleId",
        snippet_field as "snippetField", snippet_start as "snippetStart", snippet_end as "snippetEnd",
        snippet as "snippetText", url, title, publisher, published_at as "publishedAt", language,
        encode(signature, 'hex') as signature
      from (
        select f.*, a.signature, a.url, a.title, a.publisher, a.published_at, a.language, row_number() over (
            partition by f.party order by f.clearing is null, array_position(${[...SEVERITIES]}::text[], f.severity),
              a.published_at desc nulls last, a.key, f.position) as place
        from news_findings f join news_articles a on a.id = f.article_id
        where f.party = any(${[...parties]}::text[])
      ) known
      where place <= ${FINDINGS_A_PARTY}
      order by party, place`,
  );
  return Map.groupBy(rows.map(toKept), ({ party }) => party);
}

function toKept(row: StoredFinding): KeptFinding {
  const { snippetField: field, snippetText: text, snippetStart: start, snippetEnd: end, ...rest } = row;
  const { url, title, publisher, publishedAt, language, ...finding } = rest;
  return {
    ...finding,
    snippet: { field, text, start, end },
    article: { url, title, publisher, publishedAt, language },
  };
}

/** When the newest article of all was published; null where none says it. */
export async function newestArticle(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ newest: string | null }>(sql`select max(published_at) as newest from news_articles`);
  return row?.newest ?? null;
}
