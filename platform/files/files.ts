import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Tenant } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Queryable } from '../database/sql.ts';
import type { Transaction } from '../database/transaction.ts';
import { ApiError } from '../http/errors.ts';
import { newId } from '../ids.ts';
import type { Vault } from '../secrets/vault.ts';
import {
  attachFile,
  deleteExpiredFiles,
  deleteFiles,
  deleteStagedFile,
  finishStagedFile,
  findFile,
  type FileRow,
  insertChunk,
  insertFile,
  insertStagedFile,
  readChunk,
} from './store.ts';

/** A file whose bytes are stored and sealed, and which nothing owns yet; swept after an hour if nothing ever does. */
export interface StagedFile {
  fileId: string;
  name: string;
  declaredType: string;
  size: number;
  sha256: Buffer;
  /** The first bytes, to find the true type by. */
  head: Buffer;
}

export interface StageOptions {
  name: string;
  declaredType: string;
  maxBytes: number;
  now: Date;
}

const CHUNK_BYTES = 512 * 1024;
const HEAD_BYTES = 8192;
const STAGING_MS = 60 * 60 * 1000;

/** Files of applicants and jobs: sealed chunk by chunk, in the database, so that every process and backup has them. */
export class FileStore {
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  /**
   * Stores the bytes of a stream, at constant memory, each chunk in a statement of its own.
   * @throws ApiError PAYLOAD_TOO_LARGE; what was stored until then is removed
   */
  async stage(tenant: Tenant, source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedFile> {
    const fileId = newId('file');
    const context = (part: number | 'name'): string => `file ${tenant.organizationId} ${fileId} ${part}`;
    await insertStagedFile(this.#db, tenant, {
      id: fileId,
      mediaType: 'application/octet-stream',
      sealedName: this.#vault.sealText(options.name, context('name')),
      dataKeyId: this.#vault.currentKeyId,
      chunkSize: CHUNK_BYTES,
      createdAt: options.now,
      expiresAt: new Date(options.now.getTime() + STAGING_MS),
    });
    try {
      const hash = createHash('sha256');
      let head: Buffer = Buffer.alloc(0);
      let size = 0;
      let number = 0;
      let pending: Uint8Array[] = [];
      let pendingBytes = 0;
      const flush = async (): Promise<void> => {
        const plain = Buffer.concat(pending);
        pending = [];
        pendingBytes = 0;
        // The last, incomplete chunk waits for more, unless it is all there is: so a second call ends the file.
        for (let at = 0; at < plain.length; at += CHUNK_BYTES) {
          const piece = plain.subarray(at, at + CHUNK_BYTES);
          if (piece.length < CHUNK_BYTES && at > 0) {
            pending = [Buffer.from(piece)];
            pendingBytes = piece.length;
            return;
          }
          await insertChunk(this.#db, fileId, number, this.#vault.seal(piece, context(number)));
          number += 1;
        }
      };
      for await (const bytes of source) {
        size += bytes.length;
        if (size > options.maxBytes) throw tooLarge(options.maxBytes);
        hash.update(bytes);
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, bytes]).subarray(0, HEAD_BYTES);
        pending.push(bytes);
        pendingBytes += bytes.length;
        if (pendingBytes >= CHUNK_BYTES) await flush();
      }
      await flush();
      await flush();
      const sha256 = hash.digest();
      await finishStagedFile(this.#db, fileId, size, sha256);
      return { fileId, name: options.name, declaredType: options.declaredType, size, sha256, head };
    } catch (error) {
      await deleteFiles(this.#db, tenant, { fileIds: [fileId] }).catch(() => {});
      throw error;
    }
  }

  /** Stores bytes that are at hand as a file of a record, in the record's transaction. */
  async put(
    transaction: Transaction,
    tenant: Tenant,
    bytes: Uint8Array,
    file: { name: string; ownerId: string; kind: string; mediaType: string; now: Date; expiresAt?: Date | null },
  ): Promise<{ fileId: string; size: number; sha256: Buffer }> {
    const fileId = newId('file');
    const context = (part: number | 'name'): string => `file ${tenant.organizationId} ${fileId} ${part}`;
    const sha256 = createHash('sha256').update(bytes).digest();
    const statements = [
      insertFile(transaction, tenant, {
        id: fileId,
        ownerId: file.ownerId,
        kind: file.kind,
        mediaType: file.mediaType,
        size: bytes.length,
        sha256,
        sealedName: this.#vault.sealText(file.name, context('name')),
        dataKeyId: this.#vault.currentKeyId,
        chunkSize: CHUNK_BYTES,
        createdAt: file.now,
        expiresAt: file.expiresAt ?? null,
      }),
    ];
    for (let number = 0; number * CHUNK_BYTES < bytes.length; number += 1) {
      const piece = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
      statements.push(insertChunk(transaction, fileId, number, this.#vault.seal(piece, context(number))));
    }
    await Promise.all(statements);
    return { fileId, size: bytes.length, sha256 };
  }

  /** Makes a staged file part of a record, in the record's transaction. */
  async attach(
    transaction: Transaction,
    tenant: Tenant,
    staged: StagedFile,
    owner: { ownerId: string; kind: string; mediaType: string; expiresAt?: Date | null },
  ): Promise<void> {
    const attached = await attachFile(transaction, tenant, staged.fileId, owner);
    if (!attached) throw new ApiError('SERVICE_UNAVAILABLE', 'The upload was swept before it was used. Send it again.');
  }

  find(tenant: Tenant, ownerId: string, fileId: string): Promise<FileRow | undefined> {
    return findFile(this.#db, tenant, ownerId, fileId);
  }

  /** The plain bytes, opened chunk by chunk while they are read. */
  open(tenant: Tenant, file: Pick<FileRow, 'id' | 'size'>): Readable {
    const chunks = this.#chunks(tenant, file);
    return Readable.from(chunks, { objectMode: false });
  }

  /** The plain bytes from `start` to `end`, both included: only the chunks that hold them are read. */
  openRange(tenant: Tenant, file: Pick<FileRow, 'id' | 'size'>, start: number, end: number): Readable {
    const first = Math.floor(start / CHUNK_BYTES);
    const chunks = this.#chunks(tenant, file, first);
    async function* part(): AsyncGenerator<Buffer> {
      let at = first * CHUNK_BYTES;
      for await (const chunk of chunks) {
        yield chunk.subarray(Math.max(0, start - at), end + 1 - at);
        at += chunk.length;
        if (at > end) return;
      }
    }
    return Readable.from(part(), { objectMode: false });
  }

  async readAll(tenant: Tenant, file: Pick<FileRow, 'id' | 'size'>): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.#chunks(tenant, file)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *#chunks(tenant: Tenant, file: Pick<FileRow, 'id' | 'size'>, first = 0): AsyncGenerator<Buffer> {
    let size = first * CHUNK_BYTES;
    for (let number = first; size < file.size; number += 1) {
      const sealed = await readChunk(this.#db, file.id, number);
      if (!sealed) throw new Error('A chunk of a file is missing');
      const plain = await this.#vault.open(sealed, `file ${tenant.organizationId} ${file.id} ${number}`);
      size += plain.length;
      yield plain;
    }
  }

  /** Removes every file of these owners, in the transaction of their erasure. */
  erase(db: Queryable, tenant: Tenant, ownerIds: readonly string[]): Promise<number> {
    return deleteFiles(db, tenant, { ownerIds });
  }

  /** Removes single files of a record, for instance those that newer ones replace. */
  remove(db: Queryable, tenant: Tenant, fileIds: readonly string[]): Promise<number> {
    return deleteFiles(db, tenant, { fileIds });
  }

  /** Removes an upload that nothing came to own; one that something owns stays. */
  async discard(tenant: Tenant, staged: Pick<StagedFile, 'fileId'>): Promise<void> {
    await deleteStagedFile(this.#db, tenant, staged.fileId);
  }

  sweep(now: Date): Promise<number> {
    return deleteExpiredFiles(this.#db, now);
  }
}

export const tooLarge = (maxBytes: number): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `The file is larger than ${Math.floor(maxBytes / 1_048_576)} MiB.`, { maxBytes });
