import type { Tenant } from '../../../platform/context.ts';
import { type Queryable, sql } from '../../../platform/database/sql.ts';

export interface SourceRow {
  dataset: string;
  format: string;
  own: boolean;
  activeVersion: number | null;
  checkedAt: Date;
}

/** Lists of everybody, and the organisation's own. */
export function listSources(db: Queryable, tenant: Tenant): Promise<SourceRow[]> {
  return db.query<SourceRow>(
    sql`select dataset, format, organization_id is not null as own, active_version as "activeVersion", checked_at as "checkedAt"
      from watchlists where active_version is not null and (organization_id is null
        or organization_id = ${tenant.organizationId} and environment = ${tenant.environment})
      order by own, dataset`,
  );
}

export interface ListVersionRow {
  dataset: string;
  version: number;
  publishedAt: string | null;
  fetchedAt: Date;
  sha256: string;
  entities: number;
  added: number;
  changed: number;
  removed: number;
  warnings: { code: string; count: number; example: string }[];
  categories: Record<string, number>;
}

/** The newest ten versions of each. */
export function listVersions(db: Queryable, datasets: readonly string[]): Promise<ListVersionRow[]> {
  return db.query<ListVersionRow>(
    sql`select dataset, version, published_at as "publishedAt", fetched_at as "fetchedAt", sha256, entities, added, changed, removed,
        warnings, categories
      from (select *, row_number() over (partition by dataset order by version desc) as place from watchlist_versions
        where dataset = any(${datasets}::text[])) v
      where place <= 10 order by dataset, version desc`,
  );
}

/** The newest five files of each that were not taken. */
export function listRefusals(
  db: Queryable,
  datasets: readonly string[],
): Promise<{ dataset: string; code: string; reason: string; refusedAt: Date }[]> {
  return db.query(
    sql`select dataset, code, reason, refused_at as "refusedAt"
      from (select *, row_number() over (partition by dataset order by id desc) as place from watchlist_refusals
        where dataset = any(${datasets}::text[])) r
      where place <= 5 order by dataset, place`,
  );
}
