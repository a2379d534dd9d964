import type { Tenant } from '../../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../../platform/database/list.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Subject } from '../subject.ts';
import type { BlocklistRow } from './blocklist.ts';

const own = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

const ENTRY = sql`select id, entity, raw, created_at as "createdAt" from aml_blocklist`;

export function pageOfBlocklist(db: Queryable, request: ListRequest): Promise<BlocklistRow[]> {
  return db.query<BlocklistRow>(pageStatement(ENTRY, request, []));
}

export function findBlocked(db: Queryable, tenant: Tenant, id: string): Promise<BlocklistRow | undefined> {
  return first<BlocklistRow>(db, sql`${ENTRY} where ${own(tenant)} and id = ${id}`);
}

export interface AllowlistRow {
  id: string;
  subjectKey: string;
  subject: Subject | null;
  dataset: string;
  entityId: string;
  matchId: string;
  screeningId: string | null;
  reason: string;
  actorId: string;
  createdAt: Date;
}

const ALLOWED = sql`select id, subject_key as "subjectKey", subject, dataset, entity_id as "entityId",
  match_id as "matchId", screening_id as "screeningId", reason, actor_id as "actorId", created_at as "createdAt"
  from aml_suppressions`;

const filtersOf = (applicantId: string | undefined): Sql[] =>
  applicantId === undefined ? [] : [sql`subject_key = ${applicantId}`];

export function pageOfAllowlist(
  db: Queryable,
  request: ListRequest,
  applicantId: string | undefined,
): Promise<AllowlistRow[]> {
  return db.query<AllowlistRow>(pageStatement(ALLOWED, request, filtersOf(applicantId)));
}

export function findAllowed(db: Queryable, tenant: Tenant, id: string): Promise<AllowlistRow | undefined> {
  return first<AllowlistRow>(db, sql`${ALLOWED} where ${own(tenant)} and id = ${id}`);
}

/** @returns whether there was one */
export async function deleteAllowed(db: Queryable, tenant: Tenant, id: string): Promise<boolean> {
  const rows = await db.query<{ id: string }>(
    sql`delete from aml_suppressions where ${own(tenant)} and id = ${id} returning id`,
  );
  return rows.length > 0;
}

async function count(db: Queryable, table: Sql, request: ListRequest, filters: readonly Sql[]): Promise<number> {
  const { tenant, created } = request;
  const conditions = filters.reduce((all, filter) => sql`${all} and ${filter}`, own(tenant));
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from ${table} where ${conditions}
      and created_at >= coalesce(${created.from}, '-infinity'::timestamptz)
      and created_at <= coalesce(${created.to}, 'infinity'::timestamptz)`,
  );
  return row?.total ?? 0;
}

export const countBlocklist = (db: Queryable, request: ListRequest): Promise<number> =>
  count(db, sql`aml_blocklist`, request, []);

export const countAllowlist = (db: Queryable, request: ListRequest, applicantId: string | undefined): Promise<number> =>
  count(db, sql`aml_suppressions`, request, filtersOf(applicantId));

/** Digest of what is material of an entity of a list as it serves now, in hex; undefined where it is not in it. */
export async function materialNow(db: Queryable, dataset: string, entityId: string): Promise<string | undefined> {
  const row = await first<{ material: string }>(
    db,
    sql`select encode(e.material, 'hex') as material
      from watchlists w join watchlist_entities e on e.dataset = w.dataset and e.until_version is null
      where w.dataset = ${dataset} and w.active_version is not null and e.entity_id = ${entityId}`,
  );
  return row?.material;
}
