import type { Tenant } from '../context.ts';
import { first, type Queryable, type Sql, sql } from '../database/sql.ts';

export interface StoredAnswer {
  fingerprint: Buffer;
  status: number;
  body: Buffer;
}

/** How long an answer is kept, by the database's clock: those of the processes may differ, or be set wrong. */
const KEPT = '24 hours';

/**
 * Claims a key for this transaction. The claim is an advisory lock that ends with the transaction, so that a crash
 * leaves nothing behind; a second request with the same key sees at once that the first still runs.
 */
export async function claimKey(
  db: Queryable,
  tenant: Tenant,
  key: string,
): Promise<{ claimed: boolean; answer: StoredAnswer | undefined }> {
  // Sent together: the second statement runs after the first and so sees what a just finished holder committed.
  const [rows, answer] = await Promise.all([
    db.query<{ claimed: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${tenant.organizationId} ${tenant.environment} ${key}`}, 0)) as claimed`,
    ),
    readAnswer(db, tenant, key),
  ]);
  return { claimed: rows[0]?.claimed === true, answer };
}

function readAnswer(db: Queryable, tenant: Tenant, key: string): Promise<StoredAnswer | undefined> {
  return first<StoredAnswer>(
    db,
    sql`select fingerprint, status, body from idempotency_answers
      where organization_id = ${tenant.organizationId} and environment = ${tenant.environment} and key = ${key}
        and created_at >= now() - ${KEPT}::interval`,
  );
}

export function keepAnswer(tenant: Tenant, key: string, answer: StoredAnswer): Sql {
  return sql`insert into idempotency_answers (organization_id, environment, key, fingerprint, status, body, created_at)
    values (${tenant.organizationId}, ${tenant.environment}, ${key}, ${answer.fingerprint}, ${answer.status}, ${answer.body}, now())
    on conflict (organization_id, environment, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at`;
}

/** Forgets answers older than the time that keys are kept. */
export async function forgetAnswers(db: Queryable): Promise<void> {
  await db.query(sql`delete from idempotency_answers where created_at < now() - ${KEPT}::interval`);
}
