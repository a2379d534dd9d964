import { createHash } from 'node:crypto';
import type { Tenant } from '../context.ts';
import { empty, first, join, type Queryable, type Sql, sql } from './sql.ts';

/** A range of creation times; both ends are part of it. */
export interface CreatedRange {
  from: Date | null;
  to: Date | null;
}

export interface ListRequest {
  tenant: Tenant;
  limit: number;
  order: 'asc' | 'desc';
  created: CreatedRange;
  after: { value: Date; id: string } | null;
}

/**
 * One page of a table in (created_at, id) order by keyset, tenant first: rows added or removed meanwhile neither
 * repeat nor hide a row that was there all along. Asks for one row more than the page, to know whether more follow.
 * @param select the columns and table, as `select … from t`
 * @param filters further conditions
 */
export function pageStatement(select: Sql, request: ListRequest, filters: readonly Sql[]): Sql {
  const { tenant, limit, order, created, after } = request;
  const conditions = [
    sql`organization_id = ${tenant.organizationId}`,
    sql`environment = ${tenant.environment}`,
    ...createdConditions(created),
    ...filters,
  ];
  if (after) {
    conditions.push(
      order === 'desc'
        ? sql`(created_at, id) < (${after.value}, ${after.id})`
        : sql`(created_at, id) > (${after.value}, ${after.id})`,
    );
  }
  const direction = order === 'desc' ? sql`created_at desc, id desc` : sql`created_at asc, id asc`;
  return sql`${select} where ${join(conditions, ' and ')} order by ${direction} limit ${limit + 1}`;
}

function createdConditions({ from, to }: CreatedRange): Sql[] {
  return [...(from ? [sql`created_at >= ${from}`] : []), ...(to ? [sql`created_at <= ${to}`] : [])];
}

const DAY_MS = 86_400_000;

/**
 * The exact number of rows of a counted table (see count_added in the first migration) within a range and with the
 * given statuses: whole days from the counts, the days at the ends from the table. One statement, one snapshot.
 * @param statuses null counts every status
 */
export async function countRows(
  db: Queryable,
  table: { resource: string; from: Sql },
  tenant: Tenant,
  statuses: readonly string[] | null,
  created: CreatedRange,
): Promise<number> {
  const { organizationId, environment } = tenant;
  const firstWhole = created.from ? new Date(Math.ceil(created.from.getTime() / DAY_MS) * DAY_MS) : null;
  const endWhole = created.to ? new Date(Math.floor((created.to.getTime() + 1) / DAY_MS) * DAY_MS) : null;
  const inTable = (range: Sql): Sql =>
    sql`(select count(*) from ${table.from} where organization_id = ${organizationId} and environment = ${environment}
      and ${range} ${statuses ? sql`and status = any(${statuses}::text[])` : empty})`;
  const hasWholeDays = !firstWhole || !endWhole || firstWhole < endWhole;
  if (!hasWholeDays) {
    return total(db, [inTable(join(createdConditions(created), ' and '))]);
  }
  const days = [
    ...(firstWhole ? [sql`day >= ${utcDay(firstWhole)}`] : []),
    ...(endWhole ? [sql`day < ${utcDay(endWhole)}`] : []),
    ...(statuses ? [sql`status = any(${statuses}::text[])`] : []),
  ];
  const whole = (source: Sql, column: Sql): Sql =>
    sql`(select coalesce(sum(${column}), 0) from ${source} where ${join(
      [
        sql`organization_id = ${organizationId}`,
        sql`environment = ${environment}`,
        sql`resource = ${table.resource}`,
        ...days,
      ],
      ' and ',
    )})`;
  const parts = [whole(sql`list_counts`, sql`count`), whole(sql`list_count_changes`, sql`change`)];
  if (created.from && firstWhole && created.from < firstWhole) {
    parts.push(inTable(sql`created_at >= ${created.from} and created_at < ${firstWhole}`));
  }
  if (created.to && endWhole && created.to >= endWhole) {
    parts.push(inTable(sql`created_at >= ${endWhole} and created_at <= ${created.to}`));
  }
  return total(db, parts);
}

async function total(db: Queryable, parts: readonly Sql[]): Promise<number> {
  const row = await first<{ total: number }>(db, sql`select (${join(parts, ' + ')})::bigint as total`);
  return row?.total ?? 0;
}

/** The day is cut by the database: in ISO 8601 the day after 9999-12-31 is not one that PostgreSQL reads. */
const utcDay = (moment: Date): Sql => sql`(${moment}::timestamptz at time zone 'UTC')::date`;

/** Folds the appended count changes; called about once a second by every process, done by one. */
export async function foldListCounts(db: Queryable, batch = 10_000): Promise<number> {
  const row = await first<{ folded: number }>(db, sql`select fold_list_counts(${batch}) as folded`);
  return row?.folded ?? 0;
}

/** A digest of the filters and order of a list, to which its cursors are bound. */
export function listDigest(parts: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(parts).filter(([, value]) => value !== undefined);
  return createHash('sha256')
    .update(JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');
}
