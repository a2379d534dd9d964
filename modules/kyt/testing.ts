import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Queryable, sql } from '../../platform/database/sql.ts';
import type { TestRequest, TestResponse, TestService } from '../../server/testing.ts';
import { importChain, importLabels } from './index.ts';
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

/** The sandbox asks no database; where it did, the test would fail. */
export const noDatabase: Queryable = {
  query: () => Promise.reject(new Error('The sandbox asked the database')),
};

/** Writes texts to files of their own, and removes them when done. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Buffer>>,
  use: (paths: string[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kyt-'));
  try {
    const paths = Object.keys(files).map((name) => join(folder, name));
    await Promise.all(Object.values(files).map((text, i) => writeFile(paths[i] ?? '', text)));
    return await use(paths);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const importLabelText = (
  service: TestService,
  format: string,
  name: string,
  text: string | Buffer,
  force = false,
) => withFiles({ [name]: text }, (paths) => importLabels(service.services, { format, paths, force }));

export const importChainText = (service: TestService, format: string, blockchain: string, text: string) =>
  withFiles({ 'chain.txt': text }, (paths) => importChain(service.services, { format, paths, blockchain }));

/** An EVM address by number. */
export const evm = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

export const LABEL_HEADER = 'address,blockchain,category,entity,confidence,source\n';
export const EDGE_HEADER = 'txid,time,from,to,value,asset\n';

/** How many nodes keep sums that differ from their edges. */
export async function wrongSums(service: TestService): Promise<number> {
  const [row] = await service.services.db.query<{ wrong: number }>(
    sql`with sums as (
        select id, asset, sum(payers) as payers, sum(payees) as payees, sum(received) as received, sum(sent) as sent from (
          select to_id as id, asset, count(*) as payers, 0 as payees, sum(units) as received, 0 as sent from chain_edges group by 1, 2
          union all
          select from_id, asset, 0, count(*), 0, sum(units) from chain_edges group by 1, 2) sides
        group by 1, 2
      )
      select count(*) as wrong from sums full join chain_nodes n on n.address_id = sums.id and n.asset = sums.asset
      where (n.payers, n.payees, n.received, n.sent) is distinct from
        (sums.payers::integer, sums.payees::integer, sums.received, sums.sent)`,
  );
  return Number(row?.wrong);
}
