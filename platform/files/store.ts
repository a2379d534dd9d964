import type { Tenant } from '../context.ts';
import { first, type Queryable, sql } from '../database/sql.ts';

export interface FileRow {
  id: string;
  ownerId: string;
  kind: string;
  mediaType: string;
  size: number;
  sha256: Buffer;
  createdAt: Date;
}

/** Owner of files that nothing owns yet. */
const STAGING = 'staging';

export async function insertStagedFile(
  db: Queryable,
  tenant: Tenant,
  row: {
    id: string;
    mediaType: string;
    sealedName: Buffer;
    dataKeyId: string;
    chunkSize: number;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db.query(
    sql`insert into files (id, organization_id, environment, owner_id, kind, media_type, size, sha256, sealed_name, data_key_id, chunk_size, created_at, expires_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${STAGING}, ${STAGING}, ${row.mediaType}, 0, '', ${row.sealedName},
        ${row.dataKeyId}, ${row.chunkSize}, ${row.createdAt}, ${row.expiresAt})`,
  );
}

export async function insertFile(
  db: Queryable,
  tenant: Tenant,
  row: {
    id: string;
    ownerId: string;
    kind: string;
    mediaType: string;
    size: number;
    sha256: Buffer;
    sealedName: Buffer;
    dataKeyId: string;
    chunkSize: number;
    createdAt: Date;
    expiresAt: Date | null;
  },
): Promise<void> {
  await db.query(
    sql`insert into files (id, organization_id, environment, owner_id, kind, media_type, size, sha256, sealed_name, data_key_id, chunk_size, created_at, expires_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.ownerId}, ${row.kind}, ${row.mediaType}, ${row.size}, ${row.sha256},
        ${row.sealedName}, ${row.dataKeyId}, ${row.chunkSize}, ${row.createdAt}, ${row.expiresAt})`,
  );
}

export async function insertChunk(db: Queryable, fileId: string, number: number, sealed: Buffer): Promise<void> {
  await db.query(sql`insert into file_chunks (file_id, number, sealed) values (${fileId}, ${number}, ${sealed})`);
}

export async function finishStagedFile(db: Queryable, fileId: string, size: number, sha256: Buffer): Promise<void> {
  await db.query(sql`update files set size = ${size}, sha256 = ${sha256} where id = ${fileId}`);
}

export async function attachFile(
  db: Queryable,
  tenant: Tenant,
  fileId: string,
  owner: { ownerId: string; kind: string; mediaType: string; expiresAt?: Date | null },
): Promise<boolean> {
  const rows = await db.query(
    sql`update files set owner_id = ${owner.ownerId}, kind = ${owner.kind}, media_type = ${owner.mediaType}, expires_at = ${owner.expiresAt ?? null}
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${fileId} and owner_id = ${STAGING}
      returning id`,
  );
  return rows.length === 1;
}

export function findFile(db: Queryable, tenant: Tenant, ownerId: string, fileId: string): Promise<FileRow | undefined> {
  return first<FileRow>(
    db,
    sql`select id, owner_id as "ownerId", kind, media_type as "mediaType", size, sha256, created_at as "createdAt" from files
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and owner_id = ${ownerId} and id = ${fileId}`,
  );
}

export async function readChunk(db: Queryable, fileId: string, number: number): Promise<Buffer | undefined> {
  const row = await first<{ sealed: Buffer }>(
    db,
    sql`select sealed from file_chunks where file_id = ${fileId} and number = ${number}`,
  );
  return row?.sealed;
}

export async function deleteFiles(
  db: Queryable,
  tenant: Tenant,
  which: { ownerIds: readonly string[] } | { fileIds: readonly string[] },
): Promise<number> {
  const condition =
    'ownerIds' in which ? sql`owner_id = any(${which.ownerIds}::text[])` : sql`id = any(${which.fileIds}::text[])`;
  const rows = await db.query(
    sql`delete from files where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and ${condition} returning id`,
  );
  return rows.length;
}

export async function deleteStagedFile(db: Queryable, tenant: Tenant, fileId: string): Promise<void> {
  await db.query(
    sql`delete from files where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
      and id = ${fileId} and owner_id = ${STAGING}`,
  );
}

/** Files past their time to live, and uploads that nothing came to own. */
export async function deleteExpiredFiles(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query(
    sql`delete from files where id in (select id from files where expires_at <= ${now} limit 500) returning id`,
  );
  return rows.length;
}
