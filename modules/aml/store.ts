import type { Tenant } from '../../platform/context.ts';
import { type ListRequest, pageStatement } from '../../platform/database/list.ts';
import type { RowStatement } from '../../platform/database/deferred.ts';
import { first, type Queryable, type Sql, sql } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Configuration } from './checks.ts';
import { storedName } from './lists/datasets.ts';
import { type Detail, type Head, type Matched, type OwnState, type Screened, splitRecord } from './screening.ts';
import type { Subject } from './subject.ts';

const TABLE = sql`aml_screenings`;
export const countedScreenings = { resource: 'aml_screenings', from: TABLE };

const own = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

export interface StoredSuppression {
  dataset: string;
  entityId: string;
  entryId: string;
  screeningId: string | null;
  reason: string;
  resolvedAt: Date;
  subjectMaterial: string;
  entityMaterial: string;
  /** Of the entity as it stands in the given version; null where it is not in it. */
  currentMaterial: string | null;
}

/** What was decided to be false positives about a subject, beside what their entities say in the given versions. */
export function suppressionsOf(
  db: Queryable,
  tenant: Tenant,
  subjectKey: string,
  versions: readonly { dataset: string; version: number }[],
): Promise<StoredSuppression[]> {
  return db.query<StoredSuppression>(
    sql`select s.dataset, s.entity_id as "entityId", s.id as "entryId", s.screening_id as "screeningId", s.reason, s.created_at as "resolvedAt",
        encode(s.subject_material, 'hex') as "subjectMaterial", encode(s.entity_material, 'hex') as "entityMaterial",
        encode(e.material, 'hex') as "currentMaterial"
      from aml_suppressions s
      left join unnest(${versions.map((item) => item.dataset)}::text[],
          ${versions.map((item) => storedName(tenant, item.dataset))}::text[], ${versions.map((item) => item.version)}::integer[])
        as given (dataset, stored, version) on given.dataset = s.dataset
      left join watchlist_entities e on e.dataset = given.stored and e.entity_id = s.entity_id
        and e.from_version <= given.version and (e.until_version is null or e.until_version > given.version)
      where s.organization_id = ${tenant.organizationId} and s.environment = ${tenant.environment}
        and s.subject_key = ${subjectKey}
      order by s.dataset, s.entity_id`,
  );
}

/** What organisations have that bears on these subjects, in the order asked. */
export function ownStatesOf(
  db: Queryable,
  asked: readonly { tenant: Tenant; subjectKey: string }[],
): Promise<OwnState[]> {
  return db.query<OwnState>(
    sql`select exists (select from aml_suppressions s where s.organization_id = given.organization_id
          and s.environment = given.environment and s.subject_key = given.subject_key) as suppressed,
        (select w.active_version from watchlists w where w.organization_id = given.organization_id
          and w.environment = given.environment) as blocklist
      from unnest(${asked.map(({ tenant }) => tenant.organizationId)}::text[],
        ${asked.map(({ tenant }) => tenant.environment)}::text[], ${asked.map(({ subjectKey }) => subjectKey)}::text[])
        with ordinality as given (organization_id, environment, subject_key, place)
      order by place`,
  );
}

interface NewScreening {
  tenant: Tenant;
  screened: Screened;
}

const SCREENINGS: RowStatement<NewScreening> = {
  write: (rows) => {
    const parts = rows.map(({ screened }) => splitRecord(screened.record));
    return sql`insert into aml_screenings (id, organization_id, environment, status, applicant_id, subject_key, subject_material,
        risk_level, match_count, head, detail, configuration, matched, monitor_id, job_id, created_at)
      select id, organization_id, environment, status, applicant_id, subject_key, decode(subject_material, 'hex'),
        risk_level, match_count, head::json, detail::json, configuration::jsonb, matched::jsonb, monitor_id, job_id, created_at
      from unnest(${rows.map(({ screened }) => screened.record.screeningId)}::text[],
        ${rows.map(({ tenant }) => tenant.organizationId)}::text[], ${rows.map(({ tenant }) => tenant.environment)}::text[],
        ${rows.map(({ screened }) => screened.record.status)}::text[],
        ${rows.map(({ screened }) => screened.record.applicantId)}::text[],
        ${rows.map(({ screened }) => screened.head.subjectKey)}::text[],
        ${rows.map(({ screened }) => screened.subjectMaterial)}::text[],
        ${rows.map(({ screened }) => screened.record.riskLevel)}::text[],
        ${rows.map(({ screened }) => screened.record.matchCount)}::integer[],
        ${parts.map(({ head }) => JSON.stringify(head))}::text[], ${parts.map(({ detail }) => JSON.stringify(detail))}::text[],
        ${rows.map(({ screened }) => JSON.stringify(screened.configuration))}::text[],
        ${rows.map(({ screened }) => JSON.stringify(screened.matched))}::text[],
        ${rows.map(({ screened }) => screened.head.monitoringId)}::text[],
        ${rows.map(({ screened }) => screened.head.jobId)}::text[],
        ${rows.map(({ screened }) => screened.head.screenedAt)}::timestamptz[])
        as given (id, organization_id, environment, status, applicant_id, subject_key, subject_material, risk_level,
          match_count, head, detail, configuration, matched, monitor_id, job_id, created_at)`;
  },
};

