import type { Plan } from '../../contract/enums.ts';
import { type Queryable, sql } from '../../platform/database/sql.ts';

export interface OrganizationRow {
  id: string;
  name: string;
  plan: Plan;
  createdAt: Date;
}

export async function insertOrganization(db: Queryable, row: OrganizationRow): Promise<void> {
  await db.query(
    sql`insert into organizations (id, name, plan, created_at) values (${row.id}, ${row.name}, ${row.plan}, ${row.createdAt})`,
  );
}

export function listOrganizations(db: Queryable): Promise<OrganizationRow[]> {
  return db.query<OrganizationRow>(
    sql`select id, name, plan, created_at as "createdAt" from organizations order by created_at, id`,
  );
}
