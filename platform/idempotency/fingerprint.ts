import { createHash } from 'node:crypto';

/** 1 to 255 visible ASCII characters (contract section 2). */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key);

/** SHA-256 over method, path with query, and body bytes, each with its length, so that no two requests run together. */
export function fingerprint(method: string, url: string, body: Uint8Array): Buffer {
  const hash = createHash('sha256');
  for (const part of [Buffer.from(method), Buffer.from(url), body]) hash.update(`${part.length}:`).update(part);
  return hash.digest();
}
