import type { QueueKind } from '../../../contract/dashboard/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import { empty, first, join, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

export interface QueueRow {
  id: string;
  kind: QueueKind;
  applicantId: string | null;
  riskLevel: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | 'UNKNOWN';
  riskRank: number;
  reasons: string[];
  openMatches: number;
  openedAt: Date;
  dueAt: Date;
  closedAt: Date | null;
  bulkId: string | null;
  assignee: string | null;
  assigneeName: string | null;
  title: string | null;
  proposedDecision: string | null;
  proposedBy: string | null;
  proposedByName: string | null;
  proposedAt: Date | string | null;
}

const own = (tenant: Tenant): Sql =>
  sql`q.organization_id = ${tenant.organizationId} and q.environment = ${tenant.environment}`;

/** Rows of the queue with what a person needs to tell them apart. @param page rows of review_queue, named q */
const shown = (page: Sql, order: Sql): Sql => sql`
  select q.id, q.kind, q.applicant_id as "applicantId", q.risk_level as "riskLevel", q.risk_rank as "riskRank", q.reasons,
    q.open_matches as "openMatches", q.opened_at as "openedAt", q.due_at as "dueAt", q.closed_at as "closedAt", q.bulk_id as "bulkId",
    q.assignee, u.name as "assigneeName",
    case q.kind
      when 'VERIFICATION' then concat_ws(' ', a.person ->> 'firstName', a.person ->> 'lastName')
      when 'SCREENING' then coalesce(s.head -> 'subject' ->> 'name',
        concat_ws(' ', s.head -> 'subject' ->> 'firstName', s.head -> 'subject' ->> 'lastName'))
      when 'WALLET' then k.address_normalized
      else d.file_name end as title,
    coalesce(c.decision, m.decision, v.proposed_review ->> 'decision') as "proposedDecision",
    coalesce(c.decided_by, m.user_id, substring(v.proposed_review ->> 'by' from '^USER (.*)$')) as "proposedBy",
    p.name as "proposedByName",
    coalesce(c.decided_at, m.proposed_at, (v.proposed_review ->> 'reviewedAt')::timestamptz) as "proposedAt"
  from (${page}) q
  left join verifications v on q.kind = 'VERIFICATION' and v.id = q.id
  left join applicants a on a.id = v.applicant_id
  left join aml_screenings s on q.kind = 'SCREENING' and s.id = q.id
  left join kyt_checks k on q.kind = 'WALLET' and k.id = q.id
  left join deepfake_jobs d on q.kind = 'MEDIA' and d.id = q.id
  left join case_reviews c on q.kind in ('WALLET', 'MEDIA') and c.id = q.id and not c.final
  left join lateral (
    select r.decision, r.proposed_at, case r.actor_type when 'USER' then r.actor_id end as user_id from aml_resolution_proposals r
    where q.kind = 'SCREENING' and r.screening_id = q.id order by r.proposed_at desc, r.match_id limit 1) m on true
  left join dashboard_users u on u.id = q.assignee
  left join dashboard_users p on p.id = coalesce(c.decided_by, m.user_id, substring(v.proposed_review ->> 'by' from '^USER (.*)$'))
  order by ${order}`;

export interface QueueFilters {
  kind?: QueueKind;
  open: boolean;
  /** A user; null: nobody. */
  assignee?: string | null;
  riskLevel?: string;
  /** Due before, or not before, this. */
  overdueAt?: { now: Date; overdue: boolean };
  applicantId?: string;
}

function conditions(tenant: Tenant, filters: QueueFilters): Sql {
  const { kind, open, assignee, riskLevel, overdueAt, applicantId } = filters;
  return join(
    [
      own(tenant),
      open ? sql`q.closed_at is null` : sql`q.closed_at is not null`,
      ...(kind === undefined ? [] : [sql`q.kind = ${kind}`]),
      ...(assignee === undefined ? [] : [assignee === null ? sql`q.assignee is null` : sql`q.assignee = ${assignee}`]),
      ...(riskLevel === undefined ? [] : [sql`q.risk_level = ${riskLevel}`]),
      ...(overdueAt === undefined
        ? []
        : [overdueAt.overdue ? sql`q.due_at <= ${overdueAt.now}` : sql`q.due_at > ${overdueAt.now}`]),
      ...(applicantId === undefined ? [] : [sql`q.applicant_id = ${applicantId}`]),
    ],
    ' and ',
  );
}

export const SORT_COLUMNS = {
  dueAt: { column: sql`q.due_at`, cast: sql`timestamptz` },
  openedAt: { column: sql`q.opened_at`, cast: sql`timestamptz` },
  riskLevel: { column: sql`q.risk_rank`, cast: sql`smallint` },
  closedAt: { column: sql`q.closed_at`, cast: sql`timestamptz` },
} as const;
export type QueueSort = keyof typeof SORT_COLUMNS;

export interface QueuePage {
  sort: QueueSort;
  descending: boolean;
  after: { value: string; id: string } | null;
  limit: number;
}

/** One page by keyset, and one row more. */
export function pageOfQueue(
  db: Queryable,
  tenant: Tenant,
  filters: QueueFilters,
  page: QueuePage,
): Promise<QueueRow[]> {
  const { column, cast } = SORT_COLUMNS[page.sort];
  const [sign, direction] = page.descending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const order = sql`${column} ${direction}, q.id ${direction}`;
  const after = page.after
    ? sql`and (${column}, q.id) ${sign} (${page.after.value}::${cast}, ${page.after.id})`
    : empty;
  return db.query<QueueRow>(
    shown(
      sql`select * from review_queue q where ${conditions(tenant, filters)} ${after} order by ${order} limit ${page.limit + 1}`,
      order,
    ),
  );
}

