import { empty, first, join, type Queryable, sql } from '../../../platform/database/sql.ts';
import type { StoredLabel } from './label.ts';
import type { ReadPack } from './pack.ts';

/** Waits for other imports of labels and keeps them out until the transaction ends. */
export async function lockLabels(db: Queryable): Promise<void> {
  await db.query(sql`select version from wallet_label_version for update`);
}

export async function digestOfPack(db: Queryable, pack: string): Promise<string | undefined> {
  const row = await first<{ sha256: string }>(db, sql`select sha256 from wallet_label_packs where pack = ${pack}`);
  return row?.sha256;
}

export interface KeptLabel {
  id: string;
  addressKey: string;
  category: string;
  entity: string;
}

/** What is kept of a pack: where set, only what comes from these sources, or is about these addresses. */
export function labelsOfPack(
  db: Queryable,
  pack: string,
  only: { sources?: readonly string[]; keys?: readonly string[] },
): Promise<KeptLabel[]> {
  const chosen = [
    ...(only.sources ? [sql`and source = any(${only.sources}::text[])`] : []),
    ...(only.keys ? [sql`and address_key = any(${only.keys}::text[])`] : []),
  ];
  return db.query<KeptLabel>(
    sql`select id::text as id, address_key as "addressKey", category, entity from wallet_labels
      where pack = ${pack} ${chosen.length === 0 ? empty : join(chosen, ' ')} order by id`,
  );
}

/** Ends labels: they count no more, and are kept aside with the moment. */
export async function endLabels(db: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await db.query(
    sql`with ended as (
        delete from wallet_labels where id = any(${ids}::bigint[])
        returning pack, address_key, category, entity, confidence, source, defines_cluster, sanction, since
      )
      insert into wallet_labels_ended (pack, address_key, category, entity, confidence, source, defines_cluster, sanction,
        since, ended_at)
      select ended.*, ${at} from ended`,
  );
}

/** Adds labels to a pack; one for the same address, category and entity is replaced where it says something else. */
export async function putLabels(db: Queryable, pack: string, labels: readonly StoredLabel[]): Promise<string[]> {
  const column = <K extends keyof StoredLabel>(name: K): StoredLabel[K][] => labels.map((label) => label[name]);
  const sanctions = labels.map(({ sanction }) => (sanction ? JSON.stringify(sanction) : null));
  const rows = await db.query<{ key: string }>(
    sql`insert into wallet_labels as l (pack, address_key, category, entity, confidence, source, defines_cluster, sanction, since)
      select ${pack}, * from unnest(${column('addressKey')}::text[], ${column('category')}::text[], ${column('entity')}::text[],
        ${column('confidence')}::smallint[], ${column('source')}::text[], ${column('definesCluster')}::boolean[],
        ${sanctions}::jsonb[], ${column('since')}::timestamptz[])
      on conflict (address_key, pack, category, entity) do update set confidence = excluded.confidence,
        source = excluded.source, defines_cluster = excluded.defines_cluster, sanction = excluded.sanction, since = excluded.since
      where (l.confidence, l.source, l.defines_cluster, l.sanction, l.since)
        is distinct from (excluded.confidence, excluded.source, excluded.defines_cluster, excluded.sanction, excluded.since)
      returning address_key as key`,
  );
  return rows.map(({ key }) => key);
}

export async function notePack(
  db: Queryable,
  {
    pack,
    format,
    labels,
    sha256,
    at,
  }: { pack: string; format: string; labels: ReadPack['labels']; sha256: string; at: Date },
): Promise<void> {
  await db.query(
    sql`insert into wallet_label_packs (pack, format, labels, sha256, imported_at)
      values (${pack}, ${format}, ${labels.length}, ${sha256}, ${at})
      on conflict (pack) do update set format = excluded.format, labels = excluded.labels, sha256 = excluded.sha256,
        imported_at = excluded.imported_at`,
  );
}

/** Notes addresses whose labels changed, for the monitors within reach to be looked at. */
export async function noteChanged(db: Queryable, keys: readonly string[], at: Date): Promise<void> {
  await db.query(
    sql`insert into kyt_changes (address_keys, nodes, created_at)
      select ${keys}::text[], '{}', ${at}
      where exists (select from kyt_monitors where status = 'ACTIVE' and environment = 'LIVE')`,
  );
}

/** Counts the version up, for it to be seen that findings may have changed. */
export async function bumpLabels(db: Queryable): Promise<void> {
  await db.query(sql`update wallet_label_version set version = version + 1`);
}

/**
 * Marks the addresses of the value graph with the confidence of the surest label on them, their cluster's included.
 * @param keys addresses whose labels changed
 */
export async function markAddresses(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.query(
    sql`update chain_addresses a set defines_cluster = not a.defines_cluster
      where a.address_key = any(${keys}::text[]) and a.defines_cluster <>
        exists (select from wallet_labels l where l.address_key = a.address_key and l.defines_cluster)`,
  );
  await db.query(
    sql`with changed as (
        select id, cluster_id from chain_addresses where address_key = any(${keys}::text[])
      ), concerned as (
        select id, address_key, cluster_id from chain_addresses where id in (select id from changed)
        union
        select id, address_key, cluster_id from chain_addresses
          where cluster_id in (select cluster_id from changed where cluster_id is not null)
      ), clusters as (
        select m.cluster_id, max(l.confidence) as confidence
        from chain_addresses m join wallet_labels l on l.address_key = m.address_key and l.defines_cluster
        where m.cluster_id in (select cluster_id from concerned) and m.defines_cluster group by m.cluster_id
      ), marks as (
        select c.id, greatest(
          coalesce((select max(confidence) from wallet_labels l where l.address_key = c.address_key), 0),
          coalesce(k.confidence, 0)) as confidence
        from concerned c left join clusters k on k.cluster_id = c.cluster_id
      )
      update chain_addresses a set label_confidence = marks.confidence from marks
      where marks.id = a.id and a.label_confidence <> marks.confidence`,
  );
}
