import type { Policy } from '../../../engines/wallets/index.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';

export interface PolicyRow {
  organizationId: string;
  version: string | null;
  hash: string;
  /** null: the service's own is in force again. */
  policy: Policy | null;
  createdAt: Date;
}

const COLUMNS = sql`organization_id as "organizationId", version, hash, policy, created_at as "createdAt"`;

/** What is in force, of every organisation that ever had a policy of its own. */
export function policiesInForce(db: Queryable): Promise<PolicyRow[]> {
  return db.query<PolicyRow>(
    sql`select distinct on (organization_id) ${COLUMNS} from kyt_policies order by organization_id, id desc`,
  );
}

/** Changes with every policy that is set. */
export async function newestPolicy(db: Queryable): Promise<string> {
  const row = await first<{ id: string }>(db, sql`select coalesce(max(id), 0)::text as id from kyt_policies`);
  return row?.id ?? '0';
}

/** All that an organisation ever had, the newest first. */
export function policiesOf(db: Queryable, organizationId: string): Promise<PolicyRow[]> {
  return db.query<PolicyRow>(
    sql`select ${COLUMNS} from kyt_policies where organization_id = ${organizationId} order by id desc`,
  );
}

export function policyOfHash(db: Queryable, organizationId: string, hash: string): Promise<PolicyRow | undefined> {
  return first<PolicyRow>(
    db,
    sql`select ${COLUMNS} from kyt_policies
      where organization_id = ${organizationId} and hash = ${hash} and policy is not null order by id desc limit 1`,
  );
}

export async function insertPolicy(db: Queryable, row: PolicyRow): Promise<void> {
  await db.query(
    sql`insert into kyt_policies (organization_id, version, hash, policy, created_at)
      values (${row.organizationId}, ${row.version}, ${row.hash}, ${row.policy && JSON.stringify(row.policy)}::json, ${row.createdAt})`,
  );
}
