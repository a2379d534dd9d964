import type { Tenant } from '../../../platform/context.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

/** What one verification leaves behind. */
export interface TraceRow {
  verificationId: string;
  applicantId: string;
  documentKey: string | null;
  pictureKey: string | null;
  template: Buffer | null;
  templateModel: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export const insertTrace = (tenant: Tenant, row: TraceRow): Sql =>
  sql`insert into identity_traces (verification_id, organization_id, environment, applicant_id, document_key, picture_key,
      template, template_model, created_at, expires_at)
    values (${row.verificationId}, ${tenant.organizationId}, ${tenant.environment}, ${row.applicantId}, ${row.documentKey},
      ${row.pictureKey}, ${row.template}, ${row.templateModel}, ${row.createdAt}, ${row.expiresAt})
    on conflict (verification_id) do update set document_key = excluded.document_key, picture_key = excluded.picture_key,
      template = excluded.template, template_model = excluded.template_model, expires_at = excluded.expires_at`;

export interface SeenElsewhere {
  applicants: number;
  verificationId: string | null;
  fraud: boolean;
}

/** Other applicants who came with the same document or the same picture of one. */
export async function seenDocument(
  db: Queryable,
  { organizationId, environment }: Tenant,
  applicantId: string,
  documentKey: string | null,
  pictureKey: string | null,
  now: Date,
): Promise<SeenElsewhere> {
  const row = await first<SeenElsewhere>(
    db,
    sql`select count(distinct applicant_id)::int as applicants, min(verification_id) as "verificationId",
        coalesce(bool_or(fraud), false) as fraud
      from (
        select applicant_id, verification_id, fraud from identity_traces
        where organization_id = ${organizationId} and environment = ${environment} and document_key = ${documentKey}
          and applicant_id <> ${applicantId} and expires_at > ${now}
        union
        select applicant_id, verification_id, fraud from identity_traces
        where organization_id = ${organizationId} and environment = ${environment} and picture_key = ${pictureKey}
          and applicant_id <> ${applicantId} and expires_at > ${now}
      ) as seen`,
  );
  return row ?? { applicants: 0, verificationId: null, fraud: false };
}

export interface StoredTemplate {
  verificationId: string;
  applicantId: string;
  template: Buffer;
  fraud: boolean;
}

/** Templates of other applicants in the order of their verifications, some at a time. */
export function templatesAfter(
  db: Queryable,
  { organizationId, environment }: Tenant,
  applicantId: string,
  model: string,
  after: string,
  limit: number,
  now: Date,
): Promise<StoredTemplate[]> {
  return db.query<StoredTemplate>(
    sql`select verification_id as "verificationId", applicant_id as "applicantId", template, fraud from identity_traces
      where organization_id = ${organizationId} and environment = ${environment} and template is not null
        and verification_id > ${after} and applicant_id <> ${applicantId} and template_model = ${model}
        and expires_at > ${now}
      order by verification_id limit ${limit}`,
  );
}

/** Marks what a verification left behind as known fraud. */
export const markFraud = (tenant: Tenant, verificationId: string): Sql =>
  sql`update identity_traces set fraud = true where organization_id = ${tenant.organizationId}
    and environment = ${tenant.environment} and verification_id = ${verificationId}`;

/** @returns how many traces, and how many of them held a face */
export async function eraseTraces(
  db: Queryable,
  { organizationId, environment }: Tenant,
  applicantId: string,
): Promise<{ traces: number; templates: number }> {
  const rows = await db.query<{ face: boolean }>(
    sql`delete from identity_traces where organization_id = ${organizationId} and environment = ${environment}
      and applicant_id = ${applicantId} returning template is not null as face`,
  );
  return { traces: rows.length, templates: rows.filter(({ face }) => face).length };
}

/** Erases what is past its time, of every organisation. @returns how many */
export async function eraseExpired(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query(sql`delete from identity_traces where expires_at <= ${now} returning 1 as one`);
  return rows.length;
}
