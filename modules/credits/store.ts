import type { CreditOperation } from '../../contract/prices.ts';
import { CREDIT_OPERATIONS } from '../../contract/prices.ts';
import type { CreditType } from '../../platform/credits/store.ts';
import { countRows, type ListRequest, pageStatement } from '../../platform/database/list.ts';
import { first, join, type Queryable, type Sql, sql } from '../../platform/database/sql.ts';

export interface TransactionRow {
  id: string;
  type: CreditType;
  amount: number;
  balanceAfter: number;
  operation: CreditOperation;
  resourceId: string | null;
  createdAt: Date;
}

export interface TransactionFilter {
  type?: CreditType;
  operation?: CreditOperation;
  resourceId?: string;
}

// Written out rather than bound, so that the planner can see which partial index serves.
const OF_TYPE: Readonly<Record<CreditType, Sql>> = {
  GRANT: sql`type = 'GRANT' and operation = 'GRANT'`,
  HOLD: sql`type = 'HOLD'`,
  CAPTURE: sql`type = 'CAPTURE'`,
  RELEASE: sql`type = 'RELEASE'`,
  CHARGE: sql`type = 'CHARGE'`,
};
const TYPES = Object.keys(OF_TYPE) as CreditType[];

const COLUMNS = sql`id, type, amount, balance_after as "balanceAfter", operation, resource_id as "resourceId", created_at as "createdAt"`;

/** Rows of one resource: an index serves all types but grants, which are few and found by their operation. */
const ofResource = (resourceId: string): Sql => sql`(
    select * from credit_transactions where resource_id = ${resourceId} and type <> 'GRANT'
    union all
    select * from credit_transactions where resource_id = ${resourceId} and type = 'GRANT' and operation = 'GRANT'
  ) t`;

const source = ({ resourceId }: TransactionFilter): Sql =>
  resourceId === undefined ? sql`credit_transactions` : ofResource(resourceId);

const conditions = ({ type, operation }: TransactionFilter): Sql[] => [
  ...(type === undefined ? [] : [OF_TYPE[type]]),
  ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
];

export function pageOfTransactions(
  db: Queryable,
  request: ListRequest,
  filter: TransactionFilter,
): Promise<TransactionRow[]> {
  return db.query<TransactionRow>(
    pageStatement(sql`select ${COLUMNS} from ${source(filter)}`, request, conditions(filter)),
  );
}

/** Rows are counted as they are added, by type and operation; those of one resource are few. */
const counted = {
  resource: 'credit_transactions',
  from: sql`(select organization_id, environment, created_at, type || ' ' || operation as status from credit_transactions) t`,
};

export async function countTransactions(
  db: Queryable,
  request: ListRequest,
  filter: TransactionFilter,
): Promise<number> {
  const { tenant, created } = request;
  const { type, operation } = filter;
  if (filter.resourceId === undefined) {
    const types = type === undefined ? TYPES : [type];
    const operations = operation === undefined ? CREDIT_OPERATIONS : [operation];
    const statuses = types.flatMap((one) => operations.map((other) => `${one} ${other}`));
    return countRows(db, counted, tenant, type === undefined && operation === undefined ? null : statuses, created);
  }
  const all = [
    sql`organization_id = ${tenant.organizationId}`,
    sql`environment = ${tenant.environment}`,
    ...(created.from ? [sql`created_at >= ${created.from}`] : []),
    ...(created.to ? [sql`created_at <= ${created.to}`] : []),
    ...conditions(filter),
  ];
  const row = await first<{ total: number }>(
    db,
    sql`select count(*) as total from ${source(filter)} where ${join(all, ' and ')}`,
  );
  return row?.total ?? 0;
}