/** Screenings by environment and level, among the database's tallies. */
export const SCREENED = 'screenings';

/** Records a screening with the commit of the transaction. */
export function putScreening(transaction: Transaction, tenant: Tenant, screened: Screened): void {
  transaction.deferRow(SCREENINGS, { tenant, screened });
  transaction.tally(`${SCREENED} ${tenant.environment} ${screened.record.riskLevel}`);
}

export interface ScreeningRow {
  id: string;
  applicantId: string | null;
  subjectKey: string;
  subjectMaterial: string;
  head: Head;
  detail: Detail;
  configuration: Configuration;
  matched: Matched;
  createdAt: Date;
  erasedAt: Date | null;
}

const COLUMNS = sql`id, applicant_id as "applicantId", subject_key as "subjectKey",
  encode(subject_material, 'hex') as "subjectMaterial", head, detail, configuration, matched, created_at as "createdAt", erased_at as "erasedAt"`;

export function findScreening(db: Queryable, tenant: Tenant, id: string): Promise<ScreeningRow | undefined> {
  return first<ScreeningRow>(db, sql`select ${COLUMNS} from aml_screenings where ${own(tenant)} and id = ${id}`);
}

export function lockScreening(db: Queryable, tenant: Tenant, id: string): Promise<ScreeningRow | undefined> {
  return first<ScreeningRow>(
    db,
    sql`select ${COLUMNS} from aml_screenings where ${own(tenant)} and id = ${id} for update`,
  );
}

/** Whose a screening is, for the operator, who has its identifier alone. */
export async function ownerOfScreening(db: Queryable, id: string): Promise<Tenant | undefined> {
  return first<Tenant>(
    db,
    sql`select organization_id as "organizationId", environment from aml_screenings where id = ${id}`,
  );
}

/** The very bytes of the record as it was answered. */
export function readRecordText(
  db: Queryable,
  tenant: Tenant,
  id: string,
): Promise<{ head: string; detail: string } | undefined> {
  return first(
    db,
    sql`select head::text as head, detail::text as detail from aml_screenings
      where ${own(tenant)} and id = ${id} and erased_at is null`,
  );
}

export interface ScreeningFilters {
  applicantId: string | undefined;
  riskLevel: string | undefined;
}

const filtersOf = ({ applicantId, riskLevel }: ScreeningFilters): Sql[] => [
  ...(applicantId === undefined ? [] : [sql`applicant_id = ${applicantId}`]),
  ...(riskLevel === undefined ? [] : [sql`risk_level = ${riskLevel}`]),
];

export type ListedScreening = Pick<ScreeningRow, 'id' | 'head' | 'createdAt' | 'erasedAt'>;

/** Of each record what a list shows: all but matches and lists. */
export function pageOfScreenings(
  db: Queryable,
  request: ListRequest,
  filters: ScreeningFilters,
): Promise<ListedScreening[]> {
  return db.query<ListedScreening>(
    pageStatement(
      sql`select id, head, created_at as "createdAt", erased_at as "erasedAt" from aml_screenings`,
      request,
      filtersOf(filters),
    ),
  );
}

