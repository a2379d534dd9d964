import type { Tenant } from '../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../platform/database/list.ts';
import { first, type Queryable, type Sql, sql } from '../../platform/database/sql.ts';
import type { ApplicantRow, ApplicantStatus, Person } from './applicant.ts';

const TABLE = sql`applicants`;
const COLUMNS = sql`id, status, external_id as "externalId", person, created_at as "createdAt", updated_at as "updatedAt", erased_at as "erasedAt"`;

export const countedApplicants = { resource: 'applicants', from: TABLE };

export function insertApplicant(tenant: Tenant, row: ApplicantRow): Sql {
  return sql`insert into applicants (id, organization_id, environment, status, external_id, person, created_at, updated_at)
    values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.status}, ${row.externalId},
      ${JSON.stringify(row.person)}::jsonb, ${row.createdAt}, ${row.updatedAt})`;
}

export function findApplicant(db: Queryable, tenant: Tenant, id: string): Promise<ApplicantRow | undefined> {
  return first<ApplicantRow>(
    db,
    sql`select ${COLUMNS} from applicants
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}`,
  );
}

/** `KEY SHARE` keeps the row from being erased while something is made for it; `UPDATE` is for changing it. */
export function lockApplicant(
  db: Queryable,
  tenant: Tenant,
  id: string,
  mode: 'SHARE' | 'UPDATE',
): Promise<ApplicantRow | undefined> {
  return first<ApplicantRow>(
    db,
    sql`select ${COLUMNS} from applicants
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}
      ${mode === 'SHARE' ? sql`for share` : sql`for update`}`,
  );
}

/** Applicants at whose own record nothing was changed since; those that somebody blocked stay. In order of identifiers. */
export function untouchedApplicants(
  db: Queryable,
  tenant: Tenant,
  since: Date,
  after: string,
  limit: number,
): Promise<{ id: string; updatedAt: Date }[]> {
  return db.query(
    sql`select id, updated_at as "updatedAt" from applicants
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and status = 'ACTIVE'
        and updated_at < ${since} and id > ${after} order by id limit ${limit}`,
  );
}

export function pageOfApplicants(
  db: Queryable,
  request: ListRequest,
  status: ApplicantStatus | undefined,
  externalId: string | undefined,
): Promise<ApplicantRow[]> {
  return db.query<ApplicantRow>(
    pageStatement(sql`select ${COLUMNS} from applicants`, request, [
      status === undefined ? sql`status <> 'ERASED'` : sql`status = ${status}`,
      ...(externalId === undefined ? [] : [sql`external_id = ${externalId}`]),
    ]),
  );
}

export async function countByExternalId(
  db: Queryable,
  request: ListRequest,
  status: ApplicantStatus | undefined,
  externalId: string,
): Promise<number> {
  const { tenant, created } = request;
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from applicants
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and external_id = ${externalId}
        and (${status ?? null}::text is null and status <> 'ERASED' or status = ${status ?? null})
        and created_at >= coalesce(${created.from}, '-infinity'::timestamptz) and created_at <= coalesce(${created.to}, 'infinity'::timestamptz)`,
  );
  return row?.total ?? 0;
}

export async function updateApplicant(
  db: Queryable,
  tenant: Tenant,
  id: string,
  change: { status: ApplicantStatus; externalId: string | null; person: Person; updatedAt: Date },
): Promise<void> {
  await db.query(
    sql`update applicants set status = ${change.status}, external_id = ${change.externalId},
        person = ${JSON.stringify(change.person)}::jsonb, updated_at = ${change.updatedAt}
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}`,
  );
}

export async function eraseApplicantRow(db: Queryable, tenant: Tenant, id: string, at: Date): Promise<void> {
  await db.query(
    sql`update applicants set status = 'ERASED', external_id = null, person = null, updated_at = ${at}, erased_at = ${at}
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and id = ${id}`,
  );
}
