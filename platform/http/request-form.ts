import type { IncomingMessage } from 'node:http';
import { ApiError, invalid } from './errors.ts';

/** Headers that decide what a request means: a second one could be read differently by a proxy, so it is refused. */
const SINGLE = new Set(['authorization', 'content-type', 'idempotency-key', 'host']);

export const unsupportedMedia = (
  message = 'Send the body as application/json (or as multipart/form-data where a file is expected).',
): ApiError => new ApiError('UNSUPPORTED_MEDIA_TYPE', message);

/**
 * What a request may not be, whatever it asks for: headers given twice that must be one, a missing Host, and a body
 * that is packed or encoded in a way that this service does not read.
 * @throws ApiError VALIDATION_ERROR, UNAUTHORIZED, UNSUPPORTED_MEDIA_TYPE
 */
export function requireSoundForm(raw: IncomingMessage): void {
  requireSingleHeaders(raw.rawHeaders);
  const { headers } = raw;
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw invalid('/headers/Host', 'REQUIRED', 'is required in HTTP/1.1: send the name of this service');
  }
  const packed = headers['content-encoding'];
  if (packed !== undefined && packed.trim().toLowerCase() !== 'identity') {
    throw unsupportedMedia('Compressed bodies are not read: send the body without Content-Encoding.');
  }
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && transfer.trim().toLowerCase() !== 'chunked') {
    throw unsupportedMedia('The only Transfer-Encoding that is read is chunked: send that, or a Content-Length.');
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw unsupportedMedia('The body must be UTF-8: send it so, with charset=utf-8 or without a charset.');
  }
}

function requireSingleHeaders(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) throw givenTwice(name);
    seen.add(name);
  }
}

function givenTwice(name: string): ApiError {
  if (name === 'authorization') {
    return new ApiError('UNAUTHORIZED', 'The header Authorization is given twice. Send it once.', {
      reason: 'MALFORMED',
    });
  }
  return invalid(`/headers/${name}`, 'NOT_UNIQUE', 'is given twice; send it once');
}