export async function countQueue(db: Queryable, tenant: Tenant, filters: QueueFilters): Promise<number> {
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from review_queue q where ${conditions(tenant, filters)}`,
  );
  return row?.total ?? 0;
}

export function itemsOf(db: Queryable, tenant: Tenant, ids: readonly string[]): Promise<QueueRow[]> {
  return db.query<QueueRow>(
    shown(
      sql`select * from review_queue q where ${own(tenant)} and q.id = any(${ids}::text[])`,
      sql`array_position(${ids}::text[], q.id)`,
    ),
  );
}

/** What waits about an applicant, and what did. */
export function itemsOfApplicant(db: Queryable, tenant: Tenant, applicantId: string): Promise<QueueRow[]> {
  return db.query<QueueRow>(
    shown(
      sql`select * from review_queue q where ${own(tenant)} and q.applicant_id = ${applicantId} order by q.opened_at desc limit 50`,
      sql`q.closed_at is not null, q.due_at, q.id`,
    ),
  );
}

export interface LockedItem {
  id: string;
  kind: QueueKind;
  closedAt: Date | null;
  assignee: string | null;
  bulkId: string | null;
}

export function lockItems(db: Queryable, tenant: Tenant, ids: readonly string[]): Promise<LockedItem[]> {
  return db.query<LockedItem>(
    sql`select q.id, q.kind, q.closed_at as "closedAt", q.assignee, q.bulk_id as "bulkId" from review_queue q
      where ${own(tenant)} and q.id = any(${ids}::text[]) order by q.id for update`,
  );
}

export async function assignItems(
  db: Queryable,
  tenant: Tenant,
  ids: readonly string[],
  assignee: string | null,
): Promise<void> {
  await db.query(
    sql`update review_queue q set assignee = ${assignee}, updated_at = clock_timestamp()
      where ${own(tenant)} and q.id = any(${ids}::text[]) and q.closed_at is null`,
  );
}

/**
 * Gives a person the item that is due first, that nobody has, that no bulk action holds, and that they proposed nothing
 * about; of a screening: in which a match is open that they proposed nothing about.
 */
export async function takeNext(
  db: Queryable,
  tenant: Tenant,
  userId: string,
  kind: QueueKind | undefined,
  not: readonly string[],
): Promise<string | null> {
  const row = await first<{ id: string }>(
    db,
    sql`update review_queue set assignee = ${userId}, updated_at = clock_timestamp() where id = (
        select q.id from review_queue q where ${own(tenant)} and q.closed_at is null and q.assignee is null and q.bulk_id is null
          ${kind === undefined ? empty : sql`and q.kind = ${kind}`} and not (q.id = any(${not}::text[]))
          and not exists (select from verifications v where v.id = q.id and v.proposed_review ->> 'by' = 'USER ' || ${userId}::text)
          and not exists (select from case_reviews c where c.id = q.id and c.decided_by = ${userId} and not c.final)
          and (q.kind <> 'SCREENING' or q.open_matches > (select count(*) from aml_resolution_proposals r
            where r.screening_id = q.id and r.actor_type = 'USER' and r.actor_id = ${userId}))
        order by q.due_at, q.id limit 1 for update skip locked
      ) returning id`,
  );
  return row?.id ?? null;
}

export async function holdItems(
  db: Queryable,
  tenant: Tenant,
  ids: readonly string[],
  bulkId: string | null,
): Promise<void> {
  await db.query(
    sql`update review_queue q set bulk_id = ${bulkId}, updated_at = clock_timestamp()
      where ${own(tenant)} and q.id = any(${ids}::text[])`,
  );
}

export async function closeItem(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(sql`select close_review(${id}, ${at})`);
}

/** Something about an item that pages show is another now. */
export async function touchItem(db: Queryable, id: string): Promise<void> {
  await db.query(sql`update review_queue set updated_at = clock_timestamp() where id = ${id}`);
}

/** Times by which open items are due, once the hours of a kind were changed. */
export async function moveDueTimes(db: Queryable, organizationId: string): Promise<void> {
  await db.query(
    sql`update review_queue set due_at = opened_at + make_interval(hours => review_hours(organization_id, kind)), updated_at = clock_timestamp()
      where organization_id = ${organizationId} and closed_at is null
        and due_at <> opened_at + make_interval(hours => review_hours(organization_id, kind))`,
  );
}

export interface QueueSummaryRow {
  kind: QueueKind;
  open: number;
  overdue: number;
  mine: number;
  unassigned: number;
  oldestAt: Date | null;
}

export function summariesOf(db: Queryable, tenant: Tenant, userId: string, now: Date): Promise<QueueSummaryRow[]> {
  return db.query<QueueSummaryRow>(
    sql`select q.kind, count(*) as open, count(*) filter (where q.due_at <= ${now}) as overdue,
        count(*) filter (where q.assignee = ${userId}) as mine, count(*) filter (where q.assignee is null) as unassigned,
        min(q.opened_at) as "oldestAt"
      from review_queue q where ${own(tenant)} and q.closed_at is null group by q.kind`,
  );
}

/** The ten that are due first among those that are mine or nobody's. */
export function waitingFor(db: Queryable, tenant: Tenant, userId: string): Promise<QueueRow[]> {
  return db.query<QueueRow>(
    shown(
      sql`select * from review_queue q where ${own(tenant)} and q.closed_at is null and (q.assignee is null or q.assignee = ${userId})
        order by q.due_at, q.id limit 10`,
      sql`q.due_at, q.id`,
    ),
  );
}
