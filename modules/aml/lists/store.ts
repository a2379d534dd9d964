import type { ListedEntity, ListWarning } from '../../../engines/watchlists/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, sql } from '../../../platform/database/sql.ts';
import type { ActiveDataset, CategoryCounts } from './datasets.ts';

const ACTIVE = sql`select v.dataset, v.version, v.format, v.published_at as "publishedAt", v.fetched_at as "fetchedAt",
    v.sha256, v.entities, v.categories, w.checked_at as "checkedAt"
  from watchlists w join watchlist_versions v on v.dataset = w.dataset and v.version = w.active_version`;

/** The version of every list that serves now; organisations' own lists are not among them. */
export function activeDatasets(db: Queryable): Promise<ActiveDataset[]> {
  return db.query<ActiveDataset>(sql`${ACTIVE} where w.organization_id is null order by v.dataset`);
}

/** The version of one list that serves now, whosever it is. */
export function activeVersionOf(db: Queryable, dataset: string): Promise<ActiveDataset | undefined> {
  return first<ActiveDataset>(db, sql`${ACTIVE} where w.dataset = ${dataset}`);
}

/** Whose a list is; null for one that everybody has. */
export async function ownerOf(db: Queryable, dataset: string): Promise<Tenant | null> {
  const row = await first<{ organizationId: string | null; environment: Tenant['environment'] }>(
    db,
    sql`select organization_id as "organizationId", environment from watchlists where dataset = ${dataset}`,
  );
  return row?.organizationId == null ? null : { organizationId: row.organizationId, environment: row.environment };
}

/**
 * Versions change under one lock, which whoever begins to watch shares: a new version either sees the new monitor, or
 * is seen by it.
 */
const VERSIONS_LOCK = sql`hashtextextended('watchlist versions', 0)`;

/** The versions that serve, the organisation's own among them; none changes until the transaction ends. */
export async function holdVersions(db: Queryable, tenant: Tenant): Promise<{ dataset: string; version: number }[]> {
  const [, versions] = await Promise.all([
    db.query(sql`select pg_advisory_xact_lock_shared(${VERSIONS_LOCK})`),
    db.query<{ dataset: string; version: number }>(
      sql`select dataset, active_version as version from watchlists where active_version is not null
        and (organization_id is null or (organization_id = ${tenant.organizationId} and environment = ${tenant.environment}))`,
    ),
  ]);
  return versions;
}

export type Validators = Record<string, { etag?: string; lastModified?: string }>;

export interface ListRow {
  dataset: string;
  format: string;
  activeVersion: number | null;
  validators: Validators;
  checkedAt: Date;
}

export function findList(db: Queryable, dataset: string): Promise<ListRow | undefined> {
  return first<ListRow>(
    db,
    sql`select dataset, format, active_version as "activeVersion", validators, checked_at as "checkedAt"
      from watchlists where dataset = ${dataset}`,
  );
}

