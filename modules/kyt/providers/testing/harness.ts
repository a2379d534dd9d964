import type { ChainProviderSetting } from '../../../../platform/config/chain-providers.ts';
import { readChainProviders } from '../../../../platform/config/chain-providers.ts';
import { type Queryable, sql } from '../../../../platform/database/sql.ts';
import { Budget } from '../budget.ts';
import { type ClientOptions, ProviderClient } from '../http-client.ts';
import type { Fetched } from '../provider.ts';

export const budget = (requests = 1_000, seconds = 20): Budget => new Budget({ requests, seconds });

/** A client that does not wait between tries. */
export const client = (url: string, more: Partial<ClientOptions> = {}): ProviderClient =>
  new ProviderClient({ name: 'The fake', url, perSecond: 1_000, timeoutMs: 500, backoffMs: 4, ...more });

export const settings = (given: Record<string, unknown>): ChainProviderSetting[] =>
  readChainProviders(JSON.stringify(given));

/** What was fetched, as lines that are easy to compare. */
export const linesOf = ({ records }: Fetched): string[] =>
  records
    .flatMap(({ transfers }) =>
      transfers.map(({ from, to, asset, units }) => `${from.address} > ${to.address} ${units} ${asset}`),
    )
    .toSorted();

/** The value graph of a blockchain as lines. */
export async function edgesOf(db: Queryable, blockchain: string): Promise<string[]> {
  const rows = await db.query<{ line: string }>(
    sql`select f.address || ' > ' || t.address || ' ' || e.units || ' ' || e.asset || ' x' || e.payments as line
      from chain_edges e join chain_addresses f on f.id = e.from_id join chain_addresses t on t.id = e.to_id
      where f.blockchain = ${blockchain} order by 1`,
  );
  return rows.map(({ line }) => line);
}

export const everything = { height: 1_000_000_000, hash: null, time: 4_000_000_000 };
