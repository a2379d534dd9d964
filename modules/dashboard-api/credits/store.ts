import type { Tenant } from '../../../platform/context.ts';
import { type Queryable, sql } from '../../../platform/database/sql.ts';

export interface LedgerRow {
  id: string;
  createdAt: Date;
  type: string;
  operation: string;
  amount: number;
  balanceAfter: number;
  resourceId: string | null;
}

/** The next rows of the ledger after one, in order. */
export function ledgerAfter(
  db: Queryable,
  tenant: Tenant,
  range: { from: Date; to: Date },
  after: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<LedgerRow[]> {
  return db.query<LedgerRow>(
    sql`select id, created_at as "createdAt", type, operation, amount, balance_after as "balanceAfter", resource_id as "resourceId"
      from credit_transactions where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
        and created_at >= ${range.from} and created_at < ${range.to}
        and (created_at, id) > (${after?.createdAt ?? new Date(0)}, ${after?.id ?? ''})
      order by created_at, id limit ${limit}`,
  );
}

export async function setLowBalanceThreshold(db: Queryable, organizationId: string, threshold: number): Promise<void> {
  await db.query(sql`update organizations set low_balance_threshold = ${threshold} where id = ${organizationId}`);
}
