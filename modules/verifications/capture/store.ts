import type { FileKind } from '../../../contract/verifications.ts';
import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';
import type { AnsweredChallenge, IssuedByKind } from './rules.ts';

export interface CaptureRow extends Tenant {
  verificationId: string;
  consentAt: Date | null;
  /** In which words, and the digest of them; `consentVersion` null: the service's own. */
  consentLanguage: string | null;
  consentVersion: number | null;
  consentHash: string | null;
  issued: IssuedByKind;
  challenge: AnsweredChallenge | null;
  uploads: number;
}

const COLUMNS = sql`verification_id as "verificationId", organization_id as "organizationId", environment, consent_at as "consentAt",
  consent_language as "consentLanguage", consent_version as "consentVersion", encode(consent_hash, 'hex') as "consentHash", issued,
  challenge, uploads`;

export function insertCapture(tenant: Tenant, verificationId: string, tokenHash: Buffer, now: Date): Sql {
  return sql`insert into captures (verification_id, organization_id, environment, token_hash, created_at)
    values (${verificationId}, ${tenant.organizationId}, ${tenant.environment}, ${tokenHash}, ${now})`;
}

export const findCaptureByToken = (db: Queryable, tokenHash: Buffer): Promise<CaptureRow | undefined> =>
  first<CaptureRow>(db, sql`select ${COLUMNS} from captures where token_hash = ${tokenHash}`);

export const lockCapture = (db: Queryable, tenant: Tenant, id: string): Promise<CaptureRow | undefined> =>
  first<CaptureRow>(
    db,
    sql`select ${COLUMNS} from captures where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
      and verification_id = ${id} for update`,
  );

export function updateCapture(row: CaptureRow): Sql {
  return sql`update captures set consent_at = ${row.consentAt}, consent_language = ${row.consentLanguage},
      consent_version = ${row.consentVersion}, consent_hash = decode(${row.consentHash}, 'hex'), issued = ${JSON.stringify(row.issued)}::json,
      challenge = ${row.challenge && JSON.stringify(row.challenge)}::json, uploads = ${row.uploads}
    where organization_id = ${row.organizationId} and environment = ${row.environment} and verification_id = ${row.verificationId}`;
}

/** The turns that the stored frames answer, or null. */
export async function challengeOf(db: Queryable, tenant: Tenant, id: string): Promise<AnsweredChallenge | null> {
  const row = await first<{ challenge: AnsweredChallenge | null }>(
    db,
    sql`select challenge from captures where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
      and verification_id = ${id}`,
  );
  return row?.challenge ?? null;
}

/** Forgets the pages of an applicant's verifications, and what was on its way through them. */
export const deleteCaptures = (tenant: Tenant, verificationIds: readonly string[]): Sql =>
  sql`delete from captures where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
    and verification_id = any(${verificationIds}::text[])`;

export interface UploadRow {
  id: string;
  verificationId: string;
  kind: FileKind;
  name: Buffer;
  length: number;
  received: number;
  nonce: Buffer;
  frame: number | null;
  fileId: string | null;
  expiresAt: Date;
}

const UPLOAD = sql`id, verification_id as "verificationId", kind, name, length, received, nonce, frame, file_id as "fileId", expires_at as "expiresAt"`;

export function insertUpload(row: UploadRow, now: Date): Sql {
  return sql`insert into capture_uploads (id, verification_id, kind, name, length, nonce, frame, created_at, expires_at)
    values (${row.id}, ${row.verificationId}, ${row.kind}, ${row.name}, ${row.length}, ${row.nonce}, ${row.frame}, ${now}, ${row.expiresAt})`;
}

const one = (verificationId: string, id: string): Sql =>
  sql`select ${UPLOAD} from capture_uploads where verification_id = ${verificationId} and id = ${id}`;

export const findUpload = (db: Queryable, verificationId: string, id: string): Promise<UploadRow | undefined> =>
  first<UploadRow>(db, one(verificationId, id));

export const lockUpload = (db: Queryable, verificationId: string, id: string): Promise<UploadRow | undefined> =>
  first<UploadRow>(db, sql`${one(verificationId, id)} for update`);

/** An upload begun in this very way of which no byte has arrived. */
export const findUntouched = (
  db: Queryable,
  verificationId: string,
  like: Pick<UploadRow, 'nonce' | 'frame' | 'length'>,
): Promise<UploadRow | undefined> =>
  first<UploadRow>(
    db,
    sql`select ${UPLOAD} from capture_uploads where verification_id = ${verificationId} and nonce = ${like.nonce} and received = 0
      and frame is not distinct from ${like.frame} and length = ${like.length}`,
  );

/** Uploads that are not finished and not too old. */
export const openUploads = (db: Queryable, verificationId: string, now: Date): Promise<{ kind: FileKind }[]> =>
  db.query(
    sql`select kind from capture_uploads where verification_id = ${verificationId} and file_id is null and expires_at > ${now}`,
  );

/**
 * Adds bytes behind those received so far.
 * @returns false where others came first, or there is no such upload any more
 */
export async function appendPart(
  db: Queryable,
  id: string,
  position: number,
  size: number,
  sealed: Buffer,
): Promise<boolean> {
  const rows = await db.query(
    sql`with moved as (update capture_uploads set received = received + ${size}
        where id = ${id} and received = ${position} and received + ${size} <= length and file_id is null returning id)
      insert into capture_upload_parts (upload_id, position, sealed) select id, ${position}, ${sealed} from moved returning upload_id`,
  );
  return rows.length === 1;
}

export const readParts = (db: Queryable, id: string): Promise<{ position: number; sealed: Buffer }[]> =>
  db.query(sql`select position, sealed from capture_upload_parts where upload_id = ${id} order by position`);

/** Remembers what an upload became, and drops its bytes: they are the file's now. */
export const finishUpload = (id: string, fileId: string): Sql =>
  sql`with dropped as (delete from capture_upload_parts where upload_id = ${id})
    update capture_uploads set file_id = ${fileId} where id = ${id}`;

export async function deleteUpload(db: Queryable, verificationId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    sql`delete from capture_uploads where verification_id = ${verificationId} and id = ${id} returning id`,
  );
  return rows.length === 1;
}

/** Uploads that nobody resumed, and those of verifications that ended. */
export async function deleteOverdueUploads(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query(
    sql`delete from capture_uploads where id in (select id from capture_uploads where expires_at <= ${now} limit 500) returning id`,
  );
  return rows.length;
}
