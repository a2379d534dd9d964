import type { Role } from '../../../contract/dashboard/index.ts';
import type { Plan } from '../../../contract/enums.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

/** Whose session this is, in which organisation it works, and in which role. */
export interface StaffRow {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  twoFactor: boolean;
  userCreatedAt: Date;
  lastUsedAt: Date;
  organizationId: string | null;
  organizationName: string | null;
  plan: Plan | null;
  role: Role | null;
  requireTwoFactor: boolean;
  idleMinutes: number;
  passkeys: number;
  hasPassword: boolean;
}

/** The session that still counts, with the organisation chosen in it, or else the first the person is a member of. */
export function findStaff(db: Queryable, sessionId: string, now: Date, since: Date): Promise<StaffRow | undefined> {
  return first<StaffRow>(
    db,
    sql`select s.id as "sessionId", u.id as "userId", u.name, u.email, u.email_verified as "emailVerified",
        coalesce(u.two_factor_enabled, false) as "twoFactor", u.created_at as "userCreatedAt", s.updated_at as "lastUsedAt",
        m.organization_id as "organizationId", o.name as "organizationName", o.plan, m.role,
        coalesce((o.settings -> 'team' ->> 'requireTwoFactor')::boolean, false) as "requireTwoFactor",
        coalesce((o.settings -> 'team' ->> 'idleMinutes')::integer, 60) as "idleMinutes",
        (select count(*) from dashboard_passkeys p where p.user_id = u.id) as passkeys,
        exists (select from dashboard_accounts a where a.user_id = u.id and a.provider_id = 'credential') as "hasPassword"
      from dashboard_sessions s join dashboard_users u on u.id = s.user_id
      left join lateral (
        select * from dashboard_members m where m.user_id = u.id
        order by m.organization_id = s.organization_id desc nulls last, m.joined_at, m.organization_id limit 1
      ) m on true
      left join organizations o on o.id = m.organization_id
      where s.id = ${sessionId} and s.expires_at > ${now} and s.created_at > ${since}`,
  );
}

/** Notes that a session is in use; at most once a minute. */
export async function touchSession(
  db: Queryable,
  sessionId: string,
  userId: string,
  organizationId: string | null,
  now: Date,
): Promise<void> {
  await Promise.all([
    db.query(sql`update dashboard_sessions set updated_at = ${now} where id = ${sessionId} and updated_at < ${now}`),
    db.query(
      sql`update dashboard_members set last_seen_at = ${now} where user_id = ${userId} and organization_id = ${organizationId}`,
    ),
  ]);
}

export async function deleteSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(sql`delete from dashboard_sessions where id = ${sessionId}`);
}

export async function hasOpenInvitation(db: Queryable, email: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    sql`select id from dashboard_links where kind = 'INVITATION' and email = ${email.toLowerCase()} and used_at is null
      and cancelled_at is null and expires_at > ${now} limit 1`,
  );
  return rows.length > 0;
}

export async function firstOrganizationOf(db: Queryable, userId: string): Promise<string | null> {
  const row = await first<{ id: string }>(
    db,
    sql`select organization_id as id from dashboard_members where user_id = ${userId} order by joined_at, organization_id limit 1`,
  );
  return row?.id ?? null;
}

export async function organizationNamesOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    sql`select o.name from dashboard_members m join organizations o on o.id = m.organization_id where m.user_id = ${userId}`,
  );
  return rows.map((row) => row.name);
}

export function findUserByEmail(db: Queryable, email: string): Promise<{ id: string; name: string } | undefined> {
  return first(db, sql`select id, name from dashboard_users where email = ${email.toLowerCase()}`);
}

export async function insertUser(
  db: Queryable,
  user: { id: string; accountId: string; name: string; email: string; passwordHash: string; now: Date },
): Promise<void> {
  const { id, now } = user;
  await insertUserWithoutSignIn(db, user);
  await db.query(
    sql`insert into dashboard_accounts (id, account_id, provider_id, user_id, password, created_at, updated_at)
      values (${user.accountId}, ${id}, 'credential', ${id}, ${user.passwordHash}, ${now}, ${now})`,
  );
}

export async function insertUserWithoutSignIn(
  db: Queryable,
  { id, name, email, now }: { id: string; name: string; email: string; now: Date },
): Promise<void> {
  await db.query(
    sql`insert into dashboard_users (id, name, email, email_verified, created_at, updated_at)
      values (${id}, ${name}, ${email}, false, ${now}, ${now})`,
  );
}

/** What sign-ins left behind, and sessions that are over. */
export async function sweepSignIns(db: Queryable, now: Date): Promise<void> {
  await db.query(sql`delete from dashboard_verifications where expires_at < ${now}`);
  await db.query(sql`delete from dashboard_sessions where expires_at < ${now}`);
}
