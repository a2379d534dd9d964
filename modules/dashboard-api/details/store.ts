import type { Static } from 'typebox';
import type { TimelineEntry } from '../../../contract/dashboard/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

const own = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

export interface TimelineRow {
  at: Date;
  action: string;
  actorType: Static<typeof TimelineEntry>['actor']['type'];
  actorId: string;
  actorName: string | null;
  resourceId: string | null;
  details: Record<string, unknown>;
}

/** What was done to these records, the newest first; looking at them is not part of it. */
export function timelineOf(db: Queryable, tenant: Tenant, resourceIds: readonly string[]): Promise<TimelineRow[]> {
  return db.query<TimelineRow>(
    sql`select e.occurred_at as at, e.action, e.actor_type as "actorType", e.actor_id as "actorId",
        coalesce(u.name, k.name) as "actorName", e.resource_id as "resourceId", e.details
      from audit_entries e left join dashboard_users u on e.actor_type = 'USER' and u.id = e.actor_id
      left join api_keys k on e.actor_type = 'API_KEY' and k.id = e.actor_id
      where e.organization_id = ${tenant.organizationId} and e.environment = ${tenant.environment}
        and e.resource_id = any(${resourceIds}::text[]) and e.action not in ('record.view', 'file.open', 'report.print')
      order by e.occurred_at desc, e.id desc limit 200`,
  );
}

export interface FileRow {
  fileId: string;
  ownerId: string;
  kind: string;
  mediaType: string;
  size: number;
  sha256: string;
  createdAt: Date;
}

const FILE = sql`id as "fileId", owner_id as "ownerId", kind, media_type as "mediaType", size, encode(sha256, 'hex') as sha256,
  created_at as "createdAt"`;

export function filesOf(db: Queryable, tenant: Tenant, ownerIds: readonly string[]): Promise<FileRow[]> {
  return db.query<FileRow>(
    sql`select ${FILE} from files where ${own(tenant)} and owner_id = any(${ownerIds}::text[]) order by created_at, id`,
  );
}

/** A file that something owns. */
export function findFile(db: Queryable, tenant: Tenant, fileId: string): Promise<FileRow | undefined> {
  return first<FileRow>(
    db,
    sql`select ${FILE} from files where ${own(tenant)} and id = ${fileId} and owner_id <> 'staging'`,
  );
}

export interface ProposalRow {
  decision: string;
  reason: string | null;
  failureReasons: string[];
  reviewedAt: string;
  by: string;
  name: string | null;
}

/** A first reviewer's decision about a verification, and who it was. */
export async function proposalOf(db: Queryable, tenant: Tenant, id: string): Promise<ProposalRow | null> {
  const row = await first<{ proposal: Omit<ProposalRow, 'name'> | null; name: string | null }>(
    db,
    sql`select v.proposed_review as proposal, u.name from verifications v
      left join dashboard_users u on u.id = substring(v.proposed_review ->> 'by' from '^USER (.*)$')
      where v.organization_id = ${tenant.organizationId} and v.environment = ${tenant.environment} and v.id = ${id}`,
  );
  return row?.proposal ? { ...row.proposal, name: row.name } : null;
}

export interface MatchProposalRow {
  matchId: string;
  decision: string;
  reason: string;
  actorType: string;
  actorId: string;
  at: Date;
  /** Of a member of staff, or of a key. */
  name: string | null;
}

const namedActor = (rows: Sql): Sql => sql`
  select r.match_id as "matchId", r.decision, r.reason, r.type as "actorType", r.actor as "actorId", r.at, coalesce(u.name, k.name) as name
  from (${rows}) r left join dashboard_users u on r.type = 'USER' and u.id = r.actor
  left join api_keys k on r.type = 'API_KEY' and k.id = r.actor`;

/** What first people said about matches of a screening, that second ones did not say yet. */
export const matchProposalsOf = (db: Queryable, tenant: Tenant, screeningId: string): Promise<MatchProposalRow[]> =>
  db.query<MatchProposalRow>(
    namedActor(sql`select match_id, decision, reason, actor_type as type, actor_id as actor, proposed_at as at
      from aml_resolution_proposals where ${own(tenant)} and screening_id = ${screeningId}`),
  );

/** The first of the two people who decided about a match, where there were two. */
export const matchFirstsOf = (db: Queryable, tenant: Tenant, screeningId: string): Promise<MatchProposalRow[]> =>
  db.query<MatchProposalRow>(
    namedActor(sql`select match_id, decision, first_reason as reason, first_type as type, first_id as actor, first_at as at
      from aml_resolutions where ${own(tenant)} and screening_id = ${screeningId} and first_id is not null`),
  );

export function openMatchesOf(
  db: Queryable,
  tenant: Tenant,
  screeningIds: readonly string[],
): Promise<{ id: string; open: number }[]> {
  return db.query(
    sql`select id, open_matches as open from review_queue where ${own(tenant)} and closed_at is null
      and id = any(${screeningIds}::text[])`,
  );
}

export interface Traces {
  faceTemplates: number;
  creditEntries: number;
  auditEntries: number;
}

/** What else is kept about an applicant. */
export async function tracesOf(
  db: Queryable,
  tenant: Tenant,
  applicantId: string,
  recordIds: readonly string[],
): Promise<Traces> {
  const row = await first<Traces>(
    db,
    sql`select (select count(*) from identity_traces where ${own(tenant)} and applicant_id = ${applicantId}) as "faceTemplates",
      (select count(*) from credit_transactions where ${own(tenant)} and resource_id = any(${recordIds}::text[])) as "creditEntries",
      (select count(*) from audit_entries where organization_id = ${tenant.organizationId}
        and resource_id = any(${[applicantId, ...recordIds]}::text[])) as "auditEntries"`,
  );
  return row ?? { faceTemplates: 0, creditEntries: 0, auditEntries: 0 };
}

/** Names of people and keys that decided something. */
export async function namesOfActors(
  db: Queryable,
  organizationId: string,
  actorIds: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(actorIds)];
  if (wanted.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>(
    sql`select id, name from dashboard_users where id = any(${wanted}::text[])
      union all select id, name from api_keys where organization_id = ${organizationId} and id = any(${wanted}::text[])`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