/** One import of a list at a time; another waits here. Ends with the transaction. */
export async function lockImport(db: Queryable, dataset: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`watchlist ${dataset}`}, 0))`);
}

export async function addList(
  db: Queryable,
  dataset: string,
  format: string,
  now: Date,
  owner: Tenant | null = null,
): Promise<void> {
  await db.query(
    sql`insert into watchlists (dataset, format, checked_at, created_at, organization_id, environment)
      values (${dataset}, ${format}, ${now}, ${now}, ${owner?.organizationId ?? null}, ${owner?.environment ?? null})
      on conflict (dataset) do nothing`,
  );
}

export interface StoredHash {
  entityId: string;
  hash: string;
}

/** Content hashes of the entities that stand in the list now. */
export function currentHashes(db: Queryable, dataset: string): Promise<StoredHash[]> {
  return db.query<StoredHash>(
    sql`select entity_id as "entityId", encode(hash, 'hex') as hash from watchlist_entities
      where dataset = ${dataset} and until_version is null`,
  );
}

export interface EntityToStore {
  id: string;
  hash: string;
  material: string;
  entity: string;
  raw: string;
}

export async function insertEntities(
  db: Queryable,
  dataset: string,
  version: number,
  entities: readonly EntityToStore[],
): Promise<void> {
  await db.query(
    sql`insert into watchlist_entities (dataset, entity_id, from_version, hash, material, entity, raw)
      select ${dataset}, id, ${version}::integer, decode(hash, 'hex'), decode(material, 'hex'), entity::json, raw::json
      from unnest(${entities.map((entity) => entity.id)}::text[], ${entities.map((entity) => entity.hash)}::text[],
        ${entities.map((entity) => entity.material)}::text[], ${entities.map((entity) => entity.entity)}::text[],
        ${entities.map((entity) => entity.raw)}::text[]) as given (id, hash, material, entity, raw)`,
  );
}

/**
 * Ends what stood before of entities that changed or are gone.
 * @returns how many there were
 */
export async function closeEntities(
  db: Queryable,
  dataset: string,
  version: number,
  ids: readonly string[],
): Promise<number> {
  const rows = await db.query<{ id: string }>(
    sql`update watchlist_entities set until_version = ${version}
      where dataset = ${dataset} and entity_id = any(${[...ids]}::text[]) and until_version is null
        and from_version < ${version} returning entity_id as id`,
  );
  return rows.length;
}

export interface VersionRow {
  dataset: string;
  version: number;
  format: string;
  publishedAt: string | null;
  fetchedAt: Date;
  sha256: string;
  entities: number;
  categories: CategoryCounts;
  added: number;
  changed: number;
  removed: number;
  warnings: readonly ListWarning[];
}

/** Makes a complete version the one that serves. */
export async function activateVersion(db: Queryable, row: VersionRow, validators: Validators): Promise<void> {
  await Promise.all([
    db.query(sql`select pg_advisory_xact_lock(${VERSIONS_LOCK})`),
    db.query(
      sql`insert into watchlist_versions (dataset, version, format, published_at, fetched_at, sha256, entities, categories,
          added, changed, removed, warnings)
        values (${row.dataset}, ${row.version}, ${row.format}, ${row.publishedAt}, ${row.fetchedAt}, ${row.sha256},
          ${row.entities}, ${JSON.stringify(row.categories)}::jsonb, ${row.added}, ${row.changed}, ${row.removed},
          ${JSON.stringify(row.warnings)}::jsonb)`,
    ),
    db.query(
      sql`update watchlists set active_version = ${row.version}, format = ${row.format}, checked_at = ${row.fetchedAt},
        validators = ${JSON.stringify(validators)}::jsonb where dataset = ${row.dataset}`,
    ),
    db.query(sql`select pg_notify('watchlists', ${row.dataset})`),
  ]);
}

/** The publisher was asked and has nothing new. */
export async function noteChecked(
  db: Queryable,
  dataset: string,
  now: Date,
  validators: Validators | null,
): Promise<void> {
  await db.query(
    sql`update watchlists set checked_at = ${now}, validators = coalesce(${validators === null ? null : JSON.stringify(validators)}::jsonb, validators)
      where dataset = ${dataset}`,
  );
}

export async function insertRefusal(
  db: Queryable,
  row: { dataset: string; code: string; reason: string; refusedAt: Date },
): Promise<void> {
  await db.query(
    sql`insert into watchlist_refusals (dataset, code, reason, refused_at)
      values (${row.dataset}, ${row.code}, ${row.reason}, ${row.refusedAt})`,
  );
}

export interface RefusalRow {
  dataset: string;
  /** Fetched or read, and not taken. */
  refused: number;
  /** Not fetched. */
  failed: number;
  lastCode: string;
  lastReason: string;
  lastAt: Date;
}

export function refusals(db: Queryable): Promise<RefusalRow[]> {
  return db.query<RefusalRow>(
    sql`select distinct on (dataset) dataset, code as "lastCode", reason as "lastReason", refused_at as "lastAt",
        count(*) filter (where code <> 'FETCH_FAILED') over (partition by dataset) as refused,
        count(*) filter (where code = 'FETCH_FAILED') over (partition by dataset) as failed
      from watchlist_refusals order by dataset, id desc`,
  );
}

/** The list's entity without its raw record, as it stands in the store. */
export type StoredEntity = Omit<ListedEntity, 'raw'>;

/** Entities of one version, in order of id, at most `limit` after `after`. */
export function entitiesOfVersion(
  db: Queryable,
  dataset: string,
  version: number,
  after: string,
  limit: number,
): Promise<{ entityId: string; entity: StoredEntity }[]> {
  return db.query(
    sql`select entity_id as "entityId", entity from watchlist_entities
      where dataset = ${dataset} and from_version <= ${version} and (until_version is null or until_version > ${version})
        and entity_id > ${after}
      order by entity_id limit ${limit}`,
  );
}

/** Of these, the ones that the version added or changed. */
export function entitiesOfChange(
  db: Queryable,
  dataset: string,
  version: number,
  after: string,
  limit: number,
): Promise<{ entityId: string; entity: StoredEntity }[]> {
  return db.query(
    sql`select entity_id as "entityId", entity from watchlist_entities
      where dataset = ${dataset} and from_version = ${version} and entity_id > ${after}
      order by entity_id limit ${limit}`,
  );
}

export interface FullEntity {
  dataset: string;
  entityId: string;
  entity: StoredEntity;
  raw: unknown;
  /** Digest of what is material, in hex. */
  material: string;
}

/** Named entities as they stood in the given versions, raw records and all. */
export function entitiesById(
  db: Queryable,
  wanted: readonly { dataset: string; version: number; entityId: string }[],
): Promise<FullEntity[]> {
  return db.query<FullEntity>(
    sql`select e.dataset, e.entity_id as "entityId", e.entity, e.raw, encode(e.material, 'hex') as material
      from unnest(${wanted.map((item) => item.dataset)}::text[], ${wanted.map((item) => item.version)}::integer[],
        ${wanted.map((item) => item.entityId)}::text[]) as given (dataset, version, entity_id)
      join watchlist_entities e on e.dataset = given.dataset and e.entity_id = given.entity_id
        and e.from_version <= given.version and (e.until_version is null or e.until_version > given.version)`,
  );
}

export interface VersionStamp {
  dataset: string;
  version: number;
  publishedAt: string | null;
  fetchedAt: Date;
  sha256: string;
  entities: number;
  categories: CategoryCounts;
}

export function findVersion(db: Queryable, dataset: string, version: number): Promise<VersionStamp | undefined> {
  return first<VersionStamp>(
    db,
    sql`select dataset, version, published_at as "publishedAt", fetched_at as "fetchedAt", sha256, entities, categories
      from watchlist_versions
      where dataset = ${dataset} and version = ${version}`,
  );
}

/** Identifiers of the entities that a version added or changed, and of those that it removed. */
export async function changesOfVersion(
  db: Queryable,
  dataset: string,
  version: number,
): Promise<{ present: string[]; removed: string[] }> {
  const rows = await db.query<{ entityId: string; present: boolean }>(
    sql`select entity_id as "entityId", true as present from watchlist_entities
        where dataset = ${dataset} and from_version = ${version}
      union all
      select ended.entity_id, false from watchlist_entities ended
        where ended.dataset = ${dataset} and ended.until_version = ${version} and not exists (
          select from watchlist_entities next where next.dataset = ended.dataset and next.entity_id = ended.entity_id
            and next.from_version = ${version})
      order by 1`,
  );
  return {
    present: rows.filter((row) => row.present).map((row) => row.entityId),
    removed: rows.filter((row) => !row.present).map((row) => row.entityId),
  };
}
