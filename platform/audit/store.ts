import type { Environment } from '../../contract/enums.ts';
import type { Actor } from '../context.ts';
import type { RowStatement } from '../database/deferred.ts';
import { first, type Queryable, sql } from '../database/sql.ts';

export interface AuditRow {
  id: string;
  organizationId: string | null;
  environment: Environment | null;
  occurredAt: Date;
  actor: Actor;
  action: string;
  resourceId: string | null;
  requestId: string | null;
  details: Readonly<Record<string, unknown>>;
}

/** Writes entries, and notes that they wait to be sealed. */
export const AUDIT_ENTRIES: RowStatement<AuditRow> = {
  write: (rows) => sql`with added as (
      insert into audit_entries (id, organization_id, environment, occurred_at, actor_type, actor_id, action, resource_id, request_id, details)
      select * from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.organizationId)}::text[],
        ${rows.map((row) => row.environment)}::text[], ${rows.map((row) => row.occurredAt)}::timestamptz[],
        ${rows.map((row) => row.actor.type)}::text[], ${rows.map((row) => row.actor.id)}::text[],
        ${rows.map((row) => row.action)}::text[], ${rows.map((row) => row.resourceId)}::text[],
        ${rows.map((row) => row.requestId)}::text[], ${rows.map((row) => JSON.stringify(row.details))}::jsonb[])
      returning id
    )
    insert into audit_unsealed (entry_id) select id from added`,
};

export interface ChainedEntry {
  id: string;
  organizationId: string | null;
  environment: string | null;
  occurredAt: Date;
  actorType: string;
  actorId: string;
  action: string;
  resourceId: string | null;
  requestId: string | null;
  details: unknown;
}

export interface Link {
  seq: number;
  entryId: string;
  previousHash: Buffer;
  hash: Buffer;
}

const ENTRY = sql`e.id, e.organization_id as "organizationId", e.environment, e.occurred_at as "occurredAt", e.actor_type as "actorType",
  e.actor_id as "actorId", e.action, e.resource_id as "resourceId", e.request_id as "requestId", e.details`;

/** One process seals at a time. */
export async function lockChain(db: Queryable): Promise<boolean> {
  const row = await first<{ locked: boolean }>(db, sql`select pg_try_advisory_xact_lock(7233402771003) as locked`);
  return row?.locked === true;
}

export function lastLink(db: Queryable): Promise<Link | undefined> {
  return first<Link>(
    db,
    sql`select seq, entry_id as "entryId", previous_hash as "previousHash", hash from audit_chain order by seq desc limit 1`,
  );
}

/** Takes entries that no link covers yet, oldest first; they are the caller's to seal in the same transaction. */
export function takeUnsealed(db: Queryable, limit: number): Promise<ChainedEntry[]> {
  return db.query<ChainedEntry>(
    sql`with taken as (
        delete from audit_unsealed where entry_id in (select entry_id from audit_unsealed order by entry_id limit ${limit}) returning entry_id
      )
      select ${ENTRY} from taken join audit_entries e on e.id = taken.entry_id order by e.id`,
  );
}

/** Entries outside the chain, whether they wait to be sealed or were slipped in: all but those waiting are a fault. */
export async function countOutsideChain(db: Queryable): Promise<{ waiting: number; slipped: number }> {
  const row = await first<{ waiting: number; slipped: number }>(
    db,
    sql`select count(u.entry_id) as waiting, count(*) - count(u.entry_id) as slipped
      from audit_entries e left join audit_unsealed u on u.entry_id = e.id
      where not exists (select 1 from audit_chain c where c.entry_id = e.id)`,
  );
  return row ?? { waiting: 0, slipped: 0 };
}

export async function appendChain(db: Queryable, links: readonly Link[], now: Date): Promise<void> {
  await db.query(
    sql`insert into audit_chain (seq, entry_id, previous_hash, hash, sealed_at)
      select l.seq, l.entry_id, l.previous_hash, l.hash, ${now}
      from unnest(${links.map((link) => link.seq)}::bigint[], ${links.map((link) => link.entryId)}::text[],
        ${links.map((link) => link.previousHash)}::bytea[], ${links.map((link) => link.hash)}::bytea[]) as l (seq, entry_id, previous_hash, hash)`,
  );
}

/** The next links after `afterSeq`, in order, each with its entry. */
export async function readChain(
  db: Queryable,
  afterSeq: number,
  limit: number,
): Promise<(Link & { entry: ChainedEntry | null })[]> {
  const rows = await db.query<Link & Partial<ChainedEntry>>(
    sql`select c.seq, c.entry_id as "entryId", c.previous_hash as "previousHash", c.hash, ${ENTRY}
      from audit_chain c left join audit_entries e on e.id = c.entry_id where c.seq > ${afterSeq} order by c.seq limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, entry: row.id == null ? null : (row as ChainedEntry) }));
}
