import type { Role } from '../../../contract/dashboard/index.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Actor, systemContext } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { findUserByEmail, insertUserWithoutSignIn } from '../auth/store.ts';
import { insertMember } from './store.ts';

/**
 * Makes somebody a member who cannot sign in: no password, no passkey, and nobody can link one to it, for the address
 * is one that exists nowhere. For examples. @returns the identifier, the same when it is made again
 */
export async function addExampleMember(
  transaction: Transaction,
  input: { organizationId: string; name: string; role: Role; mailbox: string },
  now: Date,
  actor: Actor,
): Promise<string> {
  const { organizationId, name, role } = input;
  const email = `${input.mailbox}.${organizationId}@staff.example.invalid`.toLowerCase();
  const known = await findUserByEmail(transaction, email);
  if (known) return known.id;
  const userId = newId('usr');
  await insertUserWithoutSignIn(transaction, { id: userId, name, email, now });
  await insertMember(transaction, { organizationId, userId, role, joinedAt: now }, false);
  const context = systemContext({ organizationId, environment: 'LIVE' }, now, actor);
  audit(transaction, context, { action: 'team.add_example', resourceId: userId, details: { role } });
  return userId;
}
