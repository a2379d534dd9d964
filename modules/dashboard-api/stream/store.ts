import type { Environment } from '../../../contract/enums.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { sql } from '../../../platform/database/sql.ts';

export interface ChangeRow {
  organizationId: string;
  environment: Environment;
  what: 'queue' | 'bulk' | 'try' | 'record';
  id: string;
  /** Tells two changes of one thing apart. */
  mark: string;
  status: string;
  progress: number;
}

/**
 * What changed since a moment, of these organisations. A transaction that began before it and committed after is seen
 * too, as long as the moment lies back far enough; what was told already is told apart by its mark.
 */
export function changesSince(
  db: Queryable,
  organizationIds: readonly string[],
  since: Date,
  eventSince: string,
): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(
    sql`select organization_id as "organizationId", environment, 'queue' as what, id, updated_at::text as mark, '' as status, 0 as progress
        from review_queue where updated_at > ${since} and organization_id = any(${organizationIds}::text[])
      union all
      select organization_id, environment, 'bulk', id, updated_at::text, status, 0
        from dashboard_bulks where updated_at > ${since} and organization_id = any(${organizationIds}::text[])
      union all
      select organization_id, environment, 'try', id, updated_at::text, status, progress
        from policy_tries where updated_at > ${since} and organization_id = any(${organizationIds}::text[])
      union all
      select organization_id, environment, 'record', coalesce(resource_id, ''), id, type, 0
        from events where id > ${eventSince} and organization_id = any(${organizationIds}::text[])
      limit 2000`,
  );
}
