import type { CaseDecision } from '../../../../contract/dashboard/index.ts';
import type { Tenant } from '../../../../platform/context.ts';
import { first, type Queryable, sql } from '../../../../platform/database/sql.ts';

export interface CaseRow {
  id: string;
  kind: 'WALLET' | 'MEDIA';
  decision: CaseDecision;
  reason: string;
  decidedBy: string;
  decidedAt: Date;
  secondBy: string | null;
  secondAt: Date | null;
  /** False: awaits a second person. */
  final: boolean;
}
export type NamedCase = CaseRow & { decidedByName: string | null; secondByName: string | null };

export function findCase(db: Queryable, tenant: Tenant, id: string): Promise<NamedCase | undefined> {
  return first<NamedCase>(
    db,
    sql`select c.id, c.kind, c.decision, c.reason, c.decided_by as "decidedBy", c.decided_at as "decidedAt", c.second_by as "secondBy",
        c.second_at as "secondAt", c.final, a.name as "decidedByName", b.name as "secondByName"
      from case_reviews c left join dashboard_users a on a.id = c.decided_by left join dashboard_users b on b.id = c.second_by
      where c.organization_id = ${tenant.organizationId} and c.environment = ${tenant.environment} and c.id = ${id}`,
  );
}

export async function putCase(db: Queryable, tenant: Tenant, row: CaseRow): Promise<void> {
  await db.query(
    sql`insert into case_reviews (id, organization_id, environment, kind, decision, reason, decided_by, decided_at, second_by, second_at, final)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.kind}, ${row.decision}, ${row.reason}, ${row.decidedBy},
        ${row.decidedAt}, ${row.secondBy}, ${row.secondAt}, ${row.final})
      on conflict (id) do update set decision = excluded.decision, reason = excluded.reason, decided_by = excluded.decided_by,
        decided_at = excluded.decided_at, second_by = excluded.second_by, second_at = excluded.second_at, final = excluded.final`,
  );
}
