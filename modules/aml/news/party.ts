import { createHash } from 'node:crypto';
import { type EntitySchema, type ListedEntity } from '../../../engines/watchlists/index.ts';
import {
  type Clearing,
  type Finding,
  type PartyKind,
  type Severity,
  type Snippet,
  storyStatement,
  storyStatus,
} from '../../../engines/news/index.ts';
import { NEWS } from '../lists/datasets.ts';
import { storiesOf } from './stories.ts';

/** What speaks against a party, or clears it; a victim, a witness or an official does neither. */
export type KeptRole = 'ACCUSED' | 'CONVICTED' | 'OTHER';
export interface TellingFinding extends Finding {
  role: KeptRole;
  /** How the proceeding ended for the party; null where it is accused. */
  clearing: Clearing | null;
}

/** The finding where it accuses or clears, otherwise null. */
export function telling(finding: Finding): TellingFinding | null {
  const statement = storyStatement(finding);
  if (!statement) return null;
  return { ...finding, role: statement.role as KeptRole, clearing: statement.clearing ?? null };
}

/** Most stories that the entity of a party tells; `moreArticles` says that there are others. */
export const ARTICLES_TOLD = 25;
/** From worst to least. */
export const SEVERITIES: readonly Severity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

/** Case, accents of Latin letters, punctuation and spacing make no other name. */
export const normalisedName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** The entity that a name in the news stands for: one for each kind and name; null where the name has no letter. */
export function partyOf({ kind, name }: Pick<Finding, 'kind' | 'name'>): string | null {
  const normalised = normalisedName(name);
  if (normalised === '') return null;
  const hash = createHash('sha256').update(`${kind} ${normalised}`).digest('hex');
  return `${kind.toLowerCase()}-${hash.slice(0, 24)}`;
}

/** An article as it is kept: where it can be read, and what it is called. */
export interface KeptArticle {
  url: string | null;
  title: string;
  publisher: string | null;
  publishedAt: string | null;
  language: string | null;
}

/** A finding as it is kept, beside its article. */
export interface KeptFinding extends Pick<Finding, 'name' | 'aliases' | 'offence' | 'severity' | 'confidence'> {
  party: string;
  kind: PartyKind;
  role: KeptRole;
  clearing: Clearing | null;
  snippet: Snippet;
  articleId: string;
  article: KeptArticle;
  /** Of the article: see stories.ts. */
  signature: string;
}

/** What a match shows of one story, as the raw record of its source. */
export interface NewsRecord extends KeptArticle {
  findings: Pick<KeptFinding, 'name' | 'offence' | 'role' | 'clearing' | 'severity' | 'confidence' | 'snippet'>[];
  /** Where else this story stands, in this or a like version. */
  alsoAt: Pick<KeptArticle, 'url' | 'publisher' | 'publishedAt'>[];
}

/** The raw record of a party: its articles, the worst first; `sources` of the entity go with them, place by place. */
export interface NewsRaw {
  articles: NewsRecord[];
  moreArticles: boolean;
}

const ordered = (values: Iterable<string>): string[] => [...new Set(values)].toSorted();
const worst = ({ findings }: NewsRecord): number =>
  Math.min(...findings.map(({ severity }) => SEVERITIES.indexOf(severity)));

/** Worse first, then newer; what is the same in both in an order that depends on the article alone. */
function byWeight(a: NewsRecord, b: NewsRecord): number {
  const [left, right] = [worst(a), worst(b)];
  if (left !== right) return left - right;
  const [newer, older] = [b.publishedAt ?? '', a.publishedAt ?? ''];
  if (newer !== older) return newer < older ? -1 : 1;
  const [one, other] = [`${a.url ?? ''} ${a.title}`, `${b.url ?? ''} ${b.title}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Offences that still speak against a party, once all articles are read in the order of their dates. */
function openOffences(findings: readonly KeptFinding[]): Set<string> {
  const statements = findings.map(({ offence, role, clearing, confidence, article }) => ({
    offence,
    role,
    clearing: clearing ?? undefined,
    confidence,
    publishedAt: article.publishedAt ?? undefined,
  }));
  return new Set(storyStatus(statements).flatMap(({ offence, adverse }) => (adverse ? [offence] : [])));
}

const SCHEMA: Readonly<Record<PartyKind, EntitySchema>> = { PERSON: 'PERSON', ORGANIZATION: 'ORGANIZATION' };

/**
 * One party of the news as an entity of the list `news`, from all findings about it. Offences are its programmes, so
 * that a new one reopens what was decided about it. A single word is no alias of a person: half of those who bear it
 * are somebody else.
 * An offence of which the party was cleared later speaks against it no more; see engines/news, storyStatus.
 * @param known all of the same party
 * @returns null where nothing speaks against the party any more
 */
export function toEntity(party: string, known: readonly KeptFinding[]): (ListedEntity & { raw: NewsRaw }) | null {
  const open = openOffences(known);
  const findings = known.filter(({ offence }) => open.has(offence));
  const [first] = findings;
  if (!first) return null;
  const articles = storiesOf(findings).toSorted(byWeight);
  const told = articles.slice(0, ARTICLES_TOLD);
  const [caption = first.name, ...forms] = ordered(findings.map(({ name }) => name));
  const aliases = ordered([...forms, ...findings.flatMap((finding) => finding.aliases)]).filter(
    (alias) => alias !== caption && (first.kind === 'ORGANIZATION' || normalisedName(alias).includes(' ')),
  );
  const [earliest] = ordered(findings.flatMap(({ article }) => article.publishedAt?.slice(0, 10) ?? []));
  return {
    id: party,
    schema: SCHEMA[first.kind],
    caption,
    names: [
      { value: caption, kind: 'PRIMARY' },
      ...aliases.map((value) => ({
        value,
        kind: normalisedName(value).includes(' ') ? ('ALIAS' as const) : ('WEAK_ALIAS' as const),
      })),
    ],
    categories: ['ADVERSE_MEDIA'],
    programs: ordered(findings.map(({ offence }) => offence)),
    legalBasis: [],
    birthDates: [],
    birthPlaces: [],
    countries: [],
    nationalities: [],
    identifiers: [],
    addresses: [],
    positions: [],
    links: [],
    ...(earliest === undefined ? {} : { listedAt: earliest }),
    sources: told.map(({ url, publisher }) => ({
      ...(url === null ? {} : { url }),
      ...(publisher === null ? {} : { publisher }),
    })),
    raw: { articles: told, moreArticles: articles.length > told.length },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What each source of an entity shows as its raw record: its own article, or the list's one record with the first. */
export function recordOfSource(dataset: string, raw: unknown, place: number): unknown {
  if (dataset === NEWS && isObject(raw) && Array.isArray(raw['articles'])) {
    return (raw['articles'] as unknown[])[place] ?? null;
  }
  return place === 0 ? raw : null;
}

/** The raw record of a source of the news, without the other places of its story. */
export function withoutCopies(record: unknown): unknown {
  return isObject(record) ? { ...record, alsoAt: undefined } : record;
}

/**
 * Whether adverse media are serious: an offence of severity HIGH or CRITICAL. Lists of others give no measure of it and
 * are taken to be.
 */
export function isSerious(match: { dataset?: string; sources?: readonly { record?: unknown }[] }): boolean {
  if (match.dataset !== NEWS) return true;
  return (match.sources ?? []).some(
    ({ record }) =>
      isObject(record) &&
      Array.isArray(record['findings']) &&
      record['findings'].some(
        (finding) => isObject(finding) && /^(?:HIGH|CRITICAL)$/.test(String(finding['severity'])),
      ),
  );
}
