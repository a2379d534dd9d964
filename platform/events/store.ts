import type { Tenant } from '../context.ts';
import type { RowStatement } from '../database/deferred.ts';
import { sql } from '../database/sql.ts';

export interface EventRow {
  id: string;
  type: string;
  resourceId: string;
  callbackUrl: string | null;
  body: string;
  createdAt: Date;
}

/** Writes events; each is fanned out to its receivers by the table's trigger. */
export const EVENTS: RowStatement<EventRow & Tenant> = {
  write: (
    rows,
  ) => sql`insert into events (id, organization_id, environment, type, resource_id, callback_url, body, created_at)
    select * from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.organizationId)}::text[],
      ${rows.map((row) => row.environment)}::text[], ${rows.map((row) => row.type)}::text[],
      ${rows.map((row) => row.resourceId)}::text[], ${rows.map((row) => row.callbackUrl)}::text[],
      ${rows.map((row) => row.body)}::text[], ${rows.map((row) => row.createdAt)}::timestamptz[])`,
};
