/** One news article, whatever format it came in. Offsets everywhere count UTF-16 units of `title` or `text`. */
export interface Article {
  /** The publisher's own identifier (guid, document number), where there is one. */
  id?: string;
  /** http or https only. */
  url?: string;
  title: string;
  /** Plain text, paragraphs separated by a line feed. May be empty where the source carries a title only. */
  text: string;
  /** ISO 8601, in UTC; a date alone where the source gives no time zone. */
  publishedAt?: string;
  publisher?: string;
  /** ISO 639-1. */
  language?: string;
}

export const ARTICLE_FORMATS = ['rss', 'ndjson', 'reuters-sgml'] as const;
export type ArticleFormat = (typeof ARTICLE_FORMATS)[number];

/** One file of articles. The name is used in messages only. */
export interface ArticleInput {
  name: string;
  stream: AsyncIterable<Uint8Array>;
}

/** Something odd that did not stop the reading. The example names a place, never a value. */
export interface ArticleWarning {
  code: string;
  count: number;
  example: string;
}

export interface ArticleSummary {
  articles: number;
  /** Records left out because they were damaged, too long or held neither title nor text; each also has a warning. */
  skipped: number;
  warnings: ArticleWarning[];
}

export interface ArticleReader {
  readonly format: ArticleFormat;
  /**
   * Reads files of articles, one article at a time, in bounded memory. May be called once.
   * A record that is damaged by itself is left out and counted; a file that cannot be read on is an error.
   * @throws {ArticleError}
   */
  read(inputs: readonly ArticleInput[]): AsyncIterable<Article>;
  /** Complete only after `read` has ended. */
  summary(): ArticleSummary;
}

export type ArticleErrorCode = 'DAMAGED' | 'TRUNCATED' | 'EMPTY' | 'UNKNOWN_FORMAT' | 'ENCODING';

/** A file that must not be used. `place` names file and line or byte, `remedy` what to do; neither carries content. */
export class ArticleError extends Error {
  override readonly name = 'ArticleError';
  readonly code: ArticleErrorCode;
  readonly place: string;
  readonly remedy: string;

  constructor(code: ArticleErrorCode, what: string, place: string, remedy: string) {
    super(`${what} (${place}). ${remedy}`);
    this.code = code;
    this.place = place;
    this.remedy = remedy;
  }
}

/**
 * Offence categories: the designated categories of offences in the glossary of the FATF Recommendations, and what
 * screening practice adds (cybercrime, sanctions evasion, war crimes, cartels). OTHER_CRIME: a criminal or regulatory
 * proceeding whose offence the text does not say.
 */
export const OFFENCES = [
  'FRAUD',
  'CORRUPTION',
  'MONEY_LAUNDERING',
  'DRUG_TRAFFICKING',
  'HUMAN_TRAFFICKING',
  'SEXUAL_EXPLOITATION',
  'TERRORISM',
  'TAX_CRIME',
  'CYBERCRIME',
  'SANCTIONS_EVASION',
  'MARKET_ABUSE',
  'THEFT',
  'SMUGGLING',
  'COUNTERFEITING',
  'ENVIRONMENTAL_CRIME',
  'ORGANISED_CRIME',
  'VIOLENCE',
  'EXTORTION',
  'KIDNAPPING',
  'ARMS_TRAFFICKING',
  'PIRACY',
  'WAR_CRIMES',
  'COMPETITION',
  'OTHER_CRIME',
] as const;
export type Offence = (typeof OFFENCES)[number];

/** What the named party is to the offence. ACCUSED and CONVICTED are adverse; OTHER includes cleared and acquitted. */
export type Role = 'ACCUSED' | 'CONVICTED' | 'VICTIM' | 'WITNESS' | 'OFFICIAL' | 'OTHER';

export type PartyKind = 'PERSON' | 'ORGANIZATION';
export type Severity = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
export type ArticleField = 'TITLE' | 'TEXT';

/** One reason for a finding: the rule, and the words it rests on. */
export interface Evidence {
  rule: string;
  field: ArticleField;
  text: string;
  start: number;
  end: number;
}

export interface Snippet {
  field: ArticleField;
  text: string;
  start: number;
  end: number;
}

/** What weighed for or against an accusation, in log odds; see weigh/weights.ts. */
export interface Reason {
  feature: string;
  weight: number;
}

/** One party in one article in one role to one offence. */
export interface Finding {
  /** The fullest form of the name in the article. */
  name: string;
  /** Every form the article uses, the fullest first. */
  aliases: string[];
  kind: PartyKind;
  offence: Offence;
  role: Role;
  severity: Severity;
  /** The sentence (at most 400 characters of it) that shows it best. */
  snippet: Snippet;
  /** 0 to 1: chance that a reader would agree, see confidence.ts. */
  confidence: number;
  /** Of the statement that shows it best; empty for roles that are no accusation and for languages without weights. */
  reasons?: Reason[];
  evidence: Evidence[];
}
