import type { Scope } from '../../contract/enums.ts';
import { audit } from '../../platform/audit/audit.ts';
import { generateKey, hashKey, keyPrefix } from '../../platform/authentication/key-format.ts';
import type { CallContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { insertKey, type KeyRow } from './store.ts';

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
  const key = generateKey(context.environment);
  const row: KeyRow = {
    id: newId('key'),
    name: input.name,
    prefix: keyPrefix(context.environment),
    lastFour: key.slice(-4),
    environment: context.environment,
    scopes: [...input.scopes],
    createdAt: context.now,
    expiresAt: input.expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  await insertKey(transaction, context, row, hashKey(key));
  audit(transaction, context, { action: 'key.create', resourceId: row.id, details: { scopes: row.scopes } });
  return { key, row };
}
