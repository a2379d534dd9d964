import type { Role } from '../../../contract/dashboard/index.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { CallContext } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ApiError, invalidState, notFound } from '../../../platform/http/errors.ts';
import { deleteMember, endSessions, leaveSessions, lockMembers, updateRole } from './store.ts';

/** Owners are made and unmade by owners alone. @throws ApiError INSUFFICIENT_SCOPE */
export function requireOwnerFor(context: CallContext, ...roles: readonly Role[]): void {
  if (roles.includes('OWNER') && context.staff?.role !== 'OWNER') {
    throw new ApiError('INSUFFICIENT_SCOPE', 'Only an owner can make, change or remove owners.', {
      required: 'team.owners',
    });
  }
}

async function memberOf(
  transaction: Transaction,
  context: CallContext,
  userId: string,
): Promise<{ role: Role; owners: number }> {
  const members = await lockMembers(transaction, context.organizationId);
  const member = members.find((other) => other.userId === userId);
  if (!member) throw notFound('member');
  return { role: member.role, owners: members.filter(({ role }) => role === 'OWNER').length };
}

function keepAnOwner(role: Role, owners: number): void {
  if (role === 'OWNER' && owners === 1) {
    throw invalidState('This is the only owner. Make somebody else an owner first.', 'LAST_OWNER', []);
  }
}

/** @throws ApiError NOT_FOUND; INVALID_STATE for the last owner; INSUFFICIENT_SCOPE */
export async function changeRole(
  transaction: Transaction,
  context: CallContext,
  userId: string,
  role: Role,
): Promise<void> {
  const member = await memberOf(transaction, context, userId);
  requireOwnerFor(context, member.role, role);
  if (member.role === role) return;
  keepAnOwner(member.role, member.owners);
  await updateRole(transaction, context.organizationId, userId, role);
  audit(transaction, context, {
    action: 'team.change_role',
    resourceId: userId,
    details: { from: member.role, to: role },
  });
}

/** Ends a membership, and with it the person's sessions here. @throws ApiError as changeRole */
export async function removeMember(transaction: Transaction, context: CallContext, userId: string): Promise<void> {
  const member = await memberOf(transaction, context, userId);
  requireOwnerFor(context, member.role);
  keepAnOwner(member.role, member.owners);
  await leaveSessions(transaction, context.organizationId, userId);
  await deleteMember(transaction, context.organizationId, userId);
  audit(transaction, context, { action: 'team.remove', resourceId: userId, details: { role: member.role } });
}

export async function signOutEverywhere(
  transaction: Transaction,
  context: CallContext,
  userId: string,
): Promise<number> {
  const member = await memberOf(transaction, context, userId);
  requireOwnerFor(context, member.role);
  const ended = await endSessions(transaction, userId);
  audit(transaction, context, { action: 'team.end_sessions', resourceId: userId, details: { ended } });
  return ended;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** "Firefox on Linux", as far as a browser says. */
export function deviceOf(userAgent: string | null): string {
  const find = (list: typeof BROWSERS): string | undefined => list.find(([form]) => form.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined && system === undefined) return 'Unknown browser';
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ');
}
