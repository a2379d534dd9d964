import type { Environment, Scope } from '../../contract/enums.ts';
import type { Tenant } from '../../platform/context.ts';
import { type Queryable, sql } from '../../platform/database/sql.ts';

export interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  lastFour: string;
  environment: Environment;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

export async function insertKey(db: Queryable, tenant: Tenant, row: KeyRow, hash: Buffer): Promise<void> {
  await db.query(
    sql`insert into api_keys (id, organization_id, environment, name, hash, prefix, last_four, scopes, created_at, expires_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.name}, ${hash}, ${row.prefix}, ${row.lastFour},
        ${row.scopes}::text[], ${row.createdAt}, ${row.expiresAt})`,
  );
}
