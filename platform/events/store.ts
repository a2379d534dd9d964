import type { Tenant } from '../context.ts';
import { type Sql, sql } from '../database/sql.ts';

export interface EventRow {
  id: string;
  type: string;
  resourceId: string;
  callbackUrl: string | null;
  body: string;
  createdAt: Date;
}

export function insertEvent(tenant: Tenant, row: EventRow): Sql {
  return sql`insert into events (id, organization_id, environment, type, resource_id, callback_url, body, created_at)
    values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.type}, ${row.resourceId}, ${row.callbackUrl}, ${row.body}, ${row.createdAt})`;
}
