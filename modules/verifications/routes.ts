import {
  addVerificationFile,
  cancelVerification,
  createVerification,
  type FileKind,
  getVerification,
  getVerificationFile,
  listVerifications,
  MAX_VERIFICATION_FILE_BYTES,
  reviewVerification,
  submitVerification,
} from '../../contract/verifications.ts';
import { type Endpoint, read, write } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import { decodeInlineFile } from '../../platform/http/inline-file.ts';
import { listRequest, listTotal, toPage } from '../../platform/http/list-request.ts';
import type { Services } from '../../platform/module.ts';
import type { VerificationCommands } from './commands.ts';
import { expireOne, expireOverdue } from './lifecycle.ts';
import { present } from './present.ts';
import * as store from './store.ts';
import { isOverdue, type VerificationRow } from './verification.ts';

export function verificationEndpoints(services: Services, commands: VerificationCommands): Endpoint[] {
  const { db, cursors, files } = services;
  const idOf = (call: { params: Readonly<Record<string, string>> }): string => call.params['verificationId'] ?? '';

  return [
    write(createVerification, async (call, transaction) =>
      present(services, call, await commands.create(call, transaction, call.body)),
    ),

    read(listVerifications, async (call) => {
      const list = listRequest('verifications', call, call.query, cursors);
      const { status, result, profileType, applicantId } = call.query;
      const filters = {
        ...(status === undefined ? {} : { status }),
        ...(result === undefined ? {} : { result }),
        ...(profileType === undefined ? {} : { profileType }),
        ...(applicantId === undefined ? {} : { applicantId }),
      };
      const narrowed = result !== undefined || profileType !== undefined || applicantId !== undefined;
      await expireOverdue(services, call, call.now);
      const [rows, total] = await Promise.all([
        store.pageOfVerifications(db, list.request, filters),
        narrowed
          ? store.countVerifications(db, list.request, filters)
          : listTotal(db, store.countedVerifications, list.request, status ? [status] : null),
      ]);
      const page = toPage(
        rows,
        total,
        list,
        cursors,
        (row) => row.id,
        (row: VerificationRow) => row,
      );
      return { ...page, items: await Promise.all(page.items.map((row) => present(services, call, row))) };
    }),

    read(getVerification, async (call) => {
      let row = await store.findVerification(db, call, idOf(call));
      if (row && isOverdue(row, call.now)) row = await expireOne(services, call, row.id, call.now);
      if (!row) throw notFound('verification');
      return present(services, call, row);
    }),

    write(addVerificationFile, async (call, transaction) => {
      const { kind, incoming } = call.upload
        ? { kind: call.upload.fields['kind'] as FileKind, incoming: { staged: call.upload.file } }
        : {
            kind: call.body.kind,
            incoming: {
              name: call.body.fileName,
              bytes: decodeInlineFile(call.body.content, '/content', MAX_VERIFICATION_FILE_BYTES),
            },
          };
      const verificationId = idOf(call);
      const file = await commands.addFile(call, transaction, verificationId, kind, incoming);
      return { ...file, id: file.fileId, verificationId };
    }),

    read(getVerificationFile, async (call) => {
      const file = await files.find(call, idOf(call), call.params['fileId'] ?? '');
      if (!file) throw notFound('file');
      return { mediaType: file.mediaType, size: file.size, stream: files.open(call, file) };
    }),

    write(submitVerification, async (call, transaction) =>
      present(services, call, await commands.submit(call, transaction, idOf(call))),
    ),

    write(cancelVerification, async (call, transaction) =>
      present(services, call, await commands.cancel(call, transaction, idOf(call))),
    ),

    write(reviewVerification, async (call, transaction) =>
      present(services, call, await commands.review(call, transaction, idOf(call), call.body)),
    ),
  ];
}
