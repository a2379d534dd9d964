import type { Static } from 'typebox';
import type { Key, KeyStatus, NewKey as CreatedKey } from '../../contract/keys.ts';
import { ROTATION_DAYS } from '../../contract/keys.ts';
import { type Scope, SCOPES } from '../../contract/enums.ts';
import { audit } from '../../platform/audit/audit.ts';
import { generateKey, hashKey, keyPrefix } from '../../platform/authentication/key-format.ts';
import type { CallContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { ApiError, invalid, invalidState, notFound } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { expireKey, insertKey, type KeyRow, lockKey, revokeKeyRow } from './store.ts';

const DAY_MS = 86_400_000;

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

/** Makes a key of the context's organisation and environment. The key itself is returned once and kept nowhere. */
export async function createKey(
  transaction: Transaction,
  context: CallContext,
  input: NewKey,
): Promise<{ key: string; row: KeyRow }> {
  const made = await storeNewKey(transaction, context, input);
  audit(transaction, context, { action: 'key.create', resourceId: made.row.id, details: { scopes: made.row.scopes } });
  return made;
}

async function storeNewKey(
  transaction: Transaction,
  context: CallContext,
  input: NewKey,
): Promise<{ key: string; row: KeyRow }> {
  const key = generateKey(context.environment);
  const row: KeyRow = {
    id: newId('key'),
    name: input.name,
    prefix: keyPrefix(context.environment),
    lastFour: key.slice(-4),
    environment: context.environment,
    scopes: SCOPES.filter((scope) => input.scopes.includes(scope)),
    createdAt: context.now,
    expiresAt: input.expiresAt,
    madeToExpireAt: input.expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  await insertKey(transaction, context, row, hashKey(key));
  return { key, row };
}

/**
 * Replaces a key: a new one with its name, its scopes and the expiry it was made with; the old one expires after
 * the overlap, or when it would have anyway.
 * @throws ApiError NOT_FOUND; INVALID_STATE where it is revoked or expired; INSUFFICIENT_SCOPE where it may do what
 * the caller may not
 */
export async function rotateKey(
  transaction: Transaction,
  context: CallContext,
  keyId: string,
  overlapSeconds: number,
): Promise<{ key: string; row: KeyRow }> {
  const old = await lockKey(transaction, context, keyId);
  if (!old) throw notFound('key');
  const status = keyStatus(old, context.now);
  if (status !== 'ACTIVE') {
    throw invalidState('Only an active key can be rotated. Make a new key instead.', status, ['ACTIVE']);
  }
  requireScopes(context.scopes, old.scopes);
  const made = await storeNewKey(transaction, context, {
    name: old.name,
    scopes: old.scopes,
    expiresAt: old.madeToExpireAt,
  });
  const end = new Date(context.now.getTime() + overlapSeconds * 1000);
  if (old.expiresAt === null || end < old.expiresAt) await expireKey(transaction, context, keyId, end);
  audit(transaction, context, {
    action: 'key.rotate',
    resourceId: keyId,
    details: { newKeyId: made.row.id, overlapSeconds },
  });
  return made;
}

/** Revokes a key for good; revoking it again changes nothing. @throws ApiError NOT_FOUND */
export async function revokeKey(transaction: Transaction, context: CallContext, keyId: string): Promise<KeyRow> {
  const row = await lockKey(transaction, context, keyId);
  if (!row) throw notFound('key');
  if (row.revokedAt !== null) return row;
  await revokeKeyRow(transaction, context, keyId, context.now);
  audit(transaction, context, { action: 'key.revoke', resourceId: keyId });
  return { ...row, revokedAt: context.now };
}

/** A key gives no scope that it lacks. @throws ApiError INSUFFICIENT_SCOPE */
export function requireScopes(own: ReadonlySet<Scope>, wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !own.has(scope));
  if (missing.length === 0) return;
  throw new ApiError(
    'INSUFFICIENT_SCOPE',
    `A key can only be given what its maker may do, by its own scopes or its role; you lack ${missing.join(', ')}.`,
    { required: missing[0], missing },
  );
}

/** The expiry of a new key. @throws ApiError VALIDATION_ERROR where it is not in the future */
export function readExpiry(expiresAt: string | null | undefined, now: Date): Date | null {
  if (expiresAt == null) return null;
  const date = new Date(expiresAt);
  if (date <= now) throw invalid('/expiresAt', 'INVALID_VALUE', 'must be in the future');
  return date;
}

export function keyStatus(row: Pick<KeyRow, 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (row.revokedAt !== null) return 'REVOKED';
  return row.expiresAt !== null && row.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

const record = (row: KeyRow) => ({
  keyId: row.id,
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  lastFour: row.lastFour,
  environment: row.environment,
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

export function presentKey(row: KeyRow, now: Date): Static<typeof Key> {
  return {
    ...record(row),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    status: keyStatus(row, now),
    rotationDueAt: new Date(row.createdAt.getTime() + ROTATION_DAYS * DAY_MS).toISOString(),
  };
}

export const presentNewKey = ({ key, row }: { key: string; row: KeyRow }): Static<typeof CreatedKey> => ({
  ...record(row),
  key,
});
