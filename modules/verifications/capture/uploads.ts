import { randomBytes } from 'node:crypto';
import { MAX_VERIFICATION_FILE_BYTES } from '../../../contract/verifications.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { tooLarge } from '../../../platform/files/files.ts';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import type { VerificationCommands } from '../commands.ts';
import { updateVerification } from '../store.ts';
import type { VerificationRow } from '../verification.ts';
import { type Capture, contextOf, lockOpen, requireConsent } from './desk.ts';
import { CAPTURE_BOUNDS, digest, kindsOf, noUpload, type UploadRequest, useNonce } from './rules.ts';
import * as store from './store.ts';

export interface NewUpload extends UploadRequest {
  name: string;
  length: number;
}

export interface UploadState {
  id: string;
  offset: number;
  length: number;
  expiresAt: Date;
}

/** Pictures that arrive in as many pieces as the network makes of them; sealed and stored piece by piece. */
export interface CaptureUploads {
  begin(capture: Capture, upload: NewUpload): Promise<UploadState>;
  find(capture: Capture, id: string): Promise<UploadState>;
  /**
   * Stores what comes, from the given offset on; once all is there it becomes a file of the verification.
   * @returns the offset reached
   * @throws ApiError CONFLICT: another offset is next; PAYLOAD_TOO_LARGE: more than was said; and all of addFile
   */
  append(
    capture: Capture,
    requestId: string,
    id: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<UploadState>;
  end(capture: Capture, id: string): Promise<void>;
  sweep(now: Date): Promise<number>;
}

const PART_BYTES = 256 * 1024;

const stateOf = (row: store.UploadRow): UploadState => ({
  id: row.id,
  offset: row.received,
  length: row.length,
  expiresAt: row.expiresAt,
});

export function captureUploads(services: Services, commands: VerificationCommands): CaptureUploads {
  const { db, vault, clock, files } = services;
  const context = (upload: string, part: number | 'name'): string => `capture upload ${upload} ${part}`;

  const known = async (capture: Capture, id: string): Promise<store.UploadRow> => {
    const row = await store.findUpload(db, capture.verificationId, id);
    if (!row || (row.fileId === null && row.expiresAt <= clock.now())) throw noUpload();
    return row;
  };

  /** Frames of an earlier challenge make room for those of this one. */
  const dropFrames = async (transaction: Transaction, capture: Capture, row: VerificationRow): Promise<void> => {
    const old = row.files.filter((file) => file.kind === 'LIVENESS_FRAME');
    if (old.length === 0) return;
    const kept = row.files.filter((file) => file.kind !== 'LIVENESS_FRAME');
    await transaction.query(updateVerification(capture, { ...row, files: kept }));
    await files.remove(
      transaction,
      capture,
      old.map((file) => file.fileId),
    );
  };

  const finish = (capture: Capture, requestId: string, upload: store.UploadRow, bytes: Buffer): Promise<void> =>
    db.transaction(async (transaction) => {
      const now = clock.now();
      const { row, locked } = await lockOpen(transaction, capture, now, 'given files');
      const fresh = await store.lockUpload(transaction, capture.verificationId, upload.id);
      if (!fresh) throw noUpload();
      if (fresh.fileId !== null) return;
      if (fresh.kind === 'LIVENESS_FRAME') {
        const nonce = fresh.nonce.toString('hex');
        if (locked.challenge?.nonce !== nonce) {
          const issued = locked.issued.LIVENESS_FRAME;
          if (issued?.nonce !== nonce) throw noUpload();
          await dropFrames(transaction, capture, row);
          const { turns, assisted } = issued;
          transaction.defer(store.updateCapture({ ...locked, challenge: { nonce, turns, assisted } }));
        }
      }
      const name = await vault.openText(fresh.name, context(fresh.id, 'name'));
      const by = contextOf(capture, requestId, now);
      const file = await commands.addFile(by, transaction, capture.verificationId, fresh.kind, { name, bytes });
      transaction.defer(store.finishUpload(fresh.id, file.fileId));
    });

  return {
    begin: (capture, upload) =>
      db.transaction(async (transaction) => {
        const now = clock.now();
        if (upload.length > MAX_VERIFICATION_FILE_BYTES) throw tooLarge(MAX_VERIFICATION_FILE_BYTES);
        const { row, locked } = await lockOpen(transaction, capture, now, 'given files');
        requireConsent(locked);
        if (!kindsOf(row).some(({ kind }) => kind === upload.kind)) {
          throw invalid('/kind', 'INVALID_VALUE', 'is not asked for in this verification');
        }
        // The answer to the first request was lost on its way: the same upload, not another one.
        const again = await store.findUntouched(transaction, capture.verificationId, {
          nonce: digest(upload.nonce),
          frame: upload.frame,
          length: upload.length,
        });
        if (again) return stateOf(again);
        if (locked.uploads >= CAPTURE_BOUNDS.uploads) {
          throw new ApiError('CONFLICT', 'Too many uploads were begun for this verification. Ask for a new link.');
        }
        const open = await store.openUploads(transaction, capture.verificationId, now);
        if (open.length >= CAPTURE_BOUNDS.open) {
          throw new ApiError('CONFLICT', 'Too many uploads are under way. Finish or end one of them first.');
        }
        if (upload.kind === 'LIVENESS_FRAME' && open.some(({ kind }) => kind === upload.kind)) {
          throw new ApiError('CONFLICT', 'The frame before is still on its way. Finish or end it first.');
        }
        const issued = useNonce(locked.issued, upload, now);
        const id = randomBytes(16).toString('base64url');
        const expiresAt = new Date(now.getTime() + CAPTURE_BOUNDS.uploadMs);
        const made: store.UploadRow = {
          id,
          verificationId: capture.verificationId,
          kind: upload.kind,
          name: vault.sealText(upload.name, context(id, 'name')),
          length: upload.length,
          received: 0,
          nonce: digest(upload.nonce),
          frame: upload.frame,
          fileId: null,
          expiresAt,
        };
        transaction.defer(store.updateCapture({ ...locked, issued, uploads: locked.uploads + 1 }));
        transaction.defer(store.insertUpload(made, now));
        return stateOf(made);
      }),

    find: async (capture, id) => stateOf(await known(capture, id)),

    async append(capture, requestId, id, offset, bytes) {
      const row = await known(capture, id);
      if (offset !== row.received) throw notNext(row.received);
      let received = row.received;
      let pending: Uint8Array[] = [];
      let pendingBytes = 0;
      const flush = async (): Promise<void> => {
        if (pendingBytes === 0) return;
        const plain = Buffer.concat(pending);
        const sealed = vault.seal(plain, context(id, received));
        if (!(await store.appendPart(db, id, received, plain.length, sealed))) {
          throw notNext((await known(capture, id)).received);
        }
        received += plain.length;
        pending = [];
        pendingBytes = 0;
      };
      try {
        for await (const piece of bytes) {
          if (received + pendingBytes + piece.length > row.length) {
            throw new ApiError('PAYLOAD_TOO_LARGE', `More bytes came than the ${row.length} that were announced.`, {
              maxBytes: row.length,
            });
          }
          pending.push(piece);
          pendingBytes += piece.length;
          if (pendingBytes >= PART_BYTES) await flush();
        }
      } catch (error) {
        // What came before the connection broke is kept, so that it need not be sent again.
        if (!(error instanceof ApiError)) await flush();
        throw error;
      }
      await flush();
      if (received === row.length && row.fileId === null) {
        const parts = await store.readParts(db, id);
        const plain = await Promise.all(parts.map((part) => vault.open(part.sealed, context(id, part.position))));
        try {
          await finish(capture, requestId, row, Buffer.concat(plain));
        } catch (error) {
          // Refused for good: what is wrong with these bytes will not be right when sent again.
          if (error instanceof ApiError && error.status < 500) await store.deleteUpload(db, capture.verificationId, id);
          throw error;
        }
      }
      return { ...stateOf(row), offset: received };
    },

    async end(capture, id) {
      if (!(await store.deleteUpload(db, capture.verificationId, id))) throw noUpload();
    },

    sweep: (now) => store.deleteOverdueUploads(db, now),
  };
}

const notNext = (next: number): ApiError =>
  new ApiError('CONFLICT', `The next byte of this upload is ${next}. Ask for its offset and go on from there.`, {
    offset: next,
  });
