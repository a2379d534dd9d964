import { type Queryable, sql } from '../../../../platform/database/sql.ts';

export interface StoredOutput {
  /** 36 bytes in hex. */
  outpoint: string;
  key: string;
  address: string;
  /** In the smallest unit. */
  value: bigint;
}

/** Takes outputs away, as they are spent. @returns those that were there */
export async function takeOutputs(
  db: Queryable,
  blockchain: string,
  outpoints: readonly string[],
): Promise<StoredOutput[]> {
  const rows = await db.query<Omit<StoredOutput, 'value'> & { value: string }>(
    sql`delete from chain_outputs o using unnest(${outpoints}::text[]) as given (outpoint)
      where o.blockchain = ${blockchain} and o.outpoint = decode(given.outpoint, 'hex')
      returning given.outpoint, o.owner_key as key, o.owner as address, o.value::text as value`,
  );
  return rows.map((row) => ({ ...row, value: BigInt(row.value) }));
}

export async function putOutputs(db: Queryable, blockchain: string, outputs: readonly StoredOutput[]): Promise<void> {
  await db.query(
    sql`insert into chain_outputs (blockchain, outpoint, owner_key, owner, value)
      select ${blockchain}, decode(outpoint, 'hex'), key, address, value
      from unnest(${outputs.map(({ outpoint }) => outpoint)}::text[], ${outputs.map(({ key }) => key)}::text[],
        ${outputs.map(({ address }) => address)}::text[], ${outputs.map(({ value }) => value.toString())}::bigint[])
        as given (outpoint, key, address, value)
      on conflict do nothing`,
  );
}
