import type { DocumentEvidence } from '../../../engines/identity/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

/** Keeps the evidence of a verification's examination; a later one replaces it. */
export const insertEvidence = (
  { organizationId, environment }: Tenant,
  verificationId: string,
  evidence: DocumentEvidence,
  now: Date,
): Sql =>
  sql`insert into verification_evidence (verification_id, organization_id, environment, evidence, created_at)
    values (${verificationId}, ${organizationId}, ${environment}, ${JSON.stringify(evidence)}::json, ${now})
    on conflict (verification_id) do update set evidence = excluded.evidence, created_at = excluded.created_at`;

/** undefined for verifications without: of the sandbox, not examined, made before evidence was kept, or erased. */
export async function findEvidence(
  db: Queryable,
  { organizationId, environment }: Tenant,
  verificationId: string,
): Promise<DocumentEvidence | undefined> {
  const row = await first<{ evidence: DocumentEvidence }>(
    db,
    sql`select evidence from verification_evidence where organization_id = ${organizationId}
      and environment = ${environment} and verification_id = ${verificationId}`,
  );
  return row?.evidence;
}

export const deleteEvidence = ({ organizationId, environment }: Tenant, verificationIds: readonly string[]): Sql =>
  sql`delete from verification_evidence where organization_id = ${organizationId} and environment = ${environment}
    and verification_id = any(${verificationIds}::text[])`;