export async function countScreenings(db: Queryable, request: ListRequest, filters: ScreeningFilters): Promise<number> {
  const { tenant, created } = request;
  const conditions = filtersOf(filters).reduce((all, filter) => sql`${all} and ${filter}`, own(tenant));
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from aml_screenings where ${conditions}
      and created_at >= coalesce(${created.from}, '-infinity'::timestamptz)
      and created_at <= coalesce(${created.to}, 'infinity'::timestamptz)`,
  );
  return row?.total ?? 0;
}

export interface NewSuppression {
  id: string;
  subjectKey: string;
  subject: Subject | null;
  dataset: string;
  entityId: string;
  matchId: string;
  screeningId: string | null;
  subjectMaterial: string;
  entityMaterial: string;
  reason: string;
  actorId: string;
  createdAt: Date;
}

/**
 * Remembers a false positive; what was remembered before about the same subject and entity becomes this.
 * @returns its identifier: of the entry that was there, or the one given
 */
export async function putSuppression(db: Queryable, tenant: Tenant, row: NewSuppression): Promise<string> {
  const stored = await first<{ id: string }>(
    db,
    sql`insert into aml_suppressions (organization_id, environment, id, subject_key, subject, dataset, entity_id, match_id,
        screening_id, subject_material, entity_material, reason, actor_id, created_at)
      values (${tenant.organizationId}, ${tenant.environment}, ${row.id}, ${row.subjectKey},
        ${row.subject === null ? null : JSON.stringify(row.subject)}::json, ${row.dataset}, ${row.entityId}, ${row.matchId},
        ${row.screeningId}, decode(${row.subjectMaterial}, 'hex'), decode(${row.entityMaterial}, 'hex'), ${row.reason},
        ${row.actorId}, ${row.createdAt})
      on conflict (organization_id, environment, subject_key, dataset, entity_id) do update set subject = excluded.subject,
        match_id = excluded.match_id, screening_id = excluded.screening_id, subject_material = excluded.subject_material,
        entity_material = excluded.entity_material, reason = excluded.reason, actor_id = excluded.actor_id,
        created_at = excluded.created_at
      returning id`,
  );
  return stored?.id ?? row.id;
}

export async function removeSuppression(
  db: Queryable,
  tenant: Tenant,
  subjectKey: string,
  dataset: string,
  entityId: string,
): Promise<void> {
  await db.query(
    sql`delete from aml_suppressions where ${own(tenant)} and subject_key = ${subjectKey} and dataset = ${dataset}
      and entity_id = ${entityId}`,
  );
}

/** The latest ten screenings of an applicant, newest first. */
export function latestScreenings(
  db: Queryable,
  tenant: Tenant,
  applicantId: string,
): Promise<{ screeningId: string; riskLevel: string; matchCount: number; screenedAt: Date }[]> {
  return db.query(
    sql`select id as "screeningId", risk_level as "riskLevel", match_count as "matchCount", created_at as "screenedAt"
      from aml_screenings where ${own(tenant)} and applicant_id = ${applicantId}
      order by created_at desc, id desc limit 10`,
  );
}

/** Which of these applicants were screened since, or are watched. */
export async function applicantsScreenedSince(
  db: Queryable,
  tenant: Tenant,
  applicantIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const rows = await db.query<{ applicantId: string }>(
    sql`select applicant_id as "applicantId" from aml_screenings
        where ${own(tenant)} and applicant_id = any(${applicantIds}::text[]) and created_at >= ${since}
      union select applicant_id from aml_monitors
        where ${own(tenant)} and applicant_id = any(${applicantIds}::text[]) and status <> 'ENDED'`,
  );
  return rows.map(({ applicantId }) => applicantId);
}

/** Takes the person out of screenings, and what was decided about it. Level, count, lists and time stay. */
export async function stripScreenings(
  db: Queryable,
  tenant: Tenant,
  screeningIds: readonly string[],
  now: Date,
): Promise<void> {
  await Promise.all([
    db.query(
      sql`update aml_screenings set erased_at = ${now}, matched = '{}',
          head = (head::jsonb || '{"subject": null, "metadata": {}}')::json,
          detail = (detail::jsonb || '{"subjectNormalized": null, "matches": [], "suppressed": []}')::json
        where ${own(tenant)} and id = any(${screeningIds}::text[]) and erased_at is null`,
    ),
    db.query(
      sql`with proposed as (
          delete from aml_resolution_proposals where ${own(tenant)} and screening_id = any(${screeningIds}::text[]))
        delete from aml_resolutions where ${own(tenant)} and screening_id = any(${screeningIds}::text[])`,
    ),
  ]);
}

/** Takes an erased applicant's person out of all its screenings, and forgets what was remembered about it. */
export async function eraseScreenings(db: Queryable, tenant: Tenant, applicantId: string, now: Date): Promise<void> {
  const rows = await db.query<{ id: string }>(
    sql`select id from aml_screenings where ${own(tenant)} and applicant_id = ${applicantId}`,
  );
  await Promise.all([
    stripScreenings(
      db,
      tenant,
      rows.map(({ id }) => id),
      now,
    ),
    db.query(sql`delete from aml_suppressions where ${own(tenant)} and subject_key = ${applicantId}`),
  ]);
}
