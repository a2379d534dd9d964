import * as contract from '../../../contract/dashboard/account.ts';
import type { Environment } from '../../../contract/enums.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { ApiError, notFound } from '../../../platform/http/errors.ts';
import type { Call } from '../../../platform/http/endpoint.ts';
import type { Services } from '../../../platform/module.ts';
import { SESSION_SECONDS } from '../auth/auth.ts';
import { presentMe } from '../auth/staff.ts';
import { findStaff } from '../auth/store.ts';
import { makeLink } from './links.ts';
import * as store from './store.ts';
import * as rules from './team.ts';

export const ACCOUNT_ENVIRONMENT: Environment = 'LIVE';

export function teamEndpoints(services: Services): Endpoint[] {
  const { db, clock } = services;

  const me = async (call: Pick<Call, 'staff' | 'actor' | 'now'>) => {
    const sessionId = call.staff?.sessionId ?? '';
    const since = new Date(call.now.getTime() - SESSION_SECONDS * 1000);
    const [row, organizations] = await Promise.all([
      findStaff(db, sessionId, call.now, since),
      store.organizationsOf(db, call.actor.id),
    ]);
    if (!row) throw new ApiError('UNAUTHORIZED', 'This session has ended. Sign in again.', { reason: 'EXPIRED' });
    return presentMe(row, organizations);
  };
  const member = async (organizationId: string, userId: string) => {
    const row = await store.findMember(db, organizationId, userId, clock.now());
    if (!row) throw notFound('member');
    return presentMember(row);
  };

  return [
    read(contract.getMe, me),
    write(contract.switchOrganization, async (call) => {
      const { to } = call.body;
      if (!(await store.chooseOrganization(db, call.staff?.sessionId ?? '', call.actor.id, to))) {
        throw new ApiError('NOT_FOUND', 'You are not a member of such an organisation.');
      }
      return me(call);
    }),
    read(contract.listSessions, async (call) => {
      const rows = await store.sessionsOf(db, call.actor.id, call.now);
      return {
        sessions: rows.map((row) => ({
          sessionId: row.id,
          current: row.id === call.staff?.sessionId,
          device: rules.deviceOf(row.userAgent),
          createdAt: row.createdAt.toISOString(),
          lastUsedAt: row.updatedAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        })),
      };
    }),
    write(contract.revokeSession, async (call, transaction) => {
      const sessionId = call.params['sessionId'] ?? '';
      if (!(await store.deleteOwnSession(transaction, call.actor.id, sessionId))) throw notFound('session');
      if (call.organizationId !== '') {
        audit(transaction, call, { action: 'session.revoke', resourceId: call.actor.id, details: { sessionId } });
      }
      return { sessionId, revoked: true as const };
    }),
    read(contract.getTeam, async (call) => {
      const [members, invitations] = await Promise.all([
        store.membersOf(db, call.organizationId, call.now),
        store.openInvitations(db, call.organizationId, call.now),
      ]);
      return { members: members.map(presentMember), invitations: invitations.map(presentInvitation) };
    }),
    write(contract.inviteMember, async (call, transaction) => {
      const { role } = call.body;
      const email = call.body.email.toLowerCase();
      rules.requireOwnerFor(call, role);
      if (await store.isMember(transaction, call.organizationId, email)) {
        throw new ApiError('CONFLICT', 'Somebody with this address is a member already.');
      }
      await store.cancelInvitationsTo(transaction, call.organizationId, email, call.now);
      const input = { organizationId: call.organizationId, role, email, invitedBy: call.actor.id };
      const { row, link } = await makeLink(services, transaction, input, call.now, call.actor);
      const names = await store.namesOf(transaction, [call.actor.id]);
      return { ...presentInvitation({ ...row, inviterName: names.get(call.actor.id) ?? null }), link };
    }),
    write(contract.cancelInvitation, async (call, transaction) => {
      const invitationId = call.params['invitationId'] ?? '';
      if (!(await store.cancelInvitation(transaction, call.organizationId, invitationId, call.now))) {
        throw notFound('invitation');
      }
      audit(transaction, call, { action: 'team.cancel_invitation', resourceId: invitationId });
      return { invitationId, cancelled: true as const };
    }),
    write(contract.changeMember, async (call, transaction) => {
      const userId = call.params['userId'] ?? '';
      await rules.changeRole(transaction, call, userId, call.body.role);
      return { ...(await member(call.organizationId, userId)), role: call.body.role };
    }),
    write(contract.removeMember, async (call, transaction) => {
      const userId = call.params['userId'] ?? '';
      await rules.removeMember(transaction, call, userId);
      return { userId, removed: true as const };
    }),
    write(contract.endMemberSessions, async (call, transaction) => {
      const userId = call.params['userId'] ?? '';
      return { userId, ended: await rules.signOutEverywhere(transaction, call, userId) };
    }),
    write(contract.renameOrganization, async (call, transaction) => {
      const { name } = call.body;
      await store.renameOrganization(transaction, call.organizationId, name);
      audit(transaction, call, { action: 'organization.rename', resourceId: call.organizationId });
      return { organizationId: call.organizationId, name };
    }),
  ];
}

const presentMember = (row: store.MemberRow): contract.Member => ({
  ...row,
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  joinedAt: row.joinedAt.toISOString(),
});

const presentInvitation = (row: store.LinkRow & { inviterName: string | null }): contract.Invitation => ({
  invitationId: row.id,
  email: row.email ?? '',
  role: row.role,
  invitedBy: row.invitedBy === null ? null : { userId: row.invitedBy, name: row.inviterName ?? '' },
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
