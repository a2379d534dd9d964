import type { Environment } from '../../../contract/enums.ts';
import type { ListRequest } from '../../../platform/database/list.ts';
import { first, join, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';

export interface AuditEntryRow {
  id: string;
  createdAt: Date;
  environment: Environment | null;
  actorType: 'API_KEY' | 'USER' | 'OPERATOR' | 'APPLICANT' | 'SYSTEM';
  actorId: string;
  actorName: string | null;
  action: string;
  resourceId: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
  seq: number | null;
  hash: string | null;
  previousHash: string | null;
}

export interface AuditFilters {
  environment?: Environment | undefined;
  /** A whole action, or the beginning of some with `*` at its end. */
  action?: string | undefined;
  actorId?: string | undefined;
  resourceId?: string | undefined;
}

const conditions = (organizationId: string, { environment, action, actorId, resourceId }: AuditFilters): Sql[] => [
  sql`e.organization_id = ${organizationId}`,
  ...(environment === undefined ? [] : [sql`e.environment = ${environment}`]),
  ...(action === undefined
    ? []
    : [action.endsWith('*') ? sql`starts_with(e.action, ${action.slice(0, -1)})` : sql`e.action = ${action}`]),
  ...(actorId === undefined ? [] : [sql`e.actor_id = ${actorId}`]),
  ...(resourceId === undefined ? [] : [sql`e.resource_id = ${resourceId}`]),
];

const COLUMNS = sql`e.id, e.occurred_at as "createdAt", e.environment, e.actor_type as "actorType", e.actor_id as "actorId",
  coalesce(u.name, k.name) as "actorName", e.action, e.resource_id as "resourceId", e.request_id as "requestId", e.details,
  c.seq, encode(c.hash, 'hex') as hash, encode(c.previous_hash, 'hex') as "previousHash"`;
const FROM = sql`audit_entries e left join audit_chain c on c.entry_id = e.id
  left join dashboard_users u on e.actor_type = 'USER' and u.id = e.actor_id
  left join api_keys k on e.actor_type = 'API_KEY' and k.id = e.actor_id`;

export function pageOfAudit(db: Queryable, request: ListRequest, filters: AuditFilters): Promise<AuditEntryRow[]> {
  const { tenant, created, after, order, limit } = request;
  const [sign, direction] = order === 'desc' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const all = [
    ...conditions(tenant.organizationId, filters),
    ...(created.from ? [sql`e.occurred_at >= ${created.from}`] : []),
    ...(created.to ? [sql`e.occurred_at <= ${created.to}`] : []),
    ...(after ? [sql`(e.occurred_at, e.id) ${sign} (${after.value}, ${after.id})`] : []),
  ];
  return db.query<AuditEntryRow>(
    sql`select ${COLUMNS} from ${FROM} where ${join(all, ' and ')}
      order by e.occurred_at ${direction}, e.id ${direction} limit ${limit + 1}`,
  );
}

/** How many there are; counted up to a limit, for there may be very many. */
export async function countAudit(
  db: Queryable,
  request: ListRequest,
  filters: AuditFilters,
  most: number,
): Promise<number> {
  const { tenant, created } = request;
  const all = [
    ...conditions(tenant.organizationId, filters),
    ...(created.from ? [sql`e.occurred_at >= ${created.from}`] : []),
    ...(created.to ? [sql`e.occurred_at <= ${created.to}`] : []),
  ];
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from (select 1 from audit_entries e where ${join(all, ' and ')} limit ${most}) counted`,
  );
  return row?.total ?? 0;
}

/** The next entries after one, in order of time. */
export function auditAfter(
  db: Queryable,
  organizationId: string,
  range: { from: Date; to: Date },
  filters: AuditFilters,
  after: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<AuditEntryRow[]> {
  const all = [
    ...conditions(organizationId, filters),
    sql`e.occurred_at >= ${range.from} and e.occurred_at < ${range.to}`,
    sql`(e.occurred_at, e.id) > (${after?.createdAt ?? new Date(0)}, ${after?.id ?? ''})`,
  ];
  return db.query<AuditEntryRow>(
    sql`select ${COLUMNS} from ${FROM} where ${join(all, ' and ')} order by e.occurred_at, e.id limit ${limit}`,
  );
}

export async function chainLength(db: Queryable): Promise<number> {
  const row = await first<{ total: number }>(db, sql`select coalesce(max(seq), 0) as total from audit_chain`);
  return row?.total ?? 0;
}
