import { createHash } from 'node:crypto';
import type { FileKind } from '../../../contract/verifications.ts';
import type { KeptIssue } from '../verification.ts';

/** The files of one try, by what tells them apart: a file that is sent again is the same capture. */
export class Captures {
  readonly #digests = new Map<FileKind, string>();

  add(kind: FileKind, bytes: Uint8Array): void {
    if (!this.#digests.has(kind)) this.#digests.set(kind, createHash('sha256').update(bytes).digest('hex'));
  }

  /** Reasons of the try before, of pictures that were taken anew since. */
  reasonsOfOthers(before: readonly KeptIssue[]): string[] {
    return before
      .filter(({ kind, picture }) => picture === undefined || picture !== this.#digests.get(kind))
      .map(({ reason }) => reason);
  }

  /** An issue with the picture that it is about. */
  keep({ kind, reason }: KeptIssue): KeptIssue {
    const picture = this.#digests.get(kind);
    return picture === undefined ? { kind, reason } : { kind, reason, picture };
  }
}
