import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Vault } from '../../platform/secrets/vault.ts';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** What the capture page's address ends in: it serves one verification and cannot be guessed. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Tokens are looked up by their digest, so that the database does not hold them. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
export const isToken = (text: string): boolean => TOKEN_FORM.test(text);

const context = (tenant: Tenant, verificationId: string): string =>
  `capture ${tenant.organizationId} ${tenant.environment} ${verificationId}`;

export const sealToken = (vault: Vault, tenant: Tenant, verificationId: string, token: string): Buffer =>
  vault.sealText(token, context(tenant, verificationId));
export const openToken = (vault: Vault, tenant: Tenant, verificationId: string, sealed: Buffer): Promise<string> =>
  vault.openText(sealed, context(tenant, verificationId));

export function captureUrl(config: Config, tenant: Tenant, token: string): string {
  const base = tenant.environment === 'LIVE' ? config.publicUrl : config.sandboxPublicUrl;
  return `${base}/capture/${token}`;
}
