import type { Environment, Plan } from '../../contract/enums.ts';
import { first, type Queryable, sql } from '../../platform/database/sql.ts';

export interface OrganizationRow {
  id: string;
  name: string;
  plan: Plan;
  /** Limits of its own instead of the plan's. */
  requestsPerMinute: number | null;
  requestsPerDay: number | null;
  createdAt: Date;
}

const COLUMNS = sql`id, name, plan, requests_per_minute as "requestsPerMinute", requests_per_day as "requestsPerDay", created_at as "createdAt"`;

export async function insertOrganization(
  db: Queryable,
  row: Pick<OrganizationRow, 'id' | 'name' | 'plan' | 'createdAt'>,
): Promise<void> {
  await db.query(
    sql`insert into organizations (id, name, plan, created_at) values (${row.id}, ${row.name}, ${row.plan}, ${row.createdAt})`,
  );
}

export function listOrganizations(db: Queryable): Promise<OrganizationRow[]> {
  return db.query<OrganizationRow>(sql`select ${COLUMNS} from organizations order by created_at, id`);
}

export function findOrganization(db: Queryable, organizationId: string): Promise<OrganizationRow | undefined> {
  return first<OrganizationRow>(db, sql`select ${COLUMNS} from organizations where id = ${organizationId}`);
}

export function lockOrganization(db: Queryable, organizationId: string): Promise<OrganizationRow | undefined> {
  return first<OrganizationRow>(db, sql`select ${COLUMNS} from organizations where id = ${organizationId} for update`);
}

export async function updatePlan(
  db: Queryable,
  organizationId: string,
  change: Pick<OrganizationRow, 'plan' | 'requestsPerMinute' | 'requestsPerDay'>,
): Promise<void> {
  await db.query(
    sql`update organizations set plan = ${change.plan}, requests_per_minute = ${change.requestsPerMinute},
      requests_per_day = ${change.requestsPerDay} where id = ${organizationId}`,
  );
}

/** Serialises first starts of several processes until the transaction ends. */
export async function lockFirstStart(db: Queryable): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(7233402771004)`);
}

export async function hasOrganizations(db: Queryable): Promise<boolean> {
  const row = await first<{ found: boolean }>(db, sql`select exists (select from organizations) as found`);
  return row?.found === true;
}

export interface BalanceRow {
  organizationId: string;
  environment: Environment;
  available: number;
  held: number;
}

/** Balances of every organisation, for the operator's overview. */
export function listBalances(db: Queryable): Promise<BalanceRow[]> {
  return db.query<BalanceRow>(
    sql`select organization_id as "organizationId", environment, available, held from credit_balances`,
  );
}

/** What was set, as it is stored: groups of names. */
export async function readSettings(
  db: Queryable,
  organizationId: string,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined> {
  const row = await first<{ settings: Record<string, Record<string, unknown>> }>(
    db,
    sql`select settings from organizations where id = ${organizationId}`,
  );
  return row?.settings;
}

/** @param path group and name */
export async function writeSetting(
  db: Queryable,
  organizationId: string,
  path: readonly string[],
  value: boolean | number,
): Promise<void> {
  const [group = ''] = path;
  await db.query(
    sql`update organizations set settings = jsonb_set(
        case when settings ? ${group} then settings else settings || jsonb_build_object(${group}::text, '{}'::jsonb) end,
        ${[...path]}::text[], ${JSON.stringify(value)}::jsonb)
      where id = ${organizationId}`,
  );
}
