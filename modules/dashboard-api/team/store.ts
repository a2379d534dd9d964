import type { Role } from '../../../contract/dashboard/index.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

export interface LinkRow {
  id: string;
  kind: 'OWNER' | 'INVITATION';
  organizationId: string;
  role: Role;
  email: string | null;
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  cancelledAt: Date | null;
}

const LINK = sql`l.id, l.kind, l.organization_id as "organizationId", l.role, l.email, l.invited_by as "invitedBy",
  l.created_at as "createdAt", l.expires_at as "expiresAt", l.used_at as "usedAt", l.cancelled_at as "cancelledAt"`;

export async function insertLink(db: Queryable, row: LinkRow, tokenHash: Buffer): Promise<void> {
  await db.query(
    sql`insert into dashboard_links (id, kind, organization_id, role, email, token_hash, invited_by, created_at, expires_at)
      values (${row.id}, ${row.kind}, ${row.organizationId}, ${row.role}, ${row.email}, ${tokenHash}, ${row.invitedBy},
        ${row.createdAt}, ${row.expiresAt})`,
  );
}

export function findLink(
  db: Queryable,
  tokenHash: Buffer,
): Promise<(LinkRow & { organizationName: string }) | undefined> {
  return first(
    db,
    sql`select ${LINK}, o.name as "organizationName" from dashboard_links l join organizations o on o.id = l.organization_id
      where l.token_hash = ${tokenHash}`,
  );
}

export function lockLink(db: Queryable, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return first<LinkRow>(db, sql`select ${LINK} from dashboard_links l where l.token_hash = ${tokenHash} for update`);
}

export async function useLink(db: Queryable, id: string, userId: string, now: Date): Promise<void> {
  await db.query(sql`update dashboard_links set used_at = ${now}, used_by = ${userId} where id = ${id}`);
}

/** @param raise whether somebody who is a member already gets the role; @returns false where nothing was done */
export async function insertMember(
  db: Queryable,
  row: { organizationId: string; userId: string; role: Role; joinedAt: Date },
  raise: boolean,
): Promise<boolean> {
  const rows = await db.query(
    sql`insert into dashboard_members as m (organization_id, user_id, role, joined_at)
      values (${row.organizationId}, ${row.userId}, ${row.role}, ${row.joinedAt})
      on conflict (organization_id, user_id) do update set role = excluded.role where ${raise}::boolean and m.role <> excluded.role
      returning user_id`,
  );
  return rows.length > 0;
}

export interface MemberRow {
  userId: string;
  name: string;
  email: string;
  role: Role;
  twoFactor: boolean;
  lastSeenAt: Date | null;
  joinedAt: Date;
  sessions: number;
}

const MEMBER = sql`m.user_id as "userId", u.name, u.email, m.role,
  coalesce(u.two_factor_enabled, false) or exists (select from dashboard_passkeys p where p.user_id = u.id) as "twoFactor",
  m.last_seen_at as "lastSeenAt", m.joined_at as "joinedAt"`;

export function membersOf(db: Queryable, organizationId: string, now: Date): Promise<MemberRow[]> {
  return db.query<MemberRow>(
    sql`select ${MEMBER}, (select count(*) from dashboard_sessions s where s.user_id = u.id and s.expires_at > ${now}) as sessions
      from dashboard_members m join dashboard_users u on u.id = m.user_id
      where m.organization_id = ${organizationId} order by m.joined_at, m.user_id`,
  );
}

