import type { Environment, Plan, Scope } from '../../contract/enums.ts';
import type { KeyStatus } from '../../contract/keys.ts';
import type { Tenant } from '../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../platform/database/list.ts';
import { first, join, type Queryable, type Sql, sql } from '../../platform/database/sql.ts';

export interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  lastFour: string;
  environment: Environment;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date | null;
  /** The expiry that it was made with; expiresAt is sooner once it was rotated. */
  madeToExpireAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

const COLUMNS = sql`id, name, prefix, last_four as "lastFour", environment, scopes, created_at as "createdAt",
  expires_at as "expiresAt", made_to_expire_at as "madeToExpireAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`;

const mine = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

export async function insertKey(db: Queryable, tenant: Tenant, row: KeyRow, hash: Buffer): Promise<void> {
  await db.query(
    sql`insert into api_keys (id, organization_id, environment, name, hash, prefix, last_four, scopes, created_at, expires_at, made_to_expire_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.name}, ${hash}, ${row.prefix}, ${row.lastFour},
        ${row.scopes}::text[], ${row.createdAt}, ${row.expiresAt}, ${row.madeToExpireAt})`,
  );
}

export function findKey(db: Queryable, tenant: Tenant, id: string): Promise<KeyRow | undefined> {
  return first<KeyRow>(db, sql`select ${COLUMNS} from api_keys where ${mine(tenant)} and id = ${id}`);
}

export function lockKey(db: Queryable, tenant: Tenant, id: string): Promise<KeyRow | undefined> {
  return first<KeyRow>(db, sql`select ${COLUMNS} from api_keys where ${mine(tenant)} and id = ${id} for update`);
}

export async function expireKey(db: Queryable, tenant: Tenant, id: string, at: Date): Promise<void> {
  await db.query(sql`update api_keys set expires_at = ${at} where ${mine(tenant)} and id = ${id}`);
}

export async function revokeKeyRow(db: Queryable, tenant: Tenant, id: string, at: Date): Promise<void> {
  await db.query(sql`update api_keys set revoked_at = ${at} where ${mine(tenant)} and id = ${id}`);
}

/** The same rule as keyStatus, for the database. */
function statusFilters(status: KeyStatus | undefined, now: Date): Sql[] {
  switch (status) {
    case 'REVOKED':
      return [sql`revoked_at is not null`];
    case 'EXPIRED':
      return [sql`revoked_at is null and expires_at <= ${now}`];
    case 'ACTIVE':
      return [sql`revoked_at is null and (expires_at is null or expires_at > ${now})`];
    default:
      return [];
  }
}

export function pageOfKeys(
  db: Queryable,
  request: ListRequest,
  status: KeyStatus | undefined,
  now: Date,
): Promise<KeyRow[]> {
  return db.query<KeyRow>(pageStatement(sql`select ${COLUMNS} from api_keys`, request, statusFilters(status, now)));
}

/** Keys are few; they are simply counted. */
export async function countKeys(
  db: Queryable,
  request: ListRequest,
  status: KeyStatus | undefined,
  now: Date,
): Promise<number> {
  const { from, to } = request.created;
  const conditions = [
    mine(request.tenant),
    ...(from ? [sql`created_at >= ${from}`] : []),
    ...(to ? [sql`created_at <= ${to}`] : []),
    ...statusFilters(status, now),
  ];
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from api_keys where ${join(conditions, ' and ')}`,
  );
  return row?.total ?? 0;
}

/** For operators: every key of an organisation, both environments, newest first. */
export function keysOfOrganization(db: Queryable, organizationId: string): Promise<KeyRow[]> {
  return db.query<KeyRow>(
    sql`select ${COLUMNS} from api_keys where organization_id = ${organizationId} order by created_at desc, id desc`,
  );
}

/** For operators, who name a key by its identifier alone. */
export function tenantOfKey(db: Queryable, id: string): Promise<Tenant | undefined> {
  return first<Tenant>(db, sql`select organization_id as "organizationId", environment from api_keys where id = ${id}`);
}

export interface CallerRow {
  name: string;
  plan: Plan;
  requestsPerMinute: number | null;
  requestsPerDay: number | null;
}

/** The organisation that a key speaks for. */
export function findCaller(db: Queryable, tenant: Tenant): Promise<CallerRow | undefined> {
  return first<CallerRow>(
    db,
    sql`select name, plan, requests_per_minute as "requestsPerMinute", requests_per_day as "requestsPerDay"
      from organizations where id = ${tenant.organizationId}`,
  );
}
