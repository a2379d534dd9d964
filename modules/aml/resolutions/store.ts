import type { Actor, Tenant } from '../../../platform/context.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

const own = (tenant: Tenant): Sql =>
  sql`organization_id = ${tenant.organizationId} and environment = ${tenant.environment}`;

export interface ResolutionRow {
  matchId: string;
  decision: 'TRUE_MATCH' | 'FALSE_POSITIVE' | 'NEEDS_INFORMATION';
  reason: string;
  actorId: string;
  decidedAt: Date;
}

/** What one person said about a match, and a second one has not said yet. */
export interface ProposalRow extends ResolutionRow {
  actorType: Actor['type'];
}

export function resolutionsOf(db: Queryable, tenant: Tenant, screeningId: string): Promise<ResolutionRow[]> {
  return db.query<ResolutionRow>(
    sql`select match_id as "matchId", decision, reason, actor_id as "actorId", decided_at as "decidedAt"
      from aml_resolutions where ${own(tenant)} and screening_id = ${screeningId}`,
  );
}

/** The decision about one match that counts. */
export function findResolution(
  db: Queryable,
  tenant: Tenant,
  screeningId: string,
  matchId: string,
): Promise<ResolutionRow | undefined> {
  return first<ResolutionRow>(
    db,
    sql`select match_id as "matchId", decision, reason, actor_id as "actorId", decided_at as "decidedAt"
      from aml_resolutions where ${own(tenant)} and screening_id = ${screeningId} and match_id = ${matchId}`,
  );
}

/** Writes a decision that counts. @param before what the first of two people said of it */
export async function putResolution(
  db: Queryable,
  tenant: Tenant,
  screeningId: string,
  row: ResolutionRow,
  actor: Actor,
  before: ProposalRow | undefined,
): Promise<void> {
  await db.query(
    sql`insert into aml_resolutions (screening_id, match_id, organization_id, environment, decision, reason, actor_type,
        actor_id, decided_at, first_type, first_id, first_reason, first_at)
      values (${screeningId}, ${row.matchId}, ${tenant.organizationId}, ${tenant.environment}, ${row.decision},
        ${row.reason}, ${actor.type}, ${actor.id}, ${row.decidedAt}, ${before?.actorType ?? null}, ${before?.actorId ?? null},
        ${before?.reason ?? null}, ${before?.decidedAt ?? null})
      on conflict (screening_id, match_id) do update set decision = excluded.decision, reason = excluded.reason,
        actor_type = excluded.actor_type, actor_id = excluded.actor_id, decided_at = excluded.decided_at,
        first_type = excluded.first_type, first_id = excluded.first_id, first_reason = excluded.first_reason,
        first_at = excluded.first_at`,
  );
}

export function findProposal(
  db: Queryable,
  tenant: Tenant,
  screeningId: string,
  matchId: string,
): Promise<ProposalRow | undefined> {
  return first<ProposalRow>(
    db,
    sql`select match_id as "matchId", decision, reason, actor_type as "actorType", actor_id as "actorId", proposed_at as "decidedAt"
      from aml_resolution_proposals where ${own(tenant)} and screening_id = ${screeningId} and match_id = ${matchId}`,
  );
}

/** Keeps what a first person says; what was proposed before gives way. */
export async function putProposal(db: Queryable, tenant: Tenant, screeningId: string, row: ProposalRow): Promise<void> {
  await db.query(
    sql`insert into aml_resolution_proposals (screening_id, match_id, organization_id, environment, decision, reason,
        actor_type, actor_id, proposed_at)
      values (${screeningId}, ${row.matchId}, ${tenant.organizationId}, ${tenant.environment}, ${row.decision}, ${row.reason},
        ${row.actorType}, ${row.actorId}, ${row.decidedAt})
      on conflict (screening_id, match_id) do update set decision = excluded.decision, reason = excluded.reason,
        actor_type = excluded.actor_type, actor_id = excluded.actor_id, proposed_at = excluded.proposed_at`,
  );
}

export async function removeProposal(
  db: Queryable,
  tenant: Tenant,
  screeningId: string,
  matchId: string,
): Promise<void> {
  await db.query(
    sql`delete from aml_resolution_proposals where ${own(tenant)} and screening_id = ${screeningId} and match_id = ${matchId}`,
  );
}
