import { sql } from '../../platform/database/sql.ts';
import type { TestRequest, TestResponse, TestService } from '../../server/testing.ts';
import { SANDBOX_ADDRESSES } from './sandbox-addresses.ts';

/** The EVM address of a scenario. */
export const scenario = (digits: string): string => SANDBOX_ADDRESSES.evm[digits] ?? '';

/** Checks an address, in the sandbox unless told otherwise. */
export const check = (
  service: TestService,
  body: Record<string, unknown>,
  more: Partial<TestRequest> = {},
): Promise<TestResponse> =>
  service.call({ path: '/kyt/checks', body: { blockchain: 'ETH', ...body }, environment: 'TEST', ...more });

export interface SeenEvent {
  type: string;
  data: Record<string, unknown>;
}

/** Events written for a resource, in order. */
export async function eventsOf(service: TestService, resourceId: string): Promise<SeenEvent[]> {
  const rows = await service.services.db.query<{ type: string; body: string }>(
    sql`select type, body from events where resource_id = ${resourceId} order by id`,
  );
  return rows.map(({ type, body }) => ({ type, data: (JSON.parse(body) as SeenEvent).data }));
}

/** Ledger entries for a resource, in order. */
export const ledgerOf = (service: TestService, resourceId: string) =>
  service.services.db.query<{ type: string; operation: string; amount: number }>(
    sql`select type, operation, amount from credit_transactions where resource_id = ${resourceId} order by id`,
  );

export const checksOf = async (service: TestService, organizationId: string): Promise<number> => {
  const [row] = await service.services.db.query<{ total: number }>(
    sql`select count(*) as total from kyt_checks where organization_id = ${organizationId}`,
  );
  return Number(row?.total);
};
