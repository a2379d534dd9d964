import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/** AES-256-GCM (NIST SP 800-38D): 12 random bytes, the ciphertext, 16 bytes of tag. `context` is authenticated too. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function encrypt(key: KeyObject | Uint8Array, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error where the bytes were not sealed with this key and context, or were changed */
export function decrypt(key: KeyObject | Uint8Array, sealed: Uint8Array, context: string): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('Sealed bytes are cut short');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
}
