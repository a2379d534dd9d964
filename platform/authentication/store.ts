import type { Environment, Plan, Scope } from '../../contract/enums.ts';
import { first, type Queryable, sql } from '../database/sql.ts';

export interface KeyRecord {
  keyId: string;
  organizationId: string;
  organizationName: string;
  environment: Environment;
  scopes: Scope[];
  plan: Plan;
  requestsPerMinute: number | null;
  requestsPerDay: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** The key with this SHA-256, with what every request needs of its organisation. */
export async function findKeyByHash(db: Queryable, hash: Buffer): Promise<KeyRecord | undefined> {
  return first<KeyRecord>(
    db,
    sql`select k.id as "keyId", k.organization_id as "organizationId", o.name as "organizationName", k.environment,
        k.scopes, o.plan, o.requests_per_minute as "requestsPerMinute", o.requests_per_day as "requestsPerDay",
        k.expires_at as "expiresAt", k.revoked_at as "revokedAt"
      from api_keys k join organizations o on o.id = k.organization_id where k.hash = ${hash}`,
  );
}

/** Remembers when keys were last used; several at once, never backwards. */
export async function touchKeys(db: Queryable, used: ReadonlyMap<string, Date>): Promise<void> {
  if (used.size === 0) return;
  await db.query(
    sql`update api_keys k set last_used_at = u.at
      from unnest(${[...used.keys()]}::text[], ${[...used.values()]}::timestamptz[]) as u (id, at)
      where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`,
  );
}
