import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from './errors.ts';

/** Where a page ended: the sort value and identifier of its last row. */
export interface Position {
  value: string;
  id: string;
}

const TAG_BYTES = 16;

/**
 * Opaque, tamper-evident cursors: the position and a digest of the list, filters and order it was made for, under
 * an HMAC-SHA256 (first 16 bytes). A cursor used with other filters, or changed, is INVALID_CURSOR.
 */
export class CursorCodec {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  encode(position: Position, boundTo: string): string {
    const payload = Buffer.from(JSON.stringify([position.value, position.id]));
    return Buffer.concat([this.#tag(payload, boundTo), payload]).toString('base64url');
  }

  decode(cursor: string, boundTo: string): Position {
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(TAG_BYTES);
    const canonical = bytes.toString('base64url') === cursor;
    if (
      !canonical ||
      payload.length === 0 ||
      !timingSafeEqual(bytes.subarray(0, TAG_BYTES), this.#tag(payload, boundTo))
    ) {
      throw new ApiError(
        'INVALID_CURSOR',
        'The cursor is damaged or was made for another list, filter or order. Start again without a cursor.',
      );
    }
    const [value, id] = JSON.parse(payload.toString('utf8')) as [string, string];
    return { value, id };
  }

  #tag(payload: Buffer, boundTo: string): Buffer {
    const digest = createHash('sha256').update(boundTo).digest();
    return createHmac('sha256', this.#secret).update(digest).update(payload).digest().subarray(0, TAG_BYTES);
  }
}
