import type { Tenant } from '../context.ts';
import type { RowStatement } from '../database/deferred.ts';
import { first, type Queryable, type Sql, sql } from '../database/sql.ts';

export type CreditType = 'GRANT' | 'HOLD' | 'CAPTURE' | 'RELEASE' | 'CHARGE';
export type Account = 'ISSUED' | 'AVAILABLE' | 'HELD' | 'SPENT';

export interface Change {
  available: number;
  held: number;
}

export interface Balance {
  available: number;
  held: number;
  lowBalanceThreshold: number;
}

/**
 * Applies a change under the row's lock, unless an account would fall below zero.
 * @returns the balances afterwards, or undefined where there is too little
 */
export function changeBalance(
  db: Queryable,
  tenant: Tenant,
  change: Change,
): Promise<{ available: number; held: number; threshold: number } | undefined> {
  return first(
    db,
    sql`update credit_balances b set available = b.available + ${change.available}::bigint, held = b.held + ${change.held}::bigint
      from organizations o
      where o.id = b.organization_id and b.organization_id = ${tenant.organizationId} and b.environment = ${tenant.environment}
        and b.available + ${change.available}::bigint >= 0 and b.held + ${change.held}::bigint >= 0
      returning b.available, b.held, o.low_balance_threshold as threshold`,
  );
}

export async function readBalance(db: Queryable, tenant: Tenant): Promise<Balance> {
  const row = await first<Balance>(
    db,
    sql`select b.available, b.held, o.low_balance_threshold as "lowBalanceThreshold"
      from credit_balances b join organizations o on o.id = b.organization_id
      where b.organization_id = ${tenant.organizationId} and b.environment = ${tenant.environment}`,
  );
  return row ?? { available: 0, held: 0, lowBalanceThreshold: 0 };
}

export async function openBalance(db: Queryable, tenant: Tenant): Promise<void> {
  await db.query(
    sql`insert into credit_balances (organization_id, environment, available, held)
      values (${tenant.organizationId}, ${tenant.environment}, 0, 0) on conflict do nothing`,
  );
}

export interface LedgerRow {
  id: string;
  type: CreditType;
  amount: number;
  balanceAfter: number;
  operation: string;
  resourceId: string | null;
  occurrence: string;
  from: Account;
  to: Account;
  createdAt: Date;
}

/** The transaction with both its entries, in one statement. */
export function insertTransaction(tenant: Tenant, row: LedgerRow): Sql {
  return sql`with added as (
      insert into credit_transactions (id, organization_id, environment, type, amount, balance_after, operation, resource_id, occurrence, created_at)
      values (${row.id}, ${tenant.organizationId}, ${tenant.environment}, ${row.type}, ${row.amount}, ${row.balanceAfter},
        ${row.operation}, ${row.resourceId}, ${row.occurrence}, ${row.createdAt})
      returning id, amount
    )
    insert into credit_entries (transaction_id, account, amount)
    select id, ${row.from}, -amount from added union all select id, ${row.to}, amount from added`;
}

export interface TakenRow {
  id: string;
  organizationId: string;
  environment: Tenant['environment'];
  amount: number;
  operation: string;
  resourceId: string;
  occurrence: string;
  createdAt: Date;
}

/** Takes credits at COMMIT: locks of balances, for which others wait, are taken last and held for the shortest time. */
const takenAtCommit = (kind: 'CHARGE' | 'CAPTURE'): RowStatement<TakenRow> => ({
  last: true,
  write: (rows) => sql`select take_credits(${kind}, ${rows.map((row) => row.id)}::text[],
    ${rows.map((row) => row.organizationId)}::text[], ${rows.map((row) => row.environment)}::text[],
    ${rows.map((row) => row.amount)}::bigint[], ${rows.map((row) => row.operation)}::text[],
    ${rows.map((row) => row.resourceId)}::text[], ${rows.map((row) => row.occurrence)}::text[],
    ${rows.map((row) => row.createdAt)}::timestamptz[])`,
});

export const CHARGES = takenAtCommit('CHARGE');
export const CAPTURES = takenAtCommit('CAPTURE');

export interface LedgerFault {
  organizationId: string;
  environment: string;
  fault: string;
}

/** What an auditor proves: entries of each transaction sum to zero, and balances are the sums of their entries. */
export function findLedgerFaults(db: Queryable): Promise<LedgerFault[]> {
  return db.query<LedgerFault>(
    sql`select t.organization_id as "organizationId", t.environment, 'transaction ' || t.id || ' does not sum to zero' as fault
        from credit_transactions t left join credit_entries e on e.transaction_id = t.id
        group by t.id having coalesce(sum(e.amount), 1) <> 0 or count(e.*) < 2
      union all
      select b.organization_id, b.environment, 'balance differs from the sum of entries'
        from credit_balances b
        left join (
          select t.organization_id, t.environment,
            coalesce(sum(e.amount) filter (where e.account = 'AVAILABLE'), 0) as available,
            coalesce(sum(e.amount) filter (where e.account = 'HELD'), 0) as held
          from credit_transactions t join credit_entries e on e.transaction_id = t.id group by 1, 2
        ) s on s.organization_id = b.organization_id and s.environment = b.environment
        where b.available <> coalesce(s.available, 0) or b.held <> coalesce(s.held, 0)`,
  );
}