export function findMember(
  db: Queryable,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<MemberRow | undefined> {
  return first<MemberRow>(
    db,
    sql`select ${MEMBER}, (select count(*) from dashboard_sessions s where s.user_id = u.id and s.expires_at > ${now}) as sessions
      from dashboard_members m join dashboard_users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and m.user_id = ${userId}`,
  );
}

/** Locks all memberships of an organisation, so that its last owner cannot be taken away twice at once. */
export function lockMembers(db: Queryable, organizationId: string): Promise<{ userId: string; role: Role }[]> {
  return db.query(
    sql`select user_id as "userId", role from dashboard_members where organization_id = ${organizationId} order by user_id for update`,
  );
}

export async function updateRole(db: Queryable, organizationId: string, userId: string, role: Role): Promise<void> {
  await db.query(
    sql`update dashboard_members set role = ${role} where organization_id = ${organizationId} and user_id = ${userId}`,
  );
}

export async function deleteMember(db: Queryable, organizationId: string, userId: string): Promise<void> {
  await db.query(sql`delete from dashboard_members where organization_id = ${organizationId} and user_id = ${userId}`);
}

/** Sessions of a member end here; those of one who works for others too are sent there. */
export async function leaveSessions(db: Queryable, organizationId: string, userId: string): Promise<void> {
  await db.query(
    sql`delete from dashboard_sessions s where s.user_id = ${userId}
      and not exists (select from dashboard_members m where m.user_id = s.user_id and m.organization_id <> ${organizationId})`,
  );
  await db.query(
    sql`update dashboard_sessions set organization_id = null where user_id = ${userId} and organization_id = ${organizationId}`,
  );
}

export async function endSessions(db: Queryable, userId: string): Promise<number> {
  return (await db.query(sql`delete from dashboard_sessions where user_id = ${userId} returning id`)).length;
}

export function openInvitations(
  db: Queryable,
  organizationId: string,
  now: Date,
): Promise<(LinkRow & { inviterName: string | null })[]> {
  return db.query(
    sql`select ${LINK}, u.name as "inviterName" from dashboard_links l left join dashboard_users u on u.id = l.invited_by
      where l.organization_id = ${organizationId} and l.kind = 'INVITATION' and l.used_at is null and l.cancelled_at is null
        and l.expires_at > ${now} order by l.created_at desc, l.id`,
  );
}

export async function cancelInvitation(db: Queryable, organizationId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    sql`update dashboard_links set cancelled_at = ${now} where organization_id = ${organizationId} and id = ${id}
      and kind = 'INVITATION' and used_at is null and cancelled_at is null returning id`,
  );
  return rows.length > 0;
}

/** An open invitation of the same address is replaced by a new one. */
export async function cancelInvitationsTo(
  db: Queryable,
  organizationId: string,
  email: string,
  now: Date,
): Promise<void> {
  await db.query(
    sql`update dashboard_links set cancelled_at = ${now} where organization_id = ${organizationId} and email = ${email}
      and kind = 'INVITATION' and used_at is null and cancelled_at is null`,
  );
}

export async function isMember(db: Queryable, organizationId: string, email: string): Promise<boolean> {
  const rows = await db.query(
    sql`select m.user_id from dashboard_members m join dashboard_users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and u.email = ${email}`,
  );
  return rows.length > 0;
}

export function organizationsOf(
  db: Queryable,
  userId: string,
): Promise<{ organizationId: string; name: string; role: Role }[]> {
  return db.query(
    sql`select m.organization_id as "organizationId", o.name, m.role from dashboard_members m
      join organizations o on o.id = m.organization_id where m.user_id = ${userId} order by m.joined_at, m.organization_id`,
  );
}

export async function chooseOrganization(
  db: Queryable,
  sessionId: string,
  userId: string,
  organizationId: string,
): Promise<boolean> {
  const rows = await db.query(
    sql`update dashboard_sessions set organization_id = ${organizationId} where id = ${sessionId} and user_id = ${userId}
      and exists (select from dashboard_members where user_id = ${userId} and organization_id = ${organizationId}) returning id`,
  );
  return rows.length > 0;
}

export interface SessionRow {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
}

export function sessionsOf(db: Queryable, userId: string, now: Date): Promise<SessionRow[]> {
  return db.query<SessionRow>(
    sql`select id, user_agent as "userAgent", created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"
      from dashboard_sessions where user_id = ${userId} and expires_at > ${now} order by updated_at desc, id`,
  );
}

export async function deleteOwnSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const rows = await db.query(
    sql`delete from dashboard_sessions where user_id = ${userId} and id = ${sessionId} returning id`,
  );
  return rows.length > 0;
}

export async function renameOrganization(db: Queryable, organizationId: string, name: string): Promise<void> {
  await db.query(sql`update organizations set name = ${name} where id = ${organizationId}`);
}

/** Names of members of staff, for records that hold their identifiers; of all who ever were. */
export async function namesOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>(
    sql`select id, name from dashboard_users where id = any(${wanted}::text[])`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

export async function hasOwner(db: Queryable, organizationId: string): Promise<boolean> {
  const rows = await db.query(
    sql`select user_id from dashboard_members where organization_id = ${organizationId} and role = 'OWNER' limit 1`,
  );
  return rows.length > 0;
}
