import type { ConsentLanguage } from '../../../contract/dashboard/privacy.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

export interface ConsentTextRow {
  language: ConsentLanguage;
  version: number;
  /** null: the service's own words. */
  text: string | null;
  /** SHA-256 of the text, in hex. */
  hash: string | null;
  author: string;
  createdAt: Date;
}

/** Every version there was, the newest of each language first. */
export function consentTextsOf(db: Queryable, organizationId: string): Promise<ConsentTextRow[]> {
  return db.query<ConsentTextRow>(
    sql`select language, version, text, encode(hash, 'hex') as hash, author, created_at as "createdAt" from consent_texts
      where organization_id = ${organizationId} order by language, version desc`,
  );
}

/** The newest version of each language. */
export function newestConsentTexts(db: Queryable, organizationId: string): Promise<ConsentTextRow[]> {
  return db.query<ConsentTextRow>(
    sql`select distinct on (language) language, version, text, encode(hash, 'hex') as hash, author, created_at as "createdAt"
      from consent_texts where organization_id = ${organizationId} order by language, version desc`,
  );
}

export async function newestVersion(
  db: Queryable,
  organizationId: string,
  language: ConsentLanguage,
): Promise<Pick<ConsentTextRow, 'version' | 'text'> | undefined> {
  return first(
    db,
    sql`select version, text from consent_texts where organization_id = ${organizationId} and language = ${language}
      order by version desc limit 1`,
  );
}

export async function insertConsentText(db: Queryable, organizationId: string, row: ConsentTextRow): Promise<void> {
  await db.query(
    sql`insert into consent_texts (organization_id, language, version, text, hash, author, created_at)
      values (${organizationId}, ${row.language}, ${row.version}, ${row.text}, decode(${row.hash}, 'hex'), ${row.author},
        ${row.createdAt})`,
  );
}
