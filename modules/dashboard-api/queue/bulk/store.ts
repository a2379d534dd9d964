import type { Bulk, BulkAction } from '../../../../contract/dashboard/index.ts';
import type { Tenant } from '../../../../platform/context.ts';
import { first, type Queryable, type Sql, sql } from '../../../../platform/database/sql.ts';

export interface BulkRow {
  id: string;
  status: Bulk['status'];
  action: BulkAction;
  items: Bulk['items'];
  heldUntil: Date;
  createdAt: Date;
  createdBy: string;
  createdByName: string | null;
}

const COLUMNS = sql`b.id, b.status, b.action, b.items, b.held_until as "heldUntil", b.created_at as "createdAt", b.created_by as "createdBy",
  u.name as "createdByName"`;
const one = (tenant: Tenant, id: string): Sql =>
  sql`select ${COLUMNS} from dashboard_bulks b left join dashboard_users u on u.id = b.created_by
    where b.organization_id = ${tenant.organizationId} and b.environment = ${tenant.environment} and b.id = ${id}`;

export async function insertBulk(db: Queryable, tenant: Tenant, row: BulkRow): Promise<void> {
  await db.query(
    sql`insert into dashboard_bulks (id, organization_id, environment, status, action, items, held_until, created_at, created_by, updated_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.status}, ${JSON.stringify(row.action)}::jsonb,
        ${JSON.stringify(row.items)}::jsonb, ${row.heldUntil}, ${row.createdAt}, ${row.createdBy}, clock_timestamp())`,
  );
}

export const findBulk = (db: Queryable, tenant: Tenant, id: string): Promise<BulkRow | undefined> =>
  first<BulkRow>(db, one(tenant, id));

export const lockBulk = (db: Queryable, tenant: Tenant, id: string): Promise<BulkRow | undefined> =>
  first<BulkRow>(db, sql`${one(tenant, id)} for update of b`);

export async function updateBulk(
  db: Queryable,
  tenant: Tenant,
  row: Pick<BulkRow, 'id' | 'status' | 'items'>,
): Promise<void> {
  await db.query(
    sql`update dashboard_bulks set status = ${row.status}, items = ${JSON.stringify(row.items)}::jsonb, updated_at = clock_timestamp()
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${row.id}`,
  );
}
